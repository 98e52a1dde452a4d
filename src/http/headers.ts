/** Header fields that many answers share. */

export const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  // The default, no-referrer, would make browsers send "Origin: null" with the forms of our own pages.
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const

/** Lets pages of every site read the answer. */
export const ANY_ORIGIN = { 'access-control-allow-origin': '*' } as const
export const EXPOSED = 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After'

/** All of these: what everybody may read has them. */
export const OPEN_ANSWER = { ...EVERY_ANSWER, ...ANY_ORIGIN, 'access-control-expose-headers': EXPOSED } as const
