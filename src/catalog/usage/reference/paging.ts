/** How an endpoint gives more records than one answer holds, as its parameters say. */
import type { Point } from '../../record/facts.ts'

export interface Paging {
  kind: 'page' | 'offset' | 'cursor'
  parameter: string
  /** The parameter with the number of records of one answer. */
  size?: string
  /** The member of the answer that has the next cursor or page, where one is known. */
  next?: string
}

const PAGE = /^(?:page|page_?(?:no|num|number|index)|p)$/i
const OFFSET = /^(?:offset|skip|start_?index|start|from_?index|first)$/i
const CURSOR =
  /^(?:cursor|after|starting_after|(?:next_?)?page_?(?:token|cursor|key)|continuation(?:_?token)?|next_?token|marker)$/i
const SIZE = /^(?:limit|per_?page|page_?size|size|count|max_?results|rows|take|top|num(?:ber)?_?of_?results)$/i
const NEXT = /^(?:next(?:_?(?:cursor|page(?:_?token)?|token|url|link))?|cursor|continuation_?token)$/i

export function pagingOf({ parameters, answer }: Point): Paging | undefined {
  const named = (pattern: RegExp) =>
    parameters.find(({ in: where, name }) => (where === 'query' || where === 'body') && pattern.test(name))?.name
  const size = named(SIZE)
  const next = Object.keys(answer?.around ?? {}).find((member) => NEXT.test(member))
  const rest = { ...(size && { size }), ...(next && { next }) }
  const kinds = [
    ['cursor', named(CURSOR)],
    ['page', named(PAGE)],
    ['offset', size && named(OFFSET)],
  ] as const
  const [kind, parameter] = kinds.find(([, parameter]) => parameter) ?? []
  return kind && parameter ? { kind, parameter, ...rest } : undefined
}

const HOW = {
  page: 'count it up from 1 until no record comes',
  offset: 'add the number of records that came, until none comes',
  cursor: 'pass what the last answer gave for it, until it gives none',
} as const

export function pagingText({ kind, parameter, size, next }: Paging): string {
  const from = next ? ` (member ${next} of the answer)` : ''
  return `Paging: ${parameter}, ${HOW[kind]}${from}.${size ? ` ${size} is the number of records in one answer.` : ''}`
}
