/** What is read of a message. What is refused is in test/contract/messages-table.ts; here are only its finer points. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMessage } from '../../src/inbox/message.ts'
import { codePoint } from '../property.ts'
import { ada } from './support/inboxes.ts'

const job = { ...ada, role: 'Engineer' }
const refusal = (code: string, ...fields: string[]) => ({
  outcome: 'invalid',
  code,
  errors: fields.map((field) => ({ field, message: expect.stringMatching(/^(is|must) .+[^.]$/) })),
})

describe('a contact message', () => {
  it('has the code of a missing field, and names with it the other fields that need another look', () =>
    expect(readMessage('contact', { name: 'x'.repeat(300), email: 'no', surprise: 1 })).toEqual(
      refusal('missing_fields', 'message', 'name', 'email'),
    ))

  it('is too large before it is invalid', () =>
    expect(readMessage('contact', { ...ada, email: 'no', message: 'x'.repeat(5001) })).toEqual(
      refusal('payload_too_large', 'message', 'email'),
    ))

  it.each(['__proto__', 'constructor', 'toString'])('has no member called %s, not even an empty one', (name) => {
    for (const value of ['""', '{"email":"x"}']) {
      const raw = JSON.parse(JSON.stringify(ada).replace('{', `{"${name}":${value},`))
      expect(readMessage('contact', raw)).toEqual(refusal('invalid_request', name))
    }
  })

  const controls = ['a\nb', 'a\tb', 'a\u0000b', 'a\u202eb', 'a\u2028b', 'a\u001b[2Jb', 'a\u0085b']
  const invisible = ['a\u200db', 'a\u200eb', 'a\u2060b', 'a\u2800b', 'a\u3164b', 'a\u{e0041}b', 'a\ufe0fb']
  const unsafeNames = [...controls, ...invisible]
  it.each(unsafeNames)('is refused with the name %j', (name) =>
    expect(readMessage('contact', { ...ada, name })).toEqual(refusal('invalid_request', 'name')),
  )

  it.each(['\u3164', '\u2800', '\u17b5', '\u00ad', '\u200d\ufe0f', ' \u{e0041} '])('has no name in %j', (name) =>
    expect(readMessage('contact', { ...ada, name })).toEqual(refusal('missing_fields', 'name')),
  )

  it.each(['نامه‌ای', 'শ্রী র‍্য', 'Zoë 👩🏽‍🚀', '1️⃣ O’Neil', '李小龍', 'Ngũgĩ wa Thiong’o'])('may be of %s', (name) =>
    expect(readMessage('contact', { ...ada, name })).toMatchObject({ fields: { name } }),
  )

  it('has no address that a mail program would decode', () => {
    const email = '=?utf-8?q?x=0d=0abcc?=@example.org'
    expect(readMessage('contact', { ...ada, email })).toEqual(refusal('invalid_request', 'email'))
  })

  it('shows a replacement for control characters in the text, and keeps newlines and tabs', () =>
    expect(readMessage('contact', { ...ada, message: 'a\r\nb\tc\u001b[2J\u0000\rd\ud800' })).toMatchObject({
      fields: { message: 'a\nb\tc\ufffd[2J\ufffd\nd\ufffd' },
    }))

  it.each(['a@b', "o'brien+tag@mail.example.co.uk", ' ada@example.org '])('may come from %j', (email) =>
    expect(readMessage('contact', { ...ada, email })).toMatchObject({
      outcome: 'valid',
      fields: { email: email.trim() },
    }),
  )

  it('is the same when what was read is read again', () => {
    const text = fc.string({ unit: codePoint, maxLength: 30 })
    fc.assert(
      fc.property(fc.record({ name: text, email: fc.emailAddress(), message: text }), (raw) => {
        const once = readMessage('contact', raw)
        if (once.outcome === 'valid') expect(readMessage('contact', once.fields)).toEqual(once)
      }),
    )
  })
})

describe('a job application', () => {
  const wrongUrls = ['javascript:alert(1)', 'ftp://x.example/', 'example.org', 'https://x.example/a\u0000b']
  it.each([...wrongUrls, `https://x.example/${'a'.repeat(2048)}`])('may not link to %j', (portfolio_url) =>
    expect(readMessage('job', { ...job, portfolio_url })).toEqual(refusal('invalid_request', 'portfolio_url')),
  )
})
