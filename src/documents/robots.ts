/** What crawlers and reporters read: robots.txt (RFC 9309 with content signals) and security.txt (RFC 9116). */
import type { Site } from '../tools/define.ts'

/** Everything here is written to be found, answered from and learned from. */
const SIGNAL = 'Content-Signal: search=yes, ai-input=yes, ai-train=yes'

/** Named because some read only the group of their own name. */
const AI_CRAWLERS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Google-Extended',
  'PerplexityBot',
  'CCBot',
]

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
 * Expires lies ahead for as long as the service runs, whatever the age of its build; it moves once a day, so that the
 * text and its ETag hold for a day.
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
