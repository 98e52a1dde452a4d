/** tools/call: the JSON of the result, put together from parts that are made as seldom as possible. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { nearest } from '../catalog/search/suggest.ts'
import { boundedMap, cameBefore, keyOf } from '../system/bounded-map.ts'
import { keptCall, toldAgain } from '../tools/calls.ts'
import { type AnyTool, callTool, outputJson, type Services } from '../tools/define.ts'
import { type CatalogError, closed, echoed, type ReportUnexpected } from '../tools/errors.ts'
import { didYouMean } from '../tools/not-found.ts'
import { type KeptJson, keptJson, type ResultJson, sizeOfKept } from './message.ts'
import type { Era } from './methods.ts'

/** Of results that are kept, in bytes: those of hundreds of READMEs. */
const MOST_KEPT = 3_000_000
/** The same of results of which there may be any number; they drive out only each other. */
const MOST_ASKED = 2_000_000
/** Of what is known of the questions that came lately, in bytes. */
const MOST_QUESTIONS = 250_000

export interface NamedCall {
  name: string
  arguments?: Record<string, unknown> | undefined
}

export function toolCaller(tools: readonly AnyTool[], services: Services, report: ReportUnexpected) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const names = [...byName.keys()]
  const kept = boundedMap<KeptJson>(MOST_KEPT, sizeOfKept)
  const asked = boundedMap<KeptJson>(MOST_ASKED, sizeOfKept)
  const isKnown = cameBefore(MOST_QUESTIONS)

  /**
   * The result as JSON, that of a failed call too.
   * @param mayBeKept false where answers should come in the order of their requests, as a kept one overtakes others
   * @throws ProtocolError for a name that no tool has
   */
  return function call(
    { name, arguments: input = {} }: NamedCall,
    era: Era,
    mayBeKept = true,
  ): ResultJson | Promise<ResultJson> {
    const tool = byName.get(name)
    if (!tool) {
      const hint = didYouMean(nearest(name, names), `Tools are: ${names.join(', ')}.`)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${echoed(name)}". ${hint}`)
    }
    const lasts = mayBeKept ? (tool.lasts?.(input) ?? 'asked') : 'once'
    const key = lasts === 'once' ? undefined : keyOf(name, input)
    if (key === undefined) return made(tool, input, era)
    const isOneOfFew = lasts === 'kept'
    const results = isOneOfFew ? kept : asked
    const known = results.get(key)
    if (known) {
      toldAgain(known.call!)
      return known
    }
    const isKept = isOneOfFew || isKnown(key)
    return made(tool, input, era, isKept ? (result) => results.set(key, result) : undefined)
  }

  async function made(tool: AnyTool, input: object, era: Era, keep?: (result: KeptJson) => void): Promise<ResultJson> {
    try {
      const output: Record<string, unknown> = await callTool(tool, input, services)
      const text = JSON.stringify(tool.text(output, services, input))
      const json = `{"structuredContent":${outputJson(tool, output, services)},"content":[{"type":"text","text":${text}}]}`
      keep?.(keptJson(json, keptCall(tool.name, input, output)))
      return json
    } catch (error) {
      return JSON.stringify(failure(closed(error, report), era))
    }
  }
}

/**
 * Clients use either the text or the structured form, so each form is complete. Clients of the legacy revisions check
 * even the structured form of a failure against the output schema and would show their own error instead of ours, so
 * they get the text alone.
 */
function failure({ code, info }: CatalogError, era: Era) {
  const { detail, resolution = HINTS[code], errors } = info
  const text = [`${code}: ${detail}`, resolution].filter(Boolean).join('\n')
  const structuredContent = { code, detail, ...(resolution && { resolution }), ...(errors && { errors }) }
  return {
    isError: true,
    ...(era === 'modern' && { structuredContent }),
    content: [{ type: 'text' as const, text }],
  }
}

const HINTS: Partial<Record<CatalogError['code'], string>> = {
  not_found: 'Find the right slug with find_sdk.',
  invalid_request: 'Correct the arguments and call the tool again.',
  server_error: 'Call the tool once more after a short pause.',
}
