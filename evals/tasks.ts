/**
 * Replays the tasks of tasks.json as sequences of tool calls, without a model, and counts calls and tokens. One agent
 * uses find_sdk, the operation that a hit names, the outline of the README and its sections; it picks them by the rule of
 * `inOrder`, from the words of the task and nothing else. Others read whole READMEs, after find_sdk or after exact search.
 * What is to be searched for is given to all of them, as is to know the right SDK and the answer when they see them: the
 * proof in tasks.json is compared with what came back, never used to choose. `node evals/tasks.ts`, or `npm run eval`
 */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { LANGUAGES, type Language } from '../src/catalog/record/languages.ts'
import { pageValues } from '../src/documents/page-values.ts'
import { createPages } from '../src/pages/pages.ts'
import { isStop, nameTokens, stem, tokens as words } from '../src/query/words/words.ts'
import { openCatalog } from '../src/store/open-catalog.ts'
import { type AnyTool, callTool, type Services } from '../src/tools/define/define.ts'
import { findSdk } from '../src/tools/find-sdk.ts'
import { getSdkReadme } from '../src/tools/get-sdk-readme.ts'
import { searchSdkCatalog } from '../src/tools/search-sdk-catalog.ts'
import { outline } from '../test/catalog/readme/of-text.ts'
import { embedded, loadedFrom } from '../test/embedded.ts'

const Task = z.strictObject({
  task: z.string().min(1),
  answer: z.string().min(1),
  /** The SDK of the answer first; the others are compared with it. */
  slugs: z.array(z.string()).min(1),
  /** What one would search for, best first. */
  needs: z.array(z.string()).min(1),
  /** The operation whose code is asked for; the README does not have it. Agents do not see it. */
  operation: z.strictObject({ entity: z.string(), op: z.string() }).optional(),
  /** Where a person finds the answer. */
  evidence: z.string(),
  /** Words that one must have seen, all of them, to know the answer. */
  proof: z.array(z.string().min(1)).min(1),
})
export type Task = z.infer<typeof Task>

export const readTasks = (): Task[] =>
  z.array(Task).parse(JSON.parse(readFileSync(new URL('./tasks.json', import.meta.url), 'utf8')))

export interface Replay {
  calls: number
  /** Tokens of all requests and results, at four characters each. */
  tokens: number
  /** Everything that came back. */
  seen: string
  solved: boolean
}

export function taskServices(): Services {
  const site = { baseUrl: 'http://localhost:8080', brand: 'example', name: 'SDK Catalogue', version: '0.0.0' }
  const catalog = openCatalog(loadedFrom(embedded), site)
  return { catalog, pages: createPages(() => pageValues(catalog, site)), site }
}

/** Does a task; what it may use is in its name. */
type Agent = (task: Task, services: Services) => Promise<Replay>

/**
 * find_sdk, the code of the operation that the hit names, the outline, the sections that did not come with it, one after
 * the other, and the operations of entities that the task seems to mean, until the answer is there.
 */
export const withOurTools: Agent = async (task, services) => {
  const trace = tracer(task, services)
  const language = languageOf(task.task)
  const options = language === undefined ? {} : { language }
  await trace.find(findSdk, 'query', task.needs, options)
  for (const slug of language ? trace.open() : []) {
    const operations = entitiesOf(trace.operationsOf(slug))
    const candidates = ASKS_FOR_CODE.test(task.task) ? likelyOperations(operations, task) : []
    for (const operation of candidates.slice(0, MAX_OPERATIONS)) {
      if (trace.open().includes(slug)) await trace.call(getSdkReadme, { slug, operation, ...options })
    }
  }
  const sections = new Map<string, string[]>()
  for (const slug of trace.open()) {
    const start = await trace.call(getSdkReadme, { slug, ...options })
    // With a language, what came is code for it, not sections of the README.
    const wantsOutline = start.sections === undefined && trace.open().includes(slug)
    const answer = wantsOutline ? await trace.call(getSdkReadme, { slug }) : start
    const had = language ? [] : outline(answer.markdown ?? '').map(({ anchor }) => anchor)
    const others = answer.sections?.map(({ anchor }) => anchor).filter((anchor) => !had.includes(anchor))
    sections.set(slug, inOrder(task.task, others ?? []))
  }
  for (let most = Math.max(0, ...[...sections.values()].map(({ length }) => length)), at = 0; at < most; at++) {
    for (const slug of trace.open()) {
      const section = sections.get(slug)![at]
      if (section === undefined) continue
      const { markdown = '' } = await trace.call(getSdkReadme, { slug, section, ...options })
      const wantsCode = language && section === 'entities' && ASKS_FOR_CODE.test(task.task)
      const candidates = wantsCode ? likelyOperations(rowsOf(markdown), task).slice(0, MAX_OPERATIONS) : []
      for (const operation of candidates) {
        if (trace.open().includes(slug)) await trace.call(getSdkReadme, { slug, operation, ...options })
      }
    }
  }
  return trace.end()
}

/** Operations of one SDK that are tried before the agent reads on. */
const MAX_OPERATIONS = 4

/** The task wants the code of something that is done. */
const ASKS_FOR_CODE = /\b(?:calls?|lines)\b/i

/** What is done -> how people say it. */
const VERBS: Readonly<Record<string, RegExp>> = {
  create: /\b(?:add|book|create|issue|make|put|send|submit|check)(?:e?s)?\b/i,
  load: /\b(?:get|give|load|read|one)s?\b/i,
  list: /\b(?:list|all|search|draw)(?:e?s)?\b/i,
}

