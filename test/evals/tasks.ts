/**
 * Replays the tasks of tasks.json as sequences of tool calls, without a model, and counts calls and tokens. One agent
 * uses find_sdk, the outline of the README and its sections; it picks them by the rule of `inOrder`, from the words of
 * the task and nothing else. Others read whole READMEs, after find_sdk or after exact search. What is to be searched for
 * is given to all of them, as is to know the right SDK and the answer when they see them: the proof in tasks.json is
 * compared with what came back, never used to choose. `node test/evals/tasks.ts`, or `npm run eval`
 */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { LANGUAGES, type Language } from '../../src/catalog/record/languages.ts'
import { isStop, stem, tokens as words } from '../../src/catalog/search/words.ts'
import { pageValues } from '../../src/documents/page-values.ts'
import { createPages } from '../../src/pages/pages.ts'
import { type AnyTool, callTool, type Services } from '../../src/tools/define.ts'
import { findSdk } from '../../src/tools/sdks/find-sdk.ts'
import { getSdkReadme } from '../../src/tools/sdks/get-sdk-readme.ts'
import { searchSdkCatalog } from '../../src/tools/sdks/search-sdk-catalog.ts'
import { outline } from '../catalog/readme/of-text.ts'
import { embedded } from '../embedded.ts'

const Task = z.strictObject({
  task: z.string().min(1),
  answer: z.string().min(1),
  /** The SDK of the answer first; the others are compared with it. */
  slugs: z.array(z.string()).min(1),
  /** What one would search for, best first. */
  needs: z.array(z.string()).min(1),
  /** Where the answer stands, for a person. */
  evidence: z.string(),
  /** Words that one must have seen, all of them, to know the answer. */
  proof: z.array(z.string().min(1)).min(1),
})
export type Task = z.infer<typeof Task>

export const readTasks = (): Task[] =>
  z.array(Task).parse(JSON.parse(readFileSync(new URL('./tasks.json', import.meta.url), 'utf8')))

export interface Replay {
  calls: number
  /** Of all requests and results, at four characters each. */
  tokens: number
  /** Everything that came back. */
  seen: string
  solved: boolean
}

export function taskServices(): Services {
  const site = { baseUrl: 'http://localhost:8080', brand: 'example', name: 'SDK Catalogue', version: '0.0.0' }
  const catalog = createCatalog(embedded, site)
  return { catalog, pages: createPages(pageValues(catalog, site)), site }
}

/** Does a task; what it may use is in its name. */
type Agent = (task: Task, services: Services) => Promise<Replay>

/** find_sdk, the outline, then the sections that did not come with it, one after the other until the answer is there. */
export const withOurTools: Agent = async (task, services) => {
  const trace = tracer(task, services)
  await trace.find(findSdk, 'query', task.needs)
  const language = languageOf(task.task)
  const given = language === undefined ? {} : { language }
  const sections = new Map<string, string[]>()
  for (const slug of trace.open()) {
    const answer = await trace.call(getSdkReadme, { slug, ...given })
    // With a language, what came is code for it, not sections of the README.
    const had = language ? [] : outline(answer.markdown ?? '').map(({ anchor }) => anchor)
    const others = answer.sections?.map(({ anchor }) => anchor).filter((anchor) => !had.includes(anchor))
    sections.set(slug, inOrder(task.task, others ?? []))
  }
  for (let most = Math.max(0, ...[...sections.values()].map(({ length }) => length)), at = 0; at < most; at++) {
    for (const slug of trace.open()) {
      const section = sections.get(slug)![at]
      if (section !== undefined) await trace.call(getSdkReadme, { slug, section, ...given })
    }
  }
  return trace.end()
}

/** find_sdk, then the whole README: what sections save alone. */
export const withWholeReadmes: Agent = async (task, services) => {
  const trace = tracer(task, services)
  await trace.find(findSdk, 'query', task.needs)
  for (const slug of trace.open()) trace.get(slug)
  return trace.end()
}

/** Exact search with the same words, then with each word alone, until the slug is there; then the whole README. */
export const withRestTools: Agent = async (task, services) => {
  const trace = tracer(task, services)
  const words = [...new Set(task.needs.flatMap((need) => need.split(/\s+/)))].sort((a, b) => b.length - a.length)
  await trace.find(searchSdkCatalog, 'q', [...task.needs, ...words])
  for (const slug of trace.open()) trace.get(slug)
  return trace.end()
}

