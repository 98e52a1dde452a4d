/** What the stub takes for the first call of an SDK, and what it says of everything else. */
import { describe, expect, it } from 'vitest'
import { type Expectation, hostsOf, judge } from '../../scripts/prove/api-stub/expectation.ts'
import type { Auth, Point } from '../../src/catalog/record/facts.ts'

const KEY = 'key-1'
const LIST: Point = {
  method: 'GET',
  path: '/harbours/{country}',
  parameters: [
    { name: 'country', in: 'path', required: true },
    { name: 'since', in: 'query', api_name: 'startDate', required: true },
    { name: 'limit', in: 'query' },
    { name: 'X-Tenant', in: 'header', required: true },
  ],
}

const expected = (auth: Auth = { scheme: 'none' }, points: Point[] = [LIST]): Expectation => ({
  servers: [{ url: 'https://tides.example.org/v1' }],
  points,
  auth,
  key: KEY,
})

const GOOD = {
  method: 'GET',
  url: 'https://tides.example.org/v1/harbours/DK?country=DK&startDate=2026-01-01',
  headers: { 'x-tenant': 'harbour' },
}

describe('a request', () => {
  it('is taken where method, path, required parameters and headers are the operation’s', () => {
    expect(judge(GOOD, expected())).toEqual({ point: LIST })
  })

  it.each([
    ['a literal placeholder', { url: GOOD.url.replace('/DK', '/{country}') }, 'sent a literal {country} in the URL'],
    ['an encoded one', { url: GOOD.url.replace('/DK', '/%7Bcountry%7D') }, 'sent a literal {country} in the URL'],
    ['another host', { url: GOOD.url.replace('tides', 'ebbs') }, /^asked ebbs\.example\.org instead of tides\./],
    ['another path', { url: GOOD.url.replace('harbours', 'ports') }, 'GET /v1/ports/DK is not the operation’s path'],
    ['a path without the base', { url: GOOD.url.replace('/v1', '') }, 'GET /harbours/DK is not the operation’s path'],
    [
      'a deeper path',
      { url: GOOD.url.replace('/DK', '/DK/all') },
      'GET /v1/harbours/DK/all is not the operation’s path',
    ],
    ['another method', { method: 'POST' }, 'sent POST instead of GET'],
    ['the client’s name of a parameter', { url: GOOD.url.replace('startDate', 'since') }, /query parameter startDate$/],
    ['an empty parameter', { url: GOOD.url.replace('2026-01-01', '') }, /query parameter startDate$/],
    ['no required header', { headers: {} }, 'left out the required header parameter X-Tenant'],
  ])('with %s is refused', (_, change, problem) => {
    const judged = judge({ ...GOOD, ...change }, expected())
    expect(judged.problem?.replaceAll("'", '’')).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    )
  })

  it('may drop the slash at the end of a path', () => {
    const point = { ...LIST, path: '/harbours/', parameters: [] }
    const request = { ...GOOD, url: 'https://tides.example.org/v1/harbours' }
    expect(judge(request, expected(undefined, [point])).point).toBe(point)
  })

  it('reaches the endpoint with the fewest placeholders', () => {
    const nearest: Point = { method: 'GET', path: '/harbours/nearest', parameters: [] }
    const request = { ...GOOD, url: 'https://tides.example.org/v1/harbours/nearest' }
    expect(judge(request, expected(undefined, [LIST, nearest])).point).toBe(nearest)
  })
})

describe('a key', () => {
  const header: Auth = { scheme: 'bearer', needed: 'always', in: 'header', name: 'Authorization', prefix: 'Bearer' }
  const query: Auth = { scheme: 'apiKey', needed: 'always', in: 'query', name: 'api_key' }

  it.each<[string, Auth, Partial<typeof GOOD>]>([
    ['in its header', header, { headers: { ...GOOD.headers, ...{ authorization: `Bearer ${KEY}` } } }],
    ['in its query parameter', query, { url: `${GOOD.url}&api_key=${KEY}` }],
    ['that is optional and left out', { ...header, needed: 'optional' }, {}],
    ['that other operations want', { ...header, needed: 'sometimes' }, {}],
  ])('%s is right', (_, auth, change) => {
    expect(judge({ ...GOOD, ...change }, expected(auth)).problem).toBeUndefined()
  })

  it.each<[string, Auth, object]>([
    ['is absent', header, {}],
    ['lacks its prefix', header, { headers: { ...GOOD.headers, authorization: KEY } }],
    ['is in the wrong place', query, { headers: { ...GOOD.headers, authorization: KEY } }],
    ['is not the one of the environment', query, { url: `${GOOD.url}&api_key=null` }],
  ])('that %s is missed', (_, auth, change) => {
    expect(judge({ ...GOOD, ...change }, expected(auth)).problem).toMatch(/key/)
  })

  it('is missed where only this operation wants it', () => {
    const auth: Auth = { ...header, needed: 'sometimes' }
    expect(judge(GOOD, expected(auth, [{ ...LIST, key: true }])).problem).toMatch(
      /^sent no key as header Authorization/,
    )
  })
})

it('expects variables of a server at their default, else their first choice, else what the environment holds', () => {
  const variables = { zone: { default: 'north' }, kind: { enum: ['test', 'live'] } }
  const servers = [{ url: 'https://{zone}.{kind}.{tenant}.example.org', variables }]
  expect(hostsOf({ servers, key: 'mine' })).toEqual(['north.test.mine.example.org'])
})
