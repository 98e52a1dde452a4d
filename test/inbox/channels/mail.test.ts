/** What mail programs read in the headers of a message, which decode encoded words (RFC 2047) wherever they see them. */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { compose, mailAddresses } from '../../../src/inbox/channels/mail.ts'
import { readMessage } from '../../../src/inbox/message.ts'
import { removeUnsafe } from '../../../src/text/unsafe-characters.ts'
import { ada } from '../support/inboxes.ts'

const addresses = mailAddresses('Inbox <inbox@site.example>', 'team@site.example')

interface Headers {
  subject: string
  replyTo: { name: string; address: string }[]
}

type Parser = (mails: readonly Buffer[]) => Promise<Headers[]>

const postalMime: Parser = (mails) =>
  Promise.all(
    mails.map(async (mail) => {
      const { subject = '', replyTo = [] } = await PostalMime.parse(mail)
      return { subject, replyTo: replyTo.map(({ name, address = '' }) => ({ name, address })) }
    }),
  )

const PYTHON = `
import base64, email, email.policy, json, sys
def headers(raw):
    mail = email.message_from_bytes(base64.b64decode(raw), policy=email.policy.default)
    reply = [{'name': a.display_name, 'address': a.addr_spec} for a in mail['reply-to'].addresses]
    return {'subject': str(mail['subject']), 'replyTo': reply}
print(json.dumps([headers(raw) for raw in json.load(sys.stdin)]))`

const python: Parser = async (mails) => {
  const input = JSON.stringify(mails.map((mail) => mail.toString('base64')))
  const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], { input, encoding: 'utf8', maxBuffer: 1e8 })
  if (stderr) throw new Error(stderr)
  return JSON.parse(stdout)
}

const hasPython = spawnSync('python3', ['-c', 'import email.policy']).status === 0

async function mailOf(fields: typeof ada): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message } = await transport.sendMail(compose({ id: 'a', kind: 'contact', fields, createdAt: 0 }, addresses))
  return message as Buffer
}

const PIECES = [
  ...['=?', '?=', '=?UTF-8?Q?', '=?utf-8?b?4oCuZXZpbA==?=', '=?UTF-8?Q?x=0D=0ABcc:_b@c.example?='],
  '=?UTF-8?Q?=00=1B[31m?=',
  ...['=?us-ascii?q?a?= =?us-ascii?q?=0a?=', '=', '?', 'Q?', ' ', '_', '=0D=0A', '"', '\\', '<a@b>', ',', '('],
  ...['é', '李', '😀', 'Ada'],
]
const names = fc.sample(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('').trim()),
  { numRuns: 400, seed: 1 },
)

describe.each([
  ['postal-mime', postalMime, true],
  ["Python's email package", python, hasPython],
] as const)('%s', (_, parse, isThere) => {
  it.runIf(isThere)(
    'reads in Subject and Reply-To what the sender wrote, and no character that is refused',
    async () => {
      const valid = [...PIECES, ...names].flatMap((name) => {
        const message = readMessage('contact', { ...ada, name })
        return message.outcome === 'valid' ? [message.fields as typeof ada] : []
      })
      expect(valid.length).toBeGreaterThan(300)
      const read = await parse(await Promise.all(valid.map(mailOf)))
      for (const [at, { subject, replyTo }] of read.entries()) {
        const name = valid[at]!.name.replaceAll('=?', '= ?')
        expect(replyTo, name).toHaveLength(1)
        expect(replyTo[0]!.address).toBe(ada.email)
        for (const text of [subject, replyTo[0]!.name]) {
          expect(removeUnsafe(text), name).toBe(text)
          expect(text).not.toMatch(/[\r\n]/)
        }
        expect(subject.replace(/\s+/g, ' ')).toBe(`Contact message: ${name}`.replace(/\s+/g, ' ').trim())
      }
    },
  )
})
