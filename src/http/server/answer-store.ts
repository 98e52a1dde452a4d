/**
 * The one cache of answers, in front of the application. It stores the answers that the application marked as valid for
 * the catalogue snapshot it serves (http/representation.ts), and knows nothing of what they say.
 *
 * Its key holds everything an answer depends on: the request line, the header fields below as they were sent and, for
 * POST /mcp, the message without its id. So within one snapshot the same key means the same answer. A new snapshot gets a
 * new store. The key is made from Node's request, before anything else looks at it: an answer to a request that is refused
 * is never stored.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { cacheableAnswer } from '../representation.ts'

/** Every request header field that an answer depends on, if only because of it the request is refused. */
const KEY_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'if-none-match',
  'host',
  'origin',
  'content-type',
  'expect',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
])

export const MB = 1024 * 1024
/** No ordinary request has a longer key. */
const MAX_KEY_LENGTH = 4_000
/** Of an entry beside its body and key, about. */
const ENTRY_BYTES = 1_500

export interface StoredAnswer {
  status: number
  headers: Record<string, string>
  /** Of POST /mcp the result. */
  body: Buffer | undefined
  onHit: (() => void) | undefined
}

export interface StoreKey {
  key: string
  /** The id of a JSON-RPC request, as JSON. */
  id?: string | undefined
}

export type AnswerStore = ReturnType<typeof createAnswerStore>

export function createAnswerStore(maxBytes = 4 * MB) {
  const answers = new LRUCache<string, StoredAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + 2 * key.length + (body?.length ?? 0),
  })
  return {
    get: ({ key }: StoreKey): StoredAnswer | undefined => answers.get(key),
    /** Stores what the application answered, if it marked it. */
    remember({ key, id }: StoreKey, response: Response): void {
      const answer = cacheableAnswer(response)
      if (!answer) return
      const { 'content-length': _, ...headers }: Record<string, string> = answer.headers
      // A copy, as a small Buffer is a slice of a larger one, which would stay in memory with it.
      const body = answer.body.length === 0 ? undefined : Buffer.from(new Uint8Array(Buffer.from(answer.body)).buffer)
      if (id === undefined && body) headers['content-length'] = String(body.length)
      answers.set(key, { status: response.status, headers, body, onHit: answer.onHit })
    },
  }
}

/**
 * Undefined for a request whose answer is never stored.
 * @param body of a POST, as far as it has been read
 */
export function storeKeyOf(
  { method, url = '', httpVersion, rawHeaders }: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>,
  body: Buffer | undefined,
): StoreKey | undefined {
  const rpc = method === 'POST' && body && url.endsWith('/mcp') ? messageKey(body) : undefined
  if (!rpc && method !== 'GET') return undefined
  let key = `${method} ${url} ${httpVersion}`
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    if (KEY_HEADERS.has(name)) key += `\n${name}:${rawHeaders[at + 1]}`
  }
  if (rpc) key += `\n\n${rpc.message}`
  return key.length > MAX_KEY_LENGTH ? undefined : { key, id: rpc?.id }
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

/** @param id of the JSON-RPC request, whose answer carries it */
export function sendStored({ status, headers, body, onHit }: StoredAnswer, { id }: StoreKey, outgoing: ServerResponse) {
  onHit?.()
  if (id === undefined || !body) return void outgoing.writeHead(status, headers).end(body)
  const whole = Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`), body, END])
  outgoing.writeHead(status, { ...headers, 'content-length': whole.length }).end(whole)
}

const END = Buffer.from('}')
