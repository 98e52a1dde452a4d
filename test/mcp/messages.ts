/** JSON-RPC over HTTP as clients of each revision send it. */
export const MODERN = '2026-07-28'
export const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const

export type Members = Record<string, unknown>

export interface Sent {
  headers: Record<string, string>
  body: Members
}

/** What every request of 2026-07-28 carries in `params._meta`. */
export const envelope = (version: string = MODERN): Members => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
})

/** A request of 2026-07-28: envelope, and the headers that repeat it. */
export function modern(method: string, params: Members = {}, id: number | string = 1): Sent {
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      // 2026-07-28, transports: only these three methods repeat a name.
      ...(['tools/call', 'prompts/get'].includes(method) && params.name ? { 'mcp-name': String(params.name) } : {}),
      ...(method === 'resources/read' && params.uri ? { 'mcp-name': String(params.uri) } : {}),
    },
    body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: envelope() } },
  }
}

/** A request of an earlier revision, or with no revision a cold one. */
export function legacy(method: string, params?: Members, version?: string, id: number | string = 1): Sent {
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version && { 'mcp-protocol-version': version }),
    },
    body: { jsonrpc: '2.0', id, method, ...(params && { params }) },
  }
}

export const initialize = (protocolVersion: string): Members => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '0' },
})
