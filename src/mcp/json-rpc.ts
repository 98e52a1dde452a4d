/** JSON-RPC requests read without a schema: it would cost each request more than its answer, and a start its first. */
import type { JsonRpcRequest } from '../interface/body.ts'

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params'])

/** What the schema JsonRpcRequest of interface/body.ts accepts; undefined for anything else. */
export function requestIn(text: string): JsonRpcRequest | undefined {
  let message: Partial<JsonRpcRequest>
  try {
    message = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(message) || Object.keys(message).some((name) => !MEMBERS.has(name))) return undefined
  const { jsonrpc, id, method, params } = message
  const named = id === undefined || typeof id === 'string' || Number.isSafeInteger(id)
  const whole = jsonrpc === '2.0' && typeof method === 'string' && (params === undefined || isObject(params))
  return named && whole ? (message as JsonRpcRequest) : undefined
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
