/** The input of a tool from a request's query and path, as the table of routes says. */

import { splitList } from '../text/split-list.ts'
import { parseWholeNumber } from '../text/whole-number.ts'
import { CatalogError, type FieldError } from '../tools/define/catalog-error.ts'
import type { ToolRoute } from './routes.ts'

/** @throws CatalogError invalid_request for repeated parameters and malformed numbers */
export function readToolInput(
  { query = {} }: Pick<ToolRoute, 'query'>,
  parameters: URLSearchParams,
  slug?: string,
): Record<string, unknown> {
  const input: Record<string, unknown> = slug === undefined ? {} : { slug }
  const errors: FieldError[] = []
  for (const [field, kind] of Object.entries(query)) {
    const values = parameters.getAll(field)
    const [value] = values
    if (value === undefined) continue
    if (values.length > 1) errors.push({ field, message: `must be given once, not ${values.length} times` })
    else if (kind === 'text') input[field] = value
    else if (kind === 'list') input[field] = splitList(value)
    else if (kind === 'flag') input[field] = { true: true, false: false }[value] ?? value
    else {
      const number = parseWholeNumber(value)
      if (number === undefined) errors.push({ field, message: /^\d+$/.test(value) ? TOO_LARGE : NOT_A_NUMBER })
      else input[field] = number
    }
  }
  if (errors.length === 0) return input
  const detail = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
  throw new CatalogError('invalid_request', { detail, errors })
}

const NOT_A_NUMBER = 'must be a whole number in plain decimal digits'
const TOO_LARGE = 'is too large'
