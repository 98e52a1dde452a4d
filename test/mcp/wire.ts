/** POST /mcp as a wire: sends anything, and holds every answer to what all answers promise (SPEC 2.8, 2.9, 4.7). */
import { expect } from 'vitest'
import { testApp } from '../app.ts'
import { violations } from '../contract/schemas.ts'
import type { Members, Sent } from './messages.ts'

/** Names under which this app answers, and whose pages may call it. */
const OWN = ['localhost', 'sdk.example.com']
const { app, reports } = testApp({ hostnames: [...OWN, '[::1]'], originHostnames: OWN })

export const LIMIT = 64 * 1024
export const PROBLEM = 'application/problem+json'
export const JSON_TYPE = 'application/json'

export interface Wire {
  headers?: Record<string, string | undefined> | Headers
  /** Sent as it is when a string or bytes, as JSON otherwise. */
  body?: unknown
  method?: string
  signal?: AbortSignal
}

export interface Answer {
  status: number
  type: string | null
  headers: Headers
  text: string
  json: Members
}

/** Sends, and holds every answer to what all answers promise. */
export async function send({
  headers = { 'content-type': JSON_TYPE },
  body,
  method = 'POST',
  signal,
}: Wire): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
  const fields = headers instanceof Headers ? headers : new Headers(defined(headers))
  const answer = await app.request('/mcp', {
    method,
    headers: fields,
    ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
    ...(signal && { signal }),
  } as RequestInit)
  expect(reports).toEqual([])
  const text = await answer.text()
  const type = answer.headers.get('content-type')
  expect([200, 202, 204, 400, 403, 404, 405, 413, 415]).toContain(answer.status)
  expect([JSON_TYPE, PROBLEM, null]).toContain(type)
  expect(answer.headers.has('mcp-session-id')).toBe(false)
  expect(answer.headers.has('set-cookie')).toBe(false)
  expect(text === '').toBe(type === null || method === 'HEAD')
  const json = text === '' ? {} : JSON.parse(text)
  if (text !== '') expect(violations(type === PROBLEM ? 'Problem' : 'JsonRpcResponse', json)).toEqual([])
  if (type === PROBLEM && text !== '') expect(json.status).toBe(answer.status)
  return { status: answer.status, type, headers: answer.headers, text, json }
}

const defined = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((field): field is [string, string] => field[1] !== undefined))

/** The smallest request. */
export const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
/** It again, filled up with white space. */
export const pad = (bytes: number) => JSON.stringify(ping).padEnd(bytes, ' ')

/** How a header field carries text that is not ASCII (2026-07-28, transports). */
export const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

/** A request with other headers, other `_meta` or no id. */
export function bent(
  sent: Sent,
  { headers = {}, meta, id = true }: { headers?: Record<string, string | undefined>; meta?: Members; id?: boolean },
) {
  const { id: _, ...unnamed } = sent.body
  const body: Members = id ? sent.body : unnamed
  const params = meta ? { ...(body.params as Members), _meta: meta } : body.params
  return { headers: { ...sent.headers, ...headers }, body: { ...body, params } }
}
