/** What the stub answers where an operation gives its records page by page: two pages, and nothing after them. */
import type { PageRule } from '../../../src/code/quickstart.ts'
import { type Answer, answerOf } from './answer.ts'
import { type ApiDescription, nodeOf, type Operation } from './description.ts'

export interface Paged extends PageRule {
  /** Where in the body the records are, from the outside in; empty for the whole body. */
  records: readonly string[]
}

const PAGES = 2
/** Between the marks of two pages. */
const MARKS = 1_000
const cursorOf = (page: number): string => `page-${page + 1}`

export function pageOf(operation: Operation, api: ApiDescription, url: URL, paged: Paged): Answer {
  const { parameter, next, start = 0, records } = paged
  const asked = url.searchParams.get(parameter)
  const sample = JSON.parse(answerOf(operation, api, true).body) as unknown
  const perPage = [memberAt(sample, records)].flat().length
  const counted = (Number(asked) - start) / (next === 'offset' ? perPage : 1)
  const page = typeof next === 'string' ? counted : asked === null ? 0 : Number(asked.replace('page-', '')) - 1
  const answer = answerOf(operation, api, true, page * MARKS)
  const body: unknown = JSON.parse(answer.body)
  if (typeof next !== 'string') put(body, next, page + 1 < PAGES ? cursorOf(page + 1) : null)
  if (page < PAGES) return { ...answer, body: JSON.stringify(body) }
  const empty = records.length === 0 ? [] : put(body, records, [])
  return { ...answer, body: JSON.stringify(empty), marks: new Set() }
}

const memberAt = (body: unknown, place: readonly string[]): unknown =>
  place.reduce((value: unknown, name) => nodeOf(value)[name], body)

function put(body: unknown, place: readonly string[], value: unknown): unknown {
  const holder = memberAt(body, place.slice(0, -1)) as Record<string, unknown>
  holder[place.at(-1)!] = value
  return body
}
