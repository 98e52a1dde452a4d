/** Errors for names that do not exist, with suggestions. */

import { targetNamed } from '../../catalog/readme/language.ts'
import { isSlug, SLUG } from '../../catalog/record/bounds.ts'
import { LANGUAGE_CODES, type Target } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { normalizeUrl } from '../../query/url-names.ts'
import { nearest } from '../../search/suggest.ts'
import type { LookUp } from '../../store/look-up.ts'
import type { Catalog } from '../../store/open-catalog.ts'
import { once } from '../../system/once.ts'
import { joinParts } from '../../text/join-parts.ts'
import { CatalogError, refusedFields } from './catalog-error.ts'

/** A longer text is no typo of a slug or a URL, so it gets no suggestions. */
const MAX_NAME_LENGTH = 500
/** Where find_sdk is found outside MCP. */
export const OTHER_INTERFACES = ' (GET /api/sdk/find, sdk-catalog find)'
const FIND_SLUG = `Find the slug by name or need with find_sdk${OTHER_INTERFACES}.`
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
    detail: unknown
      .map((slug) => joinParts(' ', unknownSlug(slug, catalog), didYouMean(nearSlugs(slug, catalog))))
      .join(' '),
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
    detail: unknownSlug(slug, catalog),
    ...(near.length > 0 && { resolution: didYouMean(near, FIND_SLUG) }),
  })
}

/** Why a name of a language is refused. */
export const NO_LANGUAGE = `must be one of ${LANGUAGE_CODES.join(', ')}`

/**
 * The language or program that a command is asked for.
 * @param others that the command takes, too
 * @throws CatalogError invalid_request for a name that nothing has
 */
export function targetOf(name: string, field: string, ...others: string[]): Target {
  const target = targetNamed(name)
  if (target) return target
  throw refusedFields('invalid_request', [{ field, message: [NO_LANGUAGE, ...others].join(', ') }])
}

/** "IP Lookup" -> "ip-lookup", as topics are spelled. */
export const normalizeTopic = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

/**
 * The topic as the catalogue spells it.
 * @throws CatalogError invalid_request for one that no SDK has
 */
export function knownTopic(name: string | undefined, { topics }: Catalog): string | undefined {
  if (name === undefined) return undefined
  const topic = normalizeTopic(name)
  if (topics.includes(topic)) return topic
  throw new CatalogError('invalid_request', {
    detail: `topic: no SDK has the topic "${name}".`,
    errors: [{ field: 'topic', message: 'is not a topic of the catalogue' }],
    resolution: didYouMean(nearest(name, topics)) || 'Leave topic out; the answer counts the topics that there are.',
  })
}

function unknownSlug(slug: string, catalog?: LookUp): string {
  if (!isSlug(slug)) return `No SDK has this slug; slugs are ${SLUG_RULE}.`
  const renamed = catalog?.renamedTo(slug)
  return renamed === undefined ? `No SDK has the slug "${slug}".` : `The slug "${slug}" is now "${renamed}".`
}

function nearSlugs(name: string, { nearestSlugs }: LookUp): string[] {
  const segment = name.length > MAX_NAME_LENGTH ? '' : (name.split('/').findLast(Boolean) ?? '')
  return nearestSlugs(normalizeUrl(segment))
}
