/** What tools/list says of one tool. */
import { memoized } from '../system/once.ts'
import { withoutUndefined } from '../system/optional-members.ts'
import type { AnyTool, Definition } from '../tools/define/define.ts'
import { type JsonSchema, jsonSchema } from '../tools/define/json-schema.ts'
import { CATALOGUE_VIEW } from './view/view.ts'

/** The same for every catalogue. */
export const definition = memoized((tool: Definition & Pick<AnyTool, 'view'>) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchema(tool),
  outputSchema: outputSchema(tool),
  annotations: tool.annotations,
  ...(tool.view && { _meta: { ui: { resourceUri: CATALOGUE_VIEW } } }),
}))

/**
 * The input schema without the keywords that strict function calling refuses. Defaults are in the descriptions; patterns,
 * bounds of texts and unique items are checked when a tool is called, and are rarely met. Deprecated arguments are
 * accepted, and not offered.
 */
function inputSchema(tool: Definition): { type: 'object' } {
  const { properties = {}, ...schema } = jsonSchema(tool.input, 'input')
  const current = Object.entries(properties as Record<string, JsonSchema>).filter(([, { deprecated }]) => !deprecated)
  const shown = current.map(([name, property]) => {
    const { type, enum: choices, items, minimum, maximum, minItems, maxItems, default: value, description } = property
    const text = value === undefined ? description : `${description} Default: ${value}.`
    return [
      name,
      withoutUndefined({ type, enum: choices, items, minimum, maximum, minItems, maxItems, description: text }),
    ]
  })
  return { ...schema, type: 'object', properties: Object.fromEntries(shown) } as { type: 'object' }
}

/** The outermost members with their types. The rest is in zod and OpenAPI, as every model reads every definition. */
function outputSchema(tool: Definition): { type: 'object' } {
  const { properties = {}, required } = jsonSchema(tool.output, 'output')
  const members = Object.entries(properties as Record<string, JsonSchema>).map(([name, member]) => [
    name,
    brief(member),
  ])
  return withoutUndefined({
    type: 'object' as const,
    properties: Object.fromEntries(members),
    required,
    additionalProperties: false,
  })
}

/** Names explain members, and those inside an object have only names. */
const brief = ({ type, enum: choices, items, properties }: JsonSchema): JsonSchema =>
  withoutUndefined({
    type,
    enum: choices,
    items: items && brief(items as JsonSchema),
    description: properties && Object.keys(properties).join(', '),
  })
