/**
 * Sections 2.5, 2.6, 4.5, 4.10, 5, 7 and 8 of the specification, cell by cell: content type × origin × body × challenge
 * for both endpoints. Three tables say who is let in, what is read, and what the challenge decides; the first of them
 * that refuses gives the answer.
 */
import { expect } from 'vitest'
import { BASE_URL } from '../app.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { challenge, service } from '../rest/messages-service.ts'
import { type Body, bodiesFor, door, KINDS, ORIGINS, type Outcome, type Path, type Read } from './messages-table.ts'
import { CODES, violations } from './schemas.ts'
import { verifies } from './verifies.ts'

const paths = Object.keys(KINDS) as Path[]

const away = { secret: 'secret', url: `http://127.0.0.1:${await closedPort()}/`, hostnames: ['localhost'] }

const challenges: { what: string; verifier?: 'here' | 'away'; token?: string; decides: Read }[] = [
  { what: 'without a challenge', decides: 'accepted' },
  { what: 'with a solved challenge', verifier: 'here', token: 'a-person', decides: 'accepted' },
  { what: 'with no token', verifier: 'here', decides: 'unauthorized' },
  { what: 'with a token that fails', verifier: 'here', token: 'a-robot', decides: 'unauthorized' },
  { what: 'with a token beyond all length', verifier: 'here', token: 't'.repeat(2049), decides: 'unauthorized' },
  { what: 'with a verifier that is away', verifier: 'away', token: 'a-person', decides: 'server_error' },
]

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
    const isRight = answer.status === 200 && text === '{"ok":true}' && answer.headers.has('ratelimit')
    return { outcome: 'accepted', fields: [], faults: isRight ? [] : [`${answer.status} ${text}`] }
  }
  if (type === 'text/plain; charset=UTF-8') {
    const text = await answer.text()
    const isRight = answer.status === 403 && text !== ''
    return { outcome: 'plain 403', fields: [], faults: isRight ? [] : [`${answer.status} ${text}`] }
  }
  const body = (await answer.json()) as { code: keyof typeof CODES; status: number; errors?: { field: string }[] }
  const faults = violations('Problem', body)
  // A store or verifier that is away is no unexpected failure.
  const unavailable = body.code === 'server_error' && { status: 503 }
  const expected = {
    ...CODES[body.code],
    ...unavailable,
    instance: path,
    type: `${BASE_URL}/developers/errors#${body.code}`,
  }
  for (const [member, value] of Object.entries(expected))
    if ((body as unknown as Record<string, unknown>)[member] !== value) faults.push(`${member} is not ${value}`)
  if (type !== 'application/problem+json') faults.push(`media type ${type}`)
  if (answer.status !== body.status) faults.push(`status ${answer.status} with a problem of ${body.status}`)
  if ((body.code === 'server_error') !== answer.headers.has('retry-after')) faults.push('Retry-After')
  if (answer.headers.has('ratelimit')) faults.push('a refused message was counted')
  return { outcome: body.code, fields: (body.errors ?? []).map(({ field }) => field), faults }
}

/** Who is refused is refused whatever the body is, and a few bodies show that. */
const REFUSED_WITH = /^(a message|a body over 64 KB( in chunks)?|JSON cut short|an empty body)$/

/** Sends every cell of one challenge case, and lists those that are not as the tables say. */
async function sendAll(path: Path, { verifier, token, decides }: (typeof challenges)[number]) {
  const settings = verifier === 'here' ? (await challenge('a-person')).settings : verifier && away
  const { app, reports, stored } = service({ inbox: { challenge: settings } })
  const bodies = bodiesFor(path)
  const wrong: string[] = []
  let cells = 0
  for (const { type, as, of } of door) {
    for (const from of Object.keys(ORIGINS) as (keyof typeof ORIGINS)[]) {
      const refusal = of[from] === 'read on' ? undefined : of[from]
      for (const body of bodies) {
        if (body[as] === undefined || (refusal && !REFUSED_WITH.test(body.what))) continue
        cells++
        const read = refusal ?? body.answers
        const expected = read === 'read on' ? decides : read
        const fields = refusal ? [] : (body.fields ?? [])
        const answer = await app.fetch(request({ path, type, as, origin: ORIGINS[from], body, token }))
        const { outcome, faults, fields: failing } = await judge(answer, path)
        if (outcome !== expected) faults.unshift(`${outcome}, not ${expected}`)
        if (failing.join() !== fields.join()) faults.push(`errors name ${failing}, not ${fields}`)
        if (faults.length > 0) wrong.push(`${type} from ${from}, ${body.what}: ${faults.join('; ')}`)
      }
    }
  }
  return { wrong, cells, stored: (await stored()).length, reports }
}

/** How many different messages the bodies make that are read on, whichever encoding they come in. */
const DIFFERENT = { '/api/contact': 5, '/api/jobs/apply': 6 }

for (const path of paths) {
  for (const row of challenges) {
    verifies(
      [
        ['contact.accepted', 'contact.accepted-body', 'contact.form-with-origin', 'jobs.accepted'],
        ['contact.message-members', 'contact.name-length', 'contact.email-length', 'contact.message-length'],
        ['contact.payload-too-large', 'contact.missing-fields', 'contact.cross-site-form'],
        ['contact.unsupported-media-type', 'auth.challenge'],
      ],
      `POST ${path} ${row.what}: every cell of the status table holds`,
      async () => {
        const { wrong, cells, stored, reports } = await sendAll(path, row)
        expect(wrong).toEqual([])
        expect(cells).toBeGreaterThan(300)
        expect(reports).toEqual([])
        expect(stored).toBe(row.decides === 'accepted' ? DIFFERENT[path] : 0)
      },
    )
  }
}