function tracer(task: Task, services: Services) {
  const exchanged: string[] = []
  const results: string[] = []
  // Without the escapes of JSON, so that words end where they end.
  const seen = () => results.join('\n').replaceAll('\\n', '\n').replaceAll('\\"', '"')
  const named = (slug: string) => seen().includes(`"${slug}"`)
  const solved = () => task.proof.every((words) => seen().includes(words))
  const note = (request: string, result: string) => {
    exchanged.push(request, result)
    results.push(result)
  }
  async function call<T extends AnyTool>(tool: T, input: unknown): Promise<z.output<T['output']>> {
    const answer = await callTool(tool, input, services)
    note(JSON.stringify({ name: tool.name, arguments: input }), JSON.stringify(answer))
    return answer as z.output<T['output']>
  }
  return {
    call,
    get: (slug: string) => note(`GET /example-sdk/${slug}.md`, services.catalog.readme(slug) ?? ''),
    async find(tool: AnyTool, argument: string, queries: readonly string[]) {
      for (const slug of task.slugs) {
        for (const query of queries) if (!named(slug)) await call(tool, { [argument]: query })
      }
    },
    /** SDKs that are still to be read about: those of the task that were found, until the answer is there. */
    open: () => (solved() ? [] : task.slugs.filter(named)),
    end(): Replay {
      const tokens = exchanged.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
      return { calls: results.length, tokens, seen: seen(), solved: solved() }
    },
  }
}

/** The language that the task names first, as somebody writes it: `Go`, not the verb. */
export function languageOf(task: string): Language | undefined {
  const named = Object.entries(LANGUAGES).flatMap(([language, label]) => {
    const escaped = label.replace(/[+#]/g, '\\$&')
    const at = task.search(new RegExp(`(?<![\\w+#])${escaped}(?![\\w+#])`))
    return at < 0 ? [] : [{ at, language: language as Language }]
  })
  return named.sort((a, b) => a.at - b.at)[0]?.language
}

/** The order in which the skill use-an-sdk reads. */
const ORDER = ['at-a-glance', 'install', 'entities', 'quickstart']

/**
 * Sections as an agent without a model tries them: first those whose heading shares words with the task, most of them
 * and few others; then in the order of the skill, then the rest.
 */
export function inOrder(task: string, sections: readonly string[]): string[] {
  const asked = stems(task)
  const scored = sections.map((section) => {
    const own = [...stems(section.replaceAll('-', ' '))]
    return { section, shared: own.filter((word) => asked.has(word)).length, words: own.length }
  })
  const matching = scored
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.words - b.words)
    .map(({ section }) => section)
  const known = ORDER.filter((section) => sections.includes(section))
  return [...new Set([...matching, ...known, ...sections])]
}

const stems = (text: string): Set<string> =>
  new Set(
    words(text)
      .filter((word) => !isStop(word))
      .map(stem),
  )

const AGENTS = {
  'find_sdk, outline, sections': withOurTools,
  'find_sdk, whole READMEs': withWholeReadmes,
  'exact search, whole READMEs': withRestTools,
}

export async function printTasks(print: (line: string) => void): Promise<void> {
  const services = taskServices()
  const tasks = readTasks()
  const sums: number[] = []
  print(`${tasks.length} tasks; tokens of all requests and results, at four characters each`)
  for (const [name, agent] of Object.entries(AGENTS)) {
    const replays = await Promise.all(tasks.map((task) => agent(task, services)))
    const calls = replays.reduce((sum, replay) => sum + replay.calls, 0)
    const tokens = replays.reduce((sum, replay) => sum + replay.tokens, 0)
    const solved = replays.filter((replay) => replay.solved).length
    print(`${name.padEnd(30)}${solved} solved, ${calls} calls, ${tokens} tokens`)
    sums.push(tokens)
  }
  const saved = (other: number) => `${Math.round(100 * (1 - sums[0]! / other))}%`
  print(`saved by the first: ${saved(sums[1]!)} and ${saved(sums[2]!)} of the tokens`)
}

if (import.meta.main) await printTasks((line) => void process.stdout.write(`${line}\n`))
