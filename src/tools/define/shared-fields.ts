/** Input fields that several tools share. */
import * as z from 'zod'
import { languageNamed, targetNamed } from '../../catalog/readme/language.ts'
import { Slug } from '../../catalog/record/entry.ts'
import { LANGUAGE_CODES, type Language, TARGETS } from '../../catalog/record/languages.ts'
import { jsonSchema } from './json-schema.ts'
import { NO_LANGUAGE } from './not-found.ts'

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
  .meta({ ...slugSchema, description: 'E.g. "poetrydb-sdk".' })

/** "Python", "python" and "py" -> "py". Adds an issue and returns undefined for anything else. */
export function knownLanguage(name: string, context: z.core.$RefinementCtx): Language | undefined {
  const language = languageNamed(name)
  if (!language) context.addIssue(NO_LANGUAGE)
  return language
}

/** A language by its code; other names of it are accepted, too. */
export const language = text(60)
  .meta({ enum: LANGUAGE_CODES })
  .transform((name, context) => knownLanguage(name, context) ?? z.NEVER)

/** A language, "cli" or "mcp": what code can be asked for. */
export const target = text(60)
  .meta({ enum: Object.keys(TARGETS) })
  .transform((name, context) => targetNamed(name) ?? knownLanguage(name, context) ?? z.NEVER)
