/** The body of a request as text, within bounds. */
import { CatalogError } from '../tools/errors.ts'

const MOST_BYTES = 64 * 1024

/**
 * Reads at most 64 KB. A byte order mark is dropped; malformed UTF-8 becomes U+FFFD.
 * @throws CatalogError payload_too_large, or invalid_request when the sender leaves in the middle
 */
export async function readBody(request: Request): Promise<string> {
  const announced = request.headers.get('content-length')
  if (Number(announced) > MOST_BYTES) throw tooLarge()
  // HTTP lets no body grow past the length it announced, and the server reads such a one without a web stream.
  const bytes = announced === null ? await readStream(request.body) : await request.arrayBuffer().catch(brokenOff)
  if (bytes.byteLength > MOST_BYTES) throw tooLarge()
  return new TextDecoder().decode(bytes)
}

/** Stops soon after the bound. */
async function readStream(body: Request['body']): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MOST_BYTES) break
    }
  } catch {
    brokenOff()
  }
  return Buffer.concat(chunks)
}

/** A connection that breaks is the sender's failure and none of ours to report. */
function brokenOff(): never {
  throw new CatalogError('invalid_request', { detail: 'The body ended before it was complete.' })
}

const tooLarge = (): CatalogError =>
  new CatalogError('payload_too_large', { detail: `The body has more than ${MOST_BYTES} bytes.` })
