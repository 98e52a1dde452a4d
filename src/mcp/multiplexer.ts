/**
 * Sends the requests of all HTTP clients through one connection to one SDK server, as building a server for each request
 * costs ten times what most answers do. Each request gets an id of its own on that connection.
 */
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCRequest,
  McpServer,
  Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Era } from './params.ts'
import { applyWireRules } from './wire-rules.ts'

type RpcOutcome = { result: Record<string, unknown> } | Pick<JSONRPCErrorResponse, 'error'>
type Settle = (outcome: RpcOutcome | undefined) => void

/**
 * @param create builds the server when the first request comes, and again after a failure
 * @param onError receives failures of building the server or of its connection
 */
export function createMultiplexer(era: Era, create: (era: Era) => Promise<McpServer>, onError: (error: Error) => void) {
  const pending = new Map<number, Settle>()
  let lastId = 0
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    async send(message) {
      if ('method' in message || typeof message.id !== 'number') return
      pending.get(message.id)?.('error' in message ? { error: message.error } : { result: message.result })
      pending.delete(message.id)
    },
  }
  applyWireRules(transport, () => era)
  // serveStdio reads one connection of any transport; the first request pins it to its era.
  serveStdio(() => create(era), { transport, onerror: onError })

  return {
    /** @returns undefined if the signal is aborted first; the SDK then cancels the request */
    request({ method, params }: Omit<JSONRPCRequest, 'jsonrpc' | 'id'>, signal: AbortSignal) {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<RpcOutcome | undefined>()
      pending.set(id, resolve)
      const cancel = () => {
        pending.delete(id)
        resolve(undefined)
        transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
      }
      signal.addEventListener('abort', cancel, { once: true })
      transport.onmessage?.({ jsonrpc: '2.0', id, method, ...(params && { params }) } as JSONRPCMessage)
      return promise.finally(() => signal.removeEventListener('abort', cancel))
    },
  }
}
