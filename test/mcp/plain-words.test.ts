/** Refusals say what is wrong in plain words and few of them, whatever the caller sent. */
import { describe, expect, it } from 'vitest'
import { testApp } from '../app.ts'
import { envelope, initialize, LEGACY, type Members, modern } from './messages.ts'
import { StdioProcess } from './stdio-process.ts'
import { openTransports, post } from './transports.ts'
import { base64 } from './wire.ts'

const { app } = testApp()
const { transports } = openTransports(app)

async function call(name: string, input: Members) {
  const { headers, body } = modern('tools/call', { name, arguments: input })
  const answer = await post(app, { headers: { ...headers, 'mcp-name': base64(name) }, body })
  return { size: JSON.stringify(answer).length, ...(answer as { result: Members; error: Members }) }
}

/** Over HTTP and over stdio. */
async function expectRefused(method: string, params: Members, message: string): Promise<void> {
  for (const name of ['MCP 2025-11-25', 'stdio'] as const)
    expect((await transports[name](method, params)).error, name).toEqual({ code: -32602, message })
}

describe('a refused call', () => {
  it('with hundreds of unknown arguments names ten of them and counts the rest', async () => {
    const input = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`a${at}`, 1]))
    const { result, size } = await call('search_sdk_catalog', input)
    expect(result).toMatchObject({ isError: true, structuredContent: { errors: { length: 11 } } })
    expect(JSON.stringify(result)).toMatch(/a9: is not a known argument; 890 more\b/)
    expect(size).toBeLessThan(3_000)
  })

  it('repeats only the beginning of a long name', async () => {
    const { result, size } = await call('search_sdk_catalog', { ['é'.repeat(20_000)]: 1 })
    expect(JSON.stringify(result)).toContain(`"${'é'.repeat(64)}…"`)
    expect(size).toBeLessThan(1_000)
    const unknown = await call('x'.repeat(30_000), {})
    expect(unknown.error.message).toContain(`"${'x'.repeat(64)}…"`)
    expect(unknown.size).toBeLessThan(1_000)
  })

  it.each([
    ['limit', 0],
    ['limit', 101],
    ['limit', 1.5],
    ['limit', -1.5],
    ['limit', 1e300],
  ])('with %s %j says which numbers are allowed', async (name, value) => {
    const { result } = await call('search_sdk_catalog', { [name]: value })
    expect(result).toMatchObject({
      structuredContent: { errors: [{ field: 'limit', message: 'must be a whole number from 1 to 100' }] },
    })
  })

  it('with an offset below 0 says from where', async () => {
    const { result } = await call('search_sdk_catalog', { offset: -1 })
    expect(result).toMatchObject({ structuredContent: { errors: [{ message: 'must be a whole number from 0' }] } })
  })
})

describe('a call with malformed params', () => {
  it.each([
    [{}, 'tools/call: name must be text'],
    [{ name: 5 }, 'tools/call: name must be text'],
    [{ name: 'get_service_health', arguments: [] }, 'tools/call: arguments must be an object'],
    [{ name: 'get_service_health', arguments: null }, 'tools/call: arguments must be an object'],
    [{ name: 'get_service_health', task: 1 }, 'tools/call: task must be an object'],
    [{ name: 'get_service_health', task: null }, 'tools/call: task must be an object'],
    [{ name: 'get_service_health', task: { ttl: 'x' } }, 'tools/call: task.ttl must be a number'],
  ])('%j is refused in one line', (params, message) => expectRefused('tools/call', params, message))
})

