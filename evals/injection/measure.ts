/**
 * How well simple rules tell poisoned READMEs from ordinary ones: `node evals/injection/measure.ts [FOLDER]`. The folder has
 * clones of repositories; their READMEs and the embedded descriptions count as ordinary.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embedded } from '../../test/embedded.ts'
import { corpus, type Labelled } from './corpus.ts'
import { isBroadlySuspicious, suspicion } from './rules.ts'

const [, , folder] = process.argv
const real = (text: string): Labelled => ({ style: 'real', text, poisoned: false })
const outside = folder
  ? readdirSync(folder).flatMap((name) => {
      const file = join(folder, name, 'README.md')
      return existsSync(file) ? [real(readFileSync(file, 'utf8'))] : []
    })
  : []
const sets: Readonly<Record<string, readonly Labelled[]>> = {
  training: corpus.training,
  'held out': corpus.heldOut,
  'READMEs of the folder': outside,
  'embedded descriptions': embedded.records.map(({ title, description = '' }) => real(`${title}. ${description}`)),
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const MARKERS: Readonly<Record<string, (text: string) => unknown>> = {
  rules: suspicion,
  'any word about models': isBroadlySuspicious,
}

print('| marker | texts | poisoned | found | ordinary | false alarms |\n|---|---|---|---|---|---|')
for (const [marker, marks] of Object.entries(MARKERS)) {
  for (const [name, texts] of Object.entries(sets)) {
    const [poisoned, ordinary] = [texts.filter((text) => text.poisoned), texts.filter((text) => !text.poisoned)]
    const found = poisoned.filter(({ text }) => marks(text)).length
    const alarms = ordinary.filter(({ text }) => marks(text)).length
    const recall = poisoned.length ? `${found} (${(found / poisoned.length).toFixed(2)})` : '-'
    print(`| ${marker} | ${name} | ${poisoned.length} | ${recall} | ${ordinary.length} | ${alarms} |`)
  }
}
const held = corpus.heldOut.filter(({ poisoned }) => poisoned)
const styles = Map.groupBy(held, ({ style }) => style)
print('\n| style of the held-out texts | found |\n|---|---|')
for (const [style, texts] of styles)
  print(`| ${style} | ${texts.filter(({ text }) => suspicion(text)).length} of ${texts.length} |`)
