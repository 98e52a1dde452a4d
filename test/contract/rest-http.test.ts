/** HTTP as a cache, a browser and a careful client see it: methods, validators, content codings, cross-origin reads. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { verifies } from './verifies.ts'

const { app } = testApp()

const READS = [
  ...['/api/sdk/catalog.json', '/api/sdk/search?q=weather', '/api/sdk/poetrydb-sdk.json'],
  ...['/example-sdk/poetrydb-sdk.md', '/api/health', '/sdk/example-sdk.csv', '/', '/index.md', '/sdk'],
  '/example-sdk/poetrydb-sdk',
] as const
/** Health says the state of now, so no cache keeps it. */
const CACHED = READS.filter((path) => path !== '/api/health')

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

describe('every read', () => {
  test.each(READS)('HEAD %s has the headers of GET and no body', async (path) => {
    for (const headers of [{}, { 'accept-encoding': 'br' }]) {
      const get = await app.request(path, { headers })
      const head = await app.request(path, { method: 'HEAD', headers })
      expect(head.status).toBe(200)
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers))
      expect(Number(head.headers.get('content-length'))).toBe((await bytesOf(get)).length)
      expect((await bytesOf(head)).length).toBe(0)
    }
  })

  test.each(READS)('OPTIONS %s names the methods, for programs and for browsers', async (path) => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
    const answer = await app.request(path, { method: 'OPTIONS', headers })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/if-none-match/i)
  })

  test.each(READS)('%s may be read by pages of any site', async (path) => {
    const { headers } = await app.request(path, { headers: { origin: 'https://elsewhere.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const exposed = headers.get('access-control-expose-headers')
    expect(exposed).toBe('ETag, Link, RateLimit, RateLimit-Policy, Retry-After')
  })

  verifies('errors.method-not-allowed', 'answers 405 to other methods and names the allowed ones', async () => {
    for (const path of READS) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        const answer = await app.request(path, { method })
        expect([answer.status, answer.headers.get('allow')], path).toEqual([405, 'GET, HEAD, OPTIONS'])
        const { code, resolution } = (await answer.json()) as { code: string; resolution: string }
        expect(code).toBe('method_not_allowed')
        for (const allowed of ['GET', 'HEAD', 'OPTIONS']) expect(resolution).toContain(allowed)
      }
    }
  })

  verifies('limits.reads-unlimited', 'is never limited: hundreds of reads all answer 200', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => app.request('/api/sdk/search?q=weather')))
    expect(answers.every(({ status, headers }) => status === 200 && !headers.has('ratelimit'))).toBe(true)
  })

  verifies('version.no-path-segment', 'is at a path without a version', () =>
    expect(READS.filter((path) => /\/v\d/.test(path))).toEqual([]),
  )
})

describe('every error', () => {
  const ERRORS = [
    ['/nowhere', 404, {}],
    ['/nowhere', 404, { accept: 'text/html' }],
    ['/nowhere', 404, { accept: 'text/markdown' }],
    ['/', 406, { accept: 'image/png' }],
    ['/api/health', 406, { accept: 'text/html' }],
    ['/api/sdk/search?limit=0', 400, {}],
    ['/example-sdk/no-such-sdk.md', 404, {}],
  ] as const

  test.each(ERRORS)('of %s, %i, tells its length, to HEAD too, with %j', async (path, status, headers) => {
    const get = await app.request(path, { headers })
    const head = await app.request(path, { method: 'HEAD', headers })
    expect([get.status, head.status]).toEqual([status, status])
    expect(Number(head.headers.get('content-length'))).toBe((await bytesOf(get)).length)
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    expect((await bytesOf(head)).length).toBe(0)
  })
})

