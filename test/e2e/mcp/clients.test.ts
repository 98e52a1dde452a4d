/** The clients that people use, of both generations, call every tool, read resources, fill in prompts and complete, over HTTP and stdio. */
import type { VersionNegotiationMode } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type RunningServer } from '../../../src/http/server/listen.ts'
import { callTool } from '../../../src/tools/define/define.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { testApp } from '../../app.ts'
import { connectFirst, connectSecond, VIAS, type Via } from '../../mcp/connect.ts'
import { LEGACY, type Members, MODERN } from '../../mcp/messages.ts'

const { app, services, reports } = testApp()
/** What each tool says to its first example; test/contract/parity.test.ts has the others. */
const answers = new Map(
  mcpTools.map((tool) => {
    const answer = callTool(tool, tool.examples[0]!, services) as Promise<Members>
    return [tool.name, answer.then(({ version: _, ...others }) => others)]
  }),
)
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

const ofFirstGeneration = async (via: Via) => (await connectFirst(via, server.port)) as Caller

const ofSecondGeneration =
  (mode: VersionNegotiationMode, revision: string) =>
  async (via: Via): Promise<Caller> => {
    const client = await connectSecond(via, server.port, mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    return client as Caller
  }

const CLIENTS: [string, (via: Via) => Promise<Caller>, notFound: number][] = [
  ['sdk 1.x', ofFirstGeneration, -32002],
  // Clients 2.x read both codes as one error of their own, which has the newer code.
  ['client 2.x, legacy', ofSecondGeneration('legacy', LEGACY.at(-1)!), -32602],
  ['client 2.x, auto', ofSecondGeneration('auto', MODERN), -32602],
  ['client 2.x, pinned', ofSecondGeneration({ pin: MODERN }, MODERN), -32602],
]

/** How a client 2.x comes to its revision is the same over both. */
const combinations = VIAS.flatMap((via) =>
  CLIENTS.filter(([name]) => via === 'HTTP' || /1\.x|auto/.test(name)).map(
    ([name, connect, notFound]) => [name, via, connect, notFound] as const,
  ),
)

describe.each(combinations)('%s over %s', (_, via, connect, notFound) => {
  let client: Caller
  let tools: { name: string; title?: string | undefined }[]
  beforeAll(async () => {
    client = await connect(via)
    // From then on it holds structuredContent against the output schema of the tool, and throws where it does not fit.
    tools = (await client.listTools()).tools
  })
  afterAll(() => client.close())

  it('learns the name of the server and when to use it', () => {
    expect(client.getServerVersion()?.name).toBe('sdk-catalog')
    expect(client.getInstructions()).toMatch(/\w/)
  })

  it('lists every tool, in order', () =>
    expect(tools.map(({ name, title }) => ({ name, title }))).toEqual(
      mcpTools.map(({ name, title }) => ({ name, title })),
    ))

  it.each(mcpTools)('calls $name with its first example', async ({ name, examples: [example] }) => {
    const result = await client.callTool({ name, arguments: example! })
    expect(result.isError).toBeFalsy()
    expect(result.content).toMatchObject([{ type: 'text', text: expect.stringMatching(/\w/) }])
    expect(result.structuredContent).toMatchObject((await answers.get(name)) as Members)
  })

  it('reads in plain words why a call failed', async () => {
    const result = await client.callTool({ name: 'get_sdk_entry', arguments: { slug: 'no-such-sdk' } })
    expect(result.isError).toBe(true)
    const [{ text }] = result.content as [{ text: string }]
    expect(text).toContain('not_found')
    expect(text).toContain('no-such-sdk')
  })

  it('is promised what is there, and no notifications', () =>
    expect(client.getServerCapabilities()).toMatchObject({
      resources: { listChanged: false },
      prompts: { listChanged: false },
      completions: {},
    }))

  it('reads every resource that is listed, and an SDK by its template', async () => {
    const { resources } = await client.listResources()
    expect(resources.length).toBeGreaterThan(5)
    for (const { uri } of resources)
      expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, text: expect.stringMatching(/\w/) }])
    const { resourceTemplates } = await client.listResourceTemplates()
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    expect(templates).toEqual(expect.arrayContaining(['sdk://{slug}', 'sdk://{slug}/readme', 'page://{+path}']))
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

  it('learns that a tool does not exist', async () => {
    const call = client.callTool({ name: 'no_such_tool', arguments: {} })
    await expect(call).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('no_such_tool') })
  })
})

it('the service reports nothing unexpected', () => expect(reports).toEqual([]))
