/** The header fields that repeat a request's revision, method and name (2026-07-28, transports, standard headers). */
import type { JsonRpcRequest } from '../http/read-body.ts'

type StandardHeaders = Record<'protocolVersionHeader' | 'mcpMethodHeader' | 'mcpNameHeader', string | undefined>

/** Method -> the member of its params that Mcp-Name repeats. */
const NAMED: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }

/**
 * The header field that is missing or differs from the body, in one sentence; undefined if none. classifyInboundRequest of the SDK has
 * compared revision and method where the header fields are there.
 */
export function headerMismatch(
  { method, params }: JsonRpcRequest,
  { protocolVersionHeader, mcpMethodHeader, mcpNameHeader }: StandardHeaders,
): string | undefined {
  if (protocolVersionHeader === undefined) return missing('MCP-Protocol-Version')
  if (mcpMethodHeader === undefined) return missing('Mcp-Method')
  const member = Object.hasOwn(NAMED, method) ? NAMED[method]! : undefined
  const name = member && params?.[member]
  if (typeof name !== 'string') return undefined
  if (mcpNameHeader === undefined) return missing('Mcp-Name')
  const value = decoded(mcpNameHeader.trim())
  if (value === undefined) return 'Header mismatch: Mcp-Name is not valid Base64.'
  return value === name ? undefined : `Header mismatch: Mcp-Name is not params.${member} of the body.`
}

const missing = (header: string): string => `Header mismatch: ${header} is required and missing.`

/** `=?base64?...?=` carries a value that a header field cannot. */
function decoded(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/i.exec(value)?.[1]
  if (encoded === undefined) return value
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '') ? bytes.toString() : undefined
}
