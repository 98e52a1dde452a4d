/**
 * Replays the tasks of tasks.json as sequences of tool calls, without a model: find_sdk with the words of the task,
 * then the section of the README that holds the answer. The same is done with tools that only repeat REST: exact search
 * and whole READMEs. Counts calls and tokens of both. `node test/evals/tasks.ts`, or `npm run eval`
 */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { loadEmbedded } from '../../src/catalog/load.ts'
import { pageValues } from '../../src/documents/page-values.ts'
import { createPages } from '../../src/pages/pages.ts'
import { type AnyTool, callTool, type Services } from '../../src/tools/define.ts'
import { findSdk } from '../../src/tools/find-sdk.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { searchSdkCatalog } from '../../src/tools/search-sdk-catalog.ts'

const Task = z.strictObject({
  task: z.string().min(1),
  /** Values parted by commas, `slug:value`, or "no" for what the evidence says is not there. */
  answer: z.string().min(1),
  /** The SDK of the answer first; the others are compared with it. */
  slugs: z.array(z.string()).min(1),
  /** What one would search for, best first. */
  needs: z.array(z.string()).min(1),
  /** Which section of which README holds the answer. */
  evidence: z.string(),
})
export type Task = z.infer<typeof Task>

export const readTasks = (): Task[] =>
  z.array(Task).parse(JSON.parse(readFileSync(new URL('./tasks.json', import.meta.url), 'utf8')))

export interface Replay {
  calls: number
  /** Of all results, at four characters each. */
  tokens: number
  /** Everything that came back. */
  seen: string
  solved: boolean
}

export function taskServices(): Services {
  const site = { baseUrl: 'http://localhost:8080', brand: 'example', name: 'SDK Catalogue', version: '0.0.0' }
  const catalog = createCatalog(loadEmbedded(), site)
  return { catalog, pages: createPages(pageValues(catalog, site)), site }
}

/** find_sdk, then the one section in the one language; the sections are those that the skill use-an-sdk names. */
export async function withOurTools(task: Task, services: Services): Promise<Replay> {
  const trace = tracer(services)
  const { section, language } = placeOf(task)
  for (const slug of task.slugs) {
    for (const query of task.needs) {
      if (trace.named(slug)) break
      await trace.call(findSdk, { query })
    }
    if (trace.named(slug)) await trace.call(getSdkReadme, { slug, section, ...(language && { language }) })
  }
  return trace.end(task)
}

/** Exact search with the same words, then with each word alone, until the slug is there; then the whole README. */
export async function withRestTools(task: Task, services: Services): Promise<Replay> {
  const trace = tracer(services)
  const words = [...new Set(task.needs.flatMap((need) => need.split(/\s+/)))].sort((a, b) => b.length - a.length)
  for (const slug of task.slugs) {
    for (const q of [...task.needs, ...words]) {
      if (trace.named(slug)) break
      await trace.call(searchSdkCatalog, { q })
    }
    if (trace.named(slug)) trace.note(services.catalog.readme(slug) ?? '')
  }
  return trace.end(task)
}

function tracer(services: Services) {
  const results: string[] = []
  // Without the escapes of JSON, so that words end where they end.
  const seen = () => results.join('\n').replaceAll('\\n', '\n').replaceAll('\\"', '"')
  const note = (result: string) => void results.push(result)
  return {
    note,
    async call(tool: AnyTool, input: unknown) {
      note(JSON.stringify(await callTool(tool, input, services)))
    },
    named: (slug: string) => seen().includes(`"${slug}"`),
    end(task: Task): Replay {
      const tokens = results.reduce((sum, result) => sum + Math.ceil(result.length / 4), 0)
      return { calls: results.length, tokens, seen: seen(), solved: reached(task, seen()) }
    },
  }
}

/** `README section Quickstart, Python, of amiiboapi-sdk` -> Quickstart in Python. */
export function placeOf({ evidence }: Task): { section: string; language?: string | undefined } {
  const [, section = '', language] = /README sections? (.+?)(?:, (\S+),)? of /.exec(evidence) ?? []
  return { section, language }
}

/** Whether the answer stands in what was seen, and every figure that the evidence compares. */
export function reached({ answer, evidence }: Task, seen: string): boolean {
  const missing = /: (\w+) is not among them/.exec(evidence)?.[1]
  if (missing) return evidence.includes('Languages') && /\| Languages \|/.test(seen) && !hasWord(seen, missing)
  const compared = [...evidence.matchAll(/\((\d+)\)/g)].map(([, count]) => `exposed as ${count} entit`)
  const parts = answer.split(/, |(?<=-sdk):/)
  return parts.every((part) => hasWord(seen, part)) && compared.every((text) => seen.includes(text))
}

function hasWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`).test(text)
}

export async function printTasks(print: (line: string) => void): Promise<void> {
  const services = taskServices()
  const tasks = readTasks()
  const sum = { ours: { calls: 0, tokens: 0, solved: 0 }, rest: { calls: 0, tokens: 0, solved: 0 } }
  for (const task of tasks) {
    const replays = { ours: await withOurTools(task, services), rest: await withRestTools(task, services) }
    for (const [side, { calls, tokens, solved }] of Object.entries(replays)) {
      const total = sum[side as keyof typeof sum]
      total.calls += calls
      total.tokens += tokens
      total.solved += Number(solved)
    }
    if (!replays.ours.solved) print(`not solved: ${task.task}`)
  }
  const line = ({ calls, tokens, solved }: typeof sum.ours) => `${solved} solved, ${calls} calls, ${tokens} tokens`
  print(`${tasks.length} tasks\nfind_sdk and sections         ${line(sum.ours)}`)
  print(`exact search, whole READMEs   ${line(sum.rest)}`)
  print(`saved: ${Math.round(100 * (1 - sum.ours.tokens / sum.rest.tokens))}% of the tokens`)
}

if (import.meta.main) await printTasks((line) => void process.stdout.write(`${line}\n`))
