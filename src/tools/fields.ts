/** Input fields that several tools share. */
import * as z from 'zod'
import type { Catalog } from '../catalog/catalog.ts'
import { Slug } from '../catalog/entry.ts'
import type { SdkRecord } from '../catalog/record.ts'
import type { Services } from './define.ts'
import { CatalogError } from './errors.ts'

/** Text of at most `max` Unicode code points, counted as JSON Schema counts. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => value.length <= max || [...value].length <= max, {
      error: `has more than ${max} characters`,
    })
    .meta({ maxLength: max })

/** Whole number from `min` to `max`; what is none is refused in these words, not in the parser's. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const error = `must be a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}`
  return z.int({ error, abort: true }).min(min, { error }).max(max, { error })
}

export const slug = Slug.describe('Slug of the SDK, e.g. "poetrydb-sdk"; search results carry it.')

/** @throws CatalogError not_found */
export function recordOf(wanted: string, { catalog }: Services): SdkRecord {
  const record = catalog.record(wanted)
  if (!record) throw notFound(wanted, catalog)
  return record
}

/** With the catalogue it also names the slugs that may have been meant. */
export function notFound(wanted: string, catalog?: Catalog): CatalogError {
  const near = catalog?.nearestSlugs(wanted) ?? []
  const otherwise = 'Find the slug by name or need with find_sdk (GET /api/sdk/find).'
  return new CatalogError('not_found', {
    detail: `No SDK has the slug "${wanted}".`,
    ...(near.length > 0 && { resolution: `${didYouMean(near)} ${otherwise}` }),
  })
}

/** 'Did you mean "a", "b" or "c"?' for one name or more. */
export function didYouMean(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`)
  const last = quoted.pop()
  return `Did you mean ${quoted.length > 0 ? `${quoted.join(', ')} or ` : ''}${last}?`
}
