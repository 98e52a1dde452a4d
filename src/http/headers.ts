/** Header fields that many answers share. */

export const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  // The default, no-referrer, would make browsers send "Origin: null" with the forms of our own pages.
  'referrer-policy': 'strict-origin-when-cross-origin',
  // What is public may be embedded; pages forbid it themselves.
  'cross-origin-resource-policy': 'cross-origin',
  // Where a browser shows what is no page as one, it loads and runs nothing. Pages have a policy of their own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** Lets pages of every site read the answer. */
export const ANY_ORIGIN = { 'access-control-allow-origin': '*' } as const
export const EXPOSED = 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After'

/** All of these: what everybody may read has them. */
export const OPEN_ANSWER = { ...EVERY_ANSWER, ...ANY_ORIGIN, 'access-control-expose-headers': EXPOSED } as const
