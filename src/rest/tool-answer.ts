/** The answers of tools over REST: the JSON of their output, and the README byte for byte. */
import type { RouteDeps, RouteRequest } from '../documents/route.ts'
import { accepted } from '../http/negotiate.ts'
import { readQuery } from '../http/read-query.ts'
import type { Representation } from '../http/representation.ts'
import { representReadme } from '../site/page-model.ts'
import { cacheabilityNow, callTool, type Services } from '../tools/define/define.ts'
import { recordOf } from '../tools/define/not-found.ts'
import { recordToolCall, replayToolCall } from '../tools/define/tool-events.ts'
import { getSdkReadme } from '../tools/get-sdk-readme.ts'
import { madeOnce } from './made-once.ts'
import type { ToolRoute } from './routes.ts'

export async function toolAnswer(
  deps: RouteDeps,
  { tool, path, cacheControl, query }: ToolRoute,
  { url, accept, params }: RouteRequest,
): Promise<Representation> {
  const { services } = deps
  const type = 'application/json'
  const headers = accepted(accept, type)
  const input = { ...params, ...readQuery(url.searchParams, query, tool.input) }
  if (tool.parts) {
    const content = await recordToolCall(tool.name, input, () => madeOnce(deps, path, () => tool.parts!(services)))
    return { content, type, cacheControl, headers, onHit: replayToolCall(tool.name, input, {}) }
  }
  const output: Record<string, unknown> = await callTool(tool, input, services)
  return {
    content: JSON.stringify(output),
    type,
    cacheControl,
    headers,
    cacheability: cacheabilityNow(tool.cacheability, services),
    onHit: replayToolCall(tool.name, input, output),
  }
}

export const readme = (services: Services, { params }: RouteRequest): Representation =>
  representReadme(recordOf(getSdkReadme.input.shape.slug.parse(params.slug), services).slug, services)
