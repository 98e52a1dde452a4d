/** Sitemaps: of the pages, and of more SDKs than one sitemap may have. */
import { expect, test } from 'vitest'
import { files, furtherSitemaps } from '../../src/documents/index.ts'
import { documentText } from '../../src/documents/route.ts'
import { MAX_URLS } from '../../src/documents/sitemaps.ts'
import type { Services } from '../../src/tools/define/define.ts'
import { testApp, testServices } from '../app.ts'
import { verifies } from '../contract/verifies.ts'
import { catalog } from '../embedded.ts'

/** As if the catalogue had these SDKs. */
const catalogOf = (slugs: readonly string[]) => {
  const records = { ...catalog.records, positions: [...slugs.keys()], slug: (at: number) => slugs[at]! }
  return { catalog: { count: slugs.length, slugs: () => slugs, records } }
}
const slugsOf = (count: number) => Array.from({ length: count }, (_, at) => `tides-${at}-sdk`)

/** Path -> content. */
const xmlOf = (services: Services) =>
  new Map(
    [...files, ...furtherSitemaps(services)]
      .filter(({ path }) => /sitemap.*\.xml$/.test(path))
      .map((document) => [document.path, documentText(document, services, [])]),
  )
const entries = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc><lastmod>([^<]*)<\/lastmod>/g)]
const addresses = (xml = '') => entries(xml).map(([, url]) => url!)

verifies('files.sitemap', 'the index leads to the sitemaps of pages and SDKs, which have each once', async () => {
  const { app, services } = testApp()
  const { baseUrl } = services.site
  const read = async (url: string) => {
    const answer = await app.request(url)
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const xml = await answer.text()
    for (const [, , date = ''] of entries(xml)) {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?Z)?$/)
      expect(new Date(date).getTime()).toBeLessThanOrEqual(Date.now())
    }
    return addresses(xml)
  }
  expect(await read('/sitemap-index.xml')).toEqual([`${baseUrl}/sitemap.xml`, `${baseUrl}/sdk/sitemap.xml`])
  expect(await read('/sitemap.xml')).toEqual(services.pages.list.map(({ path }) => baseUrl + path))
  expect(await read('/sdk/sitemap.xml')).toEqual([...services.catalog.entries()].map(({ url }) => url))
})

test.each([
  [1, 1],
  [MAX_URLS, 1],
  [MAX_URLS + 1, 2],
  [2 * MAX_URLS + 1, 3],
])('%i SDKs take %i sitemaps, and the index leads to each', (count, expected) => {
  const services = testServices(catalogOf(slugsOf(count)))
  const { baseUrl, brand } = services.site
  const xml = xmlOf(services)
  const listed = addresses(xml.get('/sitemap-index.xml')).map((url) => new URL(url).pathname)
  expect(listed).toHaveLength(1 + expected)
  const sdks = listed.slice(1).map((path) => addresses(xml.get(path)))
  for (const urls of sdks) expect(urls.length).toBeLessThanOrEqual(MAX_URLS)
  expect(sdks.flat()).toEqual(services.catalog.slugs().map((slug) => `${baseUrl}/${brand}-sdk/${slug}`))
})

test('a sitemap of the longest addresses has less than 50 MB', () => {
  // As long as host names, brands and slugs may be.
  const site = { baseUrl: `https://${'h'.repeat(253)}:65535`, brand: 'b'.repeat(41) }
  const slugs = Array.from({ length: MAX_URLS }, () => `${'s'.repeat(116)}-sdk`)
  const xml = xmlOf(testServices({ ...catalogOf(slugs), site }))
  expect(Buffer.byteLength(xml.get('/sdk/sitemap.xml')!)).toBeLessThan(50_000_000)
})

test('each sitemap is served, and no more', async () => {
  const { app } = testApp(catalogOf(slugsOf(MAX_URLS + 1)))
  const second = await app.request('/sdk/sitemap-2.xml')
  expect(addresses(await second.text())).toHaveLength(1)
  expect((await app.request('/sdk/sitemap-3.xml')).status).toBe(404)
})
