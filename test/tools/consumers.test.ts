/** Tool definitions are accepted by the consumers that are strictest about them, and calls made their way succeed. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { definition } from '../../src/mcp/tool-definition.ts'
import { parseInput } from '../../src/tools/define/define.ts'
import { mcpTools } from '../../src/tools/index.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  description?: string
}

const tools = mcpTools.map((tool) => {
  const { inputSchema, outputSchema } = definition(tool)
  return { tool, name: tool.name, parameters: inputSchema as Schema, outputSchema }
})

/** Keywords that all know; another one than those of a consumer is refused, or the whole schema. */
const COMMON = ['type', 'properties', 'required', 'description', 'enum', 'items', 'anyOf', 'minItems', 'maxItems']
const CONSUMERS = {
  // https://platform.openai.com/docs/guides/structured-outputs/supported-schemas
  // https://learn.microsoft.com/en-us/azure/ai-services/openai/how-to/structured-outputs
  // Of texts only pattern and format; no default, minLength, maxLength, oneOf, allOf or patternProperties.
  'OpenAI with strict: true': [
    ...[...COMMON, 'additionalProperties', 'const', '$ref', '$defs', 'pattern', 'format'],
    ...['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ],
  // https://googleapis.github.io/js-genai/release_docs/interfaces/types.Schema.html
  // https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration
  Gemini: [
    ...[...COMMON, 'additionalProperties', 'default', 'example', 'format', 'nullable', 'pattern', 'title'],
    ...['propertyOrdering', 'minimum', 'maximum', 'minLength', 'maxLength', 'minProperties', 'maxProperties'],
  ],
}

// That definitions are flat and closed, with names that all take, is in definitions.test.ts; budget.test.ts keeps them far
// from every limit of size.
describe.each(Object.entries(CONSUMERS))('%s', (_, keywords) => {
  it.each(tools)('accepts $name', ({ parameters }) => {
    const properties = Object.entries(parameters.properties!)
    for (const [name] of properties) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/)
    for (const schema of [
      parameters,
      ...properties.flatMap(([, each]) => [each, ...(each.items ? [each.items] : [])]),
    ]) {
      expect(Object.keys(schema).filter((keyword) => !keywords.includes(keyword))).toEqual([])
      expect(schema).toHaveProperty(schema.type === 'array' ? 'items' : 'type')
      for (const choice of schema.enum ?? []) expect(choice).toEqual(expect.any(String))
    }
  })
})

describe.each(tools.map((one) => [one.name, one] as const))('%s', (_, { tool, parameters, outputSchema }) => {
  // https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/utils/strictToolSchema.ts
  it('takes the arguments of a client that makes every parameter required and sends null for what it leaves out', () => {
    for (const example of tool.examples) {
      const given = example as Record<string, unknown>
      const names = Object.keys(parameters.properties!)
      const sent = Object.fromEntries(names.map((name) => [name, given[name] ?? null]))
      expect(parseInput(tool.input, sent)).toEqual(parseInput(tool.input, example))
    }
  })

  it('says in words what it takes for an argument that is left out', () => {
    const defaults = Object.entries(tool.input.parse(tool.examples[0]) as object).filter(
      ([name]) => !Object.hasOwn(tool.examples[0]!, name),
    )
    for (const [name, value] of defaults) expect(parameters.properties![name]!.description).toContain(`${value}`)
  })

  it('has schemas that a strict validator of JSON Schema 2020-12 compiles', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: true, strictRequired: true })
    for (const schema of [parameters, outputSchema]) expect(() => ajv.compile(schema)).not.toThrow()
  })
})
