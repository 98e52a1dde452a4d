/** Exact search, the health check and the CSV (4.2, 4.6, 4.8). How parameters are read is in rest-query.test.ts. */
import { describe, expect, test } from 'vitest'
import { BASE_URL, testApp } from '../app.ts'
import { embedded } from '../embedded.ts'
import { app, catalogue, type Entry, json } from './catalogue.ts'
import { violations } from './schemas.ts'
import { verifies } from './verifies.ts'

const search = (query: string) =>
  json<{ query: string; total: number; limit: number; offset: number; results: Entry[] }>(`/api/sdk/search${query}`)

describe('search', () => {
  verifies(['search.json', 'result.exact-members'], 'answers 200 application/json with its five members', async () => {
    const answer = await app.request('/api/sdk/search?q=weather')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(violations('SdkSearchResult', await answer.json())).toEqual([])
  })

  verifies('search.any-case', 'finds the same in any case', async () => {
    const [lower, upper, mixed] = await Promise.all(['?q=weather', '?q=WEATHER', '?q=wEaTHer'].map(search))
    expect(lower!.total).toBeGreaterThan(5)
    expect(upper!.results).toEqual(lower!.results)
    expect(mixed!.results).toEqual(lower!.results)
  })

  verifies('search.fields', 'finds an entry by a word of its slug, title, description or topics', async () => {
    const { slug, title, description, topics } = catalogue.sdks.find(({ topics }) => topics?.length)!
    for (const words of [slug, title, description!, topics![0]!]) {
      const { results } = await search(`?limit=100&q=${encodeURIComponent([...words].slice(0, 200).join(''))}`)
      expect(results.map((entry) => entry.slug)).toContain(slug)
    }
    expect((await search('?q=github.com')).total).toBe(
      catalogue.sdks.filter((entry) =>
        [entry.slug, entry.title, entry.description ?? '', ...(entry.topics ?? [])].some((field) =>
          field.toLowerCase().includes('github.com'),
        ),
      ).length,
    )
  })

  verifies('search.every-word-matches', 'wants every word somewhere in the entry, in any order', async () => {
    const [both, reversed] = await Promise.all(
      ['?limit=100&q=weather+forecast', '?limit=100&q=forecast%20weather'].map(search),
    )
    expect(both!.total).toBeGreaterThan(0)
    expect(reversed!.results).toEqual(both!.results)
    for (const entry of both!.results) {
      const text = JSON.stringify([entry.slug, entry.title, entry.description, entry.topics]).toLowerCase()
      expect(text.includes('weather') && text.includes('forecast')).toBe(true)
    }
    expect((await search('?q=weather+nosuchword')).total).toBe(0)
  })

  verifies(['search.no-query-pages-everything', 'search.offset'], 'pages the whole catalogue without q', async () => {
    const pages = []
    for (let offset = 0; offset < catalogue.count; offset += 100)
      pages.push(await search(`?limit=100&offset=${offset}`))
    expect(pages.flatMap(({ results }) => results)).toEqual(catalogue.sdks)
    expect(await search('')).toMatchObject({ query: '', total: catalogue.count, limit: 20, offset: 0 })
    expect((await search('?offset=100000')).results).toEqual([])
  })

  verifies(
    ['search.total-before-paging', 'search.echoes-page', 'search.catalogue-order', 'search.limit-default'],
    'pages keep total and order, and repeat what was applied',
    async () => {
      const whole = await search('?q=data&limit=100')
      const order = catalogue.sdks.map(({ slug }) => slug)
      expect(whole.results.map(({ slug }) => order.indexOf(slug))).toEqual(
        whole.results.map(({ slug }) => order.indexOf(slug)).sort((a, b) => a - b),
      )
      const page = await search('?q=data&limit=7&offset=5')
      expect(page).toMatchObject({ total: whole.total, limit: 7, offset: 5, results: whole.results.slice(5, 12) })
      expect(await search('?q=data')).toMatchObject({ limit: 20, offset: 0, results: whole.results.slice(0, 20) })
    },
  )
})

describe('the CSV', () => {
  const COLUMNS = 'slug,title,voxgig_url,github_url,freepublicapis_url,source_openapi_url,source_website'
  const text = async () => (await app.request('/sdk/example-sdk.csv')).text()

  /** RFC 4180, read by hand: quoted cells may hold commas, line ends and doubled quotes. */
  function parse(csv: string): string[][] {
    const rows: string[][] = []
    let cells: string[] = []
    for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
      cells.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
      if (end === '\r\n') {
        rows.push(cells)
        cells = []
      }
    }
    return rows
  }

  verifies(['csv.type', 'csv.columns'], 'answers 200 text/csv, and names its seven columns in order', async () => {
    const answer = await app.request('/sdk/example-sdk.csv')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/)
    expect((await answer.text()).startsWith(`${COLUMNS}\r\n`)).toBe(true)
  })

  verifies('csv.one-row-per-sdk', 'has one row for each SDK, in catalogue order', async () => {
    const [, ...rows] = parse(await text())
    expect(rows.every((row) => row.length === 7)).toBe(true)
    expect(rows.map(([slug, title, url, github]) => [slug, title, url, github])).toEqual(
      catalogue.sdks.map(({ slug, title, url, github_url }) => [slug, title, url, github_url]),
    )
  })

  verifies('csv.sources-where-known', 'fills the source columns where they are recorded', async () => {
    const [, ...rows] = parse(await text())
    const records = new Map(embedded.records.map((record) => [record.slug, record]))
    for (const [slug, , , , listed, openapi, website] of rows) {
      const { freepublicapis_url = '', source_openapi_url = '', source_website = '' } = records.get(slug!)!
      expect([listed, openapi, website]).toEqual([freepublicapis_url, source_openapi_url, source_website])
    }
  })

  test('what a spreadsheet would run is text, and quotes, commas and line ends stay in one cell', async () => {
    const formulas = ['=HYPERLINK("https://evil.example")', "+1+cmd|' /C calc'!A0", '-2+3', '@SUM(1)', ' =1+1']
    const quoted = 'Say "hi", twice\r\nnow'
    const records = [...formulas, quoted].map((title, at) => ({ ...embedded.records[at]!, title }))
    const csv = await (
      await testApp({ catalog: { records: records as never } }).app.request('/sdk/example-sdk.csv')
    ).text()
    const [, ...rows] = parse(csv)
    expect(rows.map(([, title]) => title)).toEqual([...formulas.map((title) => `'${title}`), quoted])
  })
})

verifies(
  [
    ['health.always-ok', 'health.no-other-members', 'health.status-ok', 'health.names-service', 'health.version'],
    ['health.sdk-count', 'health.links'],
  ],
  'the health check answers 200 with status, service, version and number of SDKs, and links to the entry points',
  async () => {
    const answer = await app.request('/api/health')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const body = await answer.json()
    expect(violations('HealthStatus', body)).toEqual([])
    expect(body).toEqual({
      ...{ status: 'ok', service: 'SDK Catalogue', version: '0.0.0-test', sdk_count: catalogue.count },
      links: {
        openapi: `${BASE_URL}/openapi.json`,
        mcp: `${BASE_URL}/mcp`,
        llms_txt: `${BASE_URL}/llms.txt`,
        developers: `${BASE_URL}/developers`,
      },
    })
  },
)
