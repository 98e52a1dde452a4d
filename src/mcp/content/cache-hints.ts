/** How long clients may cache a result (2026-07-28, caching). The answers the service itself stores: http/server/answer-store.ts. */

/** Definitions change only with a new release. */
export const DEFINITIONS = { ttlMs: 3_600_000, cacheScope: 'public' } as const
/** Entries, READMEs, pages and topics change with the catalogue: the same as max-age=300 over REST. */
export const CONTENT = { ttlMs: 300_000, cacheScope: 'public' } as const

/** Method -> the hint in its results since 2026-07-28. */
export const CACHE_HINTS = {
  'server/discover': DEFINITIONS,
  'tools/list': DEFINITIONS,
  'resources/list': CONTENT,
  'resources/templates/list': DEFINITIONS,
  'prompts/list': DEFINITIONS,
}
