/**
 * Sections 2.5, 2.6, 4.5, 4.10, 5, 7 and 8 of the specification, cell by cell: content type × origin × body × challenge
 * for both endpoints. Three tables say who is let in, what is read, and what the challenge decides; the first of them
 * that refuses gives the answer.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ChallengeSettings } from '../../src/inbox/index.ts'
import { BASE_URL, testApp } from '../app.ts'
import { closedPort, httpReceiver } from '../inbox/support/receivers.ts'
import { CODES, violations } from './schemas.ts'
import { verifies } from './verifies.ts'

/** A problem's code, the plain text of section 4.5, or success. */
type Outcome = keyof typeof CODES | 'plain 403' | 'accepted'
type Read = Outcome | 'read on'

const KINDS = {
  '/api/contact': { name: 'Ada Example', email: 'ada@example.org', message: 'Which SDK would you use for tides?' },
  '/api/jobs/apply': { name: 'Ada Example', email: 'ada@example.org', role: 'Engineer', message: 'May I join you?' },
} as const
type Path = keyof typeof KINDS
const paths = Object.keys(KINDS) as Path[]

const ORIGINS = { none: undefined, own: BASE_URL, foreign: 'https://evil.example', null: 'null' }

/** Who is let in, for each Content-Type: `read on`, or the answer. */
const door: { type: string | undefined; as: 'json' | 'form'; of: Record<keyof typeof ORIGINS, Read> }[] = [
  {
    type: undefined,
    as: 'json',
    of: { none: 'plain 403', own: 'plain 403', foreign: 'plain 403', null: 'plain 403' },
  },
  {
    type: 'application/json',
    as: 'json',
    of: { none: 'read on', own: 'read on', foreign: 'unauthorized', null: 'unauthorized' },
  },
  {
    type: 'Application/JSON; charset=UTF-8',
    as: 'json',
    of: { none: 'read on', own: 'read on', foreign: 'unauthorized', null: 'unauthorized' },
  },
  {
    type: 'application/x-www-form-urlencoded',
    as: 'form',
    of: { none: 'plain 403', own: 'read on', foreign: 'plain 403', null: 'plain 403' },
  },
  {
    type: 'multipart/form-data; boundary=x',
    as: 'form',
    of: { none: 'plain 403', own: 'unsupported_media_type', foreign: 'plain 403', null: 'plain 403' },
  },
  {
    type: 'text/plain',
    as: 'json',
    of: { none: 'plain 403', own: 'unsupported_media_type', foreign: 'plain 403', null: 'plain 403' },
  },
  ...['application/xml', 'garbage', '; charset=utf-8', 'application/json, text/plain', 'application/problem+json'].map(
    (type) => ({
      type,
      as: 'json' as const,
      of: {
        none: 'unsupported_media_type',
        own: 'unsupported_media_type',
        foreign: 'unauthorized',
        null: 'unauthorized',
      } as const,
    }),
  ),
]

interface Body {
  what: string
  /** As sent with the JSON types and with the form types; absent where the encoding cannot say it. */
  json?: string | Buffer
  form?: string
  answers: Read
  /** What `errors` names, in order. */
  fields?: readonly string[]
  /** With Content-Length, or in chunks without one. */
  sent?: 'chunked'
}

const repeated = (text: string, count: number) => text.repeat(count)

