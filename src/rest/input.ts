/** Request -> the raw input of a tool, as the route's row says. */

import type { ReadRoute } from '../interface/routes.ts'
import { parseWholeNumber } from '../text/whole-number.ts'
import { CatalogError, type FieldError } from '../tools/errors.ts'

const NO_NUMBER = 'must be a whole number in plain decimal digits'
const TOO_LARGE = 'is too large'

/**
 * @param slug path parameter with its suffix, decoded
 * @throws CatalogError invalid_request for repeated or malformed numbers
 */
export function readInput(route: ReadRoute, url: string, slug: string | undefined): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  if (slug !== undefined) input.slug = slug.replace(/\.\w+$/, '')
  const errors: FieldError[] = []
  const given = new URL(url).searchParams
  for (const [field, kind] of Object.entries(route.query ?? {})) {
    const values = given.getAll(field)
    const [value] = values
    if (value === undefined) continue
    if (values.length > 1) errors.push({ field, message: `is given ${values.length} times; give it once` })
    else if (kind === 'text') input[field] = value
    else if (kind === 'flag') input[field] = { true: true, false: false }[value] ?? value
    else {
      const number = parseWholeNumber(value)
      if (number === undefined) errors.push({ field, message: /^\d+$/.test(value) ? TOO_LARGE : NO_NUMBER })
      else input[field] = number
    }
  }
  if (errors.length > 0) {
    const detail = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
    throw new CatalogError('invalid_request', { detail, errors })
  }
  return input
}
