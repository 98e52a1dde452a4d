/** How long a client may keep what it is given. Definitions change with a deploy only. */
export const DEFINITIONS = { ttlMs: 3_600_000, cacheScope: 'public' } as const
/** Entries, READMEs, pages and topics change with the catalogue, at any time: as long as REST says with max-age=300. */
export const CONTENT = { ttlMs: 300_000, cacheScope: 'public' } as const
