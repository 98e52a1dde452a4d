/**
 * How often find_sdk's programs request what a task of operations.json wants, the second part of the task included; how
 * often they request something else and name the right request first, or say so first; and how often they do not say so. `node evals/operations.ts`,
 * with --show for each task that is not right.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { callTool, type Services } from '../src/tools/define.ts'
import { findSdk } from '../src/tools/sdks/find-sdk.ts'
import { taskServices } from './tasks.ts'

const Task = z.strictObject({
  query: z.string().min(1),
  /** Several, separated by a bar, where more than one serves. */
  slug: z.string(),
  /** As `METHOD path`, any of which is right; none where no operation of the SDK does it. */
  requests: z.array(z.string()),
  /** The same for the second part of the task. */
  next: z.array(z.string()).optional(),
  /** Kept away from whoever tunes the choice. */
  held_out: z.boolean(),
})
type OperationTask = z.infer<typeof Task>

export const readOperationTasks = (file: string | URL = new URL('./operations.json', import.meta.url)) =>
  z.array(Task).parse(JSON.parse(readFileSync(file, 'utf8')))

type Answer = z.output<typeof findSdk.output>
type Program = NonNullable<Answer['programs']>[number]

const OUTCOMES = ['right', 'named', 'warned', 'nothing', 'other SDK', 'wrong'] as const
type Outcome = (typeof OUTCOMES)[number]

/** What each part of the task gets. */
async function outcomesOf(task: OperationTask, services: Services): Promise<{ outcome: Outcome; got: string }[]> {
  const slugs = task.slug.split('|')
  const { languages } = services.catalog.record(slugs[0]!)!
  const language = languages.includes('ts') ? 'ts' : languages[0]
  const { programs = [] } = (await callTool(findSdk, { query: task.query, language }, services)) as Answer
  const wanted = [task.requests, ...(task.next ? [task.next] : [])]
  const parts = Array.from({ length: Math.max(wanted.length, programs.length) }, (_, part) => part)
  return parts.map((part) => ({
    outcome: outcomeOf(programs[part], slugs, wanted[part]),
    got: gotText(programs[part]),
  }))
}

function outcomeOf(program: Program | undefined, slugs: readonly string[], requests?: readonly string[]): Outcome {
  if (!requests) return 'wrong'
  const isRight = program && requests.includes(program.endpoint ?? '') && slugs.includes(program.slug)
  if (!program) return requests.length === 0 ? 'right' : 'nothing'
  // The right one is the first thing to be read.
  if (!isRight && requests.some((request) => program.warning?.includes(`(${request})`))) return 'named'
  if (program.example) return requests.length === 0 ? 'right' : 'warned'
  if (isRight) return 'right'
  return slugs.includes(program.slug) ? 'wrong' : 'other SDK'
}

const gotText = (program: Program | undefined): string =>
  program ? `${program.slug} ${program.operation} ${program.endpoint}${program.example ? ' (example)' : ''}` : 'nothing'

/** @param show takes each part that is not right */
export async function countOutcomes(
  tasks: readonly OperationTask[],
  services: Services,
  show: (line: string) => void = () => undefined,
): Promise<Map<Outcome, number>> {
  const counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]))
  for (const task of tasks) {
    for (const [part, { outcome, got }] of (await outcomesOf(task, services)).entries()) {
      counts.set(outcome, counts.get(outcome)! + 1)
      const wanted = (part ? task.next : task.requests)?.[0] ?? 'none'
      if (outcome !== 'right') show(`  ${outcome.padEnd(9)} ${task.query}: ${got}, not ${wanted}`)
    }
  }
  return counts
}

export async function printOperations(
  print: (line: string) => void,
  tasks = readOperationTasks(),
  show = false,
): Promise<void> {
  const services = taskServices()
  for (const held of [false, true]) {
    const half = tasks.filter(({ held_out }) => held_out === held)
    const counts = await countOutcomes(half, services, show && !held ? print : undefined)
    const figures = [...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', ')
    if (half.length > 0) print(`programs of ${half.length} tasks, ${held ? 'held out' : 'tuned on'}: ${figures}`)
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { show: { type: 'boolean' } }, allowPositionals: true })
  const tasks = positionals.length > 0 ? positionals.flatMap((file) => readOperationTasks(file)) : readOperationTasks()
  await printOperations((line) => void process.stdout.write(`${line}\n`), tasks, values.show)
}