function bodiesFor(path: Path): Body[] {
  const good: Record<string, string> = KINDS[path]
  const required = Object.keys(good)
  const both = (what: string, fields: Record<string, string>, answers: Read, errors?: readonly string[]): Body => ({
    what,
    json: JSON.stringify(fields),
    form: new URLSearchParams(fields).toString(),
    answers,
    ...(errors && { fields: errors }),
  })
  const json = (what: string, text: string | Buffer, answers: Read, fields?: readonly string[]): Body => ({
    what,
    json: text,
    answers,
    ...(fields && { fields }),
  })
  const form = (what: string, text: string, answers: Read, fields?: readonly string[]): Body => ({
    what,
    form: text,
    answers,
    ...(fields && { fields }),
  })
  const without = (field: string) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== field))
  const of = <V>(field: string, value: V): Record<string, string | V> => ({ ...good, [field]: value })
  const valid = JSON.stringify(good)
  const validForm = new URLSearchParams(good).toString()
  const filler = repeated('x', 70_000)

  return [
    both('a message', good, 'read on'),
    json('a message after a byte order mark', `\ufeff${valid}`, 'read on'),
    form('a message after a byte order mark', `\ufeff${validForm}`, 'read on'),
    both(
      'lengths at their limit',
      {
        ...good,
        name: repeated('😀', 256),
        email: `${repeated('a', 64)}@${[...Array(3).fill(repeated('b', 60)), repeated('c', 8)].join('.')}`,
        message: repeated('é', 5000),
      },
      'read on',
    ),
    both('a message of one letter', { ...good, name: 'A', email: 'a@b', message: '!' }, 'read on'),
    both('a message of 5,000 characters outside the basic plane', of('message', repeated('😀', 5000)), 'read on'),
    both('a message of 5,001 characters', of('message', repeated('x', 5001)), 'payload_too_large', ['message']),
    both('5,001 characters outside the basic plane', of('message', repeated('😀', 5001)), 'payload_too_large', [
      'message',
    ]),
    { ...both('a body over 64 KB', of('message', filler), 'payload_too_large'), fields: [] },
    { ...both('a body over 64 KB in chunks', of('message', filler), 'payload_too_large'), fields: [], sent: 'chunked' },
    { ...both('a message in chunks', good, 'read on'), sent: 'chunked' },
    json('a body over 64 KB that is no JSON', filler, 'payload_too_large'),
    json('JSON cut short', valid.slice(0, -3), 'invalid_json'),
    json('JSON with a comment', `${valid} // hello`, 'invalid_json'),
    json('an empty body', '', 'invalid_json'),
    json('white space', ' \r\n\t', 'invalid_json'),
    form('an empty body', '', 'missing_fields', required),
    form('white space', ' \r\n\t', 'missing_fields', required),
    both('no fields', {}, 'missing_fields', required),
    both('empty fields', Object.fromEntries(required.map((name) => [name, ''])), 'missing_fields', required),
    both(
      'fields of white space and unseen characters',
      Object.fromEntries(required.map((name) => [name, ' \t\r\n\u00a0\u200b\u2060'])),
      'missing_fields',
      required,
    ),
    json(
      'null fields',
      JSON.stringify(Object.fromEntries(required.map((name) => [name, null]))),
      'missing_fields',
      required,
    ),
    ...required.map((name) => both(`no ${name}`, without(name), 'missing_fields', [name])),
    both('a missing field beside an unknown one', { ...without('email'), company: 'x' }, 'missing_fields', ['email']),
    json('null', 'null', 'invalid_request', ['']),
    json('a list', `[${valid}]`, 'invalid_request', ['']),
    json('a string', '"hello"', 'invalid_request', ['']),
    both('an unknown field', { ...good, company: 'Analytical Engines' }, 'invalid_request', ['company']),
    json('a field called __proto__', `{"__proto__":{"admin":true},${valid.slice(1)}`, 'invalid_request', ['__proto__']),
    form('a field called __proto__', `${validForm}&__proto__=x`, 'invalid_request', ['__proto__']),
    json('a number for a name', JSON.stringify(of('name', 1)), 'invalid_request', ['name']),
    json('an object for a message', JSON.stringify(of('message', { path: '/etc/passwd' })), 'invalid_request', [
      'message',
    ]),
    json(
      'deep nesting',
      JSON.stringify(good).replace('"Ada Example"', `${repeated('[', 20_000)}${repeated(']', 20_000)}`),
      'invalid_request',
      ['name'],
    ),
    ...['ada', 'ada@', '@example.org', 'a da@example.org', 'ada@example.org\r\nBcc: x@example.org', 'a@b@c'].map(
      (email) => both(`the e-mail address ${JSON.stringify(email)}`, of('email', email), 'invalid_request', ['email']),
    ),
    both('an e-mail address of 257 characters', of('email', `${repeated('a', 251)}@b.org`), 'invalid_request', [
      'email',
    ]),
    both('a name of 257 characters', of('name', repeated('n', 257)), 'invalid_request', ['name']),
    both('a name with a line break', of('name', 'Ada\r\nBcc: x@example.org'), 'invalid_request', ['name']),
    both('several faults', { ...good, name: repeated('n', 257), email: 'ada', x: '1' }, 'invalid_request', [
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
          both('a link that runs', of('resume_url', 'javascript:alert(1)'), 'invalid_request', ['resume_url']),
        ]
      : []),
  ]
}

interface ChallengeCase {
  what: string
  settings?: ChallengeSettings
  token?: string
  decides: Read
}

const verifier = await httpReceiver(({ body }, response) => {
  const { response: token } = JSON.parse(body) as { response: string }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ success: token === 'a-person', hostname: 'localhost', 'error-codes': [] }))
})
const settings = { secret: 'secret', url: verifier.url, hostnames: ['localhost'] }
const away = { ...settings, url: `http://127.0.0.1:${await closedPort()}/` }

const challenges: ChallengeCase[] = [
  { what: 'without a challenge', decides: 'accepted' },
  { what: 'with a solved challenge', settings, token: 'a-person', decides: 'accepted' },
  { what: 'with no token', settings, decides: 'unauthorized' },
  { what: 'with a token that fails', settings, token: 'a-robot', decides: 'unauthorized' },
  { what: 'with a token beyond all length', settings, token: repeated('t', 2049), decides: 'unauthorized' },
  { what: 'with a verifier that is away', settings: away, token: 'a-person', decides: 'server_error' },
]

