/** Sitemaps of more SDKs than one sitemap may have. */
import { expect, test } from 'vitest'
import { documentsFor } from '../../src/documents/index.ts'
import { MAX_URLS } from '../../src/documents/sitemaps.ts'
import type { Services } from '../../src/tools/define.ts'
import { testApp, testServices } from '../app.ts'

/** As if the catalogue had these SDKs. */
const catalogOf = (slugs: readonly string[]) => ({ catalog: { count: slugs.length, slugs } })
const slugsOf = (count: number) => Array.from({ length: count }, (_, at) => `tides-${at}-sdk`)

/** Path -> content. */
const xmlOf = (services: Services) =>
  new Map(
    documentsFor(services)
      .filter(({ path }) => /sitemap.*\.xml$/.test(path))
      .map(({ path, build }) => [path, build(services)]),
  )
const addresses = (xml = '') => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!)

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
  expect(sdks.flat()).toEqual(services.catalog.slugs.map((slug) => `${baseUrl}/${brand}-sdk/${slug}`))
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
