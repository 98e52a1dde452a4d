/** Sections 4.1, 4.3 and 4.4, as a program meets them: the whole catalogue, one entry, a README. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadEmbedded } from '../../src/store/loading/load.ts'
import { openCatalog } from '../../src/store/open-catalog.ts'
import { BASE_URL, testApp, testServices } from '../app.ts'
import { embedded } from '../embedded.ts'
import { app, catalogue, type Entry } from './catalogue.ts'
import { violations } from './schemas.ts'
import { verifies } from './verifies.ts'

const titles = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

describe('the whole catalogue', () => {
  verifies(['list.json', 'auth.none-needed'], 'answers 200 application/json to anyone', async () => {
    const answer = await app.request('/api/sdk/catalog.json')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('www-authenticate')).toBeNull()
  })

  verifies(
    [
      ['catalog.no-other-members', 'entry.no-other-members', 'entry.required-members', 'entry.slug-pattern'],
      ['entry.slug-ends-in-sdk', 'entry.absolute-urls', 'entry.description-one-line', 'entry.topics-strings'],
    ],
    'holds the members of the interface and no others, in every entry',
    () => expect(violations('SdkCatalog', catalogue)).toEqual([]),
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
      const other = testApp({ catalog: openCatalog(await loadEmbedded(), testServices().site) })
      const [a, b] = await Promise.all([app, other.app].map((service) => service.request('/api/sdk/catalog.json')))
      expect(a!.headers.get('etag')).toBe(b!.headers.get('etag'))
      expect(a!.headers.get('cache-control')).toMatch(/^public, max-age=\d+/)
      expect(await a!.text()).toBe(await b!.text())
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
    const filtered = await app.request('/api/sdk/catalog.json?limit=1&q=weather&limit=2')
    expect(filtered.headers.get('etag')).toBe(plain.headers.get('etag'))
  })
})

describe('one entry', () => {
  verifies(
    ['get-entry.json', 'get-entry.no-readme'],
    'every entry answers by its slug as in the catalogue',
    async () => {
      for (const entry of catalogue.sdks) {
        const answer = await app.request(`/api/sdk/${entry.slug}.json`)
        expect(answer.status, entry.slug).toBe(200)
        expect(answer.headers.get('content-type')).toBe('application/json')
        expect(await answer.json()).toEqual(entry)
      }
    },
  )

  verifies('entry.slug-ends-url', 'its pages are on this site, under its slug', () => {
    for (const { slug, url, readme_url } of catalogue.sdks) {
      expect(new URL(url).pathname.split('/').at(-1)).toBe(slug)
      expect(url.startsWith(`${BASE_URL}/`) && readme_url.startsWith(`${BASE_URL}/`)).toBe(true)
    }
  })

  const unknown = ['no-such-sdk', 'abc', `${'a'.repeat(116)}-sdk`, 'poetrydb-sd', 'poetrydb-sdkk']
  const impossible = [
    ...['ab', 'Poetrydb-sdk', '-sdk', 'a_b-sdk', 'a'.repeat(121)],
    ...['a%2fb-sdk', '..%2f..%2fetc', 'a%00-sdk', '%C3%A9-sdk'],
  ]

  verifies(
    ['get-entry.unknown-slug', 'get-readme.unknown-slug'],
    'a slug that no entry has answers 404 not_found, for the entry and for the README',
    async () => {
      for (const slug of [...unknown, ...impossible]) {
        for (const path of [`/api/sdk/${slug}.json`, `/example-sdk/${slug}.md`]) {
          const answer = await app.request(path)
          expect(answer.status, path).toBe(404)
          const body = (await answer.json()) as { detail: string }
          expect(body).toMatchObject({ code: 'not_found', instance: path })
          // What no SDK can be called is not repeated.
          if (impossible.includes(slug)) expect(body.detail).toMatch(/^No SDK has this slug; /)
        }
      }
    },
  )

  test.each([
    ['poetry-sdk', `Did you mean "poetrydb-sdk"?`],
    [encodeURIComponent(`${'a/'.repeat(150)}poetrydb-sdk`), ''],
  ])('for the slug %.20s names the nearest, unless it has more than 200 characters', async (slug, guess) => {
    for (const path of [`/api/sdk/${slug}.json`, `/example-sdk/${slug}.md`]) {
      const { resolution } = (await (await app.request(path)).json()) as { resolution: string }
      expect(/Did you mean [^?]*\?/.exec(resolution)?.[0] ?? '').toBe(guess)
    }
  })
})

describe('a README', () => {
  verifies(
    ['get-readme.markdown', 'get-readme.as-in-repository', 'entry.readme-url-answers'],
    'answers at readme_url as markdown, the bytes that the catalogue holds',
    async () => {
      const { readmes } = embedded
      for (const { slug, readme_url } of catalogue.sdks) {
        const answer = await app.request(readme_url)
        expect(answer.status, slug).toBe(200)
        expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
        expect(await answer.text()).toBe(readmes.get(slug))
      }
    },
  )

  test('and the page of its SDK answer under the brand of the service', async () => {
    const branded = testApp({ site: { brand: 'acme' } })
    const { url, readme_url } = (await (await branded.app.request('/api/sdk/poetrydb-sdk.json')).json()) as Entry
    for (const [address, path] of [
      [url, '/acme-sdk/poetrydb-sdk'],
      [readme_url, '/acme-sdk/poetrydb-sdk.md'],
    ] as const) {
      expect(new URL(address).pathname).toBe(path)
      expect((await branded.app.request(address)).status).toBe(200)
      expect((await branded.app.request(path.replace('acme', 'example'))).status).toBe(404)
    }
  })
})
