/**
 * The router is the reference: thousands of generated GET requests, good and bad, go to the short way and through the
 * router of another app. Status, header fields and body agree, when an answer is made and when it is kept.
 */
import type { HttpBindings } from '@hono/node-server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/interface/routes.ts'
import type { App } from '../../src/rest/app.ts'
import type { DirectAnswer } from '../../src/rest/direct.ts'
import { testApp } from '../app.ts'
import { runs } from '../property.ts'

const REQUESTS = 2_500

const { app } = testApp()
const { app: reference } = testApp()

interface Asked {
  target: string
  headers: Record<string, string>
}

interface Told {
  status: number
  headers: Record<string, string>
  /** A character for each byte. */
  body: string
}

async function throughRouter({ fetch }: Pick<App, 'fetch'>, { target, headers }: Asked): Promise<Told> {
  const request = new Request(`http://localhost${target}`, { headers })
  const answer = await fetch(request, { incoming: { url: target } } as HttpBindings)
  const body = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body }
}

function told({ status, headers, body = '', encoding }: DirectAnswer): Told {
  const bytes = typeof body === 'string' ? Buffer.from(body, encoding) : Buffer.from(body as Buffer)
  return { status, headers: { ...headers }, body: bytes.toString('latin1') }
}

/** Answers without the router. */
let direct = 0

async function ours(asked: Asked): Promise<Told> {
  const answer = await app.direct.get(asked.target, asked.headers)
  if (!answer) return throughRouter(app, asked)
  direct++
  return told(answer)
}

const word = fc.oneof(
  fc.constantFrom(
    'weather',
    'send a text message',
    'poetrydb-sdk',
    'WETHER',
    'no such words',
    '',
    ' ',
    'é',
    '"',
    '#',
    '<',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const number = fc.oneof(fc.integer({ min: -2, max: 130 }).map(String), fc.constantFrom('', 'x', '1e2', '9'.repeat(30)))
const VALUES = {
  text: word,
  integer: number,
  flag: fc.constantFrom('true', 'false', 'yes', ''),
  list: fc.constantFrom('poetrydb-sdk,open-meteo-sdk', 'poetrydb-sdk', 'no-such-sdk,x', ',', 'poetrydb-sdk, a,b,c,d,e'),
} as const

const encoded = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

const tools = routes.filter((route) => route.serves === 'tool')
/** The query of a tool, most parameters by their names, some twice, some of no tool. */
const question = fc.constantFrom(...tools).chain(({ path, query = {} }) => {
  const known = Object.entries(query).map(([name, kind]) => VALUES[kind].map((value) => [name, value] as const))
  const pair = fc.oneof(...known, ...known, fc.tuple(fc.constantFrom('q', 'other', 'topic'), word))
  return fc.array(pair, { maxLength: 4 }).map((pairs) => {
    const target = path.replace('{slug}', 'poetrydb-sdk')
    return pairs.length > 0 ? `${target}?${encoded(pairs.filter(([, value]) => value.isWellFormed()))}` : target
  })
})
/** A query as no client of ours writes it. */
const malformed = fc.constantFrom(
  '/api/sdk/search?',
  '/api/sdk/search??q=a',
  '/api/sdk/search?q=%zz&&=&limit',
  '/api/sdk/search?q=a+b%2Bc',
  '/api/sdk/search?q=a"<>\'`b',
  '/api/sdk/search?q=a#b',
  '/api/sdk/search?q=\xe9\xff',
  '/api/sdk/search/',
  '/api/sdk/../sdk/search?q=a',
  '/api/sdk/%73earch?q=a',
  '/api/sdk/search;q=a',
)
const page = fc.constantFrom(
  '/',
  '/sdk?q=weather',
  '/sdk?topic=weather&page=2',
  '/sdk.md?q=poems',
  '/sdk/compare?slugs=poetrydb-sdk,open-meteo-sdk',
  '/example-sdk/poetrydb-sdk',
  '/example-sdk/poetrydb-sdk?lang=py',
  '/example-sdk/poetrydb-sdk.md',
  '/api/sdk/no-such-sdk.json',
  '/llms.txt',
  '/nothing?q=1',
)
const target = fc.oneof(
  { weight: 8, arbitrary: question },
  { weight: 1, arbitrary: malformed },
  { weight: 2, arbitrary: page },
)

const optional = (...values: string[]) => fc.constantFrom(undefined, undefined, undefined, ...values)
const request = fc
  .record({
    target,
    accept: optional('*/*', 'application/json', 'text/html,*/*;q=0.8', 'text/markdown', 'image/png', 'a;b;;q=x,'),
    'accept-encoding': optional('gzip', 'br, gzip', 'zstd', 'identity;q=0', '*;q=0.1'),
    'if-none-match': optional('*', '"other"', 'theirs', 'W/theirs'),
  })
  .map(({ target, ...fields }): Asked => {
    const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
    return { target, headers: Object.fromEntries(given) }
  })

/** With the tag that the answer has, where the request should have it. */
async function withTag(asked: Asked): Promise<Asked> {
  const { 'if-none-match': tag, ...headers } = asked.headers
  if (!tag?.includes('theirs')) return asked
  const { etag = '"none"' } = (await throughRouter(reference, { ...asked, headers })).headers
  return { ...asked, headers: { ...headers, 'if-none-match': tag.replace('theirs', etag) } }
}

describe('a GET request', () => {
  it('is answered as the router answers it, whether its answer is made or kept', async () => {
    const statuses = new Set<number>()
    let count = 0
    await fc.assert(
      fc.asyncProperty(request, async (generated) => {
        count++
        const asked = await withTag(generated)
        const expected = await throughRouter(reference, asked)
        statuses.add(expected.status)
        // The first answer is not kept, the second is, and the third is what was kept.
        for (let time = 0; time < 3; time++) expect(await ours(asked)).toEqual(expected)
      }),
      runs(REQUESTS),
    )
    // Most never reach the router, and each outcome was met.
    expect(direct).toBeGreaterThan(count)
    expect([...statuses].sort()).toEqual([200, 304, 400, 404, 406])
  })
})
