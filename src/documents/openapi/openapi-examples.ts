/**
 * Examples that the service has really given, as `npm run generate` recorded them. Placeholders in the record keep the
 * place of what depends on the site, such as URLs and the digests of texts with URLs, so that every deployment shows
 * its own.
 */
import { readFileSync } from 'node:fs'
import type { Site } from '../../tools/define/define.ts'
import { skillsIndex } from '../skills-index.ts'

/**
 * One line for each: by `{operationId} {status}`, by `{operationId} request`, or by the code of a problem, with
 * `message` before it where the message endpoints word it differently.
 */
export type Examples = Readonly<Record<string, unknown>>

export const EXAMPLES = new URL('./examples.jsonl', import.meta.url)

/** In this order, as the other values may occur in a base URL. */
export const examplePlaceholders = (site: Site): readonly [placeholder: string, value: string][] => [
  ['{base_url}', site.baseUrl],
  ['urn:air:{host}:', `urn:air:${new URL(site.baseUrl).hostname}:`],
  ['/{brand}-sdk', `/${site.brand}-sdk`],
  ['{service}', site.name],
  ['{version}', site.version],
  ...skillsIndex(site).skills.map(({ name, digest }): [string, string] => [`{digest of ${name}}`, digest]),
]

export function recordedExamples(site: Site): Examples {
  let jsonl = readFileSync(EXAMPLES, 'utf8').trim()
  for (const [placeholder, value] of examplePlaceholders(site)) {
    jsonl = jsonl.replaceAll(placeholder, () => inJson(value))
  }
  return Object.fromEntries(jsonl.split('\n').map((line) => JSON.parse(line)))
}

export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
