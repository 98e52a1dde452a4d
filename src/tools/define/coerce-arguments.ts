/**
 * Arguments as models send them -> as the schema expects them, where only one reading is possible: `null` or "" for an
 * argument left out, "5" for 5, a single value for a list of one. The schema then refuses what is still wrong.
 */
import type * as z from 'zod'
import { memoized } from '../../system/once.ts'
import { jsonOf, parseWholeNumber, splitList } from '../../text/typed-text.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

type FieldSchema = Pick<JsonSchema, 'type' | 'enum' | 'items'>
type Field = FieldSchema & { optional: boolean }

/** @returns unknown arguments as they are, and so anything but an object of arguments */
export function coerceArguments(schema: z.ZodType, input: unknown): unknown {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input
  const fields = fieldsOf(schema)
  const entries = Object.entries(input).flatMap(([name, argument]): [string, unknown][] => {
    const field = fields.get(name)
    if (!field) return [[name, argument]]
    const value = coerce(field, argument)
    const absent = value === null || value === undefined || (field.optional && value === '')
    return absent ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

const fieldsOf = memoized((schema: z.ZodType): ReadonlyMap<string, Field> => {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  const fields = Object.entries(properties as Record<string, JsonSchema>)
  return new Map(fields.map(([name, property]) => [name, { ...property, optional: !required.includes(name) }]))
})

/** Whether the schema has a whole number of this name. */
export const isInteger = (schema: z.ZodType, name: string): boolean => fieldsOf(schema).get(name)?.type === 'integer'

const TRUE = ['true', 'yes', '1']
const FALSE = ['false', 'no', '0']

function coerce(schema: FieldSchema, argument: unknown): unknown {
  if (schema.type === 'array') return coerceList(schema, argument)
  const value = Array.isArray(argument) && argument.length <= 1 ? argument[0] : argument
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const read = SCALARS[String(schema.type)]
  return read ? read(value, String(value).trim().toLowerCase(), schema) : value
}

function coerceList({ items }: FieldSchema, argument: unknown): unknown {
  const list = typeof argument === 'string' ? parseList(argument) : argument
  if (!Array.isArray(list) || typeof items !== 'object' || Array.isArray(items)) return list
  return list.map((item) => coerce(items, item))
}

type Scalar = (value: string | number, word: string, schema: FieldSchema) => unknown

/** By type. */
const SCALARS: Readonly<Record<string, Scalar>> = {
  string: (value, word, { enum: choices }) =>
    typeof value === 'number' ? String(value) : (choices?.find((choice) => choice === word) ?? value),
  integer(value, word) {
    if (word === '') return undefined
    return typeof value === 'number' ? value : (parseWholeNumber(word) ?? value)
  },
  boolean(value, word) {
    if (TRUE.includes(word)) return true
    return FALSE.includes(word) ? false : value === '' ? undefined : value
  },
}

/** A list in JSON, else what commas separate. */
const parseList = (text: string): unknown => (text.trim().startsWith('[') ? jsonOf(text) : undefined) ?? splitList(text)
