/**
 * Runs what the catalogue shows of every repository in a folder, install lines and first code: `npx node scripts/prove.ts DIR`.
 * Exit codes: 0 every tried line is proved, 1 one is not or something cannot be read, 2 wrong usage.
 */
import { writeFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { SourceUnreadable } from '../src/builder/sources/repository.ts'
import { LANGUAGES } from '../src/catalog/record/languages.ts'
import { parseWholeNumber } from '../src/text/typed-text.ts'
import { isProved, isTried, type Proof, prove, provenFacts, type Row } from './prove/prove.ts'
import { proofText, totalsOf } from './prove/table.ts'

const HELP = `
Runs code of the repositories: use it on repositories that you trust. The folder holds clones, working trees or bare
clones, each named like its SDK; a bare clone may also be OWNER+SLUG/repo. Their API descriptions tell what is right.
The API is a stub on loopback, git takes the local repository, npm and pip use the registries that they are set up for.
Exit codes: 0 every tried line is proved, 1 one is not or something cannot be read, 2 wrong usage.`

interface Options {
  catalog?: string
  languages?: string[]
  limit?: number
  timeout: number
  workers: number
  json?: boolean
  facts?: string
}

// An exit instead of a killed process, so that no process group is left and the temporary folder is removed.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

await new Command('prove')
  .description('run what the catalogue shows of every repository in a folder: install lines and first code')
  .argument('<dir>', 'folder of repositories')
  .option('--catalog <dir>', 'prove what this built catalogue shows of them; "embedded" is the one of the package')
  .option('--languages <list>', 'only these, such as py,php,go', languageList)
  .option('--limit <count>', 'maximum number of repositories', positiveNumber)
  .option('--timeout <seconds>', 'time for one install line with its first code', positiveNumber, 60)
  .option('--workers <count>', 'repositories at a time', positiveNumber, 2)
  .option('--facts <file>', 'write what is proved, for "npx node scripts/refresh.ts --facts"')
  .option('--json', 'print JSON instead of text')
  .addHelpText('after', HELP)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .action(run)
  .parseAsync()

async function run(folder: string, { timeout, json, facts, ...options }: Options): Promise<void> {
  try {
    const proof = await prove({ folder, ...options, timeoutMs: timeout * 1000, onRow: progress })
    if (facts !== undefined) {
      const lines = provenFacts(proof.rows, new Date().toISOString().slice(0, 10))
      writeFileSync(facts, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    }
    process.stdout.write(`${json ? JSON.stringify(documentOf(proof), null, 2) : proofText(proof)}\n`)
    process.exitCode = proof.rows.every((row) => isProved(row) || !isTried(row)) && proof.skipped.length === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof SourceUnreadable)) throw error
    process.stderr.write(`prove: ${error.message}\n`)
    process.exitCode = 1
  }
}

function documentOf({ rows, skipped }: Proof) {
  return { totals: totalsOf(rows), rows, skipped }
}

/** A line for each row on standard error, as a run takes minutes. */
function progress(row: Row): void {
  if (!isTried(row)) return
  const { install, request, print, strict, why = '' } = row
  const state = isProved(row)
    ? 'ok'
    : `install ${install}, request ${request}, print ${print}, strict ${strict}: ${why}`
  process.stderr.write(`${row.slug} ${row.language} ${row.seconds} s ${state}\n`)
}

function positiveNumber(value: string): number {
  const number = parseWholeNumber(value) ?? 0
  if (number < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return number
}

function languageList(value: string): string[] {
  const languages = value.split(',').map((language) => language.trim())
  const unknown = languages.find((language) => !(language in LANGUAGES || ['cli', 'mcp'].includes(language)))
  if (unknown !== undefined) throw new InvalidArgumentError(`${JSON.stringify(unknown)} is no language.`)
  return languages
}
