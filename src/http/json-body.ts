/** Bodies in JSON: their media type, and their value. */
import { jsonOf } from '../text/typed-text.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'
import { shapeProblem } from './read-body.ts'

/** Without parameters, in lower case; undefined for an absent or empty header. */
export const mediaType = (header: string | undefined): string | undefined =>
  header?.trim() ? header.split(';')[0]!.trim().toLowerCase() : undefined

/** @throws CatalogError invalid_json, and invalid_request for a value that is too deep or too wide */
export function parseBody(text: string): unknown {
  const json = jsonOf(text)
  if (json === undefined) throw new CatalogError('invalid_json', { detail: 'The body is not JSON.' })
  const detail = shapeProblem(json)
  if (detail !== undefined)
    throw new CatalogError('invalid_request', { detail, resolution: 'Send only what is described.' })
  return json
}
