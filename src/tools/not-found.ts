/** What is said about a name that does not exist: what may have been meant, and what else to do. */
import type { Catalog } from '../catalog/catalog.ts'
import { normalizeUrl } from '../catalog/rank/urls.ts'
import { Slug } from '../catalog/record/entry.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Services } from './define.ts'
import { CatalogError } from './errors.ts'

/** A longer name is no typo of a slug or of its URL, so it is not read. */
const MAX_LENGTH = 500

/** British, as that puts no comma before the "or". */
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** 'Did you mean "a", "b" or "c"?', then `otherwise`; that alone where no name is near. */
export function didYouMean(names: readonly string[], otherwise = ''): string {
  if (names.length === 0) return otherwise
  return `Did you mean ${alternatives.format(names.map((name) => `"${name}"`))}? ${otherwise}`.trimEnd()
}

/** @throws CatalogError not_found */
export function recordOf(wanted: string, { catalog }: Services): SdkRecord {
  const record = catalog.record(wanted)
  if (!record) throw notFound(wanted, catalog)
  return record
}

/** With the catalogue it also names the slugs that may have been meant; for a URL, by its last segment. */
export function notFound(wanted: string, catalog?: Catalog): CatalogError {
  const name = wanted.length > MAX_LENGTH ? '' : (wanted.split('/').findLast(Boolean) ?? '')
  const near = catalog?.nearestSlugs(normalizeUrl(name)) ?? []
  const otherwise = 'Find the slug by name or need with find_sdk (GET /api/sdk/find).'
  return new CatalogError('not_found', {
    detail: Slug.safeParse(wanted).success
      ? `No SDK has the slug "${wanted}".`
      : 'No SDK has this slug; slugs are 3 to 120 lower-case letters, digits and hyphens.',
    ...(near.length > 0 && { resolution: didYouMean(near, otherwise) }),
  })
}
