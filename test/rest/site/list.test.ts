/** The page of all SDKs and the page of one. */
import { describe, expect, it } from 'vitest'
import { PER_PAGE } from '../../../src/rest/site/list-page.ts'
import { BASE_URL, testApp } from '../../app.ts'

const { app, services } = testApp()
const page = async (path: string, accept = 'text/html') =>
  (await app.request(BASE_URL + path, { headers: { accept } })).text()
const slugs = (text: string) => [...text.matchAll(/<h3><a href="\/example-sdk\/([\w-]+)"/g)].map(([, slug]) => slug)
const { catalog } = services

describe('the page of all SDKs', () => {
  it('shows every SDK once, page by page, in catalogue order', async () => {
    const last = Math.ceil(catalog.count / PER_PAGE)
    const found: (string | undefined)[] = []
    for (let number = 1; number <= last; number++) found.push(...slugs(await page(`/sdk?page=${number}`)))
    expect(found).toEqual(catalog.entries.map(({ slug }) => slug))
  })

  it('says how many there are, and leads to the pages before and after', async () => {
    const second = await page('/sdk?page=2')
    expect(second).toContain(`<h2 id="count">41 to 80 of ${catalog.count} SDKs</h2>`)
    expect(second).toContain('<a rel="prev" href="/sdk">')
    expect(second).toContain('<a rel="next" href="/sdk?page=3">')
    expect(await page('/sdk?page=999999')).toContain(`of ${catalog.count} SDKs</h2>`)
  })

  it('finds what was meant, typos included, and says how it read them', async () => {
    const text = await page('/sdk?q=wether+forcast')
    expect(slugs(text).length).toBeGreaterThan(5)
    expect(text).toContain('“wether” as “weather”')
    expect(text).toContain('value="wether forcast"')
  })

  it('keeps the topic while searching, and the search while paging', async () => {
    const text = await page('/sdk?topic=weather&q=forecast')
    expect(text).toContain('<input type="hidden" name="topic" value="weather">')
    for (const slug of slugs(text)) expect(catalog.entry(slug!)?.topics).toContain('weather')
    const topic = await page('/sdk?topic=open-data')
    expect(topic).toContain('href="/sdk?topic=open-data&amp;page=2"')
    expect(topic).toContain('aria-current="true"')
  })

  it('helps on where nothing matches', async () => {
    const text = await page('/sdk?q=zzzqqqxxx')
    expect(text).toContain('No SDK for “zzzqqqxxx”')
    expect(text).toContain('<a href="/contact">')
    expect(text).toContain('<meta name="robots" content="noindex">')
  })

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onfocus='alert(1)", '\u0000\ud800'])(
    'shows %j as what it is: text',
    async (query) => {
      for (const name of ['q', 'topic']) {
        const text = await page(`/sdk?${new URLSearchParams({ [name]: query })}`)
        expect(text).not.toMatch(/<script>alert|<img|onfocus='|onerror=alert\(1\)>/)
      }
    },
  )

  it.each(['page=0', 'page=-1', 'page=x', 'page=1e3', 'page=', 'q=', 'topic='])(
    'takes %s for nothing',
    async (query) => {
      expect(slugs(await page(`/sdk?${query}`))).toEqual(slugs(await page('/sdk')))
    },
  )

  it('has a twin that selects alike', async () => {
    for (const query of ['', '?page=3', '?topic=weather', '?q=poems']) {
      const twin = await page(`/sdk.md${query}`)
      const found = [...twin.matchAll(/\/example-sdk\/([\w-]+)\.md\)/g)].map(([, slug]) => slug)
      expect(found).toEqual(slugs(await page(`/sdk${query}`)))
    }
  })
})

describe('the page of one SDK', () => {
  it('has facts, install lines, topics and the README', async () => {
    const text = await page('/example-sdk/poetrydb-sdk')
    expect(text).toContain('<h1>PoetryDB</h1>')
    expect(text).toContain('<a href="/sdk?topic=poetry">poetry</a>')
    expect(text).toContain('go get github.com/voxgig-sdk/poetrydb-sdk/go@latest')
    expect(text).toContain('go install github.com/voxgig-sdk/poetrydb-sdk/go-cli/cmd/poetrydb@latest')
    expect(text).toContain('href="https://poetrydb.org"')
    expect(text).toContain('<dt>OpenAPI</dt>')
    expect(text).toContain('<h3 id="user-content-quickstart">Quickstart</h3>')
    expect(text).toContain('"@type":"SoftwareSourceCode"')
  })

  it('is there for every SDK of the catalogue', async () => {
    for (const { slug, title } of catalog.entries.filter((_, at) => at % 40 === 0)) {
      const answer = await app.request(`${BASE_URL}/example-sdk/${slug}`)
      expect([slug, answer.status]).toEqual([slug, 200])
      expect(await answer.text()).toContain(title.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))
    }
  })

  it('is built once, and again for another catalogue', async () => {
    const etag = async (from: typeof app) =>
      (await from.request(`${BASE_URL}/example-sdk/poetrydb-sdk`)).headers.get('etag')
    expect(await etag(app)).toBe(await etag(app))
    expect(await etag(testApp({ site: { name: 'Other' } }).app)).not.toBe(await etag(app))
  })

  it('follows the brand in its address', async () => {
    const other = testApp({ site: { brand: 'acme' } }).app
    expect((await other.request(`${BASE_URL}/acme-sdk/poetrydb-sdk`)).status).toBe(200)
    expect((await other.request(`${BASE_URL}/example-sdk/poetrydb-sdk`)).status).toBe(404)
  })
})
