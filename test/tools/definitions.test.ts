/** The definition of each tool: one snapshot a tool, and rules for all. budget.test.ts has their cost. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callOperation } from '../../src/call/call-operation.ts'
import { definition } from '../../src/mcp/tool-definition.ts'
import type { Definition } from '../../src/tools/define/define.ts'
import { jsonSchema } from '../../src/tools/define/json-schema.ts'
import { definitions, mcpTools } from '../../src/tools/index.ts'

const SNAPSHOTS = new URL('../definitions/', import.meta.url)
const SOURCES = new URL('../../src/', import.meta.url)
/** Beside the tools of every transport, the one of stdio. */
const all: readonly Definition[] = [...definitions, callOperation({}, { userAgent: 'test' })]
const UPDATE = 'UPDATE_DEFINITIONS=1 npx vitest run test/tools/definitions.test.ts'

type Schema = Record<string, unknown> & { type?: string; properties?: Record<string, Schema> }

const kebab = (name: string) => name.replaceAll('_', '-')
const sources = () => readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
const snapshotOf = (tool: Definition) => new URL(`${kebab(tool.name)}.json`, SNAPSHOTS)
const render = (tool: Definition) => `${JSON.stringify(definition(tool), sortKeys, 2)}\n`

if (process.env.UPDATE_DEFINITIONS) {
  mkdirSync(SNAPSHOTS, { recursive: true })
  for (const file of snapshots()) rmSync(new URL(file, SNAPSHOTS))
  for (const tool of all) writeFileSync(snapshotOf(tool), render(tool))
}

describe('the definition of', () => {
  it.each(all.map((tool) => [tool.name, tool] as const))('%s is the one that was agreed on', (_, tool) => {
    const agreed = readSnapshot(tool)
    expect(agreed, `${tool.name} has no snapshot. Write it with: ${UPDATE}`).toBeDefined()
    expect(render(tool), `${tool.name} has changed. If it should: ${UPDATE}`).toBe(agreed)
  })

  it('a tool that is gone has no snapshot left', () => {
    const stale = snapshots().filter((file) => !all.some(({ name }) => `${kebab(name)}.json` === file))
    expect(stale, `Stale snapshots in test/definitions. Remove them with: ${UPDATE}`).toEqual([])
  })
})

describe.each(all.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const { title, description, inputSchema, outputSchema } = definition(tool)
  const input = inputSchema as Schema
  const output = outputSchema as Schema

  it('is a verb and a noun, has a title that says more, and says what it does before when to use it', () => {
    expect(name).toMatch(/^(?=.{1,64}$)[a-z]+(_[a-z0-9]+)+$/)
    expect(VERBS).toContain(name.split('_')[0])
    expect(title.length).toBeGreaterThan(name.length)
    expect(title.toLowerCase().replaceAll(/\W+/g, '_')).not.toBe(name)
    expect(description).toMatch(/^[A-Z][a-z]+s [\s\S]*Use this/)
    expect(description.length).toBeLessThanOrEqual(900)
  })

  it('names only tools that exist', () => {
    const text = JSON.stringify(definition(tool))
    const verbs = new RegExp(`\\b(?:${VERBS.join('|')})_[a-z]+(?:_[a-z]+)*\\b`, 'g')
    const isMember = (word: string) => text.includes(`"${word}":`)
    const named = [...text.matchAll(verbs)].map(([word]) => word).filter((word) => !isMember(word))
    const unknown = named.filter((word) => !NAMES.includes(word))
    expect(unknown).toEqual([])
  })

  it('takes a flat object and describes each member', () => {
    expect(input.type).toBe('object')
    for (const union of ['anyOf', 'oneOf', 'allOf', '$ref', '$defs']) expect(input).not.toHaveProperty(union)
    expect(input.additionalProperties).toBe(false)
    for (const [member, schema] of Object.entries(input.properties ?? {})) {
      expect(schema.description, member).toMatch(/\S{2}.*\S/)
      expect(schema, member).not.toHaveProperty('properties')
      expect(['string', 'integer', 'number', 'boolean', 'array'], member).toContain(schema.type)
    }
  })

  it('lists the choices of each text that takes only some', () => {
    for (const [member, schema] of Object.entries(input.properties ?? {})) {
      const takes = (value: string) => tool.input.shape[member]!.safeParse(value).success
      if (schema.type !== 'string') continue
      if (schema.enum) expect((schema.enum as string[]).every(takes), member).toBe(true)
      else if (!tool.restOnly) expect(takes('no such thing'), member).toBe(true)
    }
  })

  it('says what it returns, and that nothing else comes', () => {
    expect(output.type).toBe('object')
    expect(output.additionalProperties).toBe(false)
    expect(Object.keys(output.properties ?? {}).length).toBeGreaterThan(0)
    for (const [member, { type }] of Object.entries(output.properties!))
      expect(type, member).toEqual(expect.any(String))
  })

  it('names the members of objects inside its output, and no more of them', () => {
    const { shape } = tool.output
    for (const [member, schema] of Object.entries(output.properties!)) {
      const { properties, items } = schema as { properties?: object; items?: Schema }
      expect([properties, items?.properties], member).toEqual([undefined, undefined])
      const whole = JSON.stringify(jsonSchema(shape[member]!, 'output'))
      for (const name of `${(items ?? schema).description ?? ''}`.split(', ').filter(Boolean))
        expect(whole).toContain(`"${name}":`)
    }
  })
})

describe('the tools together', () => {
  it('have names and titles of their own', () => {
    expect(new Set(NAMES).size).toBe(all.length)
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
  })

  it('are all there: each file that defines one is in the list', () => {
    const defining = sources()
      .filter((file) => file !== 'tools/define/define.ts')
      .filter((file) => readFileSync(new URL(file, SOURCES), 'utf8').match(/\bdefineTool\(\{|: MessageOperation</))
      .map((file) => basename(file, '.ts'))
    expect(defining.sort()).toEqual(NAMES.map(kebab).sort())
  })

  it('offered over MCP are at most twelve and only read', () => {
    expect(mcpTools.length).toBeLessThanOrEqual(12)
    for (const { name, annotations } of mcpTools) expect(annotations.readOnlyHint, name).toBe(true)
  })
})

const NAMES = all.map(({ name }) => name)
/** First words of tool names; a new one is a decision. */
const VERBS = ['search', 'find', 'get', 'list', 'submit', 'compare', 'call']

function snapshots(): string[] {
  return readdirSync(SNAPSHOTS).filter((file) => file.endsWith('.json'))
}

function readSnapshot(tool: Definition): string | undefined {
  try {
    return readFileSync(snapshotOf(tool), 'utf8')
  } catch {
    return undefined
  }
}

/** JSON.stringify replacer: members in alphabetical order, so that a diff shows meaning only. */
function sortKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