const dirs: string[] = []
afterAll(async () => {
  await verifier.close()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

function service(challenge?: ChallengeSettings) {
  const dataDir = mkdtempSync(join(tmpdir(), 'messages-'))
  dirs.push(dataDir)
  const plenty = { quota: 999_999, windowSeconds: 1 }
  return testApp({ inbox: { dataDir, addressRate: plenty, globalRate: plenty }, ...(challenge && { challenge }) })
}

interface Cell {
  path: Path
  type: string | undefined
  as: 'json' | 'form'
  origin: string | undefined
  body: Body
  token?: string | undefined
}

function request({ path, type, as, origin, body, token }: Cell): Request {
  let content = as === 'json' ? (body.json ?? '') : (body.form ?? '')
  if (as === 'form' && token) content = `${content}${content ? '&' : ''}cf-turnstile-response=${token}`
  const bytes = Buffer.from(content)
  return new Request(`${BASE_URL}${path}`, {
    method: 'POST',
    // A Blob without a type, unlike a string, brings no Content-Type of its own.
    body: body.sent === 'chunked' ? new Blob([bytes]).stream() : new Blob([bytes]),
    duplex: 'half',
    headers: {
      ...(body.sent !== 'chunked' && { 'content-length': String(bytes.length) }),
      ...(type !== undefined && { 'content-type': type }),
      ...(origin !== undefined && { origin }),
      ...(as === 'json' && token && { 'cf-turnstile-response': token }),
    },
  } as RequestInit)
}

/** What the answer is, and everything in it that breaks the promise of that outcome. */
async function judge(answer: Response, path: Path): Promise<{ outcome: Outcome; fields: string[]; faults: string[] }> {
  const type = answer.headers.get('content-type')
  if (type === 'application/json') {
    const text = await answer.text()
    const good = answer.status === 200 && text === '{"ok":true}' && answer.headers.has('ratelimit')
    return { outcome: 'accepted', fields: [], faults: good ? [] : [`${answer.status} ${text}`] }
  }
  if (type === 'text/plain; charset=UTF-8') {
    const text = await answer.text()
    return {
      outcome: 'plain 403',
      fields: [],
      faults: answer.status === 403 && text ? [] : [`${answer.status} ${text}`],
    }
  }
  const body = (await answer.json()) as { code: keyof typeof CODES; status: number; errors?: { field: string }[] }
  const faults = violations('Problem', body)
  const expected = { ...CODES[body.code], instance: path, type: `${BASE_URL}/developers/errors#${body.code}` }
  for (const [member, value] of Object.entries(expected))
    if ((body as unknown as Record<string, unknown>)[member] !== value) faults.push(`${member} is not ${value}`)
  if (type !== 'application/problem+json') faults.push(`media type ${type}`)
  if (answer.status !== body.status) faults.push(`status ${answer.status} with a problem of ${body.status}`)
  if ((body.code === 'server_error') !== answer.headers.has('retry-after')) faults.push('Retry-After')
  if (answer.headers.has('ratelimit')) faults.push('a refused message was counted')
  return { outcome: body.code, fields: (body.errors ?? []).map(({ field }) => field), faults }
}

/** Sends every cell of one challenge case, and lists those that are not as the tables say. */
async function sendAll(path: Path, { settings, token, decides }: ChallengeCase) {
  const { app, inbox, reports } = service(settings)
  const bodies = bodiesFor(path)
  const wrong: string[] = []
  let cells = 0
  for (const { type, as, of } of door) {
    for (const from of Object.keys(ORIGINS) as (keyof typeof ORIGINS)[]) {
      for (const body of bodies.filter((candidate) => candidate[as] !== undefined)) {
        cells++
        const first = of[from]
        const read = first === 'read on' ? body.answers : first
        const expected = read === 'read on' ? decides : read
        const fields = first === 'read on' ? (body.fields ?? []) : []
        const answer = await app.fetch(request({ path, type, as, origin: ORIGINS[from], body, token }))
        const given = await judge(answer, path)
        if (given.outcome !== expected) given.faults.unshift(`${given.outcome}, not ${expected}`)
        if (given.fields.join() !== fields.join()) given.faults.push(`errors name ${given.fields}, not ${fields}`)
        if (given.faults.length > 0) wrong.push(`${type} from ${from}, ${body.what}: ${given.faults.join('; ')}`)
      }
    }
  }
  const stored = (await inbox.list({ limit: 1000 })).length
  await inbox.stop()
  return { wrong, cells, stored, reports }
}

/** How many different messages the bodies make that are read on, whichever encoding they come in. */
const DIFFERENT = { '/api/contact': 5, '/api/jobs/apply': 6 }

describe.each(paths)('POST %s', (path) => {
  test.each(challenges)('$what, every cell of the status table holds', async (challenge) => {
    const { wrong, cells, stored, reports } = await sendAll(path, challenge)
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(1500)
    expect(reports).toEqual([])
    expect(stored).toBe(challenge.decides === 'accepted' ? DIFFERENT[path] : 0)
  })
})

describe('a message', () => {
  const { app, inbox } = service()
  afterAll(() => inbox.stop())
  const good = KINDS['/api/contact']

  const post = (path: Path, fields: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const postForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request('/api/contact', { method: 'POST', body: new URLSearchParams(fields), headers })
  const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string; ok?: boolean }).code ?? 'ok'

  verifies(['contact.accepted', 'contact.accepted-body'], 'as JSON answers 200 and ok: true', async () => {
    const answer = await post('/api/contact', good)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.text()).toBe('{"ok":true}')
  })

  verifies('jobs.accepted', 'to the job endpoint answers the same', async () => {
    const answer = await post('/api/jobs/apply', KINDS['/api/jobs/apply'])
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: true })
  })

  verifies('contact.message-members', 'has its three members and no others', async () => {
    expect(await codeOf(await post('/api/contact', { ...good, company: 'x' }))).toBe('invalid_request')
    for (const name of Object.keys(good))
      expect(await codeOf(await post('/api/contact', { ...good, [name]: undefined }))).toBe('missing_fields')
  })

  verifies(
    ['contact.name-length', 'contact.email-length', 'contact.message-length'],
    'may be as long as its limits say and no longer, in characters and not in bytes',
    async () => {
      const email = (length: number) =>
        `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(length - 185)}`
      const lengths: [Record<string, string>, string][] = [
        [{ name: 'é'.repeat(256) }, 'ok'],
        [{ name: 'é'.repeat(257) }, 'invalid_request'],
        [{ email: 'a@b' }, 'ok'],
        [{ email: 'a@' }, 'invalid_request'],
        [{ email: email(248) }, 'ok'],
        [{ email: `${'a'.repeat(256 - email(248).length)}${email(248)}` }, 'ok'],
        [{ email: `${'a'.repeat(257 - email(248).length)}${email(248)}` }, 'invalid_request'],
        [{ message: '😀'.repeat(5000) }, 'ok'],
        [{ message: '😀'.repeat(5001) }, 'payload_too_large'],
      ]
      for (const [changed, code] of lengths)
        expect(await codeOf(await post('/api/contact', { ...good, ...changed })), JSON.stringify(changed)).toBe(code)
    },
  )

  verifies('contact.missing-fields', 'without its fields is told of each of them', async () => {
    const answer = await post('/api/contact', { name: ' ', email: null })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'missing_fields',
      title: 'Missing required fields',
      errors: [
        { field: 'name', message: 'Enter your name.' },
        { field: 'email', message: 'Enter your e-mail address.' },
        { field: 'message', message: 'Enter a message.' },
      ],
    })
  })

  verifies('contact.cross-site-form', 'as a form of another site is refused in plain text', async () => {
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${BASE_URL}.evil.example` },
    ]) {
      const answer = await postForm(good, headers)
      expect(answer.status).toBe(403)
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(await answer.text()).toBe(
        'Forbidden: a form needs an Origin of this site. Programs send Content-Type: application/json.',
      )
    }
  })

  verifies('contact.form-with-origin', 'as a form of the own site is accepted', async () => {
    const answer = await postForm(good, { origin: BASE_URL })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: true })
  })

  verifies('contact.method-not-allowed', 'is posted: other methods answer 405 and name POST', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await app.request('/api/contact', { method })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
      expect(await answer.json()).toMatchObject({
        code: 'method_not_allowed',
        resolution: expect.stringMatching(/POST/),
      })
    }
  })

  verifies('contact.payload-too-large', 'over 5,000 characters answers 413', async () => {
    const answer = await post('/api/contact', { ...good, message: 'x'.repeat(5001) })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'payload_too_large', title: 'Payload too large' })
  })

  verifies('contact.unsupported-media-type', 'in another media type answers 415', async () => {
    const answer = await post('/api/contact', good, { 'content-type': 'application/xml' })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type', title: 'Unsupported media type' })
  })

  verifies('auth.challenge', 'without the token of a configured challenge answers 403', async () => {
    const guarded = service(settings)
    const answer = await guarded.app.request('/api/contact', {
      method: 'POST',
      body: JSON.stringify(good),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      code: 'unauthorized',
      resolution: expect.stringMatching(/CF-Turnstile-Response/),
    })
  })
})
