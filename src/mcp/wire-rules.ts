/** What every transport does to messages before the SDK reads them and after it wrote them. */
import {
  isJSONRPCErrorResponse,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  type Transport,
} from '@modelcontextprotocol/server'
import { type Era, malformedParams } from './params.ts'

/** 2025-11-25, server/resources, error handling. */
const RESOURCE_NOT_FOUND = -32002

/**
 * Answers requests with malformed params, and gives errors the codes of the era.
 * @param eraOf the era of the server behind the transport, once it is known
 */
export function applyWireRules(transport: Transport, eraOf: () => Era | undefined): void {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => send(eraOf() === 'legacy' ? withLegacyCode(message) : message, options)
  interceptMessages(transport, (message, deliver) => {
    const refusal = refusalOf(message)
    if (refusal) transport.send(refusal).catch((error) => transport.onerror?.(error))
    else deliver()
  })
}

/** @param intercept called for each incoming message; `deliver` passes it on to the SDK */
export function interceptMessages(
  transport: Transport,
  intercept: (message: JSONRPCMessage, deliver: () => void) => void,
): void {
  const start = transport.start.bind(transport)
  transport.start = () => {
    // The SDK has set its own listener before it starts the transport.
    const receive = transport.onmessage
    transport.onmessage = (message, extra) => intercept(message, () => receive?.(message, extra))
    return start()
  }
}

function refusalOf(message: JSONRPCMessage): JSONRPCMessage | undefined {
  // The transport has checked the message already.
  if (!('method' in message) || !('id' in message)) return undefined
  const era = message.params?._meta?.[PROTOCOL_VERSION_META_KEY] === undefined ? 'legacy' : 'modern'
  const problem = malformedParams(message.method, message.params, era)
  return problem === undefined
    ? undefined
    : { jsonrpc: '2.0', id: message.id, error: { code: -32602, message: problem } }
}

/** A missing resource has a code of its own up to 2025-11-25; the SDK always sends that of 2026-07-28. */
function withLegacyCode(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCErrorResponse(message) || message.error.code !== -32602) return message
  const { data } = message.error
  // Only the error of a missing resource has the URI alone as data.
  const isMissingResource = data !== null && typeof data === 'object' && Object.keys(data).join() === 'uri'
  return isMissingResource ? { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } } : message
}
