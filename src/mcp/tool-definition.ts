/** What tools/list says of one tool. */
import type { AnyTool, Definition } from '../tools/define.ts'
import { jsonSchema } from '../tools/json-schema.ts'
import { CATALOGUE_VIEW } from './view/view.ts'

const VIEWS = { catalogue: CATALOGUE_VIEW }

export function definition(tool: Definition & Pick<AnyTool, 'view'>) {
  const inputSchema: { type: 'object' } = { ...jsonSchema(tool.input, 'input'), type: 'object' }
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema,
    outputSchema: outputSchema(tool),
    annotations: tool.annotations,
    ...(tool.view && { _meta: { ui: { resourceUri: VIEWS[tool.view] } } }),
  }
}

/**
 * The output schema without the bounds that only a validator needs: outputs are checked against the whole schema
 * before they are sent, while every model reads every definition.
 */
const BOUNDS = new Set(['pattern', 'format', 'minLength', 'maxLength', 'minimum', 'maximum', 'propertyNames'])

/** Only the outermost object says that it has no other members. The tool's description describes the output. */
function outputSchema(tool: Definition): { type: 'object'; additionalProperties: false } {
  const { type: _, additionalProperties: __, description: ___, ...schema } = jsonSchema(tool.output, 'output')
  return { type: 'object', ...membersWithoutBounds(schema), additionalProperties: false }
}

function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds)
  return schema !== null && typeof schema === 'object' ? membersWithoutBounds(schema) : schema
}

function membersWithoutBounds(schema: object): object {
  const kept = Object.entries(schema).filter(
    ([key, value]) => !BOUNDS.has(key) && !(key === 'additionalProperties' && value === false),
  )
  // The keys of `properties` are names of members, which may be any word.
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'properties' ? eachWithoutBounds(value) : withoutBounds(value)]),
  )
}

const eachWithoutBounds = (members: object) =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, withoutBounds(schema)]))
