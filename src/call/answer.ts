/** What an API answered, for a person or a model: as text, indented, cut to fit, or as its shape alone. */
import { replaceUnsafe } from '../text/unsafe-characters.ts'
import type { OutgoingRequest } from './request.ts'
import type { ApiAnswer } from './send.ts'

/** Of ES2026, which the libraries of TypeScript do not list yet. */
const { parse, rawJSON, isRawJSON } = JSON as unknown as {
  parse(text: string, reviver: (name: string, value: unknown, context: { source: string }) => unknown): unknown
  rawJSON(text: string): object
  isRawJSON(value: unknown): boolean
}

/** JSON may have escaped what the bytes were searched for. */
type Mask = Pick<OutgoingRequest, 'mask'>

/** Nothing in it steers a terminal; undefined for a file. */
export function textOf({ body, type }: Pick<ApiAnswer, 'body' | 'type'>): string | undefined {
  const isText = /^text\/|json|xml|^$/.test(type)
  if (body.includes(0)) return undefined
  try {
    // The last character may have been cut in two.
    return visible(new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true }))
  } catch {
    return isText ? visible(body.toString('latin1')) : undefined
  }
}

/** A lone carriage return would write over the line. */
const visible = (text: string): string => replaceUnsafe(text.replaceAll('\r\n', '\n').replaceAll('\r', '\ufffd'))

/** JSON indented, with its numbers as they were sent; other text as it is. */
export function indented(text: string, { mask }: Mask): string {
  const value = parsed(text)
  return value === undefined ? text : mask(visible(JSON.stringify(value, null, 2)))
}

/** Members that are described, the length of their names, and how deep. */
const MAX_MEMBERS = 25
const MAX_NAME = 40
const MAX_DEPTH = 3

/** `{ count: number, results: a list of 20 of { id: number } }`; undefined for text that is no JSON. */
export function answerShape(text: string, { mask }: Mask): string | undefined {
  const value = parsed(text)
  return value === undefined ? undefined : mask(visible(shape(value, MAX_DEPTH)))
}

function shape(value: unknown, depth: number): string {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  if (isRawJSON(value)) return 'number'
  if (Array.isArray(value)) {
    const { length } = value
    return `a list of ${length}${length > 0 && depth > 0 ? ` of ${shape(value[0], depth - 1)}` : ''}`
  }
  if (depth === 0) return 'object'
  const entries = Object.entries(value)
  const shown = entries.slice(0, MAX_MEMBERS)
  const members = shown.map(([name, member]) => `${name.slice(0, MAX_NAME)}: ${shape(member, depth - 1)}`)
  const more = entries.length - shown.length
  return `{ ${[...members, ...(more > 0 ? [`${more} more`] : [])].join(', ')} }`
}

/** Items of each list, and characters of each text, that are tried in turn. */
const FITS = [
  [50, 1_000],
  [10, 500],
  [3, 300],
  [1, 200],
] as const

/** At most this many characters: JSON with shorter lists and texts as long as that is enough, else the beginning. */
export function fitted(text: string, max: number, { mask }: Mask): { text: string; isCut: boolean } {
  const value = parsed(text)
  const whole = value === undefined ? text : mask(visible(JSON.stringify(value)))
  if (whole.length <= max) return { text: whole, isCut: false }
  const shorter = (value === undefined ? [] : FITS).map(([items, characters]) =>
    mask(visible(JSON.stringify(shortened(value, items, characters)))),
  )
  return { text: shorter.find(({ length }) => length <= max) ?? whole.slice(0, max), isCut: true }
}

function shortened(value: unknown, items: number, characters: number): unknown {
  if (typeof value === 'string') return value.length > characters ? `${value.slice(0, characters)}…` : value
  if (value === null || typeof value !== 'object' || isRawJSON(value)) return value
  const inside = (member: unknown) => shortened(member, items, characters)
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inside(each)]))
  const more = value.length - items
  return more > 0 ? [...value.slice(0, items).map(inside), `… ${more} more`] : value.map(inside)
}

/** Numbers stay as they were written: identifiers may have more digits than a number of JavaScript holds. */
function parsed(text: string): unknown {
  try {
    return parse(text, (_, value, { source }) => (typeof value === 'number' ? rawJSON(source) : value))
  } catch {
    return undefined
  }
}
