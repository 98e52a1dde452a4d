/**
 * The output schema as tools/list shows it: without what only a validator asks of a value. Outputs have passed the whole
 * schema before they are sent, while every model reads every definition.
 */
import type { Definition } from '../tools/define.ts'
import { jsonSchema } from '../tools/json-schema.ts'

const BOUNDS = new Set(['pattern', 'format', 'minLength', 'maxLength', 'minimum', 'maximum', 'propertyNames'])

/** Strict on the outside only: that no other member comes is said once. What it is as a whole, the tool says. */
export function outputSchema(tool: Definition): { type: 'object'; additionalProperties: false } {
  const { type: _, additionalProperties: __, description: ___, ...schema } = jsonSchema(tool.output, 'output')
  return { type: 'object', ...(brief(schema) as object), additionalProperties: false }
}

function brief(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(brief)
  if (schema === null || typeof schema !== 'object') return schema
  const kept = Object.entries(schema).filter(
    ([key, value]) => !BOUNDS.has(key) && !(key === 'additionalProperties' && value === false),
  )
  // The keys of `properties` are names of members, which may be called anything.
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'properties' ? briefMembers(value) : brief(value)]),
  )
}

const briefMembers = (members: object) =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, brief(schema)]))
