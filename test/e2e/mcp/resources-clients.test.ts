/** The clients that people use, of both generations, read resources, fill in prompts and complete, over HTTP and stdio. */
import type { VersionNegotiationMode } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type RunningServer } from '../../../src/server/listen.ts'
import { testApp } from '../../app.ts'
import { connectFirst, connectSecond, VIAS, type Via } from '../../mcp/connect.ts'
import { MODERN } from '../../mcp/messages.ts'

const { app, services, reports } = testApp()
let server: RunningServer
beforeAll(async () => {
  server = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterAll(() => server.stop())

/** What the generations have in common, as far as the tests go. */
interface Reader {
  getServerCapabilities(): object | undefined
  listResources(): Promise<{ resources: { uri: string }[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  readResource(params: { uri: string }): Promise<{ contents: object[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: object[] }>
  complete(params: {
    ref: { type: 'ref/resource'; uri: string }
    argument: { name: string; value: string }
  }): Promise<{ completion: { values: string[] } }>
  close(): Promise<void>
}

const first = (via: Via): Promise<Reader> => connectFirst(via, server.port)

const second =
  (mode: VersionNegotiationMode) =>
  (via: Via): Promise<Reader> =>
    connectSecond(via, server.port, mode)

const CLIENTS: [string, (via: Via) => Promise<Reader>, notFound: number][] = [
  ['sdk 1.x', first, -32002],
  // It reads both codes as one error of its own, which bears the newer.
  ['client 2.x, legacy', second('legacy'), -32602],
  ['client 2.x, pinned', second({ pin: MODERN }), -32602],
]
const combinations = VIAS.flatMap((via) =>
  CLIENTS.map(([name, connect, notFound]) => [name, via, connect, notFound] as const),
)

describe.each(combinations)('%s over %s', (_, via, connect, notFound) => {
  let client: Reader
  beforeAll(async () => {
    client = await connect(via)
  })
  afterAll(() => client.close())

  it('is promised what is there, and no notifications', () => {
    expect(client.getServerCapabilities()).toMatchObject({
      resources: { listChanged: false },
      prompts: { listChanged: false },
      completions: {},
    })
  })

  it('reads every resource that is listed, and an SDK by its template', async () => {
    const { resources } = await client.listResources()
    expect(resources.length).toBeGreaterThan(5)
    for (const { uri } of resources) {
      expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, text: expect.stringMatching(/\w/) }])
    }
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('sdk://{slug}')
    const { contents } = await client.readResource({ uri: 'sdk://poetrydb-sdk' })
    const [{ text }] = contents as [{ text: string }]
    expect(JSON.parse(text)).toEqual(services.catalog.entry('poetrydb-sdk'))
  })

  it('gets the error code of its protocol revision for a missing resource', async () => {
    const read = client.readResource({ uri: 'sdk://poetrdb-sdk' })
    await expect(read).rejects.toMatchObject({ code: notFound, message: expect.stringContaining('poetrydb-sdk') })
  })

  it('completes a slug and gets a prompt about it', async () => {
    const argument = { name: 'slug', value: 'poetry' }
    const { completion } = await client.complete({ ref: { type: 'ref/resource', uri: 'sdk://{slug}' }, argument })
    expect(completion.values).toContain('poetrydb-sdk')
    const { prompts } = await client.listPrompts()
    for (const { name } of prompts) {
      const input: Record<string, string> = name === 'choose_sdk' ? { task: 'show tides' } : { slug: 'poetrydb-sdk' }
      const { messages } = await client.getPrompt({ name, arguments: input })
      expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }])
    }
  })
})

it('the service reports nothing unexpected', () => {
  expect(reports).toEqual([])
})
