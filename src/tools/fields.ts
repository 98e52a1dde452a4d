/** Input fields that several tools share. */
import * as z from 'zod'
import type { Catalog } from '../catalog/catalog.ts'
import { Slug } from '../catalog/entry.ts'
import { languageNamed } from '../catalog/readme-language.ts'
import { LANGUAGES, type Language, type SdkRecord } from '../catalog/record.ts'
import type { Services } from './define.ts'
import { CatalogError } from './errors.ts'
import { jsonSchema } from './json-schema.ts'

/** Text of at most `max` Unicode code points, counted as JSON Schema counts. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => value.length <= max || [...value].length <= max, {
      error: `has more than ${max} characters`,
    })
    .meta({ maxLength: max })

/** What JSON Schema says of a slug. */
const { type: _, ...spelled } = jsonSchema(Slug, 'input')

/** Whole number from `min` to `max`; what is none is refused in these words, not in the parser's. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = `must be a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}`
  const error = ({ input }: { input?: unknown }) => (typeof input === 'string' ? `${range}, not text` : range)
  return z.int({ error, abort: true }).min(min, { error }).max(max, { error })
}

/** Any text is taken: one that can be no slug is answered as one that no SDK has, with those that may have been meant. */
export const slug = z
  .string()
  .meta({ ...spelled, description: 'Slug of the SDK, e.g. "poetrydb-sdk"; search results carry it.' })

/** Name of a language -> its code: "Python", "python" and "py" alike. Adds an issue where it is none. */
export function knownLanguage(name: string, context: z.core.$RefinementCtx): Language | undefined {
  const known = languageNamed(name)
  if (!known) context.addIssue(`must be one of ${Object.keys(LANGUAGES).join(', ')}`)
  return known
}

/** @throws CatalogError not_found */
export function recordOf(wanted: string, { catalog }: Services): SdkRecord {
  const record = catalog.record(wanted)
  if (!record) throw notFound(wanted, catalog)
  return record
}

/** With the catalogue it also names the slugs that may have been meant; of an address, by its last segment. */
export function notFound(wanted: string, catalog?: Catalog): CatalogError {
  const near = catalog?.nearestSlugs(wanted.replace(/\/+$/, '').split('/').at(-1)!) ?? []
  const otherwise = 'Find the slug by name or need with find_sdk (GET /api/sdk/find).'
  return new CatalogError('not_found', {
    detail: Slug.safeParse(wanted).success
      ? `No SDK has the slug "${wanted}".`
      : 'No SDK has this slug; slugs are 3 to 120 lower-case letters, digits and hyphens.',
    ...(near.length > 0 && { resolution: `${didYouMean(near)} ${otherwise}` }),
  })
}

/** 'Did you mean "a", "b" or "c"?' for one name or more. */
export function didYouMean(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`)
  const last = quoted.pop()
  return `Did you mean ${quoted.length > 0 ? `${quoted.join(', ')} or ` : ''}${last}?`
}
