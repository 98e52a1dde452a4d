/** What tools/list says of one tool. */
import type { AnyTool, Definition } from '../tools/define.ts'
import { type JsonSchema, jsonSchema } from '../tools/json-schema.ts'
import { CATALOGUE_VIEW } from './view/view.ts'

export function definition(tool: Definition & Pick<AnyTool, 'view'>) {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool),
    outputSchema: outputSchema(tool),
    annotations: tool.annotations,
    ...(tool.view && { _meta: { ui: { resourceUri: CATALOGUE_VIEW } } }),
  }
}

/**
 * The input schema without the keywords that strict function calling refuses. Defaults are in the descriptions; bounds
 * of texts and unique items are checked when a tool is called, and are rarely met.
 */
function inputSchema(tool: Definition): { type: 'object' } {
  const { properties = {}, ...schema } = jsonSchema(tool.input, 'input')
  const shown = Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
    const { default: value, minLength: _, maxLength: __, uniqueItems: ___, description, ...rest } = property
    const text = value === undefined ? description : `${description} Default: ${value}.`
    return [name, { ...rest, description: text }]
  })
  return { ...schema, type: 'object', properties: Object.fromEntries(shown) } as { type: 'object' }
}

/**
 * The output schema without the bounds that only a validator needs: outputs are checked against the whole schema
 * before they are sent, while every model reads every definition.
 */
const BOUNDS = new Set(['pattern', 'format', 'minLength', 'maxLength', 'minimum', 'maximum'])

/**
 * Only the outermost object says which members always come, and that there are no others. The tool's description
 * describes the output.
 */
function outputSchema(tool: Definition): { type: 'object'; additionalProperties: false } {
  const { type: _, additionalProperties: __, description: ___, required, ...schema } = jsonSchema(tool.output, 'output')
  const short = JSON.parse(JSON.stringify(schema), (key, value) => (isBound(key, value) ? undefined : value))
  return { type: 'object', ...short, ...(required && { required }), additionalProperties: false }
}

/** A member may be named like a bound, but what describes it is an object. None is named propertyNames. */
const isBound = (key: string, value: unknown): boolean =>
  key === 'propertyNames' ||
  (key === 'required' && Array.isArray(value)) ||
  (key === 'additionalProperties' && value === false) ||
  (BOUNDS.has(key) && typeof value !== 'object')
