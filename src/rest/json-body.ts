/** Bodies in JSON: their media type, and their value. */
import { CatalogError } from '../tools/errors.ts'

/** Without parameters, in lower case; undefined for an absent or empty header. */
export const mediaType = (header: string | undefined): string | undefined =>
  header?.trim() ? header.split(';')[0]!.trim().toLowerCase() : undefined

/** @throws CatalogError invalid_json */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CatalogError('invalid_json', { detail: 'The body is not JSON.' })
  }
}
