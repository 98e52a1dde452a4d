/** What was seen of an SDK when its code ran (`npx node scripts/prove.ts`) and its API was asked (`catalog probe`). */
import * as z from 'zod'
import { MAX_ANSWER_BYTES } from './bounds.ts'
import { Commit, EntrySlug, LanguageCode, name } from './entry.ts'

/** Languages whose shown lines were installed, sent the right request and printed the record that was served. */
export const Proven = z.strictObject({ date: z.iso.date(), commit: Commit, languages: z.array(LanguageCode).min(1) })
export type Proven = z.infer<typeof Proven>

const MediaType = z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/)
const Reason = z
  .string()
  .max(200)
  .refine((text) => !/[\r\n\u2028\u2029]/.test(text), 'must be one line')

export const RecordedAnswer = z.strictObject({
  /** What was called, as `entity.op`. */
  operation: name,
  date: z.iso.datetime(),
  /** Absent where no answer came. */
  status: z.int().min(100).max(599).optional(),
  milliseconds: z.int().min(0).optional(),
  /** Without parameters. */
  content_type: MediaType.optional(),
  /** How the answer begins. */
  text: z.string().max(MAX_ANSWER_BYTES).optional(),
  /** Why there is no answer, or no text of it. */
  why: Reason.optional(),
  /** Requests in a row that failed, up to this one. */
  failures: z.int().min(1).optional(),
})
export type RecordedAnswer = z.infer<typeof RecordedAnswer>

/** A line that `catalog probe` writes. Without an operation nothing was sent, and `why` says why not. */
export const AnswerLine = RecordedAnswer.omit({ failures: true }).extend({
  slug: EntrySlug,
  operation: name.optional(),
})
export type AnswerLine = z.infer<typeof AnswerLine>
