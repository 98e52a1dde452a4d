/** The contract of failures (2.9, 7): by example for each code, and as a property over whatever may come. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ardRoutes } from '../../src/ard/ard-routes.ts'
import { routeFinder } from '../../src/documents/route.ts'
import { BASE_URL, testApp } from '../app.ts'
import { runs } from '../property.ts'
import { CODES, violations } from './schemas.ts'
import { verifies } from './verifies.ts'

const { app, reports } = testApp()
const ardRouteAt = routeFinder(ardRoutes, 'example')

interface Problem {
  type: string
  title: string
  status: number
  code: keyof typeof CODES
  detail: string
  instance: string
  resolution: string
  errors?: { field: string; message: string }[]
}

async function problemOf(answer: Response): Promise<Problem> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const body = (await answer.json()) as Problem
  expect(violations('Problem', body)).toEqual([])
  return body
}

const JSON_TYPE = { 'content-type': 'application/json' }
const EXAMPLES = [
  ['not_found', '/api/sdk/no-such-sdk.json', {}],
  ['not_found', '/nowhere', {}],
  ['not_acceptable', '/api/health', { headers: { accept: 'text/html' } }],
  ['method_not_allowed', '/api/health', { method: 'DELETE' }],
  ['invalid_request', '/api/sdk/search?limit=0', {}],
  ['unsupported_media_type', '/mcp', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }],
  ['payload_too_large', '/mcp', { method: 'POST', headers: JSON_TYPE, body: `"${'x'.repeat(70_000)}"` }],
  ['unauthorized', '/mcp', { method: 'POST', headers: { ...JSON_TYPE, origin: 'https://evil.example' }, body: '{}' }],
] as const

describe('a problem', () => {
  for (const [code, path, request] of EXAMPLES) {
    verifies(
      [
        ['problem.required-members', 'problem.type-links-to-code', 'problem.title-stable'],
        ['problem.status-equals-http', 'problem.instance-is-path', 'problem.detail', 'problem.resolution'],
        ['errors.media-type'],
      ],
      `of ${code} on ${path} has every member`,
      async () => {
        const answer = await app.request(path, request)
        const body = await problemOf(answer)
        const { status, title } = CODES[code]
        expect(body).toMatchObject({
          type: `${BASE_URL}/developers/errors#${code}`,
          ...{ code, title, status },
          instance: path.split('?')[0],
        })
        expect(answer.status).toBe(status)
        expect(body.detail).toMatch(/^\S[^\n]+[.)\w]$/)
        expect(body.resolution).toMatch(/^[A-Z][^\n]+\.$/)
      },
    )
  }

  test('on a path of 10,000 characters leaves the path out', async () => {
    const answer = await app.request(`/${'a'.repeat(10_000)}`)
    expect(answer.status).toBe(404)
    expect((await answer.text()).length).toBeLessThan(1_000)
  })
})

describe('whatever comes', () => {
  const segment = fc.oneof(
    fc.constantFrom(
      ...'api sdk mcp search catalog.json health poetrydb-sdk.json poetrydb-sdk.md example-sdk'.split(' '),
    ),
    fc.constantFrom(...['..', '.', '', '%2e%2e', '%00', '%', '%ff', '%2f', '.well-known', 'example-sdk.csv']),
    fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replace(/[?#]/g, '')),
    fc.constantFrom('a'.repeat(300), '<script>', "'", '"', '\\', '|', '[x]', '😀', '__proto__', ':slug', '{slug}', '*'),
  )
  const path = fc.oneof(
    fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
    segment.map((slug) => `/api/sdk/${slug}.json`),
    segment.map((slug) => `/example-sdk/${slug}.md`),
  )
  // How parameters are read is in rest-query.test.ts.
  const query = fc.constantFrom('', '?', '?q=x', '?limit=0', '?limit=%', '?=&&=')
  const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'FOO')
  const values = ['*', 'text/html', 'application/json', '*/*;q=0', 'br, gzip;q=0', 'https://evil.example', 'bytes=0-5']
  const headers = fc.dictionary(
    fc.constantFrom('accept', 'accept-encoding', 'if-none-match', 'content-type', 'origin', 'range', 'cookie', 'x-any'),
    fc.oneof(fc.stringMatching(/^[\x21-\x7e]{0,40}$/), fc.constantFrom(...values)),
    { maxKeys: 4 },
  )

  verifies(
    ['errors.media-type', 'problem.code-closed', 'problem.status-equals-http', 'problem.instance-is-path'],
    'no failure is HTML, a crash, or anything but a whole problem',
    async () => {
      await fc.assert(
        fc.asyncProperty(path, query, method, headers, async (path, query, method, headers) => {
          const answer = await app.request(`${BASE_URL}${path}${query}`, { method, headers })
          const type = answer.headers.get('content-type') ?? ''
          expect(answer.status).toBeLessThan(500)
          const { pathname } = new URL(`${BASE_URL}${path}${query}`)
          const machine = /^\/(api|mcp)(\/|$)/.test(pathname)
          if (machine) expect(type).not.toMatch(/html/)
          if (answer.status < 400) return
          // The registry answers as ARD wants it; test/ard/ard-routes.test.ts checks that.
          if (ardRouteAt(pathname) && answer.status !== 405) return
          // Where people go, a failure is shown in the form they ask for.
          if (!machine && /text|\*/.test(headers.accept ?? '') && !type.endsWith('json')) return
          expect(type).toBe('application/problem+json')
          if (method === 'HEAD') return
          const body = await problemOf(answer)
          expect(body.status).toBe(answer.status)
          expect(CODES[body.code]).toEqual({ status: body.status, title: body.title })
          expect(body.type).toBe(`${BASE_URL}/developers/errors#${body.code}`)
          expect(new URL(body.instance, BASE_URL).host).toBe(new URL(BASE_URL).host)
          if (answer.status === 405) expect(body.resolution).toContain(answer.headers.get('allow'))
        }),
        runs(600),
      )
      expect(reports).toEqual([])
    },
  )
})
