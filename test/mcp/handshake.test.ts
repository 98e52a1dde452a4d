/** The answer to `initialize` that is given without the SDK, against the one that the SDK gives. */
import { parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerToInitialize, serverInfo } from '../../src/mcp/handshake.ts'
import { mcpServerFactory } from '../../src/mcp/server.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testServices } from '../app.ts'
import { runs } from '../property.ts'
import { initialize, LEGACY, type Members, MODERN } from './messages.ts'

const services = testServices()
const report = (error: unknown) => expect.unreachable(String(error))
const { create, ready, methods } = mcpServerFactory({ services, tools: mcpTools, report })

const early = (message: unknown) => answerToInitialize(JSON.stringify(message), serverInfo(services.site))

/** What the server writes, or undefined where it refuses the message. */
async function late(message: unknown): Promise<string | undefined> {
  await ready
  try {
    const checked = parseJSONRPCMessage(JSON.parse(JSON.stringify(message)))
    if (!('method' in checked) || methods.check(checked.method, checked.params, 'legacy').malformed) return undefined
    const { promise, resolve } = Promise.withResolvers<string>()
    const send = async (answer: unknown) => resolve(JSON.stringify(answer))
    const transport: Transport = { start: async () => {}, close: async () => {}, send }
    serveStdio(create, { transport })
    transport.onmessage!(checked)
    return await promise
  } catch {
    return undefined
  }
}

const usual = (params: Members = initialize('2025-06-18'), rest: Members = {}) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params,
  ...rest,
})
const from = (capabilities: unknown, clientInfo: unknown = { name: 'a', version: '1' }) =>
  usual({ protocolVersion: '2025-11-25', capabilities, clientInfo })

describe('the early answer', () => {
  it.each([...LEGACY, MODERN, '1999-01-01', ''])(
    'to a client that asks for %j is the one of the SDK',
    async (revision) => {
      const message = usual(initialize(revision))
      expect(early(message)).toBeTypeOf('string')
      expect(early(message)).toBe(await late(message))
    },
  )

  it.each([
    ['Claude', {}, { name: 'claude-ai', version: '0.1.0' }],
    [
      'Claude Code',
      { roots: {} },
      { name: 'claude-code', title: 'Claude Code', version: '2.0.0', websiteUrl: 'https://claude.com' },
    ],
    [
      'Cursor',
      { tools: true, prompts: true, roots: { listChanged: false }, elicitation: {} },
      { name: 'cursor-vscode', version: '1' },
    ],
    [
      'VS Code',
      {
        roots: { listChanged: true },
        sampling: {},
        elicitation: { form: {}, url: {} },
        tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      },
      { name: 'Visual Studio Code', version: '1' },
    ],
  ])('goes to %s', async (_, capabilities, clientInfo) => {
    const message = from(capabilities, clientInfo)
    expect(early(message)).toBeTypeOf('string')
    expect(early(message)).toBe(await late(message))
  })

  it.each<[string, unknown]>([
    ['a message of another method', usual(undefined, { method: 'ping' })],
    ['another version of JSON-RPC', usual(undefined, { jsonrpc: '1.0' })],
    ['a member too many', usual(undefined, { extra: 1 })],
    ['a param too many', usual({ ...initialize('2025-06-18'), _meta: { progressToken: 1 } })],
    ['no params', { jsonrpc: '2.0', id: 1, method: 'initialize' }],
    ['no id', { ...usual(), id: undefined }],
    ['a broken id', usual(undefined, { id: 1.5 })],
    ['an id that is too large', usual(undefined, { id: 2 ** 53 })],
    ['a batch', [usual()]],
    ['null', null],
    ['capabilities that are none', from(null)],
    ['a capability that is no object', from({ sampling: true })],
    ['icons', from({}, { name: 'a', version: '1', icons: [] })],
    ['a client without a version', from({}, { name: 'a' })],
    ['a long message', from({}, { name: 'a'.repeat(4096), version: '1' })],
  ])('is not given to %s', (_, message) => {
    expect(early(message)).toBeUndefined()
  })

  it('is not given to what is no JSON, begins with a byte order mark, or lacks its end', () => {
    const text = JSON.stringify(usual())
    for (const line of ['', ' ', `\ufeff${text}`, text.slice(0, -1), `${text}${text}`]) {
      expect(answerToInitialize(line, serverInfo(services.site))).toBeUndefined()
    }
  })

  it('is the one of the SDK, or left to it, whatever a client sends', async () => {
    let given = 0
    await fc.assert(
      fc.asyncProperty(arbitraryMessage, async (message) => {
        const answer = early(message)
        if (answer === undefined) return
        given++
        expect(answer).toBe(await late(message))
      }),
      runs(1_500),
    )
    expect(given).toBeGreaterThan(100)
  })

  it('is the one of the SDK for a message as deep as its length allows', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(600)}{}${'}'.repeat(600)}`)
    for (const name of ['tasks', 'elicitation', 'sampling', 'experimental', 'extensions']) {
      const message = from({ [name]: deep })
      expect(early(message), name).toBeTypeOf('string')
      expect(early(message), name).toBe(await late(message))
    }
  })
})

/** A usual message with up to three of its members, at any depth, replaced or added. */
const arbitraryMessage = fc
  .tuple(
    fc.constantFrom(...[...LEGACY, MODERN, 'none'].map((revision) => usual(initialize(revision)))),
    fc.array(
      fc.tuple(
        fc.constantFrom(
          ...[
            'id',
            'jsonrpc',
            'method',
            'extra',
            'params',
            'params.protocolVersion',
            'params.capabilities',
            'params._meta',
          ],
          ...['params.clientInfo', ...['name', 'version', 'title', 'icons'].map((name) => `params.clientInfo.${name}`)],
          ...['roots', 'sampling', 'elicitation', 'tasks', 'experimental', 'extensions', 'other'].flatMap((name) => [
            `params.capabilities.${name}`,
            `params.capabilities.${name}.${name === 'roots' ? 'listChanged' : 'form'}`,
            `params.capabilities.${name}.requests.sampling`,
          ]),
        ),
        fc.oneof(
          fc.constantFrom<unknown>(
            {},
            { form: {} },
            { a: { b: 1 } },
            [],
            null,
            true,
            false,
            0,
            -1,
            1.5,
            'x',
            '',
            {},
            {},
          ),
          fc.string({ unit: 'binary' }),
          fc.integer(),
          fc.jsonValue({ maxDepth: 3 }),
        ),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([message, changes]) => {
    const changed: Members = structuredClone(message)
    for (const [path, value] of changes) set(changed, path.split('.'), structuredClone(value))
    return changed
  })

function set(target: Members, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[name] = value
  else {
    const inner = target[name]
    const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    const object = isObject ? (inner as Members) : {}
    target[name] = object
    set(object, rest, value)
  }
}
