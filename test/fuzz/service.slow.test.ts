/** Any request is answered with a result or a documented error, never with a failure of the service. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routes } from '../../src/rest/routes.ts'
import { jsonSchema } from '../../src/tools/define/json-schema.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { around, fuzz, oddJson, oddText } from './fuzz.ts'

const { app, reports } = testApp({ inbox: { addressRate: { quota: 999_999, windowSeconds: 1 } } })

async function send(path: string, init?: RequestInit): Promise<{ status: number; text: string; type: string }> {
  const answer = await app.request(path, init)
  const text = await answer.text()
  expect(reports, text).toEqual([])
  expect(answer.status, text).toBeLessThan(500)
  return { status: answer.status, text, type: answer.headers.get('content-type') ?? '' }
}

const post = (path: string, body: string) =>
  send(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

const call = (name: string, input: unknown) =>
  post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }))

test.each(mcpTools.map((tool) => [tool.name, tool] as const))(
  '%s takes or refuses any input',
  async (name, tool) =>
    await fuzz(name, around(jsonSchema(tool.input, 'input') as object), async (input) => {
      const { result, error } = JSON.parse((await call(name, input)).text)
      expect(result ?? error).toBeDefined()
      if (result) expect(result.content[0].text).not.toMatch(/^server_error/)
    }),
)

test('the MCP endpoint takes or refuses any message', async () => {
  const methods = ['tools/list', 'tools/call', 'resources/read', 'resources/list', 'prompts/get', 'completion/complete']
  const members = {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, oddJson),
    id: fc.oneof(fc.integer(), oddText, oddJson),
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...methods, 'initialize', 'ping', 'skills/get') },
      oddText,
    ),
    params: oddJson,
  }
  const message = fc.oneof(oddJson, fc.record(members, { requiredKeys: ['jsonrpc', 'method'] }))
  await fuzz('rpc', message, async (body) => {
    const { text, status, type } = await post('/mcp', JSON.stringify(body))
    if (status !== 202) expect(type).toMatch(/json/)
    if (text) JSON.parse(text)
  })
})

test('no query string makes a path fail', async () => {
  const reads = routes.filter(({ serves }) => serves !== 'message').map(({ path }) => path)
  const names = ['q', 'query', 'limit', 'offset', 'slugs', 'topic', 'language', 'since', 'detail', 'page', 'no_auth']
  const path = fc.constantFrom(...reads, '/sdk', '/', '/developers', '/nowhere')
  const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), oddText), oddText), { maxLength: 5 })
  await fuzz('query', fc.tuple(path, query, oddText), async ([path, query, slug]) => {
    const segment = encodeURIComponent(slug.toWellFormed()) || 'x'
    const search = new URLSearchParams(
      query.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()]),
    )
    const filled = path.replace('{brand}', 'example').replace('{slug}', segment)
    const { type, text } = await send(`${filled}?${search}`, { headers: { accept: 'text/html, */*' } })
    if (path.startsWith('/api/')) expect(type, text).not.toMatch(/html/)
  })
})

test('a message of any shape is taken or refused, as JSON and as a form', async () => {
  const field = fc.oneof(oddText, oddJson)
  const message = fc.oneof(oddJson, fc.record({ name: field, email: field, message: field }, { requiredKeys: [] }))
  await fuzz('message', message, async (fields) => {
    const { status } = await post('/api/contact', JSON.stringify(fields))
    expect([200, 400, 413, 429]).toContain(status)
    const pairs = Object.entries(fields ?? {}).map(([name, value]): [string, string] => [
      name.toWellFormed(),
      String(JSON.stringify(value)),
    ])
    const form = await send('/api/contact', {
      method: 'POST',
      body: new URLSearchParams(pairs).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:8080' },
    })
    expect([200, 400, 413, 429]).toContain(form.status)
  })
})
