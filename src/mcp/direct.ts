/**
 * Answers most requests from header fields and body alone, without an object of the SDK or of the web platform. It takes
 * a request only if nothing about it is unusual. Any other, and any that fails, goes to transport/http.ts, whose answers
 * are the same.
 */
import { classifyInboundRequest } from '@modelcontextprotocol/server'
import type { JsonRpcRequest } from '../interface/body.ts'
import { boundedMap, keyOf } from '../system/bounded-map.ts'
import { requestIn } from './json-rpc.ts'
import { type KeptJson, keptJson, type Message, messageText, resultMessage, sizeOfKept } from './message.ts'
import type { Era, Methods } from './methods.ts'
import { LEGACY_REVISIONS, MODERN } from './revisions.ts'

/** What the header fields of a request say about its body. */
export interface Announced {
  revision?: string | undefined
  method?: string | undefined
  name?: string | undefined
}

/** The status of the answer and its message, which a notification has none of. */
export interface DirectAnswer {
  status: 200 | 202
  message?: Message
}

/** Params that the SDK acts on and the methods of this service do not. */
const SDK_PARAMS = ['inputResponses', 'requestState', 'task']
/** Method -> the member of its params that the header field Mcp-Name repeats. */
const NAMED: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }
/** Of results of the SDK that are kept, in bytes. */
const MOST_KEPT = 1_000_000
/** Ways in which clients describe themselves. */
const MOST_ENVELOPES = 500

export function createDirect(methods: Methods) {
  /** Era and params -> what the SDK answered: the same request gets the same result as long as the catalogue stays. */
  const results = boundedMap<KeptJson>(MOST_KEPT, sizeOfKept)
  /** Envelopes that the SDK has accepted, by their JSON. */
  const envelopes = boundedMap<Era>(MOST_ENVELOPES)

  return { answer, learn }

  /** @returns undefined for a request that is not answered here; it has had no effect then */
  function answer(announced: Announced, body: string): DirectAnswer | Promise<DirectAnswer> | undefined {
    const message = requestIn(body)
    const era = message && eraOf(message, announced)
    if (era === undefined) return undefined
    const { id, method, params } = message!
    if (id === undefined) return era === 'legacy' ? { status: 202 } : undefined
    if (methods.isSdkMethod(method)) {
      const key = resultKey(method, params, era)
      const result = key && results.get(key)
      return result ? { status: 200, message: resultMessage(id, result) } : undefined
    }
    const { malformed, run } = methods.check(method, params, era)
    if (malformed !== undefined || !run) return undefined
    const made = methods.respond(id, method, run, era)
    return made instanceof Promise ? made.then((message) => ({ status: 200, message })) : { status: 200, message: made }
  }

  /**
   * Keeps what the SDK answered, if it is a result.
   * @returns the answer, with its members in the order of all others
   */
  function learn({ id, method, params }: JsonRpcRequest, era: Era, answered: string): string {
    const { result } = JSON.parse(answered)
    if (id === undefined || result === undefined) return answered
    const json = JSON.stringify(result)
    const key = isOdd(params) ? undefined : resultKey(method, params, era)
    if (key) results.set(key, keptJson(json))
    return messageText(resultMessage(id, json))
  }

  /** The era that the SDK would find; undefined where that takes more than a look. */
  function eraOf({ method, params }: JsonRpcRequest, announced: Announced): Era | undefined {
    const { _meta: meta } = params ?? {}
    if (isOdd(params)) return undefined
    if (announced.revision !== MODERN) {
      // Clients may discover before they know any revision.
      if (method === 'server/discover' && announced.revision === undefined && meta === undefined) return 'modern'
      const known = announced.revision === undefined || LEGACY_REVISIONS.includes(announced.revision)
      return known && (meta === undefined || eraOfEnvelope(meta, false) === 'legacy') ? 'legacy' : undefined
    }
    return isAnnounced(method, params, announced) && eraOfEnvelope(meta, true) === 'modern' ? 'modern' : undefined
  }

  function eraOfEnvelope(meta: unknown, announced: boolean): Era | undefined {
    const key = keyOf(announced, meta)
    const known = key && envelopes.get(key)
    if (known) return known
    const { kind } = classifyInboundRequest({
      httpMethod: 'POST',
      body: { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: meta } },
      ...(announced && { protocolVersionHeader: MODERN }),
    })
    if (kind === 'reject') return undefined
    if (key) envelopes.set(key, kind)
    return kind
  }
}

/** Whether the header fields repeat method and name as they are; a name in Base64 is for the SDK to decode. */
export function isAnnounced(
  method: string,
  params: JsonRpcRequest['params'],
  { method: named, name }: Announced,
): boolean {
  const member = NAMED[method]
  return named === method && name === (member && params?.[member]) && !name?.startsWith('=?')
}

/** Whether the params have something that only the SDK acts on. */
export const isOdd = (params: JsonRpcRequest['params']): boolean =>
  params !== undefined && (SDK_PARAMS.some((name) => params[name] !== undefined) || Object.hasOwn(params, '__proto__'))

function resultKey(method: string, params: JsonRpcRequest['params'] = {}, era: Era): string | undefined {
  const { _meta, ...own } = params
  return keyOf(era, method, own)
}