describe('a completion with a malformed context', () => {
  it.each([
    [1, 'completion/complete: context must be an object'],
    [{ arguments: { a: 1 } }, 'completion/complete: context.arguments.a must be text'],
  ])('%j is refused in one line', (context, message) => {
    const params = { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' }, context }
    return expectRefused('completion/complete', params, message)
  })
})

describe('an argument', () => {
  it.each([
    ['get_sdk_entry', {}, 'slug', 'is required'],
    ['get_sdk_entry', { slug: {} }, 'slug', 'must be text'],
    ['find_sdk', {}, 'query', 'is required'],
    ['find_sdk', { query: '' }, 'query', 'must not be empty'],
    ['find_sdk', { query: null }, 'query', 'is required'],
    ['find_sdk', { query: 'x', limit: 'five' }, 'limit', 'must be a whole number from 1 to 50, not text'],
    ['find_sdk', { query: 'x', no_auth: 'maybe' }, 'no_auth', 'must be true or false'],
    ['find_sdk', { query: 'x', detail: 'all' }, 'detail', 'must be one of concise, detailed'],
    ['find_sdk', { query: 'x', topic: 'x'.repeat(61) }, 'topic', 'must have at most 60 characters'],
    ['find_sdk', { query: 'x', language: true }, 'language', 'must be text'],
    ['find_sdk', { query: 'x', language: 'cobol' }, 'language', expect.stringMatching(/^must be one of ts, js, py, /)],
  ])('of %s in %j is refused with what it must be', async (name, input, field, message) => {
    const { result } = await call(name, input)
    expect(result).toMatchObject({ isError: true, structuredContent: { errors: [{ field, message }] } })
  })
})

describe('a slug that is none', () => {
  it.each([
    'PoetryDB-SDK',
    'Poetry DB',
    'https://github.com/voxgig-sdk/poetrydb-sdk',
    'https://github.com/voxgig-sdk/poetrydb-sdk.git',
    '/example-sdk/poetrydb-sdk/',
    'http://localhost:8080/example-sdk/poetrydb-sdk.md',
  ])('"%s" is answered with the right one', async (slug) => {
    const { result } = await call('get_sdk_entry', { slug })
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'not_found' } })
    expect(result).toHaveProperty('structuredContent.resolution', expect.stringMatching(/^Did you mean "poetrydb-sdk"/))
  })

  it.each(['/', '#', '?', '-', '%'])(
    'of 60,000 times "%s" is unknown, and nothing is suggested for it',
    async (character) => {
      const { result } = await call('get_sdk_entry', { slug: `${character.repeat(60_000)}/poetrydb-sdk` })
      expect(result).toMatchObject({ isError: true, structuredContent: { code: 'not_found' } })
      expect(JSON.stringify(result)).not.toContain('Did you mean')
    },
  )

  it('the address of a README names the tool that reads it', async () => {
    const { result } = await call('search_docs', { path: 'http://localhost:8080/example-sdk/poetrydb-sdk.md' })
    const resolution = 'Call get_sdk_readme with the slug "poetrydb-sdk".'
    expect(result).toMatchObject({ structuredContent: { code: 'not_found', resolution } })
  })
})

describe('initialize', () => {
  const malformed: Members[] = [{}, { protocolVersion: 1 }, { protocolVersion: '2025-11-25', capabilities: [] }]

  it.each(malformed)('with %j is refused alike over stdio and HTTP', (params) =>
    expectRefused('initialize', params, 'initialize: needs protocolVersion, capabilities and clientInfo'),
  )

  it('can be sent again in order on the same connection', async () => {
    const answer = await transports.stdio('initialize', initialize(LEGACY.at(-1)!))
    expect(answer).toMatchObject({ result: { protocolVersion: LEGACY.at(-1) } })
  })
})

describe('on a connection that speaks 2026-07-28', () => {
  it('initialize is no method, and a line that is no message is one warning in the log', async () => {
    const stdio = new StdioProcess({ env: { LOG_LEVEL: 'info' } })
    const ask = (method: string, params: Members = {}) =>
      stdio.request({ jsonrpc: '2.0', id: method, method, params: { ...params, _meta: envelope() } })
    stdio.write('[]\n')
    await ask('server/discover')
    await ask('tools/list')
    expect(await ask('initialize')).toMatchObject({ error: { code: -32601 } })
    const uri = 'sdk://no-such-sdk'
    expect(await ask('resources/read', { uri })).toMatchObject({ error: { code: -32602, data: { uri } } })
    const { code, lines, stderr } = await stdio.end()
    expect([code, lines.length]).toEqual([0, 4])
    const log = stderr.trim().split('\n')
    expect(log.map((line) => JSON.parse(line))).toMatchObject([{ level: 40 }])
    expect(stderr).not.toMatch(/zod/i)
  })
})
