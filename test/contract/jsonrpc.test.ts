/** What one JSON-RPC message is: properties over bodies, ids, depths, sizes and headers (SPEC 2.7, 2.8). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mcpTools } from '../../src/tools/index.ts'
import { legacy, type Members, modern } from '../mcp/messages.ts'
import { JSON_TYPE, LIMIT, PROBLEM, pad, send } from '../mcp/wire.ts'
import { verifies } from './verifies.ts'

const RUNS = { numRuns: 200 }

describe('one JSON-RPC message', () => {
  const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params'])
  /** SPEC 2.7, read again without the code's schema. */
  function isMessage(value: unknown): value is Members {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
    const { jsonrpc, id, method, params } = value as Members
    return (
      Object.keys(value).every((name) => MEMBERS.has(name)) &&
      jsonrpc === '2.0' &&
      typeof method === 'string' &&
      (!Object.hasOwn(value, 'id') || typeof id === 'string' || Number.isSafeInteger(id)) &&
      // Clients of languages with null write it for what they leave out.
      (params === undefined || (typeof params === 'object' && !Array.isArray(params)))
    )
  }

  const names = fc.constantFrom(...mcpTools.map(({ name }) => name), 'nope', '', 'constructor', '__proto__')
  const methods = fc.constantFrom('tools/list', 'tools/call', 'ping', 'initialize', 'server/discover', 'nope', '')
  const params = fc.record(
    { name: names, arguments: fc.jsonValue({ maxDepth: 3 }), cursor: fc.jsonValue({ maxDepth: 1 }) },
    { requiredKeys: [] },
  )
  const nearly = fc.record(
    {
      jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: fc.jsonValue() }),
      id: fc.oneof(fc.integer(), fc.string(), { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) }),
      method: fc.oneof({ weight: 9, arbitrary: methods }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) }),
      params: fc.oneof({ weight: 5, arbitrary: params }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) }),
      more: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: [] },
  )
  const bodies = fc.oneof(
    { weight: 6, arbitrary: nearly.map(({ more, ...message }) => message) },
    { weight: 1, arbitrary: nearly },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.array(nearly, { maxLength: 3 }) },
  )

  verifies(
    [
      ['jsonrpc-request.no-other-members', 'jsonrpc-request.version', 'jsonrpc-request.id-types'],
      ['jsonrpc-request.method-required', 'jsonrpc-request.params-object', 'mcp.invalid-request'],
    ],
    'is served, and anything else is a 400 problem, whatever it is',
    async () => {
      await fc.assert(
        fc.asyncProperty(bodies, async (value) => {
          // What does not survive JSON never reaches the service.
          const body = JSON.parse(JSON.stringify(value))
          const { status, type, json } = await send({ body })
          if (!isMessage(body)) expect([status, type, json.code]).toEqual([400, PROBLEM, 'invalid_request'])
          else if (Object.hasOwn(body, 'id')) expect([type, json.id]).toEqual([JSON_TYPE, body.id])
          else expect(status).toBe(202)
        }),
        { numRuns: 400 },
      )
    },
  )

  verifies(
    [
      ['jsonrpc-response.no-other-members', 'jsonrpc-response.id-echoed', 'jsonrpc-response.one-outcome'],
      ['jsonrpc-response.error-members'],
    ],
    'is answered by one that bears its id, in its type, in every revision',
    async () => {
      const units = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit))
      const ids = fc.oneof(
        fc.maxSafeInteger(),
        fc.string(),
        // Any UTF-16, lone surrogates too.
        fc.array(units, { maxLength: 20 }).map((all) => all.join('')),
      )
      const kinds = fc.constantFrom(
        (id: string | number) => legacy('ping', {}, undefined, id),
        (id: string | number) => legacy('nope', {}, '2025-11-25', id),
        (id: string | number) => modern('tools/call', { name: 'nope' }, id),
        (id: string | number) => modern('tools/list', {}, id),
        (id: string | number) => modern('ping', {}, id),
        (id: string | number) => legacy('subscriptions/listen', {}, undefined, id),
      )
      await fc.assert(
        fc.asyncProperty(ids, kinds, async (id, make) => {
          const { json } = await send(make(id))
          expect(json.id).toBe(Object.is(id, -0) ? 0 : id)
        }),
        RUNS,
      )
    },
  )

  it('is never found in arbitrary bytes, which do no harm', async () =>
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (body) => {
        expect((await send({ body })).json.code).toBe('invalid_request')
      }),
      RUNS,
    ))

  it('has at most 64 KB, by its Content-Length or counted as it arrives', async () => {
    const sizes = fc.oneof(fc.integer({ min: LIMIT - 3, max: LIMIT + 3 }), fc.integer({ min: 50, max: 2 * LIMIT }))
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1_000, max: LIMIT }), fc.boolean(), async (size, chunk, announced) => {
        const text = pad(size)
        const headers = { 'content-type': JSON_TYPE, ...(announced && { 'content-length': String(size) }) }
        const { status } = await send({ headers, body: announced ? text : inChunks(text, chunk) })
        expect(status).toBe(size > LIMIT ? 413 : 200)
      }),
      { numRuns: 60 },
    )
  })
})

function inChunks(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + size))
      at += size
    },
  })
}
