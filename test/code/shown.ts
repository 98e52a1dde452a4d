/** Every program that is shown of an SDK, and what in it says nothing of its values. */

import type { EntityOperations } from '../../src/catalog/record/facts.ts'
import type { Target } from '../../src/catalog/record/languages.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import type { Call } from '../../src/code/arguments.ts'
import { isCurl, type Start, startFor } from '../../src/code/first-steps.ts'
import { shownCurl } from '../../src/code/reference/curl.ts'
import { requestParts } from '../../src/code/request-by-api-names.ts'
import { type Plan, planFor, planOf, type Shown } from '../../src/code/shown-call.ts'
import type { Catalog } from '../../src/store/open-catalog.ts'
import { entitiesIn } from '../../src/store/operations.ts'

export const LANGUAGES = ['ts', 'js', 'py', 'php', 'go', 'rb', 'lua'] as const
const TARGETS: readonly Target[] = [...LANGUAGES, 'cli', 'mcp']

export interface Example {
  name: string
  target: string
  call: Call
  shown: Shown
  start: Start
}

/** Those of these SDKs, whose files of operations the catalogue has. */
export async function* examplesIn(catalog: Pick<Catalog, 'operations'>, records: Iterable<SdkRecord>) {
  for (const record of records) yield* examplesOf(record, entitiesIn(await catalog.operations(record.slug)))
}

/** Of the first call and of each endpoint a program in every language that has a writer, by its programs and as `curl`. */
function* examplesOf(record: SdkRecord, entities: readonly EntityOperations[]): Generator<Example> {
  const first = record.first_call
  if (first) yield* programsOf(`${record.slug} first call`, planOf(record, first))
  for (const { name: entity, operations } of entities) {
    for (const operation of operations) {
      for (const point of operation.points) {
        const name = `${record.slug} ${entity}.${operation.op} ${point.method} ${point.path}`
        yield* programsOf(name, planFor(record, { entity, operation, point }, [...entities]))
      }
    }
  }
}

function* programsOf(name: string, plan: Plan): Generator<Example> {
  const { call, shown } = plan
  for (const target of TARGETS) {
    const start = startFor(plan, target)
    if (start?.code) yield { name, target: isCurl(start) ? 'curl' : target, call, shown, start }
  }
  const code = shownCurl(plan)
  yield { name, target: 'curl', call, shown, start: { fence: 'bash', code, notes: [] } }
}

/** `required, TYPE: meaning (source)` */
const MARK = /^(?:required, )?(?:text|integer|number|boolean|list|object|file|[^\s:,]+\|.*|[\w.-]+)(?:$|[ :])/
const SOURCE = / \((?:example|default|made up)\)$/
/** A placeholder, or a list or an object, whose members are told each. */
const NEEDS_NONE = /^(?:["']?(?:YOUR_[A-Z0-9_]*|FILE)["']?|\[.*|\{.*|map\[.*|)$/s

const isTold = (value: string, mark: string): boolean =>
  MARK.test(mark) && (SOURCE.test(mark) || NEEDS_NONE.test(value))

/** Names of arguments that the program shows without saying where their values are from; keys it reads. */
export function untold(example: Example): string[] {
  const told = new Set(toldIn(example).flatMap(([name, value, mark]) => (isTold(value, mark) ? name : [])))
  const isRead = (name: string): boolean => {
    const at = example.start.code!.split(name).slice(1)
    return at.some((after) => /^["'\]]*(?:: | => | = )[^,\n]*env(?:iron)?\b/i.test(after))
  }
  return namesIn(example).filter((name) => !told.has(name) && !isRead(name))
}

function namesIn({ target, call, shown }: Example): string[] {
  const { arguments: values, headers, direct, omitted = [] } = call
  const nested = omitted.map(({ name }) => name)
  if (target === 'cli' || target === 'mcp') return [...Object.keys(values), ...nested]
  const isByName = target !== 'curl' && !direct
  const parts = isByName ? { values } : { ...requestParts(shown, values), direct: direct?.params }
  return [...Object.values(parts).flatMap((part = {}) => Object.keys(part)), ...Object.keys(headers ?? {}), ...nested]
}

/** Name, value and mark of each line of code, of each comment of a shell, and of what a tool is called with. */
function toldIn({ target, start }: Example): [name: string, value: string, mark: string][] {
  if (target === 'mcp') {
    const { query = {} } = (start.tool?.arguments ?? {}) as { query?: Record<string, unknown> }
    return Object.entries(start.marks ?? {}).map(([name, mark]) => [name, JSON.stringify(query[name] ?? {}), mark])
  }
  const line =
    target === 'cli' || target === 'curl'
      ? /^# ()([^=:]+)(?:=(.*?))?: (required, .*|(?!.*: required, ).*)$/gm
      : /^\s*(?:\[?["'](.*?)["']\]?|([\w$]+))(?:: | => | = )(.*?),? (?:\/\/|#|--) (.*)$/gm
  const [lines = ''] = start.code!.split('\n# optional')
  return [...lines.matchAll(line)].map(([, quoted, name, value = '', mark]) => [quoted || name!, value, mark!])
}
