/**
 * What the body of a POST may be: at most 64 KB of limited shape, and at /mcp one JSON-RPC 2.0 message. The schemas are
 * enforced there and published in OpenAPI.
 */
import * as z from 'zod'
import { CatalogError } from '../tools/define/catalog-error.ts'

export const MAX_BODY_BYTES = 64 * 1024

/**
 * Reads at most 64 KB as UTF-8. Drops a byte order mark; malformed UTF-8 becomes U+FFFD.
 * @throws CatalogError payload_too_large; invalid_request when the client breaks off
 */
export async function readBody(request: Request): Promise<string> {
  const length = request.headers.get('content-length')
  if (Number(length) > MAX_BODY_BYTES) throw tooLarge()
  // A body never exceeds its Content-Length (RFC 9112 §6.3), and arrayBuffer() is faster than reading a stream.
  const reading = length === null ? readStream(request.body) : request.arrayBuffer()
  const bytes = await reading.catch(() => {
    // A connection that breaks is not a failure of the service, so it is not reported.
    throw new CatalogError('invalid_request', { detail: 'The body ended before it was complete.' })
  })
  if (bytes.byteLength > MAX_BODY_BYTES) throw tooLarge()
  return new TextDecoder().decode(bytes)
}

/** Stops soon after the limit. */
async function readStream(body: Request['body']): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_BODY_BYTES) break
  }
  return Buffer.concat(chunks)
}

const tooLarge = (): CatalogError =>
  new CatalogError('payload_too_large', { detail: `The body has more than ${MAX_BODY_BYTES} bytes.` })

/** Far more than any request needs. Schemas recurse, and take time for each member. */
const MAX_DEPTH = 64
const MAX_MEMBERS = 1_000
const MAX_FORM_FIELDS = 20

/** Why JSON of this shape is refused before anything else looks at it, in one sentence; undefined if it is not. */
export function shapeProblem(json: unknown): string | undefined {
  let members = 0
  let level = [json]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `The JSON is nested deeper than ${MAX_DEPTH}.`
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      const children = Object.values(value)
      members += children.length
      if (members > MAX_MEMBERS) return `The JSON has more than ${MAX_MEMBERS} members and items.`
      next.push(...children)
    }
    level = next
  }
  return undefined
}

/** @throws CatalogError invalid_request for a form with too many fields, before it is parsed */
export function readForm(text: string): URLSearchParams {
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS)
    throw new CatalogError('invalid_request', {
      detail: `The form has more than ${MAX_FORM_FIELDS} fields.`,
      resolution: 'Send only the fields that are described.',
    })
  return new URLSearchParams(text)
}

/** SPEC 2.7, strict. */
export const JsonRpcRequest = z
  .strictObject({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC.'),
    id: z.union([z.string(), z.int()]).optional().describe('Correlates the response; left out of a notification.'),
    method: z.string().describe('The MCP method, such as tools/list or tools/call.'),
    params: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Parameters of the method; null is read as left out.'),
  })
  .meta({ id: 'JsonRpcRequest', description: 'One JSON-RPC 2.0 request or notification; no batches.' })
export type JsonRpcRequest = z.infer<typeof JsonRpcRequest>

const JsonRpcError = z
  .strictObject({
    code: z.int().describe('JSON-RPC error code.'),
    message: z.string().describe('What went wrong.'),
    data: z.unknown().optional().describe('More about it; its shape depends on the code.'),
  })
  .meta({ id: 'JsonRpcError', description: 'Why a request failed.' })

/** SPEC 2.8: exactly one of result and error. */
export const JsonRpcResponse = z
  .strictObject({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC.'),
    id: z
      .union([z.string(), z.int(), z.null()])
      .describe('Id of the request that is answered; null when it could not be read.'),
    result: z.record(z.string(), z.unknown()).optional().describe('Present on success only.'),
    error: JsonRpcError.optional().describe('Present on failure only.'),
  })
  .meta({
    id: 'JsonRpcResponse',
    description: 'One JSON-RPC 2.0 response. Exactly one of result and error is present.',
    minProperties: 3,
    maxProperties: 3,
  })
