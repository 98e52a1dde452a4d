/** What the revisions up to 2025-11-25 say in another way than 2026-07-28, which is how the SDK says it everywhere. */
import { isJSONRPCErrorResponse, type JSONRPCMessage } from '@modelcontextprotocol/server'

/** 2025-11-25, server/resources, error handling. */
const RESOURCE_NOT_FOUND = -32002

/** An answer as a legacy revision has it. */
export function asLegacy(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCErrorResponse(message) || message.error.code !== -32602) return message
  const { data } = message.error
  // Only for a resource that is not there does the SDK name the address and nothing else.
  const missing = data !== null && typeof data === 'object' && Object.keys(data).join() === 'uri'
  return missing ? { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } } : message
}
