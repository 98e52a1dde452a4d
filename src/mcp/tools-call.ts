/** tools/call: runs a tool and puts its output, or its error, into a CallToolResult. */
import {
  type CallToolRequestParams,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { nearest } from '../search/suggest.ts'
import { joinParts } from '../text/join-parts.ts'
import { type CatalogError, closed, echoed, type ReportUnexpected } from '../tools/define/catalog-error.ts'
import { type AnyTool, callTool, type Services } from '../tools/define/define.ts'
import { didYouMean, OTHER_INTERFACES } from '../tools/define/not-found.ts'
import type { Era } from './params.ts'

export function toolCaller(tools: readonly AnyTool[], services: Services, report: ReportUnexpected) {
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]))
  const names = [...toolsByName.keys()]

  /** @throws ProtocolError -32602 for an unknown tool; every other failure is a result with isError */
  return async function call(
    { name, arguments: input = {} }: CallToolRequestParams,
    era: Era,
  ): Promise<CallToolResult> {
    const tool = toolsByName.get(name)
    if (!tool) {
      throw unknownTool(name, names)
    }
    try {
      const output: Record<string, unknown> = await callTool(tool, input, services)
      return {
        structuredContent: output,
        content: [{ type: 'text', text: tool.text(output, services, input) }],
      }
    } catch (error) {
      return errorResult(closed(error, report), era)
    }
  }
}

export function unknownTool(name: string, names: readonly string[]): ProtocolError {
  const hint = didYouMean(nearest(name, names), `Tools are: ${names.join(', ')}.`)
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${echoed(name)}". ${hint}`)
}

/**
 * Clients use either the text or the structured form, so each form is complete. Clients of the legacy revisions check
 * even the structured form of a failure against the output schema and would show an error of their own instead, so they
 * get the text alone.
 */
function errorResult({ code, info }: CatalogError, era: Era): CallToolResult {
  const { detail, resolution = HINTS[code], errors } = info
  // A client of MCP has no other interface.
  const advice = resolution?.replace(OTHER_INTERFACES, '')
  const text = joinParts('\n', `${code}: ${detail}`, advice)
  const structuredContent = { code, detail, ...(advice && { resolution: advice }), ...(errors && { errors }) }
  return {
    isError: true,
    ...(era === 'modern' && { structuredContent }),
    content: [{ type: 'text', text }],
  }
}

const HINTS: Partial<Record<CatalogError['code'], string>> = {
  not_found: 'Find the right slug with find_sdk.',
  invalid_request: 'Correct the arguments and call the tool again.',
  server_error: 'Call the tool once more after a short pause.',
}
