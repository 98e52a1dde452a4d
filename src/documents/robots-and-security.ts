/** robots.txt (RFC 9309, with content signals) and security.txt (RFC 9116). */
import type { Site } from '../tools/define/define.ts'

/** Search, answers and training may all use the texts. */
const SIGNAL = 'Content-Signal: search=yes, ai-input=yes, ai-train=yes'

/** They read only the group that has their name. */
const AI_CRAWLERS = 'GPTBot OAI-SearchBot ChatGPT-User ClaudeBot Claude-User Google-Extended PerplexityBot CCBot'.split(
  ' ',
)

export const robotsTxt = ({ baseUrl }: Site): string =>
  [
    ['User-agent: *', SIGNAL, 'Allow: /'],
    [...AI_CRAWLERS.map((name) => `User-agent: ${name}`), SIGNAL, 'Allow: /'],
    [`Sitemap: ${baseUrl}/sitemap-index.xml`],
  ]
    .map((group) => `${group.join('\n')}\n`)
    .join('\n')

const VALID_DAYS = 180

/**
 * Expires is always in the future, whatever the age of the build, and changes once a day, so that the ETag lasts a day.
 * @param now only its day in UTC counts
 */
export function securityTxt({ baseUrl }: Site, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + VALID_DAYS))
  return [
    `Contact: ${baseUrl}/contact`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
