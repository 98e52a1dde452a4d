/** Calls the tools of a catalogue from the command line: the one on this machine, or that of a service by its URL. */
import * as z from 'zod'
import { openCatalog } from '../../catalog/catalog.ts'
import { unpackCatalog } from '../../catalog/store/load.ts'
import { networkFailure } from '../../system/network-failure.ts'
import { replaceUnsafe, replaceUnsafeIn } from '../../text/unsafe-characters.ts'
import { callTool, parseExact, type Services, type Tool } from '../../tools/define.ts'
import { fail, inOneLine } from '../output.ts'
import { mcpEndpoint, startCatalog } from '../start.ts'

export interface ServiceLocation {
  /** Of a running service; without it the catalogue is loaded from this machine. */
  url?: string
}

/** Returns the structured output of a tool, and the same as text. */
export type CallTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
  input: Record<string, unknown>,
) => Promise<{ data: z.output<Output>; text: string }>

/** The first search of a service on a busy machine builds an index first. */
const TIMEOUT_MS = 60_000

/** @throws StartupError, also from the returned function, with what the tool says about the input */
export async function toolClient({ url }: ServiceLocation): Promise<CallTool> {
  const call = url === undefined ? await localClient() : remoteClient(mcpEndpoint(url))
  // What others wrote must not steer the terminal.
  return async (tool, input) => {
    const { data, text } = await call(tool, input)
    return { data: replaceUnsafeIn(data) as typeof data, text: replaceUnsafe(text) }
  }
}

async function localClient(): Promise<CallTool> {
  const { loaded, site, config } = await startCatalog()
  const catalog = openCatalog(unpackCatalog(loaded.packed), site)
  // Without the pages, which take half of a start: no tool that commands call reads any.
  const services = { catalog, site, trustsTools: !config.CHECK_OUTPUT } as Services
  return (tool, input) =>
    inOneLine(async () => {
      const data = await callTool(tool, input, services, parseExact)
      return { data, text: tool.text(data, services, input as never) }
    })
}

const ToolResponse = z.object({
  result: z
    .object({
      content: z.array(z.object({ text: z.string() })).min(1),
      structuredContent: z.record(z.string(), z.unknown()).optional(),
      isError: z.boolean().optional(),
    })
    .optional(),
  error: z.object({ message: z.string() }).optional(),
})

/** One POST for each call: the service is stateless. */
function remoteClient(endpoint: string): CallTool {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return async ({ name, output }, input) => {
    const params = { name, arguments: input }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(endpoint, { method: 'POST', headers, body, signal }).catch((error: Error) =>
      fail(`${endpoint} cannot be reached: ${networkFailure(error)}; check the URL, or leave out --url.`),
    )
    const { data } = ToolResponse.safeParse(await response.json().catch(() => undefined))
    if (!data?.result) {
      const noEndpoint = `${endpoint} is no MCP endpoint of a catalogue (status ${response.status}); check the URL.`
      fail(data?.error?.message ?? noEndpoint)
    }
    const { result } = data
    const text = result.content[0]!.text
    if (result.isError || !result.structuredContent) fail(text.split('\n').join(' '))
    return { data: result.structuredContent as z.output<typeof output>, text }
  }
}
