/**
 * The one cache of answers, in front of the application. It stores the answers that the application marked as valid for
 * the catalogue snapshot it serves (http/cacheable-answer.ts), and knows nothing of what they say.
 *
 * Its key holds everything an answer depends on: method, address, the header fields below and, for POST /mcp, the message
 * without its id. So within one snapshot the same key means the same answer. A new snapshot gets a new store.
 */
import { LRUCache } from 'lru-cache'
import { cacheableAnswer } from '../cacheable-answer.ts'
import type { Bindings } from '../environment.ts'

export type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

/** Every request header field that the application reads for an answer it marks. */
const KEY_HEADERS = [
  'accept',
  'accept-encoding',
  'if-none-match',
  'host',
  'origin',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
]

const MAX_STORE_BYTES = 4 * 1024 * 1024
/** No ordinary request has a longer key. */
const MAX_KEY_LENGTH = 4_000
/** Of an entry beside its body and key, about. */
const ENTRY_BYTES = 1_500

interface StoredAnswer {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | null
  onHit: (() => void) | undefined
}

interface StoreKey {
  key: string
  /** The id of a JSON-RPC request, as JSON. */
  id?: string
}

/** The application behind a store of its answers. */
export function withAnswerStore(fetch: Fetch, maxBytes = MAX_STORE_BYTES): Fetch {
  const store = new LRUCache<string, StoredAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + 2 * key.length + (body?.length ?? 0),
  })

  return function answer(request, bindings) {
    const storeKey = keyOf(request, bindings.body)
    if (!storeKey) return fetch(request, bindings)
    const stored = store.get(storeKey.key)
    if (stored) {
      stored.onHit?.()
      return responseFrom(stored, storeKey.id)
    }
    const remember = (response: Response): Response => {
      const answer = storedAnswer(response)
      if (answer) store.set(storeKey.key, answer)
      return response
    }
    const response = fetch(request, bindings)
    return response instanceof Promise ? response.then(remember) : remember(response)
  }
}

/** Undefined for a request whose answer is never stored. */
function keyOf(request: Request, body: Buffer | undefined): StoreKey | undefined {
  const { method, url, headers } = request
  let id: string | undefined
  let message = ''
  if (method === 'POST') {
    const rpc = body && url.endsWith('/mcp') ? messageKey(body) : undefined
    if (!rpc) return undefined
    id = rpc.id
    message = rpc.message
  } else if (method !== 'GET') return undefined
  let key = `${method} ${url}`
  for (const name of KEY_HEADERS) key += `\n${headers.get(name) ?? '\0'}`
  key += `\n${message}`
  return key.length > MAX_KEY_LENGTH ? undefined : { key, ...(id !== undefined && { id }) }
}

/** Of a JSON-RPC request: its id, and all its other members as JSON. */
function messageKey(body: Buffer): { id: string; message: string } | undefined {
  if (body.length > MAX_KEY_LENGTH) return undefined
  try {
    const { id, ...message } = JSON.parse(new TextDecoder().decode(body))
    if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined
    let text = JSON.stringify(message)
    // JSON writes null for a number that is too large, such as 1e400.
    if (text.includes('null')) text = JSON.stringify(message, (_, value) => (isOverflow(value) ? String(value) : value))
    return { id: JSON.stringify(id), message: text }
  } catch {
    // Not JSON, or nested too deeply: the application says so.
    return undefined
  }
}

const isOverflow = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value)

function storedAnswer(response: Response): StoredAnswer | undefined {
  const answer = cacheableAnswer(response)
  if (!answer) return undefined
  const { 'content-length': _, ...headers } = answer.headers
  // A copy, as a small Buffer is a slice of a larger one, which would stay in memory with it.
  const body = answer.body.length === 0 ? null : new Uint8Array(Buffer.from(answer.body))
  return { status: response.status, headers, body, onHit: answer.onHit }
}

/** @param id of the JSON-RPC request, whose answer carries it */
function responseFrom({ status, headers, body }: StoredAnswer, id: string | undefined): Response {
  const isResult = id !== undefined && body !== null
  const whole = isResult ? Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`), body, END]) : body
  return new Response(whole, { status, headers })
}

const END = Buffer.from('}')
