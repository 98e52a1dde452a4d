/** Revisions of the protocol that are served, newest first, as the server card lists them. */
import identity from '../interface/identity.json' with { type: 'json' }

export const MODERN = '2026-07-28'
export const REVISIONS: readonly string[] = identity.protocolVersions
/** Those that begin with initialize. The SDK knows older ones, which the card does not promise. */
export const LEGACY_REVISIONS: string[] = identity.protocolVersions.filter((revision) => revision !== MODERN)
