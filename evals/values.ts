/**
 * What becomes of the values that the tasks of values.json state: passed to the right parameter, to a wrong one, named as
 * not in the program, or lost without a word. `node evals/values.ts`, with --show for each task.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import type { Scalar } from '../src/catalog/record/facts.ts'
import { isStop, tokens } from '../src/catalog/search/words.ts'
import type { Services } from '../src/tools/define.ts'
import { chooseCalls } from '../src/tools/sdks/answers/choose-call.ts'
import { fillCall, splitQuery, unusedNote } from '../src/tools/sdks/answers/find-values.ts'
import { taskServices } from './tasks.ts'

const Task = z.strictObject({
  query: z.string().min(1),
  /** Several, separated by a bar, where more than one serves. */
  slug: z.string(),
  /**
   * Words of the query that choose neither the SDK nor the operation -> the parameters that take them, any of which is right, with the value where it is written
   * otherwise: `country=DE|country_code=DE`. Empty where none does.
   */
  states: z.record(z.string(), z.string()),
  /** Kept away from whoever tunes the rules. */
  held_out: z.boolean(),
})
type ValueTask = z.infer<typeof Task>

export const readValueTasks = (): ValueTask[] =>
  z.array(Task).parse(JSON.parse(readFileSync(new URL('./values.json', import.meta.url), 'utf8')))

export const FATES = ['right', 'wrong', 'named', 'lost'] as const
type Fate = (typeof FATES)[number]

export interface Outcome {
  fates: { text: string; fate: Fate }[]
  /** Values that were passed and that the task does not have. */
  others: string[]
  /** What the answer says of values. */
  notes: string[]
}

/** @returns undefined where the query gets no program */
export async function outcomeOf(
  { query, slug, states }: ValueTask,
  { catalog }: Services,
): Promise<Outcome | undefined> {
  const language = catalog.record(slug.split('|')[0]!)!.languages[0]!
  const chosen = await chooseCalls(query, catalog.find(query, { language }, 10).hits, catalog)
  const parts = splitQuery(
    query,
    chosen.map(({ intent }) => intent?.text),
  )
  const all = chosen.map((each, at) => fillCall(each, parts[at]!))
  const calls = all.filter(({ call }) => call)
  /** What gets no program loses nothing. */
  const without = all.flatMap(({ call }, at) => (call ? [] : parts[at]!))
  if (calls.length === 0) return undefined
  const sent = calls.flatMap(({ call }) => Object.entries({ ...call?.arguments, ...call?.fields }))
  const stated = calls.flatMap(({ filled }) => Object.entries(filled?.values ?? {}))
  const notes = calls.flatMap(({ filled }) => (filled && unusedNote(filled)) ?? [])
  const isOurs = calls.some(({ record }) => slug.split('|').includes(record.slug))
  const seen = new Set(tokens([...without, ...notes, ...sent.map(([, value]) => String(value))].join(' ')))
  const fates = Object.entries(states).map(([text, where]) => ({ text, fate: fateOf(text, rightsOf(text, where)) }))
  const known = Object.entries(states).flatMap(([text, where]) => rightsOf(text, where).map(([, value]) => value))
  const others = stated.filter(([, value]) => !known.some((each) => isSame(each, value)))
  return { fates, others: others.map(([name, value]) => `${name}=${value}`), notes }

  function fateOf(text: string, rights: [string, string][]): Fate {
    const isRight = sent.some(([name, value]) => rights.some((each) => each[0] === name && isSame(each[1], value)))
    if (isRight) return 'right'
    const isElsewhere = stated.some(([, value]) => isSame(text, value) || rights.some((each) => isSame(each[1], value)))
    // Other SDKs call their parameters otherwise.
    if (isElsewhere) return isOurs ? 'wrong' : 'right'
    const words = tokens(text).filter((word) => !isStop(word))
    return words.every((word) => seen.has(word)) ? 'named' : 'lost'
  }
}

const rightsOf = (text: string, where: string): [string, string][] =>
  where.split('|').map((each) => {
    const [, name = '', value = text] = /^([^=]*)(?:=(.*))?$/.exec(each)!
    return [name, value]
  })

const isSame = (text: string, value: Scalar): boolean => text.toLowerCase() === String(value).toLowerCase()

export interface Totals extends Record<Fate, number> {
  others: number
  /** Tasks without a program. */
  none: number
}

export async function countFates(
  tasks: readonly ValueTask[],
  services: Services,
  show?: (line: string) => void,
): Promise<Totals> {
  const totals: Totals = { right: 0, wrong: 0, named: 0, lost: 0, others: 0, none: 0 }
  for (const task of tasks) {
    const outcome = await outcomeOf(task, services)
    if (!outcome) totals.none++
    for (const { fate } of outcome?.fates ?? []) totals[fate]++
    totals.others += outcome?.others.length ?? 0
    const fates = outcome?.fates.map(({ text, fate }) => `${fate}: ${text}`).join(', ') ?? 'no program'
    show?.(`${task.query}\n    ${[fates, ...(outcome?.others ?? []), ...(outcome?.notes ?? [])].join('; ')}`)
  }
  return totals
}

export async function printValues(print: (line: string) => void, show?: (line: string) => void): Promise<void> {
  const [services, tasks] = [taskServices(), readValueTasks()]
  for (const [title, isHeld] of [
    ['tuned on', false],
    ['held out', true],
  ] as const) {
    const set = tasks.filter((task) => task.held_out === isHeld)
    const totals = await countFates(set, services, show)
    const counts = Object.entries(totals).map(([fate, count]) => `${fate} ${count}`)
    print(`values that queries state, ${title} (${set.length} tasks): ${counts.join(', ')}`)
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } })
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  await printValues(print, values.show ? print : undefined)
}
