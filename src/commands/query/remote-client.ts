/** What commands ask a catalogue, and its client where that is a running service. */
import * as z from 'zod'
import type { FindInput } from '../../answers/find-result.ts'
import type { FindResult } from '../../answers/find-schema.ts'
import { networkFailure } from '../../system/network-failure.ts'
import type { Tool } from '../../tools/define/define.ts'
import { findSdk } from '../../tools/find-sdk.ts'
import { fail, failUsage } from '../output.ts'

export interface ServiceLocation {
  /** Of a running service; without it the catalogue is loaded from this machine. */
  url?: string
}

export interface ToolAnswer<Data> {
  data: Data
  text: string
}

type CallTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
  input: Record<string, unknown>,
) => Promise<ToolAnswer<z.output<Output>>>

/** Its functions throw a StartupError with what the tool says about the input. */
export interface CatalogClient {
  /** find_sdk; `language` as people write it. */
  find(input: Omit<FindInput, 'language'> & { language?: string }): Promise<ToolAnswer<FindResult>>
  call: CallTool
}

/** The first search of a service on a busy machine builds an index first. */
const TIMEOUT_MS = 60_000

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

/**
 * One POST for each call: the service is stateless.
 * @param endpoint the address of POST /mcp
 */
export function remoteClient(endpoint: string): CatalogClient {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const call: CallTool = async ({ name, output }, input) => {
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
    const isUsage = text.startsWith('invalid_request')
    if (result.isError || !result.structuredContent) (isUsage ? failUsage : fail)(text.split('\n').join(' '))
    return { data: result.structuredContent as z.output<typeof output>, text }
  }
  return { call, find: (input) => call(findSdk, { ...input }) }
}
