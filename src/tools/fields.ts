/** Input fields that several tools share. */
import * as z from 'zod'
import type { Catalog } from '../catalog/catalog.ts'
import { languageNamed, targetNamed } from '../catalog/readme/language.ts'
import { Slug } from '../catalog/record/entry.ts'
import { LANGUAGE_CODES, type Language } from '../catalog/record/languages.ts'
import { nearest } from '../catalog/search/suggest.ts'
import type { Target } from '../catalog/usage/start.ts'
import { CatalogError } from './errors.ts'
import { jsonSchema } from './json-schema.ts'
import { didYouMean } from './not-found.ts'

/** Text of at most `max` Unicode code points, as JSON Schema counts. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => value.length <= max || [...value].length <= max, {
      error: `must have at most ${max} characters`,
    })
    .meta({ maxLength: max })

/** Integer from `min` to `max`, refused with a message of its own instead of zod's. */
export function integerBetween(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = `must be a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}`
  const error = ({ input }: { input?: unknown }) => (typeof input === 'string' ? `${range}, not text` : range)
  return z.int({ error, abort: true }).min(min, { error }).max(max, { error })
}

/** A longer text is neither a slug nor the URL of an SDK; it is replaced by "" so that nothing searches with it. */
const MAX_SLUG_LENGTH = 200
const { type: _, ...slugSchema } = jsonSchema(Slug, 'input')

/** Accepts any text: an impossible slug gets the same not_found, with suggestions, as an unknown one. */
export const slug = z
  .string()
  .overwrite((text) => (text.length > MAX_SLUG_LENGTH ? '' : text))
  .meta({ ...slugSchema, description: 'Slug of the SDK, e.g. "poetrydb-sdk"; search results carry it.' })

/** "Python", "python" and "py" -> "py". Adds an issue and returns undefined for anything else. */
export function knownLanguage(name: string, context: z.core.$RefinementCtx): Language | undefined {
  const language = languageNamed(name)
  if (!language) context.addIssue(`must be one of ${LANGUAGE_CODES.join(', ')}`)
  return language
}

/** The name of a language in at most `max` characters, parsed to its code. */
export const language = (max: number) => text(max).transform((name, context) => knownLanguage(name, context) ?? z.NEVER)

/** The name of a language, "cli" or "mcp", in at most `max` characters: what code can be asked for. */
export const target = (max: number) =>
  text(max).transform((name, context): Target => targetNamed(name) ?? knownLanguage(name, context) ?? z.NEVER)

/** "IP Lookup" -> "ip-lookup", as topics are spelled. */
export const normalizeTopic = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

/**
 * The topic as the catalogue spells it.
 * @throws CatalogError invalid_request for one that no SDK has
 */
export function knownTopic(name: string | undefined, { topics }: Catalog): string | undefined {
  if (name === undefined) return undefined
  const topic = normalizeTopic(name)
  if (topics.includes(topic)) return topic
  throw new CatalogError('invalid_request', {
    detail: `topic: no SDK has the topic "${name}".`,
    errors: [{ field: 'topic', message: 'is not a topic of the catalogue' }],
    resolution: didYouMean(nearest(name, topics)) || 'Leave topic out; the answer counts the topics that there are.',
  })
}
