/** The tool call_operation: what an agent sees of an answer, and what it cannot do. */
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callOperation } from '../../src/call/call-operation.ts'
import { instructionsFor } from '../../src/mcp/identity.ts'
import { loadDirectory } from '../../src/store/loading/load.ts'
import { openCatalog } from '../../src/store/open-catalog.ts'
import { approxTokens } from '../../src/text/approx-tokens.ts'
import { callTool, type Services } from '../../src/tools/define/define.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { type StandIn, startStandIn } from '../loopback.ts'
import { callableCatalog, KEY, VARIABLE } from './callable.ts'

let api: StandIn
let services: Services
let answer: (response: ServerResponse) => void
beforeAll(async () => {
  api = await startStandIn((_, response) => answer(response.setHeader('content-type', 'application/json')))
  const catalog = openCatalog(await loadDirectory(callableCatalog(api.url)), { baseUrl: 'http://x', brand: 'x' })
  services = { ...testApp().services, catalog }
})
afterAll(() => api.close())

const tool = (environment: Record<string, string> = {}) =>
  callOperation(environment, { allowLocal: true, userAgent: 'test' })

async function call(input: Record<string, unknown>, environment?: Record<string, string>) {
  const used = tool(environment)
  const output = await callTool(used, { slug: 'sea-tides-sdk', ...input }, services)
  return { output, text: used.text(output) }
}

it('returns status, shape and answer, the shape first, with the numbers as they were sent', async () => {
  answer = (response) => response.end('{"total":2,"items":[{"id":12345678901234567890,"height":1.50},{"id":2}]}')
  const { output, text } = await call({ operation: 'tide.list', arguments: ['limit=2'] })
  expect(api.received.at(-1)).toMatchObject({ method: 'GET', target: '/tides?limit=2' })
  expect(output).toMatchObject({
    status: 200,
    shape: '{ total: number, items: a list of 2 of { id: number, height: number } }',
  })
  expect(output.answer).toContain('{"id":12345678901234567890,"height":1.50}')
  expect(text.indexOf('Shape: ')).toBeLessThan(text.indexOf('```json'))
})

it.each([
  [
    'a long list',
    JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id, name: `tide ${id}`, text: 'x'.repeat(90) }))),
  ],
  ['a long text in JSON', JSON.stringify({ text: 'word '.repeat(90_000) })],
  ['many members', JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`member ${at}`, at])))],
  ['text that is no JSON', 'line\n'.repeat(90_000)],
])('of %s costs at most 1,600 tokens, and says that it is cut', async (_, body) => {
  answer = (response) => response.end(body)
  const { output, text } = await call({ operation: 'tide.list' })
  expect(approxTokens(text)).toBeLessThan(1_600)
  expect(approxTokens(JSON.stringify(output))).toBeLessThan(1_900)
  expect(output.hint).toBe('The answer is cut.')
})

it('sends the key from its variable and prints it nowhere', async () => {
  answer = (response) => response.writeHead(403).end(JSON.stringify({ error: `not with ${KEY}` }))
  const { output, text } = await call({ operation: 'tide.load', arguments: ['id=a b'] }, { [VARIABLE]: KEY })
  expect(api.received.at(-1)).toMatchObject({ target: '/tides/a%20b', headers: { 'x-key': KEY } })
  expect(JSON.stringify(output) + text).not.toContain(KEY)
  expect(output.hint).toContain(VARIABLE)
})

it('refuses what writes and what is unknown, and sends nothing', async () => {
  const before = api.received.length
  await expect(call({ operation: 'tide.create', arguments: ['height=2'] })).rejects.toThrow('only reads are called')
  await expect(call({ operation: 'tide.list', arguments: ['limit'] })).rejects.toThrow('must be name=value')
  await expect(call({ operation: 'tide.list', endpoint: '/nowhere' })).rejects.toThrow('has no endpoint')
  expect(api.received).toHaveLength(before)
})

it('is in nothing that the service says of itself over HTTP', async () => {
  const { app } = testApp()
  for (const path of ['/openapi.json', '/llms.txt', '/.well-known/mcp/server-card.json', '/'])
    expect(await (await app.request(path)).text(), path).not.toContain('call_operation')
  expect(instructionsFor(mcpTools)).not.toContain('call_operation')
  expect(instructionsFor([...mcpTools, tool()])).toContain('call_operation')
})
