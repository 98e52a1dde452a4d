/** Definitions, pages and entries change with a deploy, so any cache may keep them for an hour. */
export const CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const
