/** How long clients may keep an answer. Definitions change only when the service is deployed anew. */
export const DEFINITIONS = { ttlMs: 3_600_000, cacheScope: 'public' } as const
/** Entries, READMEs, pages and topics change with the catalogue at any time: as short as max-age=300 of REST. */
export const CONTENT = { ttlMs: 300_000, cacheScope: 'public' } as const

/** Method -> the hint in its results since 2026-07-28. */
export const CACHE_HINTS = {
  'server/discover': DEFINITIONS,
  'tools/list': DEFINITIONS,
  'resources/list': CONTENT,
  'resources/templates/list': DEFINITIONS,
  'prompts/list': DEFINITIONS,
}
