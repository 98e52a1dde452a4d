/** Input fields that several tools share. */
import * as z from 'zod'
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

export const slug = Slug.describe('Slug of the SDK, e.g. "poetrydb-sdk"; search results carry it.')

/** @throws CatalogError not_found */
export function recordOf(wanted: string, { catalog }: Services): SdkRecord {
  const record = catalog.record(wanted)
  if (!record) throw notFound(wanted)
  return record
}

export const notFound = (wanted: string): CatalogError =>
  new CatalogError('not_found', { detail: `No SDK has the slug "${wanted}".` })
