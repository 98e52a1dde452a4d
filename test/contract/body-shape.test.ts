/** JSON that is too deep or too wide, and forms with too many fields, are refused before anything else looks at them. */
import { describe, expect, it } from 'vitest'
import { shapeProblem } from '../../src/http/read-body.ts'
import { initialize, legacy, type Members, modern } from '../mcp/messages.ts'
import { send } from '../mcp/wire.ts'

const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
const wide = (members: number) => Object.fromEntries(Array.from({ length: members }, (_, at) => [`m${at}`, {}]))

it('JSON may be 64 deep and have 1,000 members', () => {
  for (const [json, is] of [
    [nested(64), false],
    [nested(65), true],
    [[[], nested(64)], true],
    [wide(1_000), false],
    [wide(1_001), true],
    [{ a: wide(500), b: wide(499) }, true],
    [Array(1_001).fill(1), true],
    ['x'.repeat(60_000), false],
  ] as const)
    expect(shapeProblem(json) !== undefined).toBe(is)
})

describe('POST /mcp', () => {
  const capabilities = (value: unknown) => ({ ...initialize('2025-11-25'), capabilities: value })
  const meta = { 'io.modelcontextprotocol/clientCapabilities': nested(2_050) }

  it.each<[string, { headers: Record<string, string>; body: Members }]>([
    ['deep capabilities', legacy('initialize', capabilities({ experimental: nested(2_050) }), undefined, 7)],
    [
      'deep capabilities of the client',
      { ...modern('tools/list'), body: { ...legacy('tools/list', { _meta: meta }, undefined, 7).body } },
    ],
    ['6,000 params', legacy('resources/list', wide(6_000), undefined, 7)],
    ['6,000 members', { headers: legacy('ping').headers, body: { ...legacy('ping').body, id: 7, ...wide(6_000) } }],
  ])('refuses %s with the id of the request', async (_, { headers, body }) => {
    const { status, json } = await send({ headers, body })
    expect([status, json.id, json.error]).toEqual([
      400,
      7,
      {
        code: -32600,
        message: expect.stringMatching(/^The JSON (is nested deeper than 64|has more than 1000 members and items)\.$/),
      },
    ])
  })

  it('refuses a long batch, which has no id', async () => {
    const { status, json } = await send({ body: Array(1_001).fill(legacy('ping').body) })
    expect([status, json.id]).toEqual([400, null])
  })
})
