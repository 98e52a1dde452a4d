/** What a browser may do with a page: the Content Security Policy, and the fields beside it. */

export const CHALLENGE_ORIGIN = 'https://challenges.cloudflare.com'

/**
 * A page may load our own files and show the pictures of READMEs, nothing else.
 * @param siteKey of the bot challenge, on a page with a form
 * @param connectTo the origin that the page asks
 */
export function htmlHeaders(siteKey?: string, connectTo?: string): Record<string, string> {
  const [script, frame] = siteKey === undefined ? ['', ''] : [` ${CHALLENGE_ORIGIN}`, ` frame-src ${CHALLENGE_ORIGIN};`]
  return {
    'content-security-policy':
      "default-src 'none'; img-src 'self' https: data:; style-src 'self'; font-src 'self'; manifest-src 'self'; " +
      `script-src 'self'${script}; connect-src 'self'${connectTo === undefined ? '' : ` ${connectTo}`};${frame} ` +
      "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
}
