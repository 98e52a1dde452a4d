/**
 * Sections 2.5, 2.6, 4.5, 4.10, 5, 7 and 8 of the specification, cell by cell: content type × origin × body × challenge
 * for both endpoints. Three tables say who is let in, what is read, and what the challenge decides; the first of them
 * that refuses gives the answer.
 */
import { describe, expect, test } from 'vitest'
import type { ChallengeSettings } from '../../src/inbox/index.ts'
import { BASE_URL } from '../app.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { messageServices } from './messages-service.ts'
import { type Body, bodiesFor, door, KINDS, ORIGINS, type Outcome, type Path, type Read } from './messages-table.ts'
import { CODES, violations } from './schemas.ts'

const paths = Object.keys(KINDS) as Path[]

interface ChallengeCase {
  what: string
  settings?: ChallengeSettings
  token?: string
  decides: Read
}

const { settings, service } = await messageServices()
const away = { ...settings, url: `http://127.0.0.1:${await closedPort()}/` }

const challenges: ChallengeCase[] = [
  { what: 'without a challenge', decides: 'accepted' },
  { what: 'with a solved challenge', settings, token: 'a-person', decides: 'accepted' },
  { what: 'with no token', settings, decides: 'unauthorized' },
  { what: 'with a token that fails', settings, token: 'a-robot', decides: 'unauthorized' },
  { what: 'with a token beyond all length', settings, token: 't'.repeat(2049), decides: 'unauthorized' },
  { what: 'with a verifier that is away', settings: away, token: 'a-person', decides: 'server_error' },
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
