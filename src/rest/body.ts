/** The body of a request as text, within bounds. */
import { CatalogError } from '../tools/errors.ts'

const MOST_BYTES = 64 * 1024

/**
 * Reads at most 64 KB, whatever Content-Length says; malformed UTF-8 becomes U+FFFD.
 * @throws CatalogError payload_too_large
 */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > MOST_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLarge = (): CatalogError =>
  new CatalogError('payload_too_large', { detail: `The body has more than ${MOST_BYTES} bytes.` })