describe('content coding', () => {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }

  test.each(CACHED)('of %s decodes to the same bytes', async (path) => {
    const plain = await app.request(path)
    const bytes = await bytesOf(plain)
    const isSmall = bytes.length < 860
    for (const coding of ['br', 'gzip', 'zstd'] as const) {
      const coded = await app.request(path, { headers: { 'accept-encoding': coding } })
      const wire = await bytesOf(coded)
      expect(coded.headers.get('content-encoding')).toBe(isSmall ? null : coding)
      expect(coded.headers.get('content-length')).toBe(String(wire.length))
      for (const { headers } of [coded, plain]) expect(headers.get('vary')).toMatch(/accept-encoding/i)
      expect((isSmall ? wire : decode[coding](wire)).equals(bytes)).toBe(true)
    }
  })

  test('is used for a small answer too, where the client does not take it as it is', async () => {
    const headers = { 'accept-encoding': 'gzip, identity;q=0' }
    const answer = await app.request('/api/health', { headers })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(JSON.parse(String(gunzipSync(await bytesOf(answer))))).toMatchObject({ status: 'ok' })
  })
})

describe('validators', () => {
  test.each(CACHED)('%s has a strong one for each coding, and answers 304 to it, HEAD too', async (path) => {
    const tagsByCoding = new Map<string | null, string>()
    for (const coding of ['identity', 'br', 'gzip', 'zstd']) {
      const headers = { 'accept-encoding': coding }
      const answer = await app.request(path, { headers })
      const etag = answer.headers.get('etag')!
      expect(etag).toMatch(/^"[\w-]+"$/)
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `W/"x" ,W/${etag},"y"`, '*']) {
        const conditional = { headers: { ...headers, 'if-none-match': tags } }
        expect((await app.request(path, { method: 'HEAD', ...conditional })).status, tags).toBe(304)
        const again = await app.request(path, conditional)
        expect([again.status, (await bytesOf(again)).length], tags).toEqual([304, 0])
        for (const name of ['etag', 'cache-control', 'vary', 'link', 'access-control-allow-origin'])
          expect(again.headers.get(name), name).toBe(answer.headers.get(name))
        for (const name of ['content-type', 'content-length', 'content-encoding'])
          expect(again.headers.has(name), name).toBe(false)
      }
      tagsByCoding.set(answer.headers.get('content-encoding'), etag)
    }
    expect(new Set(tagsByCoding.values()).size).toBe(tagsByCoding.size)
  })

  test('a tag of something else answers 200', async () => {
    for (const tags of ['"other"', 'W/"other"', '""', '"a", "b"', 'nonsense', '"x,*,y"', '"*"', ' ', ',']) {
      const answer = await app.request('/api/sdk/catalog.json', { headers: { 'if-none-match': tags } })
      expect(answer.status, tags).toBe(200)
    }
  })
})

describe('Accept', () => {
  const JSON_READS = READS.filter((path) => path.startsWith('/api'))

  test.each(['*/*', 'application/json', 'application/*', 'text/html, */*;q=0.1', 'APPLICATION/JSON', '', ', ,'])(
    '"%s" gets JSON',
    async (accept) => {
      for (const path of JSON_READS) expect((await app.request(path, { headers: { accept } })).status).toBe(200)
    },
  )

  test.each(['text/html', 'application/xml', 'application/json;q=0', '*/*;q=0', 'application/json;q=0, */*'])(
    '"%s" answers 406 and names the type there is',
    async (accept) => {
      for (const path of JSON_READS) {
        const answer = await app.request(path, { headers: { accept } })
        const { code, detail } = (await answer.json()) as { code: string; detail: string }
        expect([answer.status, code]).toEqual([406, 'not_acceptable'])
        expect(detail).toContain('application/json')
        expect(answer.headers.get('vary')).toMatch(/\bAccept\b/)
      }
    },
  )

  test('does not matter where the address says what it is', async () => {
    for (const path of ['/example-sdk/poetrydb-sdk.md', '/sdk/example-sdk.csv'])
      expect((await app.request(path, { headers: { accept: 'application/json' } })).status).toBe(200)
  })
})