interface EntityRow {
  entity: string
  ops: string[]
}

/** The rows of a README's table of entities. */
const rowsOf = (table: string): EntityRow[] =>
  [...table.matchAll(/^\| `(\w+)` \| ([a-z, ]+) \|/gm)].map(([, entity = '', ops = '']) => ({
    entity,
    ops: ops.split(', '),
  }))

/**
 * First the operations of entities whose names share words with the task and have few others; of each, first what the
 * task says is done.
 */
function likelyOperations(entities: readonly EntityRow[], { task, needs }: Task): string[] {
  const taskWords = stems([task, ...needs].join(' '))
  const rows = entities.map(({ entity, ops }) => {
    const nameWords = nameTokens(entity)
    const shared = nameWords.filter((word) => taskWords.has(stem(word))).length
    const likelyFirst = ops.toSorted((a, b) => Number(isSaid(b)) - Number(isSaid(a)))
    return { entity, ops: likelyFirst, shared, words: nameWords.length }
  })
  return rows
    .sort((a, b) => b.shared - a.shared || a.words - b.words)
    .flatMap(({ entity, ops }) => ops.map((op) => `${entity}.${op}`))

  function isSaid(op: string): boolean {
    return VERBS[op]?.test(task) ?? false
  }
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

/** `tide.list(place*) GET /tides`, `tide.load() GET /tides/{id}` */
const entitiesOf = (lines: readonly string[]): EntityRow[] => {
  const names = [...new Set(lines.map((line) => line.split(/[( ]/)[0]!))]
  const byEntity = Map.groupBy(names, (name) => name.split('.')[0]!)
  return [...byEntity].map(([entity, named]) => ({ entity, ops: named.map((name) => name.split('.')[1]!) }))
}

function tracer(task: Task, services: Services) {
  const exchanged: string[] = []
  const results: string[] = []
  const operations = new Map<string, string[]>()
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
    /** Those that find_sdk named with the SDK, without the one of its program. */
    operationsOf: (slug: string): readonly string[] => operations.get(slug) ?? [],
    get: (slug: string) => note(`GET /example-sdk/${slug}.md`, services.catalog.readme(slug) ?? ''),
    async find(tool: AnyTool, argument: string, queries: readonly string[], options = {}) {
      for (const slug of task.slugs) {
        // An SDK that lacks the language is found without it.
        for (const input of [
          ...queries.map((query) => ({ [argument]: query, ...options })),
          ...queries.map((query) => ({ [argument]: query })),
        ]) {
          if (named(slug) || solved()) break
          const { hits = [], programs = [] } = (await call(tool, input)) as Partial<z.output<typeof findSdk.output>>
          for (const { slug, operation } of hits) if (operation) operations.set(slug, [operation])
          for (const { slug, operations: [, ...lines] = [], others = [] } of programs)
            operations.set(slug, [...lines, ...others])
        }
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
  const taskWords = stems(task)
  const scored = sections.map((section) => {
    const headingWords = [...stems(section.replaceAll('-', ' '))]
    return { section, shared: headingWords.filter((word) => taskWords.has(word)).length, words: headingWords.length }
  })
  const matching = scored
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.words - b.words)
    .map(({ section }) => section)
  const inSkillOrder = ORDER.filter((section) => sections.includes(section))
  return [...new Set([...matching, ...inSkillOrder, ...sections])]
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

export interface Totals {
  solved: number
  calls: number
  tokens: number
}

export async function totalsOf(agent: Agent, tasks: readonly Task[], services: Services): Promise<Totals> {
  const replays = await Promise.all(tasks.map((task) => agent(task, services)))
  const sum = (of: (replay: Replay) => number) => replays.reduce((total, replay) => total + of(replay), 0)
  return {
    solved: sum(({ solved }) => Number(solved)),
    calls: sum(({ calls }) => calls),
    tokens: sum(({ tokens }) => tokens),
  }
}

/** The tasks that a README answers; none has the code of a single operation. */
export const answeredByReadmes = (tasks: readonly Task[]): Task[] => tasks.filter(({ operation }) => !operation)

export async function printTasks(print: (line: string) => void): Promise<void> {
  const [services, tasks] = [taskServices(), readTasks()]
  const inReadmes = answeredByReadmes(tasks)
  const shown = ({ solved, calls, tokens }: Totals) => `${solved} solved, ${calls} calls, ${tokens} tokens`
  print(`${tasks.length} tasks from need to code; tokens of all requests and results, at four characters each`)
  print(`${'find_sdk, operation, outline'.padEnd(30)}${shown(await totalsOf(withOurTools, tasks, services))}`)
  print(`\n${inReadmes.length} of them that READMEs answer`)
  const sums: number[] = []
  for (const [name, agent] of Object.entries(AGENTS)) {
    const totals = await totalsOf(agent, inReadmes, services)
    print(`${name.padEnd(30)}${shown(totals)}`)
    sums.push(totals.tokens)
  }
  const saved = (other: number) => `${Math.round(100 * (1 - sums[0]! / other))}%`
  print(`saved by the first: ${saved(sums[1]!)} and ${saved(sums[2]!)} of the tokens`)
}

if (import.meta.main) await printTasks((line) => void process.stdout.write(`${line}\n`))
