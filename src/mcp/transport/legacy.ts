/** Rewrites what the SDK says as 2026-07-28 does into what the revisions up to 2025-11-25 say. */
import { isJSONRPCErrorResponse, type JSONRPCMessage } from '@modelcontextprotocol/server'

/** 2025-11-25, server/resources, error handling. */
const RESOURCE_NOT_FOUND = -32002

export function asLegacy(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCErrorResponse(message) || message.error.code !== -32602) return message
  const { data } = message.error
  // The SDK gives the URI alone as data only for an unknown resource.
  const missing = data !== null && typeof data === 'object' && Object.keys(data).join() === 'uri'
  return missing ? { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } } : message
}
