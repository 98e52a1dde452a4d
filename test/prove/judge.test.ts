/** What is taken for a right request, and what is said of everything else. */
import { describe, expect, it } from 'vitest'
import { readApiDescription } from '../../scripts/prove/api/description.ts'
import { type Expectation, hostsOf, judge, type SentRequest } from '../../scripts/prove/api/judge.ts'

const KEY = 'key-1'
const LIST = {
  parameters: [
    { name: 'country', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'startDate', in: 'query', required: true, schema: { type: 'string', format: 'date' } },
    { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
    { name: 'kind', in: 'query', schema: { type: 'array', items: { $ref: '#/components/schemas/Kind' } } },
    { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } },
    { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
  ],
}
const MADE = {
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { required: ['name'], properties: { name: { type: 'string' }, depth: { type: 'number' } } },
      },
    },
  },
}
const PATHS = {
  '/harbours/{country}': { get: LIST },
  '/harbours/nearest': { get: {} },
  '/harbours': { post: MADE },
  '/harbours/{id}/berths/': { get: {} },
}

interface Described {
  security?: object[]
  securitySchemes?: object
  paths?: object
  servers?: object[]
}

function expected(described: Described = {}, others: Partial<Expectation> = {}): Expectation {
  const { securitySchemes = {}, ...root } = described
  const components = { schemas: { Kind: { type: 'string', enum: ['ferry', 'fish'] } }, securitySchemes }
  const servers = [{ url: 'https://tides.example.org/v1' }]
  const api = readApiDescription(JSON.stringify({ openapi: '3.0.0', servers, paths: PATHS, components, ...root }))
  return { api, servers: [], key: KEY, ...others }
}

const GOOD: SentRequest = {
  method: 'GET',
  url: 'https://tides.example.org/v1/harbours/DK?country=DK&startDate=2026-01-01&limit=5',
  headers: { 'x-tenant': 'harbour' },
  body: '',
}
const problemOf = (change: Partial<SentRequest>, of = expected()) => judge({ ...GOOD, ...change }, of).problem
const plus = (query: string): Partial<SentRequest> => ({ url: `${GOOD.url}&${query}` })
const made = (body: unknown): Partial<SentRequest> => ({
  method: 'POST',
  url: 'https://tides.example.org/v1/harbours',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('a request', () => {
  it('is right where method, path, parameters and headers are an operation’s', () => {
    expect(judge(GOOD, expected()).operation?.path).toBe('/harbours/{country}')
    expect(problemOf({}, expected({}, { shown: { method: 'GET', path: '/harbours/{country_id}' } }))).toBeUndefined()
    expect(problemOf(plus('kind=ferry,fish'))).toBeUndefined()
    expect(problemOf(plus('filter[depth]=9'))).toBeUndefined()
    expect(problemOf(plus('filter[depth]={"from":9}'))).toBeUndefined()
    expect(problemOf(made({ name: 'Esbjerg', depth: 9.5 }))).toBeUndefined()
  })

  it.each<[string, Partial<SentRequest>, string | RegExp]>([
    ['a literal placeholder', { url: GOOD.url.replace('/DK', '/{country}') }, 'sent a literal {country} in the URL'],
    ['one in the query', plus('kind={kind}'), 'sent a literal {kind} in the URL'],
    ['another host', { url: GOOD.url.replace('tides', 'ebbs') }, /^asked ebbs\.example\.org instead of tides\./],
    ['another path', { url: GOOD.url.replace('harbours', 'ports') }, 'GET /v1/ports/DK is no path of the API'],
    ['a path without the base', { url: GOOD.url.replace('/v1', '') }, 'GET /harbours/DK is no path of the API'],
    ['a deeper path', { url: GOOD.url.replace('/DK', '/DK/all') }, 'GET /v1/harbours/DK/all is no path of the API'],
    ['another method', { method: 'PUT' }, 'sent PUT instead of GET /v1/harbours/DK'],
    ['no required parameter', { url: GOOD.url.replace('startDate', 'x') }, /required query parameter startDate$/],
    ['an empty one', { url: GOOD.url.replace('2026-01-01', '') }, /required query parameter startDate$/],
    ['no required header', { headers: {} }, 'left out the required header parameter X-Tenant'],
    ['undefined', { url: GOOD.url.replace('=5', '=undefined') }, 'sent undefined as query parameter limit'],
    ['None in the path', { url: GOOD.url.replace('/DK', '/None') }, 'sent None as path parameter country'],
    ['a text for a number', { url: GOOD.url.replace('=5', '=five') }, /^sent "five" as query parameter limit/],
    ['too much', { url: GOOD.url.replace('=5', '=500') }, /^sent "500" as query parameter limit, which must be <= 100/],
    ['a value that is no choice', plus('kind=ferry,yacht'), /^sent "yacht" as query parameter kind/],
    ['an unknown parameter', plus('sort=name'), 'sent the query parameter sort, which the API does not know'],
    ['the name of another style', plus('start_date=2026-01-01'), /query parameter start_date, which the API does not/],
    ['a body that is not expected', { body: '{}' }, 'sent a body, which the API does not know'],
    ['no body', made(''), 'left out the required body'],
    ['no required member', made({ depth: 1 }), /^sent a body that must have required property 'name'/],
    ['a member of another type', made({ name: 'x', depth: '9' }), 'sent a body that at depth must be number'],
    [
      'an unknown member',
      made({ name: 'x', colour: 'red' }),
      'sent a body that has colour, which the API does not know',
    ],
  ])('with %s is wrong', (_, change, problem) =>
    expect(problemOf(change)).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem)),
  )

  it('has a body of the type that is asked for, where that is not JSON', () => {
    const post = { requestBody: { required: true, content: { 'application/x-www-form-urlencoded': {} } } }
    const of = expected({ paths: { '/harbours': { post } } })
    const sent = (type: string) => problemOf({ ...made('name=x'), headers: { 'content-type': type } }, of)
    expect(sent('application/x-www-form-urlencoded')).toBeUndefined()
    expect(sent('application/json')).toBe('sent application/json instead of application/x-www-form-urlencoded')
  })

  it('is wrong where the code was shown for another operation', () => {
    const of = expected({}, { shown: { method: 'GET', path: '/harbours/nearest' } })
    expect(problemOf({}, of)).toBe('reached GET /harbours/{country} instead of GET /harbours/nearest')
  })

  it('reaches the path with the fewest placeholders, with or without the slash at its end', () => {
    const reached = (path: string) =>
      judge({ ...GOOD, url: `https://tides.example.org/v1/harbours/${path}` }, expected()).operation?.path
    expect(reached('nearest')).toBe('/harbours/nearest')
    expect(reached('7/berths')).toBe('/harbours/{id}/berths/')
  })

  it('may repeat a value of the path, as the clients do, but no other', () => {
    for (const name of ['country', 'country_id', 'id']) {
      expect(problemOf(plus(`${name}=DK`))).toBeUndefined()
      expect(problemOf({ url: `${GOOD.url}&${name}=SE`.replace('country=DK&', '') })).toMatch(/does not know$/)
    }
    expect(problemOf(plus('code=DK'))).toMatch(/does not know$/)
  })
})

