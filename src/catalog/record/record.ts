/** What a catalogue stores about one SDK: the public entry without the site's URLs, and the facts behind its README. */
import * as z from 'zod'
import { EntrySlug, HttpUrl } from './entry.ts'
import { RecordFacts } from './facts.ts'
import { isRead } from './languages.ts'
import { Proven, RecordedAnswer } from './observed.ts'

/** A README with more bytes is refused. */
export const MAX_README_BYTES = 512 * 1024

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
  /**
   * What people type who need one operation, by "entity.operation": phrases between commas. Read by ranked search, never
   * part of SdkEntry.
   */
  operation_needs: z.record(z.string(), z.string().min(1).max(MAX_OPERATION_NEEDS)).default({}),
  github_url: HttpUrl,
  source_website: HttpUrl.optional(),
  source_openapi_url: HttpUrl.optional(),
  freepublicapis_url: HttpUrl.optional(),
  ...RecordFacts.shape,
  proven: Proven.optional(),
  answered: RecordedAnswer.optional(),
})
export type SdkRecord = z.infer<typeof SdkRecord>

/** Whether calls are on record as needing no key; the API may take one. */
export const needsNoKey = ({ auth }: Pick<SdkRecord, 'auth'>): boolean =>
  auth.scheme === 'none' || auth.needed === 'optional'

/** Whether every operation on record reads; false where none is on record. */
export const onlyReads = ({ entities }: Pick<SdkRecord, 'entities'>): boolean =>
  entities.some(({ ops }) => ops.length > 0) && entities.every(({ ops }) => ops.every(isRead))

/** The API's server, as far as it is on record; may hold `{variable}`. */
export const serverUrl = ({ servers }: Pick<SdkRecord, 'servers'>): string | undefined => servers[0]?.url
