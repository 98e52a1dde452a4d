/** Input fields that several tools share. */
import * as z from 'zod'
import type { Catalog } from '../catalog/catalog.ts'
import { languageNamed } from '../catalog/readme/language.ts'
import { Slug } from '../catalog/record/entry.ts'
import { LANGUAGES, type Language } from '../catalog/record/languages.ts'
import { nearest } from '../catalog/search/suggest.ts'
import { CatalogError } from './errors.ts'
import { jsonSchema } from './json-schema.ts'
import { didYouMean } from './not-found.ts'

/** Text of at most `max` Unicode code points, counted as JSON Schema counts. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => value.length <= max || [...value].length <= max, {
      error: `must have at most ${max} characters`,
    })
    .meta({ maxLength: max })

/** What JSON Schema says about a slug. */
const { type: _, ...spelled } = jsonSchema(Slug, 'input')

/** Whole number from `min` to `max`; anything else is refused with this message instead of zod's. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = `must be a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}`
  const error = ({ input }: { input?: unknown }) => (typeof input === 'string' ? `${range}, not text` : range)
  return z.int({ error, abort: true }).min(min, { error }).max(max, { error })
}

/** A longer text is neither a slug nor the URL of an SDK, so it is answered as unknown without any work over it. */
const LONGEST_SLUG = 200

/** Accepts any text: what cannot be a slug is answered as unknown, with the slugs that may have been meant. */
export const slug = z
  .string()
  .overwrite((text) => (text.length > LONGEST_SLUG ? '' : text))
  .meta({ ...spelled, description: 'Slug of the SDK, e.g. "poetrydb-sdk"; search results carry it.' })

/** Name of a language -> its code: "Python", "python" and "py" alike. Adds an issue where it is none. */
export function knownLanguage(name: string, context: z.core.$RefinementCtx): Language | undefined {
  const known = languageNamed(name)
  if (!known) context.addIssue(`must be one of ${Object.keys(LANGUAGES).join(', ')}`)
  return known
}

/** A name of a language, read as its code. */
export const language = text(60).transform((name, context) => knownLanguage(name, context) ?? z.NEVER)

/** "IP Lookup" -> "ip-lookup", as topics are spelled. */
export const normalizeTopic = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

/**
 * The topic as the catalogue spells it.
 * @throws CatalogError invalid_request for one that no SDK has
 */
export function knownTopic(wanted: string | undefined, { topics }: Catalog): string | undefined {
  if (wanted === undefined) return undefined
  const topic = normalizeTopic(wanted)
  if (topics.includes(topic)) return topic
  const near = nearest(wanted, topics)
  throw new CatalogError('invalid_request', {
    detail: `topic: no SDK has the topic "${wanted}".`,
    errors: [{ field: 'topic', message: 'is not a topic of the catalogue' }],
    resolution: didYouMean(near) || 'Leave topic out; the answer counts the topics that there are.',
  })
}
