/** Sections 4.1 to 4.4, 4.6 and the CSV of 4.8, as a program meets them. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadEmbedded } from '../../src/catalog/load.ts'
import { BASE_URL, testApp } from '../app.ts'
import { violations } from './schemas.ts'
import { verifies } from './verifies.ts'

const { app } = testApp()

interface Entry {
  slug: string
  title: string
  description?: string
  url: string
  readme_url: string
  github_url: string
  topics?: string[]
}

const json = async <T>(path: string): Promise<T> => (await app.request(path)).json() as Promise<T>
const catalogue = await json<{ generated_at: string; count: number; sdks: Entry[] }>('/api/sdk/catalog.json')
const search = (query: string) =>
  json<{ query: string; total: number; limit: number; offset: number; results: Entry[] }>(`/api/sdk/search${query}`)

const titles = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

describe('the whole catalogue', () => {
  verifies(['list.json', 'auth.none-needed'], 'answers 200 application/json to anyone', async () => {
    const answer = await app.request('/api/sdk/catalog.json')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('www-authenticate')).toBeNull()
  })

  verifies(
    ['catalog.no-other-members', 'entry.no-other-members', 'entry.required-members', 'entry.slug-pattern'],
    'holds the members of the interface and no others, in every entry',
    () => {
      expect(violations('SdkCatalog', catalogue)).toEqual([])
    },
  )

  verifies('catalog.count', 'counts its entries', () => {
    expect(catalogue.count).toBe(catalogue.sdks.length)
    expect(catalogue.count).toBeGreaterThan(600)
    expect(new Set(catalogue.sdks.map(({ slug }) => slug)).size).toBe(catalogue.count)
  })

  verifies('catalog.sorted-by-title', 'is sorted by title, equal titles by slug', () => {
    const sorted = [...catalogue.sdks].sort(
      (a, b) => titles.compare(a.title, b.title) || (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0),
    )
    expect(catalogue.sdks.map(({ slug }) => slug)).toEqual(sorted.map(({ slug }) => slug))
  })

  verifies(
    ['catalog.generated-at', 'list.cacheable'],
    'is the same, byte for byte and with the same validator, from two services of one build',
    async () => {
      const data = loadEmbedded()
      const answers = await Promise.all(
        [testApp({ data }), testApp({ data: structuredClone(data) })].map((service) =>
          service.app.request('/api/sdk/catalog.json'),
        ),
      )
      const [a, b] = answers
      expect(a!.headers.get('etag')).toBe(b!.headers.get('etag'))
      expect(a!.headers.get('cache-control')).toMatch(/^public, max-age=\d+/)
      expect(Buffer.from(await a!.arrayBuffer()).equals(Buffer.from(await b!.arrayBuffer()))).toBe(true)
      const manifest = new URL('../../src/catalog/embedded/manifest.json', import.meta.url)
      expect(catalogue.generated_at).toBe(JSON.parse(readFileSync(manifest, 'utf8')).built_at)
    },
  )

  verifies('list.several-hundred-kilobytes', 'is several hundred kilobytes long', async () => {
    const { byteLength } = await (await app.request('/api/sdk/catalog.json')).arrayBuffer()
    expect(byteLength).toBeGreaterThan(200_000)
    expect(byteLength).toBeLessThan(1_000_000)
  })

  verifies('list.no-parameters', 'ignores parameters', async () => {
    const plain = await app.request('/api/sdk/catalog.json')
    const asked = await app.request('/api/sdk/catalog.json?limit=1&q=weather&limit=2')
    expect(asked.headers.get('etag')).toBe(plain.headers.get('etag'))
  })
})

describe('one entry', () => {
  const every = catalogue.sdks.map((entry) => [entry.slug, entry] as const)

  verifies(
    ['get-entry.json', 'get-entry.no-readme'],
    'every entry answers by its slug as in the catalogue',
    async () => {
      for (const [slug, entry] of every) {
        const answer = await app.request(`/api/sdk/${slug}.json`)
        expect(answer.status, slug).toBe(200)
        expect(answer.headers.get('content-type')).toBe('application/json')
        expect(await answer.json()).toEqual(entry)
      }
    },
  )

  verifies(['entry.slug-ends-in-sdk', 'entry.slug-ends-url', 'entry.absolute-urls'], 'its addresses hold', () => {
    for (const { slug, url, readme_url, github_url } of catalogue.sdks) {
      expect(slug).toMatch(/-sdk$/)
      expect(new URL(url).pathname.split('/').at(-1)).toBe(slug)
      expect([url, readme_url, github_url].every((address) => URL.canParse(address))).toBe(true)
      expect(url.startsWith(`${BASE_URL}/`) && readme_url.startsWith(`${BASE_URL}/`)).toBe(true)
    }
  })

  verifies(['entry.description-one-line', 'entry.topics-strings'], 'says in one line what the API gives', () => {
    for (const { description, topics, slug } of catalogue.sdks) {
      expect(description ?? 'none', slug).toMatch(/^[^\r\n]+$/)
      expect(topics === undefined || topics.every((topic) => typeof topic === 'string')).toBe(true)
    }
  })

  const unknown = ['no-such-sdk', 'abc', `${'a'.repeat(116)}-sdk`, 'poetrydb-sd', 'poetrydb-sdkk']
  const impossible = [
    'ab',
    'Poetrydb-sdk',
    '-sdk',
    'a_b-sdk',
    'a'.repeat(121),
    'a%2fb-sdk',
    '..%2f..%2fetc',
    'a%00-sdk',
    '%C3%A9-sdk',
  ]

  verifies(
    ['get-entry.unknown-slug', 'get-readme.unknown-slug'],
    'a slug that no entry has answers 404 not_found, for the entry and for the README',
    async () => {
      for (const slug of [...unknown, ...impossible]) {
        for (const path of [`/api/sdk/${slug}.json`, `/example-sdk/${slug}.md`]) {
          const answer = await app.request(path)
          expect(answer.status, path).toBe(404)
          expect(await answer.json()).toMatchObject({ code: 'not_found', instance: path })
        }
      }
    },
  )
})

describe('a README', () => {
  verifies(
    ['get-readme.markdown', 'get-readme.as-in-repository', 'entry.readme-url-answers'],
    'answers at readme_url as markdown, the bytes that the catalogue holds',
    async () => {
      const { readmes } = loadEmbedded()
      for (const { slug, readme_url } of catalogue.sdks) {
        const answer = await app.request(readme_url)
        expect(answer.status, slug).toBe(200)
        expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
        expect(await answer.text()).toBe(readmes.get(slug))
      }
    },
  )

  test('is not changed by odd bytes: a byte order mark, CRLF and control characters arrive as they are', async () => {
    const data = loadEmbedded()
    const odd = '\ufeff# Title\r\n\r\nbell \u0007, override \u202e, astral 😀\r\n'
    const changed = { ...data, readmes: new Map(data.readmes).set('poetrydb-sdk', odd) }
    const answer = await testApp({ data: changed }).app.request('/example-sdk/poetrydb-sdk.md')
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(odd))).toBe(true)
  })

  test('answers under the brand of the service', async () => {
    const branded = testApp({ site: { brand: 'acme' } })
    const { readme_url } = (await (await branded.app.request('/api/sdk/poetrydb-sdk.json')).json()) as Entry
    expect(new URL(readme_url).pathname).toBe('/acme-sdk/poetrydb-sdk.md')
    expect((await branded.app.request(readme_url)).status).toBe(200)
    expect((await branded.app.request('/example-sdk/poetrydb-sdk.md')).status).toBe(404)
  })
})

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

  verifies('result.query-echoed', 'repeats the query as it was given', async () => {
    for (const q of ['weather', '  Two  Words ', 'a+b&c=d%', 'Zürich 😀', '']) {
      expect((await search(`?q=${encodeURIComponent(q)}`)).query).toBe(q)
    }
  })
})

describe('health', () => {
  verifies(
    ['health.always-ok', 'health.no-other-members', 'health.status-ok', 'health.names-service', 'health.version'],
    'answers 200 with status, service and version',
    async () => {
      const answer = await app.request('/api/health')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const body = await answer.json()
      expect(violations('HealthStatus', body)).toEqual([])
      expect(body).toMatchObject({ status: 'ok', service: 'SDK Catalogue', version: '0.0.0-test' })
    },
  )

  verifies(['health.sdk-count', 'health.links'], 'counts the SDKs and links to the entry points', async () => {
    expect(await json('/api/health')).toMatchObject({
      sdk_count: catalogue.count,
      links: {
        openapi: `${BASE_URL}/openapi.json`,
        mcp: `${BASE_URL}/mcp`,
        llms_txt: `${BASE_URL}/llms.txt`,
        developers: `${BASE_URL}/developers`,
      },
    })
  })
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

  verifies('csv.type', 'answers 200 text/csv', async () => {
    const answer = await app.request('/sdk/example-sdk.csv')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/)
  })

  verifies('csv.columns', 'names its seven columns in order', async () => {
    expect((await text()).startsWith(`${COLUMNS}\r\n`)).toBe(true)
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
    const records = new Map(loadEmbedded().records.map((record) => [record.slug, record]))
    for (const [slug, , , , listed, openapi, website] of rows) {
      const { freepublicapis_url = '', source_openapi_url = '', source_website = '' } = records.get(slug!)!
      expect([listed, openapi, website]).toEqual([freepublicapis_url, source_openapi_url, source_website])
    }
  })

  test('a title with quotes, commas and line ends stays one cell', async () => {
    const data = loadEmbedded()
    const title = 'Say "hi", twice\r\nnow'
    const records = data.records.map((record) => (record.slug === 'poetrydb-sdk' ? { ...record, title } : record))
    const csv = await (await testApp({ data: { ...data, records } }).app.request('/sdk/example-sdk.csv')).text()
    expect(parse(csv).find(([slug]) => slug === 'poetrydb-sdk')?.[1]).toBe(title)
  })
})
