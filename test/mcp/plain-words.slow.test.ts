/** Refusals say what is wrong in plain words and few of them, whatever the caller sent. */
import { describe, expect, it } from 'vitest'
import { testApp } from '../app.ts'
import { initialize, LEGACY, type Members, modern } from './messages.ts'
import { openTransports, post } from './transports.ts'
import { base64 } from './wire.ts'

const { app } = testApp()
const { transports } = openTransports(app)

async function call(name: string, input: Members) {
  const { headers, body } = modern('tools/call', { name, arguments: input })
  const answer = await post(app, { headers: { ...headers, 'mcp-name': base64(name) }, body })
  return { size: JSON.stringify(answer).length, ...(answer as { result: Members; error: Members }) }
}

const REFERENCE =
  'ref.type must be an object with type "ref/prompt" and name, or type "ref/resource" and uri; argument.name must be text; argument.value must be text'
const CLIENT = 'clientInfo must be an object'

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
})

describe('malformed params', () => {
  const name = 'get_service_health'
  const completion = { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } }
  it.each<[string, Members, string]>([
    ['tools/call', {}, 'name must be text'],
    ['tools/call', { name: 5 }, 'name must be text'],
    ['tools/call', { name, arguments: [] }, 'arguments must be an object'],
    ['tools/call', { name, task: 1 }, 'task must be an object'],
    ['tools/call', { name, task: { ttl: 'x' } }, 'task.ttl must be a number'],
    ['completion/complete', { ...completion, context: 1 }, 'context must be an object'],
    ['completion/complete', { ...completion, context: { arguments: { a: 1 } } }, 'context.arguments.a must be text'],
    ['completion/complete', { ref: { type: 'x' }, argument: {} }, REFERENCE],
    ['prompts/get', { arguments: { task: 'x' } }, 'name must be text'],
    ['resources/read', {}, 'uri must be text'],
    ['resources/read', { uri: 1 }, 'uri must be text'],
    ['resources/list', { cursor: 1 }, 'cursor must be left out: every list is one page'],
    ['initialize', {}, `protocolVersion must be text; capabilities must be an object; ${CLIENT}`],
    ['initialize', { protocolVersion: 1, capabilities: {} }, `protocolVersion must be text; ${CLIENT}`],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: [] }, `capabilities must be an object; ${CLIENT}`],
  ])('of %s are refused in one line, alike over stdio and HTTP: %j', async (method, params, why) => {
    for (const name of ['MCP 2025-11-25', 'stdio'] as const)
      expect((await transports[name](method, params)).error, name).toEqual({
        code: -32602,
        message: `${method}: ${why}`,
      })
  })
})

describe('a slug that is none', () => {
  it.each([
    ...['PoetryDB-SDK', 'Poetry DB', 'https://github.com/voxgig-sdk/poetrydb-sdk'],
    ...['https://github.com/voxgig-sdk/poetrydb-sdk.git', '/example-sdk/poetrydb-sdk/'],
    ...['http://localhost:8080/example-sdk/poetrydb-sdk.md'],
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
  it('can be sent again in order on the same connection', async () => {
    const answer = await transports.stdio('initialize', initialize(LEGACY.at(-1)!))
    expect(answer).toMatchObject({ result: { protocolVersion: LEGACY.at(-1) } })
  })
})
