/** The two message schemas (SPEC 2.5), and how untrusted fields are read into them. */
import * as z from 'zod'
import { shorten } from '../text/columns.ts'
import { removeUnsafe } from '../text/unsafe-characters.ts'

/** Length in Unicode code points, as JSON Schema counts; `length` counts UTF-16 units. */
const codePoints = (text: string): number => [...text].length

export const MESSAGE_MAX = 5000
const MAX_SUBJECT = 60

const CONTROL_IN_TEXT = /[^\P{Cc}\n\t]/gu

// In a mail header or a list, such characters could make a line look like another, or like none.
const printable = [
  (value: string) => !/[\t\n\u2028\u2029]/.test(value) && removeUnsafe(value) === value,
  'must not contain control characters, invisible characters or line breaks',
] as const

const lengths = (min: number, max: number) =>
  z
    .string()
    .refine((value) => codePoints(value) >= min && codePoints(value) <= max, `must have ${min} to ${max} characters`)
    // JSON Schema cannot see the refinement.
    .meta({ minLength: min, maxLength: max })

const line = (max: number) => lengths(1, max).refine(...printable)

const email = z
  // The pattern that browsers use, so that no form passes there and fails here.
  .email({ pattern: z.regexes.html5Email, error: 'must be an e-mail address such as name@example.org' })
  .min(3, 'must have 3 to 256 characters')
  .max(256, 'must have 3 to 256 characters')
  // Some mail programs decode encoded words (RFC 2047) in addresses too.
  .refine((value) => !value.includes('=?'), 'must not contain "=?"')

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(2048, 'must have at most 2048 characters')
  .refine(...printable)
  .optional()

/** Body of the contact endpoint (SPEC 2.5). No other members. */
export const ContactMessage = z.strictObject({
  name: line(256).describe('A real name, not a company name.'),
  email: email.describe('Where the reply goes.'),
  message: lengths(1, MESSAGE_MAX).describe('The message, as plain text.'),
})

/** Body of the job application endpoint (SPEC 4.10 leaves it open). No other members. */
export const JobApplication = z.strictObject({
  name: ContactMessage.shape.name,
  email: ContactMessage.shape.email,
  role: line(256).describe('The role you apply for.'),
  message: ContactMessage.shape.message,
  portfolio_url: webUrl.describe('URL of work that we may look at.'),
  resume_url: webUrl.describe('URL of a résumé.'),
})

const messageSchemas = { contact: ContactMessage, job: JobApplication }
export type Kind = keyof typeof messageSchemas
export type Fields = z.infer<typeof ContactMessage> | z.infer<typeof JobApplication>

/** What a message is about, on one line: the role, or the first words of its text. */
export function subjectOf(fields: Fields): string {
  if ('role' in fields) return `Job application: ${fields.role}`
  const [first = ''] = fields.message.trim().split('\n')
  return shorten(first, MAX_SUBJECT).toWellFormed()
}

const requiredOf = (schema: z.ZodType): string[] => z.toJSONSchema(schema).required ?? []
const requiredFields = { contact: requiredOf(ContactMessage), job: requiredOf(JobApplication) }

export interface InvalidMessage {
  outcome: 'invalid'
  code: 'missing_fields' | 'invalid_request' | 'payload_too_large'
  errors: { field: string; message: string }[]
}

export const invalid = (
  errors: InvalidMessage['errors'],
  code: InvalidMessage['code'] = 'invalid_request',
): InvalidMessage => ({ outcome: 'invalid', code, errors })

/** A body may have thousands of unknown members; naming the first few is enough to correct it. */
const MAX_ERRORS = 20

/**
 * Reads raw fields (parsed JSON or a decoded form) into a valid message, or says what is wrong with them.
 *
 * The code is that of the first of these that applies: `missing_fields` where a required field is absent, null, empty or
 * without a visible character; `payload_too_large` for a message over 5,000 code points; `invalid_request` for everything
 * else. The errors name every field that needs another look, so that one correction is enough.
 *
 * Values are normalised first: line breaks become \n, one-line fields are trimmed, lone surrogates become U+FFFD, and an
 * empty optional field counts as absent. Control and invisible characters in one-line fields are refused (a URL loses tabs and line
 * breaks instead, as the URL standard says); in the message they become U+FFFD, as pasted text may contain them.
 */
export function readMessage(kind: Kind, raw: unknown): { outcome: 'valid'; fields: Fields } | InvalidMessage {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return invalid([{ field: '', message: 'must be an object with named fields' }])

  const schema = messageSchemas[kind]
  const required = requiredFields[kind]
  // fromEntries defines own members, so that a member called __proto__ stays a member and is refused as unknown.
  const fields = Object.fromEntries(
    Object.entries(raw)
      .map(([field, value]) => [field, normalised(field, value)] as const)
      .filter(([field, value]) => required.includes(field) || !Object.hasOwn(schema.shape, field) || !isBlank(value)),
  )

  const missing = required.filter((field) => isBlank(fields[field]))
  const isTooLong = typeof fields.message === 'string' && codePoints(fields.message) > MESSAGE_MAX
  const parsed = schema.safeParse(fields)
  if (parsed.success && missing.length === 0) return { outcome: 'valid', fields: parsed.data }
  // Members that do not belong to the message are named when they are what is wrong.
  const isAllWrong = missing.length === 0 && !isTooLong
  const errors = [
    ...missing.map((field) => ({ field, message: 'is required' })),
    ...(isTooLong ? [{ field: 'message', message: `must have at most ${MESSAGE_MAX} characters` }] : []),
    ...(parsed.error?.issues ?? []).flatMap(errorsOf),
  ].filter(({ field }) => isAllWrong || Object.hasOwn(schema.shape, field))
  const firstOfEach = [...Map.groupBy(errors, ({ field }) => field).values()].flatMap(([first]) => first ?? [])
  const code = missing.length > 0 ? 'missing_fields' : isTooLong ? 'payload_too_large' : 'invalid_request'
  return invalid(firstOfEach.slice(0, MAX_ERRORS), code)
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && removeUnsafe(value).trim() === '')
}

function normalised(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || isBlank(value)) return value
  const text = value.toWellFormed().replace(/\r\n?/g, '\n')
  return field === 'message' ? text.replace(CONTROL_IN_TEXT, '\uFFFD') : text.trim()
}

function errorsOf(issue: z.core.$ZodIssue): InvalidMessage['errors'] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: key.slice(0, 100), message: 'is not a field of this message' }))
  const message = issue.code === 'invalid_type' ? 'must be text' : issue.message
  return [{ field: issue.path.join('.'), message }]
}
