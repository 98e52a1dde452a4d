/** What an API answered, for a person or a model: as text, formatted, or as its shape alone. */
import { replaceUnsafe } from '../text/unsafe-characters.ts'
import type { OutgoingRequest } from './request.ts'
import type { ApiAnswer } from './send.ts'

/** JSON may have escaped what the bytes were searched for. */
type Mask = Pick<OutgoingRequest, 'mask'>
type Reviver = (name: string, value: unknown, context: { source: string }) => unknown

/** Numbers as they were written: identifiers may have more digits than a number of JavaScript holds. */
const asWritten: Reviver = (_, value, { source }) =>
  // Of ES2026, which the libraries of TypeScript do not list yet.
  typeof value === 'number' ? (JSON as unknown as { rawJSON(text: string): object }).rawJSON(source) : value

/** Undefined for text that is no JSON. */
export function jsonOf(text: string, reviver?: Reviver): unknown {
  try {
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
}

/** Nothing in it steers a terminal; undefined for a file. */
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

/** JSON with this indentation, and with its numbers as they were sent; other text as it is. */
export function formatted(text: string, { mask }: Mask, indentation = 0): string {
  const value = jsonOf(text, asWritten)
  return value === undefined ? text : mask(visible(JSON.stringify(value, null, indentation)))
}

/** Members that are described, the length of their names, and how deep. */
const MAX_MEMBERS = 25
const MAX_NAME = 40
const MAX_DEPTH = 3

/** `{ count: number, results: a list of 20 of { id: number } }`; undefined for text that is no JSON. */
export function answerShape(text: string, { mask }: Mask): string | undefined {
  const value = jsonOf(text)
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
  const shown = entries.slice(0, MAX_MEMBERS)
  const members = shown.map(([name, member]) => `${name.slice(0, MAX_NAME)}: ${shape(member, depth - 1)}`)
  if (entries.length > shown.length) members.push(`${entries.length - shown.length} more`)
  return `{ ${members.join(', ')} }`
}
