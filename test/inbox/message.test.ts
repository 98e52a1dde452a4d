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
  it.each([undefined, null, '', ' \t\n ', '\u200b', '\u0000'])('lists each field that is %j as missing', (empty) => {
    expect(readMessage('contact', { name: empty, email: empty, message: empty })).toEqual(
      refusal('missing_fields', 'name', 'email', 'message'),
    )
  })

  it('has the code of a missing field, and names with it the other fields that need another look', () => {
    expect(readMessage('contact', { name: 'x'.repeat(300), email: 'no', surprise: 1 })).toEqual(
      refusal('missing_fields', 'message', 'name', 'email'),
    )
  })

  it('is too large before it is invalid', () => {
    expect(readMessage('contact', { ...ada, email: 'no', message: 'x'.repeat(5001) })).toEqual(
      refusal('payload_too_large', 'message', 'email'),
    )
  })

  it('names everything invalid at once', () => {
    expect(readMessage('contact', { name: 'x'.repeat(257), email: 'no', message: 7, surprise: 1, more: 2 })).toEqual(
      refusal('invalid_request', 'name', 'email', 'message', 'surprise', 'more'),
    )
  })

  it.each([null, 'text', 7, [], [ada]])('is not %j', (raw) => {
    expect(readMessage('contact', raw)).toEqual(refusal('invalid_request', ''))
  })

  it.each(['__proto__', 'constructor', 'toString'])('has no member called %s, not even an empty one', (name) => {
    for (const value of ['""', '{"email":"x"}']) {
      const raw = JSON.parse(JSON.stringify(ada).replace('{', `{"${name}":${value},`))
      expect(readMessage('contact', raw)).toEqual(refusal('invalid_request', name))
    }
  })

  const unsafeNames = ['a\nb', 'a\u0000b', 'a\u202eb', 'a\u2028b', 'a\u001b[2Jb', 'a\u0085b']
  it.each(unsafeNames)('is refused with the name %j', (name) => {
    expect(readMessage('contact', { ...ada, name })).toEqual(refusal('invalid_request', 'name'))
  })

  it('shows a replacement for control characters in the text, and keeps newlines and tabs', () => {
    expect(readMessage('contact', { ...ada, message: 'a\r\nb\tc\u001b[2J\u0000\rd\ud800' })).toMatchObject({
      fields: { message: 'a\nb\tc\ufffd[2J\ufffd\nd\ufffd' },
    })
  })

  it.each(['a@b', "o'brien+tag@mail.example.co.uk", ' ada@example.org '])('may come from %j', (email) => {
    expect(readMessage('contact', { ...ada, email })).toMatchObject({
      outcome: 'valid',
      fields: { email: email.trim() },
    })
  })

  const notAddresses = ['ada', '@b', 'a@', 'a b@c.d', 'a@b@c', '<a@b.c>', 'a@b.c, d@e.f', 'a@b.c\nBcc: d@e.f', 'a@-b.c']
  it.each([...notAddresses, `${'a'.repeat(255)}@b`])('may not come from %j', (email) => {
    expect(readMessage('contact', { ...ada, email })).toEqual(refusal('invalid_request', 'email'))
  })

  it('may have 5,000 characters of any kind, counted as JSON Schema does', () => {
    const character = fc
      .string({ unit: codePoint, minLength: 1, maxLength: 1 })
      .filter((one) => !/[\p{Cc}\p{Cs}\p{Cf}\s]/u.test(one))
    fc.assert(
      fc.property(character, fc.constantFrom(4999, 5000, 5001), (one, count) => {
        expect(readMessage('contact', { ...ada, message: one.repeat(count) }).outcome).toBe(
          count <= 5000 ? 'valid' : 'invalid',
        )
      }),
      { numRuns: 20 },
    )
  })

  it('is the same when what was read is read again', () => {
    const text = fc.string({ unit: codePoint, maxLength: 30 })
    fc.assert(
      fc.property(fc.record({ name: text, email: fc.emailAddress(), message: text }), (raw) => {
        const once = readMessage('contact', raw)
        if (once.outcome === 'valid') expect(readMessage('contact', once.fields)).toEqual(once)
      }),
    )
  })

  it('never makes the reader throw', () => {
    const kinds = fc.constantFrom('contact' as const, 'job' as const)
    fc.assert(fc.property(fc.anything(), kinds, (raw, kind) => void readMessage(kind, raw)))
  })
})

describe('a job application', () => {
  it('needs a role and may leave out or leave empty the two addresses', () => {
    expect(readMessage('job', ada)).toEqual(refusal('missing_fields', 'role'))
    expect(readMessage('job', { ...job, portfolio_url: '', resume_url: null })).toEqual({
      outcome: 'valid',
      fields: job,
    })
  })

  const wrongUrls = ['javascript:alert(1)', 'ftp://x.example/', 'example.org', 'https://x.example/a\u0000b']
  it.each([...wrongUrls, `https://x.example/${'a'.repeat(2048)}`])('may not link to %j', (portfolio_url) => {
    expect(readMessage('job', { ...job, portfolio_url })).toEqual(refusal('invalid_request', 'portfolio_url'))
  })

  it('may link to work on the web', () => {
    const linked = { ...job, portfolio_url: 'https://ada.example/work?all=1', resume_url: 'http://ada.example/cv.pdf' }
    expect(readMessage('job', linked)).toEqual({ outcome: 'valid', fields: linked })
  })
})
