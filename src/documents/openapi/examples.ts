/**
 * Examples that the service has really given, as `npm run generate` recorded them. What depends on the site, such as
 * addresses and the digests of texts that hold addresses, stands in the record as placeholders, so that every
 * deployment shows its own.
 */
import { readFileSync } from 'node:fs'
import type { Site } from '../../tools/define.ts'
import { skillsIndex } from '../skills.ts'

/**
 * One line for each: by `{operationId} {status}`, by `{operationId} request`, or by the code of a
 * problem, with `message` before it where the message endpoints say it in other words.
 */
export type Examples = Readonly<Record<string, unknown>>

export const EXAMPLES = new URL('./examples.jsonl', import.meta.url)

/** In this order, as the other values may occur in a base URL. */
export const placeholders = (site: Site): readonly [placeholder: string, value: string][] => [
  ['{base_url}', site.baseUrl],
  ['urn:air:{host}:', `urn:air:${new URL(site.baseUrl).hostname}:`],
  ['/{brand}-sdk', `/${site.brand}-sdk`],
  ['{service}', site.name],
  ['{version}', site.version],
  ...skillsIndex(site).skills.map(({ name, digest }): [string, string] => [`{digest of ${name}}`, digest]),
]

/** The record with the values of this site. */
export function recordedExamples(site: Site): Examples {
  let json = readFileSync(EXAMPLES, 'utf8')
  for (const [placeholder, value] of placeholders(site)) json = json.replaceAll(placeholder, () => inJson(value))
  return Object.fromEntries(
    json
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  )
}

/** As it stands inside a string of JSON. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
