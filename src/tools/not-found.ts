/** Errors for names that do not exist, with suggestions. */
import type { LookUp } from '../catalog/look-up.ts'
import { normalizeUrl } from '../catalog/rank/names/urls.ts'
import { isSlug, SLUG } from '../catalog/record/bounds.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { once } from '../system/once.ts'
import { joinParts } from '../text/join-parts.ts'
import { CatalogError } from './errors.ts'

/** A longer text is no typo of a slug or a URL, so it gets no suggestions. */
const MAX_NAME_LENGTH = 500
const FIND_SLUG = 'Find the slug by name or need with find_sdk (GET /api/sdk/find, sdk-catalog find).'
const SLUG_RULE = `${SLUG.least} to ${SLUG.most} lower-case letters, digits and hyphens`

/** British English has no comma before the "or". */
const alternatives = once(() => new Intl.ListFormat('en-GB', { type: 'disjunction' }))

/** 'Did you mean "a", "b" or "c"?', then `otherwise`; only `otherwise` where there are no names. */
export function didYouMean(names: readonly string[], otherwise = ''): string {
  if (names.length === 0) return otherwise
  return `Did you mean ${alternatives().format(names.map((name) => `"${name}"`))}? ${otherwise}`.trimEnd()
}

/** @throws CatalogError not_found */
export function recordOf(slug: string, { catalog }: { catalog: LookUp }): SdkRecord {
  const record = catalog.record(slug)
  if (!record) throw notFound(slug, catalog)
  return record
}

/**
 * The records of several slugs, in their order.
 * @throws CatalogError invalid_request that names every unknown slug with its suggestions
 */
export function recordsOf(slugs: readonly string[], { catalog }: { catalog: LookUp }): SdkRecord[] {
  const records = slugs.flatMap((slug) => catalog.record(slug) ?? [])
  if (records.length === slugs.length) return records
  const unknown = slugs.filter((slug) => !catalog.record(slug))
  throw new CatalogError('invalid_request', {
    detail: unknown.map((slug) => joinParts(' ', unknownSlug(slug), didYouMean(nearSlugs(slug, catalog)))).join(' '),
    errors: unknown.map((slug) => ({
      field: 'slugs',
      message: isSlug(slug) ? `must not hold "${slug}", which no SDK has as its slug` : `must hold slugs: ${SLUG_RULE}`,
    })),
    resolution: `Correct these slugs. ${FIND_SLUG}`,
  })
}

/** @param catalog adds suggestions; for a URL they are those of its last segment */
export function notFound(slug: string, catalog?: LookUp): CatalogError {
  const near = catalog ? nearSlugs(slug, catalog) : []
  return new CatalogError('not_found', {
    detail: unknownSlug(slug),
    ...(near.length > 0 && { resolution: didYouMean(near, FIND_SLUG) }),
  })
}

const unknownSlug = (slug: string): string =>
  isSlug(slug) ? `No SDK has the slug "${slug}".` : `No SDK has this slug; slugs are ${SLUG_RULE}.`

function nearSlugs(name: string, { nearestSlugs }: LookUp): string[] {
  const segment = name.length > MAX_NAME_LENGTH ? '' : (name.split('/').findLast(Boolean) ?? '')
  return nearestSlugs(normalizeUrl(segment))
}