describe('a key', () => {
  const securitySchemes = {
    bearer: { type: 'http', scheme: 'bearer' },
    query: { type: 'apiKey', in: 'query', name: 'api_key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    header: { type: 'apiKey', in: 'header', name: 'X-Key' },
    path: { type: 'apiKey', in: 'path', name: 'country' },
  }
  const wanted = (...security: object[]) => expected({ securitySchemes, security })
  const sent = (headers: object): Partial<SentRequest> => ({ headers: { ...GOOD.headers, ...headers } })

  it.each<[string, object[], Partial<SentRequest>]>([
    ['as its scheme says', [{ bearer: [] }], sent({ authorization: `Bearer ${KEY}` })],
    ['as query parameter', [{ query: [] }], plus(`api_key=${KEY}`)],
    ['as cookie', [{ cookie: [] }], sent({ cookie: `sid=${KEY}` })],
    ['as one of the alternatives', [{ bearer: [] }, { header: [] }], sent({ 'x-key': KEY })],
    ['as part of the path', [{ path: [] }], { url: GOOD.url.replace(/DK/g, KEY) }],
    ['nowhere where none is an alternative', [{ bearer: [] }, {}], {}],
  ])('%s is right', (_, security, change) => expect(problemOf(change, wanted(...security))).toBeUndefined())

  it.each<[string, object[], Partial<SentRequest>, string]>([
    ['is absent', [{ bearer: [] }], {}, 'sent no key as header Authorization'],
    [
      'lacks its prefix',
      [{ bearer: [] }],
      sent({ authorization: KEY }),
      'sent the key in Authorization without bearer',
    ],
    ['is in the wrong place', [{ query: [] }], sent({ 'x-key': KEY }), 'sent no key as query parameter api_key'],
    ['is no part of the path', [{ path: [] }], {}, 'sent no key in the path'],
    ['is one of two', [{ header: [], cookie: [] }], sent({ 'x-key': KEY }), 'sent no key as cookie sid'],
  ])('that %s is missed', (_, security, change, problem) =>
    expect(problemOf(change, wanted(...security))).toBe(problem),
  )
})

describe('the servers', () => {
  it('have their variables at the default, else the first choice, else what the environment holds', () => {
    const variables = { zone: { default: 'north' }, kind: { enum: ['test', 'live'] } }
    const servers = [{ url: 'https://{zone}.{kind}.{tenant}.example.org', variables }]
    expect(hostsOf(expected({ servers }))).toEqual([`north.test.${KEY}.example.org`])
  })

  it('are those of the record where the description names no host', () => {
    const of = expected({ servers: [{ url: '/v1' }] }, { servers: ['https://tides.example.org/old'] })
    expect(problemOf({}, of)).toBeUndefined()
    expect(hostsOf(expected({ servers: [] }, { servers: ['https://ebbs.example.org'] }))).toEqual(['ebbs.example.org'])
  })

  it('may be at a host of the reader', () => {
    const of = expected({}, { ownHost: 'mine.example.net' })
    expect(problemOf({ url: GOOD.url.replace('tides.example.org', 'mine.example.net') }, of)).toBeUndefined()
    expect(problemOf({}, of)).toBe('asked tides.example.org instead of mine.example.net')
  })

  it('are read from Swagger 2.0 as well', () => {
    const root = { swagger: '2.0', host: 'old.example.org', basePath: '/api', schemes: ['https'] }
    const paths = { '/tides': { get: { parameters: [{ name: 'n', in: 'query', type: 'integer' }] } } }
    const of = { api: readApiDescription(JSON.stringify({ ...root, paths })), servers: [], key: KEY }
    const ask = (query: string) => judge({ ...GOOD, url: `https://old.example.org/api/tides${query}` }, of)
    expect(ask('?n=1').problem).toBeUndefined()
    expect(ask('?n=x').problem).toMatch(/^sent "x" as query parameter n, which must be integer/)
  })
})
