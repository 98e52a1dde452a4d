/** The clients that people use, of both generations, find and call every tool, over HTTP and over stdio. */
import * as v2 from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioTransportV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type RunningServer } from '../../src/rest/serve.ts'
import { callTool } from '../../src/tools/define.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { LEGACY, type Members, MODERN } from '../mcp/messages.ts'
import { BIN, ENVIRONMENT } from '../mcp/stdio-process.ts'

const { app, services, reports } = testApp()
let server: RunningServer
beforeAll(async () => {
  server = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterAll(() => server.stop())

/** What the generations have in common, as far as the tests go. */
interface Caller {
  listTools(): Promise<{ tools: { name: string; title?: string | undefined }[] }>
  callTool(call: { name: string; arguments?: Members }): Promise<Members>
  getServerVersion(): { name: string } | undefined
  getInstructions(): string | undefined
  close(): Promise<void>
}

const address = () => new URL(`http://localhost:${server.port}/mcp`)
const command = { command: process.execPath, args: [BIN, 'stdio'], env: ENVIRONMENT }
const INFO = { name: 'test', version: '0' }

const TRANSPORTS = {
  HTTP: { v1: () => new HttpTransportV1(address()), v2: () => new v2.StreamableHTTPClientTransport(address()) },
  stdio: { v1: () => new StdioTransportV1(command), v2: () => new StdioTransportV2(command) },
}
type Via = keyof typeof TRANSPORTS

async function ofFirstGeneration(via: Via): Promise<Caller> {
  const client = new ClientV1(INFO)
  // The package's own class and interface differ under exactOptionalPropertyTypes.
  await client.connect(TRANSPORTS[via].v1() as TransportV1)
  return client as Caller
}

const ofSecondGeneration =
  (mode: v2.VersionNegotiationMode, revision: string) =>
  async (via: Via): Promise<Caller> => {
    const client = new v2.Client(INFO, { versionNegotiation: { mode } })
    await client.connect(TRANSPORTS[via].v2())
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    return client as Caller
  }

const CLIENTS: Record<string, (via: Via) => Promise<Caller>> = {
  'sdk 1.x': ofFirstGeneration,
  'client 2.x, legacy': ofSecondGeneration('legacy', LEGACY.at(-1)!),
  'client 2.x, auto': ofSecondGeneration('auto', MODERN),
  'client 2.x, pinned': ofSecondGeneration({ pin: MODERN }, MODERN),
}

const combinations = Object.keys(TRANSPORTS).flatMap((via) =>
  Object.entries(CLIENTS).map(([name, connect]) => [name, via as Via, connect] as const),
)

describe.each(combinations)('%s over %s', (_, via, connect) => {
  let client: Caller
  beforeAll(async () => {
    client = await connect(via)
  })
  afterAll(() => client.close())

  it('learns who serves and when to look here', () => {
    expect(client.getServerVersion()?.name).toBe('sdk-catalog')
    expect(client.getInstructions()).toMatch(/\w/)
  })

  it('lists every tool, in order', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name, title }) => ({ name, title }))).toEqual(
      mcpTools.map(({ name, title }) => ({ name, title })),
    )
  })

  // The clients hold structuredContent against the output schema they have listed, and throw where it does not fit.
  it.each(mcpTools.map((tool) => [tool.name, tool] as const))('calls %s with its examples', async (name, tool) => {
    await client.listTools()
    for (const example of tool.examples) {
      const result = await client.callTool({ name, arguments: example })
      expect(result.isError).toBeFalsy()
      expect(result.content).toMatchObject([{ type: 'text', text: expect.stringMatching(/\w/) }])
      const { version: _, ...expected } = (await callTool(tool, example, services)) as Members
      expect(result.structuredContent).toMatchObject(expected)
    }
  })

  it('reads in plain words why a call failed', async () => {
    await client.listTools()
    const result = await client.callTool({ name: 'get_sdk_entry', arguments: { slug: 'no-such-sdk' } })
    expect(result.isError).toBe(true)
    const [{ text }] = result.content as [{ text: string }]
    expect(text).toContain('not_found')
    expect(text).toContain('no-such-sdk')
  })

  it('reads which argument was refused', async () => {
    const result = await client.callTool({ name: 'search_sdk_catalog', arguments: { limit: 1000, page: 2 } })
    expect(result.isError).toBe(true)
    const [{ text }] = result.content as [{ text: string }]
    expect(text).toContain('limit')
    expect(text).toContain('page')
  })

  it('is told that a tool does not exist', async () => {
    const call = client.callTool({ name: 'no_such_tool', arguments: {} })
    await expect(call).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('no_such_tool') })
  })
})

it('makes the service report nothing', () => {
  expect(reports).toEqual([])
})
