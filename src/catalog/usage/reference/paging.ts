/** How an endpoint gives more records than one answer holds, as its parameters say. */
import type { Point } from '../../record/facts.ts'
import type { Language } from '../../record/languages.ts'
import type { SdkRecord } from '../../record/record.ts'
import type { Call } from '../arguments.ts'
import { codeFor, type PageRule, type Quickstart } from '../quickstart.ts'
import { requestParts } from '../request.ts'

interface Paging {
  kind: 'page' | 'offset' | 'cursor'
  parameter: string
  /** The parameter with the number of records of one answer. */
  size?: string
  /** Where in the answer the next cursor is, where that is known. */
  next?: string
  /** The first page, or record. */
  start: number
}

const PAGE = /^(?:page|page_?(?:no|num|number|index)|p)$/i
const OFFSET = /^(?:offset|skip|start_?index|start|from_?index|first)$/i
const CURSOR =
  /^(?:cursor|after|starting_after|(?:next_?)?page_?(?:token|cursor|key)|continuation(?:_?token)?|next_?token|marker)$/i
const SIZE = /^(?:limit|per_?page|page_?size|size|count|max_?results|rows|take|top|num(?:ber)?_?of_?results)$/i

export function pagingOf({ parameters, answer }: Pick<Point, 'parameters' | 'answer'>): Paging | undefined {
  const named = (pattern: RegExp) =>
    parameters.find(({ in: where, name }) => (where === 'query' || where === 'body') && pattern.test(name))
  const size = named(SIZE)?.name
  const kinds = [
    ['cursor', named(CURSOR)],
    ['page', named(PAGE)],
    ['offset', size && named(OFFSET)],
  ] as const
  const [kind, parameter] = kinds.find(([, parameter]) => parameter) ?? []
  if (!kind || !parameter) return undefined
  // Other parameters have such names, too.
  if (kind !== 'cursor' && parameter.type !== 'integer' && parameter.type !== 'number') return undefined
  const start = Number(parameter.default ?? (kind === 'page' ? 1 : 0))
  const next = kind === 'cursor' ? answer?.next : undefined
  return {
    ...{ kind, parameter: parameter.name, start: Number.isInteger(start) ? start : 1 },
    ...(size && { size }),
    ...(next && { next }),
  }
}

const HOW = {
  page: 'count it up until no record comes',
  offset: 'add the number of records that came, until none comes',
  cursor: 'pass what the last answer gave for it, until it gives none',
} as const

export function pagingText({ kind, parameter, size, next, start }: Paging): string {
  const from = next ? ` (${next} of the answer)` : ''
  const first = kind === 'page' ? `, from ${start}` : ''
  return `Paging: ${parameter}, ${HOW[kind]}${from}${first}.${size ? ` ${size} is the number of records in one answer.` : ''}`
}

/** A program that prints every page; undefined where the rule, or the place of the records, is not on record. */
export function pagingProgram(
  record: SdkRecord,
  language: Language,
  call: Call,
  point: Point,
  asked = language,
): Quickstart | undefined {
  const paging = pagingOf(point)
  const { answer, method, parameters } = point
  const isInQuery = parameters.some(({ name, in: where }) => name === paging?.parameter && where === 'query')
  if (!paging || !answer?.list || method !== 'GET' || !isInQuery || call.headers) return undefined
  const { kind, parameter, next, start } = paging
  if (kind === 'cursor' && !next) return undefined
  const pages: PageRule = {
    parameter,
    next: kind === 'cursor' ? next!.split('.') : kind,
    ...(kind !== 'cursor' && { start }),
  }
  const direct = { ...requestParts(point, call.arguments), ...call.direct }
  const records = answer.records && { records: answer.records }
  return codeFor(record, language, { ...call, direct: { ...direct, ...records } }, pages, asked)
}
