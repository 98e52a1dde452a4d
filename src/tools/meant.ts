/**
 * Arguments as they were meant. Models send `null` or "" for what they leave out, "5" for 5, and lists where one thing
 * is wanted. What can mean only one thing is read as that, before the schema checks it; the rest stays as it came.
 */
import type * as z from 'zod'
import { splitList } from '../text/split-list.ts'
import { parseWholeNumber } from '../text/whole-number.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

type Wanted = Pick<JsonSchema, 'type' | 'enum' | 'items'>

interface Field {
  wanted: Wanted
  optional: boolean
}

const known = new WeakMap<z.ZodType, ReadonlyMap<string, Field>>()

/** @returns the input with each known argument as its schema wants it; anything but an object of arguments as it came */
export function meant(schema: z.ZodType, input: unknown): unknown {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input
  const fields = fieldsOf(schema)
  const read = Object.entries(input).flatMap(([name, given]): [string, unknown][] => {
    const field = fields.get(name)
    if (!field) return [[name, given]]
    const value = readAs(field.wanted, given)
    const absent = value === null || value === undefined || (field.optional && value === '')
    return absent ? [] : [[name, value]]
  })
  return Object.fromEntries(read)
}

function fieldsOf(schema: z.ZodType): ReadonlyMap<string, Field> {
  const before = known.get(schema)
  if (before) return before
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  const fields = new Map(
    Object.entries(properties).map(([name, wanted]) => [
      name,
      { wanted: wanted as Wanted, optional: !required.includes(name) },
    ]),
  )
  known.set(schema, fields)
  return fields
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false, 1: true, 0: false }

/** The value as the schema wants it, or as it came. */
function readAs(wanted: Wanted, given: unknown): unknown {
  if (wanted.type === 'array') return asList(wanted, given)
  const value = Array.isArray(given) && given.length <= 1 ? given[0] : given
  switch (wanted.type) {
    case 'string':
      return asText(wanted.enum, value)
    case 'integer':
      return typeof value === 'string' ? asNumber(value.trim()) : value
    case 'boolean':
      return asFlag(value)
    default:
      return value
  }
}

function asText(choices: Wanted['enum'], value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (choices === undefined || typeof value !== 'string') return value
  const typed = value.trim().toLowerCase()
  return choices.find((choice) => choice === typed) ?? value
}

/** An empty text is an argument left out. */
const asNumber = (text: string): unknown => (text === '' ? undefined : (parseWholeNumber(text) ?? text))

function asFlag(value: unknown): unknown {
  if (value === '') return undefined
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const key = String(value).trim().toLowerCase()
  return Object.hasOwn(FLAGS, key) ? FLAGS[key] : value
}

/** One text is a list of one, or of what commas separate, or a list that was written as JSON. */
function asList({ items }: Wanted, given: unknown): unknown {
  const list = typeof given === 'string' ? listIn(given) : given
  if (!Array.isArray(list) || typeof items !== 'object' || Array.isArray(items)) return list
  return list.map((item) => readAs(items, item))
}

function listIn(text: string): unknown[] {
  if (text.trim().startsWith('[')) {
    try {
      return JSON.parse(text)
    } catch {
      // No list in JSON, but a text that begins like one.
    }
  }
  return splitList(text)
}
