/**
 * What the two message endpoints let in and read, as data: content type × origin, and body (SPEC 2.5, 2.6, 4.5, 4.10,
 * 5, 7, 8). Sent cell by cell in messages-table.test.ts, which holds the third table, that of the challenge.
 */
import { TRAP_FIELD } from '../../src/rest/routes.ts'
import { BASE_URL } from '../app.ts'
import type { CODES } from './schemas.ts'

/** A problem's code, the plain text of section 4.5, or success. */
export type Outcome = keyof typeof CODES | 'plain 403' | 'accepted'
/** What one table says: an answer, or that the next table decides. */
export type Read = Outcome | 'read on'

/** A message that is right, for each endpoint. */
export const KINDS = {
  '/api/contact': { name: 'Ada Example', email: 'ada@example.org', message: 'Which SDK would you use for tides?' },
  '/api/jobs/apply': { name: 'Ada Example', email: 'ada@example.org', role: 'Engineer', message: 'May I join you?' },
} as const
export type Path = keyof typeof KINDS

export const ORIGINS = { none: undefined, own: BASE_URL, foreign: 'https://evil.example', null: 'null' }

type Origins = Record<keyof typeof ORIGINS, Read>
const everyone = (answer: Read): Origins => ({ none: answer, own: answer, foreign: answer, null: answer })
const readOn: Origins = { none: 'read on', own: 'read on', foreign: 'unauthorized', null: 'unauthorized' }
/** What a form of another site can send is refused in plain text. */
const likeForm = (own: Read): Origins => ({ ...everyone('plain 403'), own })
const unsupported: Origins = { ...readOn, none: 'unsupported_media_type', own: 'unsupported_media_type' }
const UNSUPPORTED = ['application/xml', 'garbage', '; charset=utf-8', 'application/json, text/plain']

/** Who is let in, for each Content-Type: `read on`, or the answer. */
export const door: { type: string | undefined; as: 'json' | 'form'; of: Origins }[] = [
  { type: undefined, as: 'json', of: everyone('plain 403') },
  { type: 'application/json', as: 'json', of: readOn },
  { type: 'Application/JSON; charset=UTF-8', as: 'json', of: readOn },
  { type: 'application/x-www-form-urlencoded', as: 'form', of: likeForm('read on') },
  { type: 'multipart/form-data; boundary=x', as: 'form', of: likeForm('unsupported_media_type') },
  { type: 'text/plain', as: 'json', of: likeForm('unsupported_media_type') },
  ...[...UNSUPPORTED, 'application/problem+json'].map((type) => ({ type, as: 'json' as const, of: unsupported })),
]

const NOT_ADDRESSES = [
  ...['ada', 'a@', 'ada@', '@example.org', 'a da@example.org', 'ada@example.org\r\nBcc: x@example.org', 'a@b@c'],
  ...['<a@b.c>', 'a@b.c, d@e.f', 'a@-b.c'],
]

export interface Body {
  what: string
  /** As sent with the JSON types and with the form types; absent where the encoding cannot say it. */
  json?: string | Buffer
  form?: string
  answers: Read
  /** What `errors` names, in order. */
  fields?: readonly string[] | undefined
  /** With Content-Length, or in chunks without one. */
  sent?: 'chunked'
}

