/** What is said about a name that does not exist: what may have been meant, and what else to do. */
import type { Catalog } from '../catalog/catalog.ts'
import { normalizeUrl } from '../catalog/rank/names/urls.ts'
import { Slug } from '../catalog/record/entry.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { once } from '../system/once.ts'
import type { Services } from './define.ts'
import { CatalogError } from './errors.ts'

/** A longer name is no typo of a slug or of its URL, so it is not read. */
const MAX_LENGTH = 500

/** British, as that puts no comma before the "or". */
const alternatives = once(() => new Intl.ListFormat('en-GB', { type: 'disjunction' }))

/** 'Did you mean "a", "b" or "c"?', then `otherwise`; that alone where no name is near. */
export function didYouMean(names: readonly string[], otherwise = ''): string {
  if (names.length === 0) return otherwise
  return `Did you mean ${alternatives().format(names.map((name) => `"${name}"`))}? ${otherwise}`.trimEnd()
}

/** @throws CatalogError not_found */
export function recordOf(wanted: string, { catalog }: Services): SdkRecord {
  const record = catalog.record(wanted)
  if (!record) throw notFound(wanted, catalog)
  return record
}

/**
 * The records of several slugs, in their order.
 * @throws CatalogError invalid_request that names every unknown slug, each with those that may have been meant
 */
export function recordsOf(wanted: readonly string[], { catalog }: Services): SdkRecord[] {
  const records = wanted.map((slug) => catalog.record(slug))
  const unknown = wanted.filter((_, at) => !records[at])
  if (unknown.length === 0) return records.filter((record) => record !== undefined)
  throw new CatalogError('invalid_request', {
    detail: unknown.map((slug) => `${unknownSlug(slug)} ${didYouMean(nearSlugs(slug, catalog))}`.trim()).join(' '),
    errors: unknown.map((slug) => ({
      field: 'slugs',
      message: isSlug(slug) ? `must not hold "${slug}", which no SDK has as its slug` : `must hold slugs: ${SPELLING}`,
    })),
    resolution: `Correct these slugs. ${FIND_SLUG}`,
  })
}

/** With the catalogue it also names the slugs that may have been meant; for a URL, by its last segment. */
export function notFound(wanted: string, catalog?: Catalog): CatalogError {
  const near = catalog ? nearSlugs(wanted, catalog) : []
  return new CatalogError('not_found', {
    detail: unknownSlug(wanted),
    ...(near.length > 0 && { resolution: didYouMean(near, FIND_SLUG) }),
  })
}

const FIND_SLUG = 'Find the slug by name or need with find_sdk (GET /api/sdk/find).'
const SPELLING = '3 to 120 lower-case letters, digits and hyphens'

const isSlug = (text: string): boolean => Slug.safeParse(text).success

const unknownSlug = (wanted: string): string =>
  isSlug(wanted) ? `No SDK has the slug "${wanted}".` : `No SDK has this slug; slugs are ${SPELLING}.`

function nearSlugs(wanted: string, { nearestSlugs }: Catalog): string[] {
  const name = wanted.length > MAX_LENGTH ? '' : (wanted.split('/').findLast(Boolean) ?? '')
  return nearestSlugs(normalizeUrl(name))
}
