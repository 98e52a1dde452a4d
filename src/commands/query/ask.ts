/** Calls the tools of a catalogue from the command line: the one on this machine, or that of a service by its URL. */
import * as z from 'zod'
import { callTool } from '../../tools/define.ts'
import { CatalogError } from '../../tools/errors.ts'
import { mcpTools } from '../../tools/index.ts'
import { refuse, start } from '../start.ts'

export interface Place {
  /** Of a running service; without it the catalogue is loaded from this machine. */
  url?: string
}

/** The structured output of a tool, as its output schema describes it, and the same as text. */
export interface Answer {
  data: Record<string, unknown>
  text: string
}

export type Ask = (tool: string, input: Record<string, unknown>) => Promise<Answer>

const TIMEOUT_MS = 10_000

/** @throws Refusal, also from the returned function, with what the tool says about the input */
export async function asker({ url }: Place, environment = process.env): Promise<Ask> {
  if (url !== undefined) return remote(url)
  const { services } = await start(environment)
  return async (name, input) => {
    const tool = mcpTools.find((known) => known.name === name)!
    try {
      const data = await callTool(tool, input, services)
      return { data, text: tool.text(data, services, input) }
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      const { detail, resolution = '' } = error.info
      return refuse(`${detail} ${resolution}`.trim())
    }
  }
}

const Called = z.object({
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
function remote(url: string): Ask {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    refuse(`--url is ${JSON.stringify(url)}; it must be an http or https URL.`)
  const endpoint = url.endsWith('/mcp') ? url : `${url.replace(/\/+$/, '')}/mcp`
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return async (name, input) => {
    const params = { name, arguments: input }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(endpoint, { method: 'POST', headers, body, signal }).catch((error: Error) =>
      refuse(`${endpoint} cannot be reached (${codeOf(error)}); check the URL, or leave out --url.`),
    )
    const { data } = Called.safeParse(await response.json().catch(() => undefined))
    if (!data) refuse(`${endpoint} is no MCP endpoint of a catalogue (status ${response.status}); check the URL.`)
    const { result, error } = data
    if (!result) refuse(error?.message ?? `status ${response.status}`)
    const text = result.content[0]!.text
    if (result.isError || !result.structuredContent) refuse(text.split('\n').join(' '))
    return { data: result.structuredContent, text }
  }
}

/** The code of the system behind the error of fetch. */
const codeOf = ({ name, cause }: Error): string => (cause as NodeJS.ErrnoException | undefined)?.code ?? name