/** What is read: bodies from right to hostile, each with its answer where it is let in. */
export function bodiesFor(path: Path): Body[] {
  const good: Record<string, string> = KINDS[path]
  const required = Object.keys(good)
  type Fields = readonly string[]
  const json = (what: string, json: string | Buffer, answers: Read, fields?: Fields): Body => ({
    ...{ what, json, answers, fields },
  })
  const form = (what: string, form: string, answers: Read, fields?: Fields): Body => ({ what, form, answers, fields })
  const both = (what: string, message: Record<string, string>, answers: Read, fields?: Fields): Body => ({
    ...json(what, JSON.stringify(message), answers, fields),
    form: new URLSearchParams(message).toString(),
  })
  const without = (field: string) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== field))
  const having = <V>(field: string, value: V): Record<string, string | V> => ({ ...good, [field]: value })
  const all = <V>(value: V): Record<string, V> => Object.fromEntries(required.map((name) => [name, value]))
  const valid = JSON.stringify(good)
  const validForm = new URLSearchParams(good).toString()
  const filler = 'x'.repeat(70_000)

  return [
    both('a message', good, 'read on'),
    json('a message after a byte order mark', `\ufeff${valid}`, 'read on'),
    form('a message after a byte order mark', `\ufeff${validForm}`, 'read on'),
    both(
      'lengths at their limit',
      {
        ...good,
        name: '😀'.repeat(256),
        email: `${'a'.repeat(64)}@${[...Array(3).fill('b'.repeat(60)), 'c'.repeat(8)].join('.')}`,
        message: 'é'.repeat(5000),
      },
      'read on',
    ),
    both('a message of one letter', { ...good, name: 'A', email: 'a@b', message: '!' }, 'read on'),
    both('a message of 5,000 characters outside the basic plane', having('message', '😀'.repeat(5000)), 'read on'),
    both('a message of 5,001 characters', having('message', 'x'.repeat(5001)), 'payload_too_large', ['message']),
    both('5,001 characters outside the basic plane', having('message', '😀'.repeat(5001)), 'payload_too_large', [
      'message',
    ]),
    both('a body over 64 KB', having('message', filler), 'payload_too_large'),
    { ...both('a body over 64 KB in chunks', having('message', filler), 'payload_too_large'), sent: 'chunked' },
    { ...both('a message in chunks', good, 'read on'), sent: 'chunked' },
    json('a body over 64 KB that is no JSON', filler, 'payload_too_large'),
    json('JSON cut short', valid.slice(0, -3), 'invalid_json'),
    json('JSON with a comment', `${valid} // hello`, 'invalid_json'),
    json('an empty body', '', 'invalid_json'),
    json('white space', ' \r\n\t', 'invalid_json'),
    form('an empty body', '', 'missing_fields', required),
    form('white space', ' \r\n\t', 'missing_fields', required),
    both('no fields', {}, 'missing_fields', required),
    both('empty fields', all(''), 'missing_fields', required),
    both('fields of white space and unseen characters', all(' \t\r\n\u00a0\u200b\u2060'), 'missing_fields', required),
    json('null fields', JSON.stringify(all(null)), 'missing_fields', required),
    ...required.map((name) => both(`no ${name}`, without(name), 'missing_fields', [name])),
    both('a missing field beside an unknown one', { ...without('email'), company: 'x' }, 'missing_fields', ['email']),
    json('null', 'null', 'invalid_request', ['']),
    json('a list', `[${valid}]`, 'invalid_request', ['']),
    json('a string', '"hello"', 'invalid_request', ['']),
    both('an unknown field', { ...good, company: 'Analytical Engines' }, 'invalid_request', ['company']),
    json('the spam trap of the form', JSON.stringify(having(TRAP_FIELD, '')), 'invalid_request', [TRAP_FIELD]),
    json('a field called __proto__', `{"__proto__":{"admin":true},${valid.slice(1)}`, 'invalid_request', ['__proto__']),
    form('a field called __proto__', `${validForm}&__proto__=x`, 'invalid_request', ['__proto__']),
    json('a number for a name', JSON.stringify(having('name', 1)), 'invalid_request', ['name']),
    json('an object for a message', JSON.stringify(having('message', { path: '/etc/passwd' })), 'invalid_request', [
      'message',
    ]),
    json(
      'deep nesting',
      JSON.stringify(good).replace('"Ada Example"', `${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      'invalid_request',
    ),
    form('21 fields', `${validForm}&${'x=1&'.repeat(17)}`, 'invalid_request'),
    ...NOT_ADDRESSES.map((email) =>
      both(`the e-mail address ${JSON.stringify(email)}`, having('email', email), 'invalid_request', ['email']),
    ),
    both('an e-mail address of 257 characters', having('email', `${'a'.repeat(251)}@b.org`), 'invalid_request', [
      'email',
    ]),
    both('a name of 257 characters', having('name', 'n'.repeat(257)), 'invalid_request', ['name']),
    both('several faults', { ...good, name: 'n'.repeat(257), email: 'ada', x: '1' }, 'invalid_request', [
      'name',
      'email',
      'x',
    ]),
    form('a field given twice', `${validForm}&email=eve%40example.org`, 'invalid_request', ['email']),
    json('invalid UTF-8', Buffer.concat([Buffer.from(valid.slice(0, -2)), Buffer.from([0xff, 0x22, 0x7d])]), 'read on'),
    form('invalid UTF-8', `${validForm}%FF`, 'read on'),
    ...(path === '/api/jobs/apply'
      ? [
          both(
            'links',
            { ...good, portfolio_url: 'https://ada.example/', resume_url: 'http://ada.example/cv' },
            'read on',
          ),
          both('empty links', { ...good, portfolio_url: '', resume_url: ' ' }, 'read on'),
          both('a link that runs', having('resume_url', 'javascript:alert(1)'), 'invalid_request', ['resume_url']),
        ]
      : []),
  ]
}
