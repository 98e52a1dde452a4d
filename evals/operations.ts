/**
 * Where find_sdk has what a task of operations.json wants: as the endpoint of the program, in the sheet of operations
 * beside it, or not; and whether the sheet has the endpoint of the next step. `node evals/operations.ts`, with --show for
 * each task whose program is another.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { callTool, type Services } from '../src/tools/define/define.ts'
import { findSdk } from '../src/tools/find-sdk.ts'
import { taskServices } from './tasks.ts'

const Task = z.strictObject({
  query: z.string().min(1),
  /** Several, separated by a bar, where more than one serves. */
  slug: z.string(),
  /** As `METHOD path`, any of which is right. */
  requests: z.array(z.string()).min(1),
  /** The same for the second part of the task. */
  next: z.array(z.string()).optional(),
  /** Kept away from whoever tunes the choice. */
  held_out: z.boolean(),
})
type OperationTask = z.infer<typeof Task>

export const readOperationTasks = (file = 'operations.json'): OperationTask[] =>
  z.array(Task).parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')))

/** Tasks of people who had seen neither code nor answers: harder ones, half of them in words that no record has. */
const OUTSIDE = 'operations-outside.json'

const OUTCOMES = ['first', 'in the sheet', 'missing', 'other SDK', 'next step', 'no next step'] as const
type Outcome = (typeof OUTCOMES)[number]

async function outcomesOf(task: OperationTask, services: Services): Promise<{ outcomes: Outcome[]; got: string }> {
  const slugs = task.slug.split('|')
  const { languages } = services.catalog.record(slugs[0]!)!
  const language = languages.includes('ts') ? 'ts' : languages[0]
  const { programs = [] } = await callTool(findSdk, { query: task.query, language }, services)
  const program = programs.find(({ slug }) => slugs.includes(slug))
  const [first = '', ...others] = program?.operations ?? []
  const isIn = (lines: readonly string[], requests: readonly string[]) =>
    lines.some((line) => requests.some((request) => `${line} `.includes(` ${request} `)))
  const outcome = !program
    ? 'other SDK'
    : isIn([first], task.requests)
      ? 'first'
      : isIn(others, task.requests)
        ? 'in the sheet'
        : 'missing'
  const step = task.next && (isIn([first, ...others], task.next) ? 'next step' : 'no next step')
  return { outcomes: step ? [outcome, step] : [outcome], got: first }
}

/** @param show takes each task whose program is another, and each next step that is missing */
export async function countOutcomes(
  tasks: readonly OperationTask[],
  services: Services,
  show: (line: string) => void = () => undefined,
): Promise<Map<Outcome, number>> {
  const counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]))
  for (const task of tasks) {
    const { outcomes, got } = await outcomesOf(task, services)
    for (const outcome of outcomes) {
      counts.set(outcome, counts.get(outcome)! + 1)
      const wanted = outcome === 'no next step' ? task.next : task.requests
      if (outcome !== 'first' && outcome !== 'next step')
        show(`  ${outcome}: ${task.query}: ${got}, not ${wanted?.[0]}`)
    }
  }
  return counts
}

export async function printOperations(print: (line: string) => void, show = false): Promise<void> {
  const services = taskServices()
  for (const [tasks, from] of [
    [readOperationTasks(), ''],
    [readOperationTasks(OUTSIDE), ' from outside'],
  ] as const) {
    for (const held of [false, true]) {
      const part = tasks.filter(({ held_out }) => held_out === held)
      const counts = await countOutcomes(part, services, show && !held ? print : undefined)
      const figures = [...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', ')
      print(`endpoints of ${part.length} tasks${from}, ${held ? 'held out' : 'tuned on'}: ${figures}`)
    }
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { show: { type: 'boolean' } } })
  await printOperations((line) => void process.stdout.write(`${line}\n`), values.show)
}
