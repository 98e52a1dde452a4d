/** What a catalogue stores about one SDK: the public entry without the site's URLs, and the facts behind its README. */
import * as z from 'zod'
import { EntrySlug, HttpUrl } from './entry.ts'
import { RecordFacts } from './facts.ts'
import { Proven, RecordedAnswer } from './observed.ts'

/** Characters of what one operation is asked for by. */
const MAX_OPERATION_NEEDS = 140

/** Text that is safe in lists, tables and CSV: it has no line breaks. */
const line = (text: z.ZodString) => text.regex(/^[^\r\n\u2028\u2029]*$/, 'must be one line')

export const SdkRecord = z.strictObject({
  slug: EntrySlug,
  title: line(z.string().trim().min(1).max(200)),
  description: line(z.string().trim().min(1)).optional(),
  topics: z.array(z.string().min(1)).default([]),
  /** Other names that people type for it. Read by ranked search, never part of SdkEntry. */
  aliases: z.array(z.string().min(1)).default([]),
  /** What people type who need it and do not know its name. Read by ranked search, never part of SdkEntry. */
  needs: z.array(z.string().min(1)).default([]),
  /** The needs are summaries of operations, as nobody wrote what people type. */
  needs_derived: z.literal(true).optional(),
  /**
   * What people type who need one operation, by "entity.operation": phrases between commas. Read by ranked search, never
   * part of SdkEntry.
   */
  operation_needs: z.record(z.string(), z.string().min(1).max(MAX_OPERATION_NEEDS)).default({}),
  github_url: HttpUrl,
  source_website: HttpUrl.optional(),
  source_openapi_url: HttpUrl.optional(),
  freepublicapis_url: HttpUrl.optional(),
  /** SDK of the API's provider. */
  official_sdk: HttpUrl.optional(),
  /** Why nobody should begin to use it. */
  deprecated: line(z.string().trim().min(1).max(200)).optional(),
  /** Slugs that it had before. */
  renamed_from: z.array(EntrySlug).min(1).optional(),
  ...RecordFacts.shape,
  proven: Proven.optional(),
  answered: RecordedAnswer.optional(),
})
export type SdkRecord = z.infer<typeof SdkRecord>
