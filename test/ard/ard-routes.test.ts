/** The registry of ARD v0.91 (§5.3): POST /search, POST /explore, GET /agents and GET /agents/{identifier}. */

import { describe, expect, test } from 'vitest'
import { ardManifest } from '../../src/ard/ard-manifest.ts'
import type { ArdEntry } from '../../src/ard/ard-schemas.ts'
import { onToolCall, type ToolCallEvent } from '../../src/tools/define/tool-events.ts'
import { testApp } from '../app.ts'

const { app, services } = testApp()
const { catalog, site } = services

async function send(path: string, init?: RequestInit) {
  const answer = await app.request(path, init)
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes, which the tests look into
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
function post(path: string, body: unknown, type = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return send(path, { method: 'POST', headers: { 'content-type': type }, body: text })
}
const slugOf = ({ identifier }: { identifier: string }): string => identifier.split(':').at(-1)!

test('a body is held to its schema: numbers are numbers, and the description has the terms that a facet may begin with', async () => {
  const query = { text: 'weather' }
  for (const pageSize of [[5], [], '5', null, true, {}, 0, 5.5]) {
    const { status, body } = await post('/search', { query, pageSize })
    expect([status, body.errorCode], JSON.stringify(pageSize)).toEqual([400, 'INVALID_ARGUMENT'])
  }
  const { body: description } = await send('/openapi.json')
  const { pattern } =
    description.components.schemas.ArdExplore.properties.resultType.properties.facets.items.properties.field
  for (const field of ['tags', 'metadata.license', 'x', 'tagsx', '', 'metadata']) {
    const { status } = await post('/explore', { resultType: { facets: [{ field }] } })
    expect(status, field).toBe(new RegExp(pattern).test(field) ? 200 : 400)
  }
})

describe('search', () => {
  test('gives what ranked search gives, in its order, as entries with scores', async () => {
    const { body } = await post('/search', { query: { text: 'weather forecast' }, pageSize: 5 })
    expect(body.results.map(slugOf)).toEqual(
      catalog.find('weather forecast', {}, 5).hits.map(({ record }) => record.slug),
    )
    const scores: number[] = body.results.map(({ score }: { score: number }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    for (const result of body.results) {
      expect(result).toMatchObject({ source: `${site.baseUrl}/`, type: 'application/ai-catalog+json' })
      expect(Number.isInteger(result.score) && result.score > 0 && result.score <= 100).toBe(true)
      expect(result).not.toHaveProperty('representativeQueries')
    }
  })

  test('pages through all matches once, and ends without a token', async () => {
    const query = { text: 'weather' }
    const seen: string[] = []
    let pageToken: string | undefined
    do {
      const { body } = await post('/search', { query, pageSize: 7, ...(pageToken && { pageToken }) })
      seen.push(...body.results.map(slugOf))
      pageToken = body.pageToken
    } while (pageToken)
    const { positions, total } = catalog.find('weather', {}, 1)
    expect(total).toBeGreaterThan(14)
    expect(seen).toEqual(positions.slice(0, total).map((position) => catalog.records.at(position).slug))
  })

  test('takes one of the values of a term, and every term of a filter', async () => {
    const filter = { capabilities: ['sdk-zig', 'sdk-swift'], 'metadata.key': 'none' }
    const { body } = await post('/search', { query: { text: 'weather', filter }, pageSize: 100 })
    for (const { capabilities, metadata } of body.results) {
      expect(capabilities.some((token: string) => filter.capabilities.includes(token))).toBe(true)
      expect(metadata.key).toBe('none')
    }
    const others = await post('/search', { query: { text: 'weather', filter: { publisher: 'elsewhere.example' } } })
    expect(others.body).toEqual({ results: [] })
    const own = await post('/search', {
      query: { text: 'weather', filter: { publisher: new URL(site.baseUrl).hostname } },
    })
    expect(own.body.results.length).toBeGreaterThan(0)
  })

  test('refers to no other registry', async () => {
    const { body } = await post('/search', { query: { text: 'weather' }, federation: 'referrals' })
    expect(body.referrals).toEqual([])
  })

  test('counts as a search of find_sdk', async () => {
    const calls: ToolCallEvent[] = []
    const end = onToolCall((call) => calls.push(call))
    await post('/search', { query: { text: 'xyzzy plugh' } })
    end()
    expect(calls).toMatchObject([
      { tool: 'find_sdk', input: { query: 'xyzzy plugh' }, output: { match: expect.any(String) } },
    ])
  })
})

describe('explore', () => {
  const facets = async (query: object | undefined, ...wanted: object[]) =>
    (await post('/explore', { ...(query && { query }), resultType: { facets: wanted } })).body.facets

  test('counts over everything that a search would find', async () => {
    const { tags } = await facets({ text: 'weather' }, { field: 'tags' })
    const { positions, total } = catalog.find('weather', {}, 1)
    const records = positions.slice(0, total).map((position) => catalog.records.at(position))
    const weather = records.filter(({ topics }) => topics.includes('weather')).length
    expect(tags.buckets[0]).toEqual({ value: 'weather', count: weather })
  })

  test('counts the whole registry without a query, and what is beyond the limit', async () => {
    const { type, tags, publisher } = await facets(
      undefined,
      ...[{ field: 'type' }, { field: 'tags', limit: 1, minCount: 2 }, { field: 'publisher' }],
    )
    expect(type).toEqual({ buckets: [{ value: 'application/ai-catalog+json', count: catalog.count }] })
    expect(publisher.buckets[0].count).toBe(catalog.count)
    expect(tags.buckets).toHaveLength(1)
    const all = [...catalog.records].flatMap(({ topics }) => topics)
    const counts = [...Map.groupBy(all, (topic) => topic)].map(([, list]) => list.length).filter((count) => count > 1)
    expect(tags.buckets[0].count + tags.otherCount).toBe(counts.reduce((sum, count) => sum + count, 0))
  })

  test('are counted one by one, and other requests are answered in between', async () => {
    let turns = 0
    let isDone = false
    const turn = () => {
      turns++
      if (!isDone) setImmediate(turn)
    }
    setImmediate(turn)
    const fields = ['tags', 'displayName', 'description', 'updatedAt', 'capabilities', 'metadata.code', 'metadata.key']
    await facets(undefined, ...fields.map((field) => ({ field })))
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(fields.length)
  })

  test('a term that no entry has, and a member of every object, are empty', async () => {
    const names = ['metadata.nothing', 'metadata.constructor.name', 'tags.length']
    const found = await facets(undefined, ...names.map((field) => ({ field })))
    for (const name of names) expect(found[name]).toEqual({ buckets: [] })
  })
})

describe('the list', () => {
  const list = (query: string) => send(`/agents${query}`)

  test('has every entry of the manifest once, in its order, page by page', async () => {
    const entries = JSON.parse([...ardManifest(services)].join('')).entries
    const seen: unknown[] = []
    let pageToken: string | undefined
    do {
      const { body } = await list(`?pageSize=100${pageToken ? `&pageToken=${pageToken}` : ''}`)
      expect(body.total).toBe(entries.length)
      seen.push(...body.items)
      pageToken = body.pageToken
    } while (pageToken)
    expect(seen).toEqual(entries)
    const first = await list('')
    expect(first.body.items).toEqual(entries.slice(0, 20))
    expect(first.headers.get('etag')).toMatch(/^"/)
  })

  test.each([
    ['?pageSize=0', /pageSize: must be a whole number from 1 to 100/],
    ['?pageToken=eHk', /pageToken .* Ask again without it/],
    ['?filter=type', /^filter: is not a known argument/],
  ])('refuses %s with the error object of ARD', async (query, message) => {
    const { status, body } = await list(query)
    expect([status, body]).toEqual([400, { errorCode: 'INVALID_ARGUMENT', message: expect.stringMatching(message) }])
  })
})

describe('retrieve', () => {
  const get = (identifier: string, headers = {}) =>
    app.request(`/agents/${encodeURIComponent(identifier)}`, { headers })
  const entries: ArdEntry[] = JSON.parse([...ardManifest(services)].join('')).entries

  test('gives each entry of the manifest as it is there, with an ETag', async () => {
    for (const entry of [...entries.slice(0, 8), entries.at(-1)!]) {
      const answer = await get(entry.identifier)
      expect([answer.status, await answer.json()]).toEqual([200, entry])
      const again = await get(entry.identifier, { 'if-none-match': answer.headers.get('etag')! })
      expect(again.status).toBe(304)
    }
  })

  test('of what search found gives the whole entry', async () => {
    const { body } = await post('/search', { query: { text: 'weather forecast' }, pageSize: 1 })
    const { score, source, ...found } = body.results[0]
    const whole = await (await get(found.identifier)).json()
    expect(whole).toMatchObject(found)
    expect(whole.representativeQueries.length).toBeGreaterThan(1)
    for (const name of ['score', 'source']) expect(whole).not.toHaveProperty(name)
  })

  test.each([
    ['of nobody', 'urn:air:elsewhere.example:sdk:poetrydb-sdk', 404, 'NOT_FOUND'],
    ['in other letters', entries.at(-1)!.identifier.toUpperCase().replace('URN:AIR', 'urn:air'), 404, 'NOT_FOUND'],
    ['that is none', 'poetrydb-sdk', 400, 'INVALID_ARGUMENT'],
    ['with a slash', 'urn:air:localhost:sdk/poetrydb-sdk', 400, 'INVALID_ARGUMENT'],
  ])('refuses an identifier %s with the error object of ARD', async (_, identifier, status, errorCode) => {
    const answer = await get(identifier)
    expect([answer.status, await answer.json()]).toEqual([status, { errorCode, message: expect.any(String) }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('decodes the identifier once', async () => {
    for (const path of ['/agents/%zz', `/agents/${encodeURIComponent(encodeURIComponent(entries[0]!.identifier))}`])
      expect((await app.request(path)).status).toBe(400)
  })
})

describe('a wrong request', () => {
  test.each([
    ['no text', '/search', { query: {} }, 400, /query\.text: is required/],
    ['too many results', '/search', { query: { text: 'a' }, pageSize: 101 }, 400, /pageSize: must be a whole number/],
    ['a token of no answer', '/search', { query: { text: 'a' }, pageToken: 'eHk' }, 400, /pageToken .* Ask again/],
    ['an unknown term', '/search', { query: { text: 'a', filter: { 'x:y': '1' } } }, 400, /must begin with one of/],
    ['an unknown member', '/search', { query: { text: 'a' }, limit: 3 }, 400, /limit: is not a known argument/],
    ['no facets', '/explore', { resultType: { facets: [] } }, 400, /at least 1/],
    ['no JSON', '/search', '{', 400, /not JSON/],
    ['too deep', '/explore', `${'['.repeat(66)}${']'.repeat(66)}`, 400, /deeper than 64\. Send only what is described/],
    ['a body that is too large', '/search', JSON.stringify({ query: { text: 'x'.repeat(70_000) } }), 413, /bytes/],
  ])('with %s gets the error object of ARD', async (_, path, body, status, message) => {
    const answer = await post(path, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([status, ['errorCode', 'message']])
    expect(answer.body).toMatchObject({ errorCode: 'INVALID_ARGUMENT', message: expect.stringMatching(message) })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('of another type gets 415, and another method 405', async () => {
    expect(await post('/search', {}, 'text/plain')).toMatchObject({
      status: 415,
      body: { errorCode: 'INVALID_ARGUMENT' },
    })
    const answer = await app.request('/explore')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const preflight = await app.request('/search', { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
  })
})
