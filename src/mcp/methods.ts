/**
 * The table of MCP methods: the params that each takes and, unless it needs the resources of an SDK server, what it
 * answers. HTTP, stdio and the SDK server all read it. Params are checked here before the SDK sees them, because its
 * answers to malformed params quote the internals of the parser.
 */
import {
  isInitializeRequest,
  type McpRequestContext,
  ProtocolError,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { AnyTool, Services } from '../tools/define.ts'
import type { ReportUnexpected } from '../tools/errors.ts'
import { CACHE_HINTS } from './cache.ts'
import { toolCaller } from './call.ts'
import { CompletionParams, complete } from './content/complete.ts'
import { getPrompt, PromptParams, promptArguments, promptList } from './content/prompts.ts'
import { templateVariables } from './content/resources.ts'
import { protocolErrorsOnly } from './errors.ts'
import { serverInfo } from './handshake.ts'
import { errorMessage, keptJson, type Message, type ResultJson, resultMessage } from './message.ts'
import { definition } from './tool-definition.ts'

/** `legacy` stands for the revisions up to 2025-11-25. */
export type Era = McpRequestContext['era']

export interface McpOptions {
  services: Services
  tools: readonly AnyTool[]
  report: ReportUnexpected
}

/** As the revisions up to 2025-11-25 say it. */
type Result = ResultJson | Promise<ResultJson>

/** A request whose params have been checked: either what is wrong with them, or how to answer it. */
export interface CheckedRequest {
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
  const info = serverInfo(services.site)
  const toolList = { tools: tools.map(definition) }
  const completable = new Map([...templateVariables(), ...promptArguments()])
  const guarded = protocolErrorsOnly(report)

  const modernEnd = `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: info })}`
  /** Lists never change, so they are serialised once; in 2026-07-28 with how long clients may keep them. */
  const lists = {
    'tools/list': keptJson(JSON.stringify(toolList)),
    'prompts/list': keptJson(JSON.stringify(promptList)),
  }
  const modernLists = new Map([
    ['tools/list', keptJson(JSON.stringify({ ...toolList, ...CACHE_HINTS['tools/list'] }))],
    ['prompts/list', keptJson(JSON.stringify({ ...promptList, ...CACHE_HINTS['prompts/list'] }))],
  ])

  const callTool = toolCaller(tools, services, report)
  const table = {
    'tools/list': method(ListParams, () => lists['tools/list']),
    'tools/call': method(ToolParams, (params, era) => callTool(params, era)),
    'prompts/list': method(ListParams, () => lists['prompts/list']),
    'prompts/get': method(
      PromptParams,
      guarded((params) => JSON.stringify(getPrompt(params, services))),
    ),
    'completion/complete': method(
      CompletionParams,
      guarded((params) => JSON.stringify(complete(params, completable, services))),
    ),
    'server/discover': sdkMethod(z.unknown()),
    ping: sdkMethod(z.unknown()),
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

  return { serverInfo: info, table, callTool, check, isSdkMethod, respond }

  function check(name: string, params: unknown = {}, era: Era): CheckedRequest {
    const request = rows.get(name)?.check(params, era) ?? {}
    return request.malformed === undefined ? request : { malformed: `${name}: ${request.malformed}` }
  }

  /** Whether only a server of the SDK answers it; it then answers the same to the same params. */
  function isSdkMethod(name: string): boolean {
    const row = rows.get(name)
    return row !== undefined && !('run' in row)
  }

  /** The JSON-RPC response, as the SDK would write it, without building one of its servers for the request. */
  function respond(id: string | number, name: string, run: () => Result, era: Era): Message | Promise<Message> {
    const whole = (result: ResultJson) => {
      if (era === 'legacy') return resultMessage(id, result)
      return resultMessage(id, modernLists.get(name) ?? result, modernEnd)
    }
    const failed = (error: unknown) => {
      if (!(error instanceof ProtocolError)) throw error
      const { code, message, data } = error
      return errorMessage(id, { code, message, data })
    }
    try {
      const result = run()
      return result instanceof Promise ? result.then(whole, failed) : whole(result)
    } catch (error) {
      return failed(error)
    }
  }
}
