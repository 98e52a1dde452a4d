/**
 * The table of MCP methods: the params that each takes and, unless it needs the resources of an SDK server, what it
 * answers. HTTP, stdio and the SDK server all read it. Params are checked here before the SDK sees them, because its
 * answers to malformed params quote the internals of the parser.
 */
import {
  isInitializeRequest,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { nearest } from '../catalog/search/suggest.ts'
import { type AnyTool, callTool, type Services } from '../tools/define.ts'
import { type CatalogError, closed, echoed, type ReportUnexpected } from '../tools/errors.ts'
import { didYouMean } from '../tools/not-found.ts'
import { CACHE_HINTS } from './cache.ts'
import { CompletionParams, complete } from './content/complete.ts'
import { getPrompt, PromptParams, promptArguments, promptList } from './content/prompts.ts'
import { templateVariables } from './content/resources.ts'
import { protocolErrorsOnly } from './errors.ts'
import { definition } from './tool-definition.ts'

/** `legacy` stands for the revisions up to 2025-11-25. */
export type Era = McpRequestContext['era']

export interface McpOptions {
  services: Services
  tools: readonly AnyTool[]
  report: ReportUnexpected
}

type Result = object | Promise<object>

/** A request whose params have been checked: either what is wrong with them, or how to answer it. */
interface CheckedRequest {
  /** One line. */
  malformed?: string
  /** Throws ProtocolError and nothing else. Absent if only the SDK can answer. */
  run?: () => Result
}

/** One row of the table. */
function method<Params, Answer extends Result>(
  params: z.ZodType<Params>,
  run: (params: NoInfer<Params>, era: Era) => Answer,
) {
  return { run, check: (given: unknown, era: Era) => checked(params, given, (data) => run(data, era)) }
}

/** A row without an answer of its own. */
const sdkMethod = (params: z.ZodType) => ({ check: (given: unknown) => checked(params, given) })

function checked<Params>(schema: z.ZodType<Params>, given: unknown, run?: (params: Params) => Result): CheckedRequest {
  const { error, data } = schema.safeParse(given)
  if (!error) return run ? { run: () => run(data) } : {}
  return { malformed: error.issues.map(({ path, message }) => [path.join('.'), message].join(' ').trim()).join('; ') }
}

const text = z.string('must be text')
// Every list is one page, so the server has never given out a cursor.
const ListParams = z.looseObject({ cursor: z.undefined('must be left out: every list is one page').optional() })
const UriParams = z.looseObject({ uri: text })
const ToolParams = z.looseObject({
  name: text,
  arguments: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  task: z.looseObject({ ttl: z.number('must be a number').optional() }, 'must be an object').optional(),
})
const InitializeParams = z.unknown().refine((params) => isInitializeRequest({ method: 'initialize', params }), {
  error: 'needs protocolVersion, capabilities and clientInfo',
})

export type Methods = ReturnType<typeof createMethods>

export function createMethods({ services, tools, report }: McpOptions) {
  const { name: title, version, baseUrl } = services.site
  const serverInfo = { name: 'sdk-catalog', title, version, websiteUrl: baseUrl }
  const toolList = { tools: tools.map(definition) }
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]))
  const toolNames = [...toolsByName.keys()]
  const completable = new Map([...templateVariables(), ...promptArguments()])
  const guarded = protocolErrorsOnly(report)

  const table = {
    'tools/list': method(ListParams, () => toolList),
    'tools/call': method(ToolParams, callNamed),
    'prompts/list': method(ListParams, () => promptList),
    'prompts/get': method(
      PromptParams,
      guarded((params) => getPrompt(params, services)),
    ),
    'completion/complete': method(
      CompletionParams,
      guarded((params) => complete(params, completable, services)),
    ),
    'resources/list': sdkMethod(ListParams),
    'resources/templates/list': sdkMethod(ListParams),
    'resources/read': sdkMethod(UriParams),
    'skills/list': sdkMethod(ListParams),
    'skills/get': sdkMethod(UriParams),
    'resources/directory/read': sdkMethod(UriParams.extend({ cursor: text.optional() })),
    // In 2026-07-28 it is no method, whatever its params.
    initialize: { check: (given: unknown, era: Era) => (era === 'legacy' ? checked(InitializeParams, given) : {}) },
  }
  const rows = new Map<string, { check(given: unknown, era: Era): CheckedRequest }>(Object.entries(table))

  const meta = { [SERVER_INFO_META_KEY]: serverInfo }
  /** Lists never change, so they are serialised once. */
  const lists = new Map<string, Record<Era, string>>(
    (['tools/list', 'prompts/list'] as const).map((name) => {
      const result = table[name].run({}, 'modern')
      const modern = { ...result, resultType: 'complete', ...CACHE_HINTS[name], _meta: meta }
      return [name, { legacy: JSON.stringify(result), modern: JSON.stringify(modern) }]
    }),
  )

  return { serverInfo, table, check, respond }

  function check(name: string, params: unknown = {}, era: Era): CheckedRequest {
    const request = rows.get(name)?.check(params, era) ?? {}
    return request.malformed === undefined ? request : { malformed: `${name}: ${request.malformed}` }
  }

  /** The JSON-RPC response, as the SDK would write it, without building one of its servers for the request. */
  async function respond(id: string | number, name: string, run: () => Result, era: Era): Promise<string> {
    const list = lists.get(name)
    if (list) return response(id, 'result', list[era])
    try {
      const result = await run()
      const whole = era === 'legacy' ? result : { ...result, resultType: 'complete', _meta: meta }
      return response(id, 'result', JSON.stringify(whole))
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      const { code, message, data } = error
      return response(id, 'error', JSON.stringify({ code, message, data }))
    }
  }

  async function callNamed({ name, arguments: input = {} }: z.output<typeof ToolParams>, era: Era) {
    const tool = toolsByName.get(name)
    if (!tool) {
      const hint = didYouMean(nearest(name, toolNames), `Tools are: ${toolNames.join(', ')}.`)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${echoed(name)}". ${hint}`)
    }
    try {
      const structuredContent: Record<string, unknown> = await callTool(tool, input, services)
      const content = [{ type: 'text' as const, text: tool.text(structuredContent, services, input) }]
      return { structuredContent, content }
    } catch (error) {
      return toolFailure(closed(error, report), era)
    }
  }
}

const response = (id: string | number, member: 'result' | 'error', json: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"${member}":${json}}`

/**
 * Clients use either the text or the structured form, so each form is complete. Clients of the legacy revisions check
 * even the structured form of a failure against the output schema and would show their own error instead of ours, so
 * they get the text alone.
 */
function toolFailure({ code, info }: CatalogError, era: Era) {
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
