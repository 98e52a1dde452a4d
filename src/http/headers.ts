/** Header fields that many answers share. */

export const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  // The default, no-referrer, would make browsers send "Origin: null" with the forms of our own pages.
  'referrer-policy': 'strict-origin-when-cross-origin',
  // What is public may be embedded; pages forbid it themselves.
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** Content Security Policy of all that is no page: where a browser shows it as one, it loads and runs nothing. */
export const INERT = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } as const
/** For a service that is reached by https: browsers use nothing else for a year (RFC 6797). */
export const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' } as const

/** Lets pages of every site read the answer. */
export const ANY_ORIGIN = { 'access-control-allow-origin': '*' } as const
export const EXPOSED = 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After'
