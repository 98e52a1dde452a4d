/** Header fields that limit what a browser does with an answer: a table, held against every kind of answer. */
import { expect, test } from 'vitest'
import { documents } from '../../src/rest/route-table.ts'
import { routes } from '../../src/rest/routes.ts'
import { testApp } from '../app.ts'

const INERT = /^default-src 'none'; frame-ancestors 'none'$/
const PAGE = /^default-src 'none'; .*script-src 'self'; .*frame-ancestors 'none'; base-uri 'none'$/

/** Of every answer. */
const EVERY: Readonly<Record<string, RegExp | null>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-resource-policy': /^cross-origin$/,
  'content-security-policy': INERT,
  // What tells attackers more than they need, or lets pages of others act as a visitor.
  server: null,
  'x-powered-by': null,
  'set-cookie': null,
  'access-control-allow-credentials': null,
}
const HTML: typeof EVERY = {
  ...EVERY,
  'content-security-policy': PAGE,
  'cross-origin-opener-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\), .*geolocation=\(\)/,
  'origin-agent-cluster': /^\?1$/,
}

const { app, services } = testApp({ site: { baseUrl: 'https://sdk.example.org' } })
const filled = (path: string) => path.replace('{brand}', 'example').replace('{slug}', 'poetrydb-sdk')
const html = { headers: { accept: 'text/html' } }
const json = { method: 'POST', headers: { 'content-type': 'application/json' } }

const ANSWERS: readonly [string, number, RequestInit?][] = [
  ...routes.filter(({ serves }) => serves !== 'message').map(({ path }) => [filled(path), 200] as [string, number]),
  ...documents.map(({ path }) => [filled(path), 200] as [string, number]),
  ...services.pages.list.map(({ path }): [string, number, RequestInit] => [path, 200, html]),
  ['/example-sdk/poetrydb-sdk', 200, html],
  ['/developers.md', 200],
  ['/nowhere', 404, html],
  ['/nowhere', 404],
  ['/api/nowhere', 404, html],
  ['/api/sdk/search?limit=x', 400],
  ['/api/health', 405, { method: 'DELETE' }],
  ['/api/health', 204, { method: 'OPTIONS' }],
  ['/api/health', 200, { method: 'HEAD' }],
  ['/mcp', 405],
  ['/mcp', 400, { ...json, body: '{', headers: { ...json.headers, host: 'localhost' } }],
  ['/api/contact', 400, { ...json, body: '{}' }],
  ['/api/contact', 403, { method: 'POST' }],
  ['/api/contact', 204, { method: 'OPTIONS' }],
]

test.each(ANSWERS)('%s answers %i with every field', async (path, status, init) => {
  const answer = await app.request(path, init)
  // compare_sdks needs slugs.
  if (path !== '/api/sdk/compare' && path !== '/api/sdk/find') expect(answer.status).toBe(status)
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  for (const [name, wanted] of Object.entries(isPage ? HTML : EVERY)) {
    const value = answer.headers.get(name)
    if (wanted === null) expect(value, name).toBeNull()
    else expect(value, name).toMatch(wanted)
  }
})
