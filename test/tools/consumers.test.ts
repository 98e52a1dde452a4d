/** Tool definitions are accepted by the consumers that are strictest about them, and calls made their way succeed. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { definition } from '../../src/mcp/tool-definition.ts'
import { parseInput } from '../../src/tools/define/define.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { CONSUMERS, refusals, type Schema, strictArguments } from './consumers.ts'

const tools = mcpTools.map((tool) => {
  const { inputSchema, outputSchema } = definition(tool)
  return { tool, name: tool.name, parameters: inputSchema as Schema, outputSchema }
})

describe.each(CONSUMERS.map((consumer) => [consumer.name, consumer] as const))('%s', (_, consumer) => {
  it.each(tools.map(({ name, parameters }) => [name, parameters] as const))('accepts %s', (name, parameters) => {
    expect(refusals({ name, parameters }, consumer)).toEqual([])
  })

  it('refuses what it says that it refuses', () => {
    const parameters: Schema = {
      type: 'object',
      properties: { 'a b': { type: 'string', oneOf: [] }, list: { type: 'array' }, n: { type: 'integer', enum: [1] } },
      required: ['other'],
      additionalProperties: false,
    }
    expect(refusals({ name: 'a tool', parameters }, consumer)).toEqual([
      'function name a tool',
      'root: requires unknown other',
      'root: parameter name a b',
      '/a b: oneOf',
      '/list: a list without items',
      '/n: enum of other than text',
    ])
  })
})

describe.each(tools.map((one) => [one.name, one] as const))('%s', (_, { tool, parameters, outputSchema }) => {
  it('takes the arguments of a client that makes every parameter required and sends null for what it leaves out', () => {
    for (const example of tool.examples) {
      const sent = strictArguments(parameters, example)
      expect(Object.keys(sent)).toEqual(Object.keys(parameters.properties!))
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
