/** What was seen of an SDK when its code ran (`npm run prove`) and its API was asked (`catalog probe`). */
import * as z from 'zod'
import { EntrySlug } from './entry.ts'
import { Commit, LanguageCode, name } from './facts.ts'
import { LANGUAGES } from './languages.ts'

/** Bytes of an answer that are recorded. */
export const MAX_ANSWER_BYTES = 600

/** Languages whose shown lines were installed, sent the right request and printed the record that was served. */
export const Proven = z.strictObject({ date: z.iso.date(), commit: Commit, languages: z.array(LanguageCode).min(1) })
export type Proven = z.infer<typeof Proven>

export const MediaType = z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/)
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

/** Statuses of a service that is there and turns a stranger away. */
const REFUSALS = [401, 403, 429]

export const hasFailed = ({ status }: Pick<RecordedAnswer, 'status'>): boolean =>
  status === undefined || (status >= 400 && !REFUSALS.includes(status))

/** Whether one failure may have been chance, and two are worth a warning. */
export const failedTwice = ({ answered }: { answered?: RecordedAnswer | undefined }): boolean =>
  (answered?.failures ?? 0) > 1

/** `status 200 in 84 ms on 2026-11-23` */
export function answeredText({ date, status, milliseconds, why, failures = 0 }: RecordedAnswer): string {
  const result = status === undefined ? `no answer${why ? ` (${why})` : ''}` : `status ${status}`
  const time = status === undefined || milliseconds === undefined ? '' : ` in ${milliseconds} ms`
  return `${failures > 1 ? `failed ${failures} times in a row, last with ` : ''}${result}${time} on ${date.slice(0, 10)}`
}

/** `2026-11-23 at commit 1a2b3c4 in Python, Go` */
export const provenText = ({ date, commit, languages }: Proven): string =>
  `${date} at commit ${commit.slice(0, 7)} in ${languages.map((code) => LANGUAGES[code]).join(', ')}`

/** A line that `catalog probe` writes. Without an operation nothing was sent, and `why` says why not. */
export const AnswerLine = RecordedAnswer.omit({ failures: true }).extend({
  slug: EntrySlug,
  operation: name.optional(),
})
export type AnswerLine = z.infer<typeof AnswerLine>
