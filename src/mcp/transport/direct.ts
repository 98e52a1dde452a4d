/**
 * The methods that clients call most, answered without building a server of the SDK for each request, which costs
 * several times what the answer does. The SDK stays the reference (test/mcp/transport/direct.test.ts holds the two against each
 * other) and answers whatever is not taken here.
 */
import { ProtocolError, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { CACHE_HINTS } from '../cache.ts'
import type { Era, Methods } from '../methods.ts'
import { MODERN } from '../revisions.ts'
import type { ServerFactory } from '../server.ts'

export interface DirectRequest {
  id: string | number
  method: string
  /** Held against the shape of their method. */
  params?: Record<string, unknown> | undefined
}

/** What the headers of a request say of its body. */
export interface Claims {
  revision?: string | undefined
  method?: string | undefined
  name?: string | undefined
}

/** Of params: what no method here takes, and the SDK looks at. */
const TO_THE_SDK = ['inputResponses', 'requestState', 'task']

/** The text of the answer to a request that the SDK has classified; undefined where the SDK has to answer too. */
export type DirectAnswers = (request: DirectRequest, era: Era, claims: Claims) => Promise<string> | undefined

export function directAnswers({ methods, serverInfo }: Pick<ServerFactory, 'methods' | 'serverInfo'>): DirectAnswers {
  const meta = { [SERVER_INFO_META_KEY]: serverInfo }
  const lists = new Map<string, Record<Era, string>>(
    (['tools/list', 'prompts/list'] as const).map((method) => {
      const result = methods[method]()
      const modern = { ...result, resultType: 'complete', ...CACHE_HINTS[method], _meta: meta }
      return [method, { legacy: JSON.stringify(result), modern: JSON.stringify(modern) }]
    }),
  )

  return function directAnswer(request, era, claims) {
    const { id, method } = request
    if (era === 'modern' && !bearsOut(request, claims)) return undefined
    if (TO_THE_SDK.some((member) => request.params?.[member] !== undefined)) return undefined
    const list = lists.get(method)
    if (list) return Promise.resolve(message(id, 'result', list[era]))
    return Object.hasOwn(methods, method) ? answered(request, era) : undefined
  }

  async function answered({ id, method, params = {} }: DirectRequest, era: Era): Promise<string> {
    const run = methods[method as keyof Methods] as (params: unknown, era: Era) => object | Promise<object>
    try {
      const result = await run(params, era)
      const whole = era === 'legacy' ? result : { ...result, resultType: 'complete', _meta: meta }
      return message(id, 'result', JSON.stringify(whole))
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      const { code, message: detail, data } = error
      return message(id, 'error', JSON.stringify({ code, message: detail, data }))
    }
  }
}

/** Whether the headers are plainly those of the body; in doubt, as with a name in Base64, the SDK decides. */
const bearsOut = ({ method, params }: DirectRequest, claims: Claims): boolean =>
  claims.revision === MODERN && claims.method === method && claims.name === params?.name

const message = (id: string | number, member: 'result' | 'error', text: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"${member}":${text}}`
