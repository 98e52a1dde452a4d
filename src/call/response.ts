/** What an API answered, for a person or a model: as text, formatted, or as its shape alone. */

import { jsonOf } from '../text/typed-text.ts'
import { replaceUnsafe } from '../text/unsafe-characters.ts'
import type { Mask } from './prepare-request.ts'
import type { ApiAnswer } from './send.ts'

/** Numbers as they were written: identifiers may have more digits than a number of JavaScript holds. */
const asWritten = (_: string, value: unknown, { source }: { source: string }): unknown =>
  // Of ES2026, which the libraries of TypeScript do not list yet.
  typeof value === 'number' ? (JSON as unknown as { rawJSON(text: string): object }).rawJSON(source) : value

/** Reads a body as text in which nothing steers a terminal; undefined for a file. */
export function textOf({ body, type }: Pick<ApiAnswer, 'body' | 'type'>): string | undefined {
  if (body.includes(0)) return undefined
  try {
    // The last character may have been cut in two.
    return visible(new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true }))
  } catch {
    return /^text\/|json|xml|^$/.test(type) ? visible(body.toString('latin1')) : undefined
  }
}

const visible = (text: string): string => replaceUnsafe(text.replaceAll('\r\n', '\n'))

/**
 * JSON with this indentation, and with its numbers as they were sent; other text as it is; undefined for a file.
 * @param mask of the request: JSON may have escaped what the bytes were searched for
 */
export function formatted(answer: ApiAnswer, mask: Mask, indentation = 0): string | undefined {
  const text = textOf(answer)
  const value = jsonOf(text ?? '', asWritten as Parameters<typeof jsonOf>[1])
  return value === undefined ? text : mask(visible(JSON.stringify(value, null, indentation)))
}

/** A shape has at most so many members, letters of a name, and levels. */
const MAX_MEMBERS = 25
const MAX_NAME = 40
const MAX_DEPTH = 3

/** `{ count: number, results: a list of 20 of { id: number } }`; undefined for what is no JSON. */
export function answerShape(answer: ApiAnswer, mask: Mask): string | undefined {
  const value = jsonOf(textOf(answer) ?? '')
  return value === undefined ? undefined : mask(visible(shape(value, MAX_DEPTH)))
}

function shape(value: unknown, depth: number): string {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  if (Array.isArray(value)) {
    const { length } = value
    return `a list of ${length}${length > 0 && depth > 0 ? ` of ${shape(value[0], depth - 1)}` : ''}`
  }
  if (depth === 0) return 'object'
  const entries = Object.entries(value)
  const memberOf = ([name, member]: [string, unknown]) => `${name.slice(0, MAX_NAME)}: ${shape(member, depth - 1)}`
  const members = entries.slice(0, MAX_MEMBERS).map(memberOf)
  if (entries.length > MAX_MEMBERS) members.push(`${entries.length - MAX_MEMBERS} more`)
  return `{ ${members.join(', ')} }`
}
