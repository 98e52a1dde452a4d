/** The query parameters of a request as the text that they are: parseInput makes of it what the schema says. */
import type * as z from 'zod'
import { parseWholeNumber } from '../text/typed-text.ts'
import { CatalogError, type FieldError } from '../tools/define/catalog-error.ts'
import { isInteger } from '../tools/define/coerce-arguments.ts'

/**
 * @param names parameters that are read; all others are ignored
 * @throws CatalogError invalid_request for repeated parameters, and for numbers that are not plain decimal digits
 */
export function readQuery(
  parameters: URLSearchParams,
  names: readonly string[],
  schema: z.ZodType,
): Record<string, string> {
  const input: Record<string, string> = {}
  const errors: FieldError[] = []
  for (const field of names) {
    const { 0: value, length } = parameters.getAll(field)
    if (value === undefined) continue
    input[field] = value
    if (length > 1) errors.push({ field, message: `must be given once, not ${length} times` })
    else if (isInteger(schema, field) && parseWholeNumber(value) === undefined)
      errors.push({ field, message: /^\d+$/.test(value) ? TOO_LARGE : NOT_A_NUMBER })
  }
  if (errors.length === 0) return input
  const detail = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
  throw new CatalogError('invalid_request', { detail, errors })
}

const NOT_A_NUMBER = 'must be a whole number in plain decimal digits'
const TOO_LARGE = 'is too large'
