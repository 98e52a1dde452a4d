/** How long a client may keep what it is given. Definitions change with a deploy only. */
export const DEFINITIONS = { ttlMs: 3_600_000, cacheScope: 'public' } as const
/** Entries, READMEs, pages and topics change with the catalogue, at any time: as long as REST says with max-age=300. */
export const CONTENT = { ttlMs: 300_000, cacheScope: 'public' } as const

/** Method -> hint that its results carry since 2026-07-28. */
export const CACHE_HINTS = {
  'server/discover': DEFINITIONS,
  'tools/list': DEFINITIONS,
  'resources/list': CONTENT,
  'resources/templates/list': DEFINITIONS,
  'prompts/list': DEFINITIONS,
}
