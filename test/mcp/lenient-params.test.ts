/** Clients write null for what they leave out, and models write arguments as text. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutNulls } from '../../src/mcp/params.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { initialize, LEGACY, legacy, type Members, modern } from './messages.ts'
import { post } from './transports.ts'

const { app } = testApp()
const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']

async function tools(query: string, body: Members, status = 200) {
  const init = { method: 'POST', headers: legacy('ping').headers, body: JSON.stringify(body) }
  const answer = await app.request(`/mcp${query}`, init)
  expect(answer.status).toBe(status)
  return (await answer.json()) as Members
}

describe('what is null', () => {
  it.each(['ping', 'server/discover', ...LISTS])('counts as left out in %s', async (method) => {
    const without = legacy(method)
    const { params: _, ...body } = without.body
    const expected = await post(app, { ...without, body })
    expect(await post(app, { ...without, body: { ...body, params: null } })).toEqual(expected)
    expect(await post(app, legacy(method, { cursor: null, _meta: null }))).toEqual(expected)
    expect(expected).toHaveProperty('result')
  })

  it('counts as left out in the arguments of a call, in both eras', async () => {
    for (const send of [legacy, modern]) {
      const answer = await post(app, send('tools/call', { name: 'get_service_health', arguments: null }))
      expect(answer).toMatchObject({ result: { structuredContent: { status: 'ok' } } })
    }
    expect(await post(app, legacy('initialize', { ...initialize(LEGACY[0]), _meta: null }))).toHaveProperty('result')
  })
})

it('arguments as JSON text are read as the object that they say, and other text is refused with the id', async () => {
  for (const { name, examples } of mcpTools) {
    const answer = await post(app, legacy('tools/call', { name, arguments: JSON.stringify(examples[0]) }))
    expect(answer, name).toMatchObject({ result: { structuredContent: expect.any(Object) } })
  }
  const wrong = legacy('tools/call', { name: 'find_sdk', arguments: '["a"]' })
  expect(await post(app, wrong)).toMatchObject({ id: wrong.body.id, error: { code: -32602 } })
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (read) => {
      const expected = JSON.parse(JSON.stringify({ params: { arguments: read } }))
      expect(withoutNulls({ params: { arguments: JSON.stringify(read) } })).toEqual(expected)
    }),
  )
})

describe('?tools=', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const call = (name: string, input: Members) => ({ ...list, method: 'tools/call', params: { name, arguments: input } })

  it('offers any choice of the tools, and no other is called', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...mcpTools], { minLength: 1 }), async (chosen) => {
        const query = `?tools=${chosen.map(({ name }) => name).join(',')}`
        const { result } = await tools(query, list)
        const listed = (result as { tools: Members[] }).tools.map(({ name }) => name)
        expect(listed).toEqual(chosen.map(({ name }) => name))
        for (const { name, examples } of mcpTools) {
          const answer = await tools(query, call(name, examples[0]!))
          if (listed.includes(name)) expect(answer).toHaveProperty('result')
          else
            expect(answer).toMatchObject({
              error: { code: -32602, message: expect.stringContaining(listed[0] as string) },
            })
        }
      }),
      { numRuns: 20 },
    )
    expect(((await tools('', list)).result as { tools: [] }).tools).toHaveLength(mcpTools.length)
  })

  it.each(['', 'nothing', 'find_sdk,nothing'])('"%s" is refused with the names that there are', async (names) => {
    const problem = await tools(`?tools=${names}`, list, 400)
    expect(problem.detail).toContain('search_sdk_catalog')
  })
})

it('errors name tools of MCP only', async () => {
  for (const send of [legacy, modern]) {
    const { result } = await post(
      app,
      send('tools/call', { name: 'get_sdk_entry', arguments: { slug: 'poetrdb-sdk' } }),
    )
    expect(result).toMatchObject({ isError: true })
    expect(JSON.stringify(result)).toContain('find_sdk.')
    expect(JSON.stringify(result)).not.toMatch(/GET |sdk-catalog find/)
  }
})
