/** Paging of an endpoint, by its parameters and its answer. */
import type { Parameter, Point } from '../../catalog/record/facts.ts'
import type { Language } from '../../catalog/record/languages.ts'
import { withoutUndefined } from '../../system/optional-members.ts'
import { NAMES } from '../parameter-names.ts'
import { codeFor, type PageRule, type Quickstart } from '../quickstart.ts'
import { requestParts } from '../request-by-api-names.ts'
import type { Plan } from '../shown-call.ts'

interface Paging {
  kind: 'page' | 'offset' | 'cursor'
  parameter: string
  /** The parameter with the number of records of one answer. */
  size?: string
  /** Path of the next cursor in the answer, if it is on record. */
  next?: string
  /** The first page or record has this number. */
  start: number
}

export function pagingOf({ parameters, answer }: Pick<Point, 'parameters' | 'answer'>): Paging | undefined {
  const sent = parameters.filter(({ in: where }) => where === 'query' || where === 'body')
  const named = (pattern: RegExp) => sent.filter(({ name }) => pattern.test(name))
  const [size] = named(NAMES.size)
  const next = answer?.next
  const cursor = named(NAMES.cursor).find(isCursor)
  const isRange = named(NAMES.end).length > 0
  const offset = named(NAMES.offset).find((each) => isNumber(each) && !(isRange && each.name === 'start'))
  const kinds = [
    ['cursor', next && cursor],
    ['page', named(NAMES.page).find(isNumber)],
    ['offset', size && offset],
    ['cursor', cursor],
  ] as const
  const [kind, parameter] = kinds.find(([, parameter]) => parameter) ?? []
  if (!kind || !parameter) return undefined
  const start = Number(parameter.default ?? (kind === 'page' ? 1 : 0))
  return withoutUndefined({
    ...{ kind, parameter: parameter.name, start: Number.isInteger(start) ? start : 1 },
    size: size?.name,
    next: kind === 'cursor' ? next : undefined,
  })
}

/** `after` may be a date, and `marker` a place. */
const isCursor = (parameter: Parameter): boolean =>
  parameter.type !== 'object' && !isTime(parameter) && !isCoordinates(parameter)

const DATE_EXAMPLE = /^\d{4}[-/]?\d\d[-/]?\d\d(?:T|$)/

/** Whether the parameter is known to be a time: by its format, its example or its name. */
const isTime = ({ name, format = '', example }: Parameter): boolean =>
  /^(?:date|datetime|unix-time|timestamp|ISO 8601)/i.test(format) ||
  DATE_EXAMPLE.test(String(example)) ||
  (typeof example === 'number' && example > 1e9) ||
  NAMES.time.test(name)

const isNumber = (parameter: Parameter): boolean =>
  (parameter.type === 'integer' || parameter.type === 'number') && !isTime(parameter)
const isCoordinates = ({ example }: Parameter): boolean => /^-?\d+\.\d+,/.test(String(example))

const INSTRUCTIONS = {
  page: 'count it up until no record comes',
  offset: 'add the number of records that came, until none comes',
  cursor: 'pass what the last answer gave for it, until it gives none',
} as const

export function pagingText({ kind, parameter, size, next, start }: Paging): string {
  const from = next ? ` (${next} of the answer)` : ''
  const first = kind === 'page' ? `, from ${start}` : ''
  return `Paging: ${parameter}, ${INSTRUCTIONS[kind]}${from}${first}.${size ? ` ${size} is the number of records in one answer.` : ''}`
}

/** A program that prints every page; undefined if the rule, or the place of the records, is not on record. */
export function pagingProgram(
  { record, call, endpoint }: Omit<Plan, 'shown'>,
  language: Language,
  requested = language,
): Quickstart | undefined {
  if (!endpoint) return undefined
  const { point } = endpoint
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
  return codeFor(record, language, { ...call, direct: { ...direct, ...records } }, requested, pages)
}
