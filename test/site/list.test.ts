/** The page of all SDKs. */
import { describe, expect, it } from 'vitest'
import { PER_PAGE } from '../../src/site/list/selection.ts'
import type { findSdk } from '../../src/tools/sdks/find-sdk.ts'
import { BASE_URL, testApp } from '../app.ts'

const { app, services } = testApp()
const page = async (path: string, accept = 'text/html') =>
  (await app.request(BASE_URL + path, { headers: { accept } })).text()
const slugs = (text: string) => [...text.matchAll(/<h3><a href="\/example-sdk\/([\w-]+)"/g)].map(([, slug]) => slug)
async function slugsOfPages(path: string, total: number) {
  const numbers = Array.from({ length: Math.ceil(total / PER_PAGE) }, (_, at) => at + 1)
  return (await Promise.all(numbers.map(async (number) => slugs(await page(`${path}page=${number}`))))).flat()
}
const total = (text: string) => /<h2 id="count">(?:\d+ to \d+ of )?(\d+) SDK/.exec(text)?.[1]
/** The links among the facets that show a number of SDKs. */
const chips = (text: string) =>
  [...text.matchAll(/<li><a href="(\/sdk\?[^"]*)">[\w -]+ <span>(\d+)<\/span>/g)].map(([, href = '', count]) => ({
    href: href.replaceAll('&amp;', '&'),
    count,
  }))
const find = async (query: string): Promise<Awaited<ReturnType<typeof findSdk.run>>> =>
  (await app.request(`${BASE_URL}/api/sdk/find?${query}`)).json() as never
const { catalog } = services
const NOINDEX = '<meta name="robots" content="noindex">'
/** What it says beside its title and its entries, in either form. */
const h1 = (text: string) => /<h1>(.*)<\/h1>|^# (.*)$/m.exec(text)?.slice(1).find(Boolean)

describe('the page of all SDKs', () => {
  it('shows every SDK once, page by page, in catalogue order', async () => {
    expect(await slugsOfPages('/sdk?', catalog.count)).toEqual(catalog.slugs)
  })

  it('says how many there are, and leads to the pages before and after', async () => {
    const second = await page('/sdk?page=2')
    expect(second).toContain(`<h2 id="count">41 to 80 of ${catalog.count} SDKs</h2>`)
    expect(second).toContain('<a rel="prev" href="/sdk">')
    expect(second).toContain('<a rel="next" href="/sdk?page=3">')
    expect(await page('/sdk?page=999999')).toContain(`of ${catalog.count} SDKs</h2>`)
  })

  it('finds what a mistyped query means, and says how it read the words', async () => {
    const text = await page('/sdk?q=wether+forcast')
    expect(slugs(text).length).toBeGreaterThan(5)
    expect(text).toContain('“weather” instead of “wether”')
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

  it('begins its topics with the one that is chosen, however few SDKs it has', async () => {
    const shown = (text: string) =>
      [
        ...(/<nav class="topics"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '').matchAll(
          /<li><a href="[^"]*"[^>]*>([\w-]+) <span>/g,
        ),
      ].map(([, name]) => name)
    const names = shown(await page('/sdk'))
    expect([...names].sort()).toEqual(catalog.topics)
    for (const topic of [names[3]!, names[20]!]) {
      const text = await page(`/sdk?topic=${topic}`)
      expect(text).toContain(`<ul class="chips"><li><a href="/sdk" aria-current="true">${topic} <span>`)
      expect(shown(text).sort()).toEqual(catalog.topics)
    }
  })

  it('suggests words to search for, but none that are of another topic', async () => {
    expect(await page('/sdk')).toContain('placeholder="e.g. weather forecast"')
    expect(await page('/sdk?topic=open-data')).toContain('placeholder="Search in open-data"')
  })

  it('helps on where nothing matches', async () => {
    const text = await page('/sdk?q=zzzqqqxxx')
    expect(text).toContain('No SDK for “zzzqqqxxx”')
    expect(text).toContain('Is an SDK missing? <a href="/contact">')
    expect(await page('/sdk?q=zzzqqqxxx&topic=weather')).toContain('Is an SDK missing?')
  })

  it.each(['q=poetrydb&topic=weather', 'topic=wether', 'topic=nope', 'q=poetridbase'])(
    'does not take an SDK for missing at ?%s, where there is another way on',
    async (query) => {
      const text = await page(`/sdk?${query}`)
      expect(text).toContain('<h2 id="count">No SDK')
      expect(text).not.toContain('Is an SDK missing?')
    },
  )

  it('says, as find_sdk does, where no SDK has every word', async () => {
    const { match, advice } = await find('query=face+recognition')
    expect([match, advice]).toEqual(['any', [{ kind: 'missing_words', text: expect.stringContaining('face') }]])
    for (const path of ['/sdk', '/sdk.md']) expect(await page(`${path}?q=face+recognition`)).toContain(advice![0]!.text)
  })

  it('says nothing of the kind where the answer speaks for itself', async () => {
    for (const path of ['/sdk', '/sdk?topic=weather', '/sdk?q=data', '/sdk?q=weather', '/sdk.md?q=weather'])
      expect(await page(path)).not.toMatch(/every word|Did you mean|No matches|Narrow/)
  })

  it('names what looks like the query, where hardly anything fits', async () => {
    const query = 'poetridbase'
    const { nearest } = await find(`query=${query}`)
    expect(nearest).toContain('poetrydb-sdk')
    const html = await page(`/sdk?q=${query}`)
    const markdown = await page(`/sdk.md?q=${query}`)
    for (const slug of nearest!) {
      expect(/<p class="note">Did you mean .*\?<\/p>/.exec(html)?.[0]).toContain(`href="/example-sdk/${slug}"`)
      expect(/^Did you mean .*\?$/m.exec(markdown)?.[0]).toContain(`(${BASE_URL}/example-sdk/${slug}.md)`)
    }
  })

  it('leads out of a topic that has nothing for the words', async () => {
    const html = await page('/sdk?q=poetrydb&topic=weather')
    expect(html).toContain('No match with topic weather')
    expect(html).toContain('<a href="/sdk?q=poetrydb">Search all topics</a>')
    expect(await page('/sdk.md?q=poetrydb&topic=weather')).toContain(
      `[Search all topics](${BASE_URL}/sdk.md?q=poetrydb)`,
    )
  })

  it.each([
    'q=poems',
    'q=weather',
    'q=forecast&topic=weather',
    'topic=weather',
    'q=zzzqqqxxx',
    'topic=images',
    'mcp=true',
  ])('offers at ?%s topics and filters that leave as many SDKs as they say', async (query) => {
    const offers = chips(await page(`/sdk?${query}`))
    expect(offers.length).toBeGreaterThan(3)
    for (const { href, count } of offers) expect([href, total(await page(href))]).toEqual([href, count])
  })

  it('finds as many SDKs as the API with the same filters', async () => {
    for (const filters of ['', '&no_auth=true', '&topic=weather&language=go'])
      expect(total(await page(`/sdk?q=weather${filters}`))).toBe(String((await find(`query=weather${filters}`)).total))
  })

  it.each(['buy-cheap-pills', 'wether'])('says of the topic %s that there is none', async (topic) => {
    for (const query of [`?topic=${topic}`, `?topic=${topic}&q=poems`]) {
      const html = await page(`/sdk${query}`)
      const markdown = await page(`/sdk.md${query}`)
      for (const text of [html, markdown]) {
        expect(h1(text)).toBe('No such topic')
        expect(text).toContain(`No SDK has the topic “${topic}”`)
        expect(text).not.toContain(`SDKs about ${topic}`)
        expect(text.includes('Did you mean')).toBe(topic === 'wether')
      }
      expect(html).toMatch(/<title>No such topic ·/)
      expect(slugs(html)).toEqual([])
      // The next search is not one of the topic.
      expect(html).not.toContain('name="topic"')
    }
    expect(await page('/sdk?topic=wether')).toContain('Did you mean <a href="/sdk?topic=weather">weather</a>')
    expect(await page('/sdk.md?topic=wether')).toContain(`Did you mean [weather](${BASE_URL}/sdk.md?topic=weather)`)
  })

  it('suggests the topic of the SDKs that the word finds, and says if no topic is similar', async () => {
    const soccer = await page('/sdk?topic=soccer')
    expect(soccer).toMatch(/Did you mean <a href="\/sdk\?topic=sports">sports<\/a>/)
    expect(soccer).not.toContain('is like it')
    for (const path of ['/sdk?topic=zyxwv', '/sdk.md?topic=zyxwv'])
      expect(await page(path)).toContain(`None of the ${catalog.topics.length} topics has a similar name.`)
  })

  it.each([
    ['/sdk', true],
    ['/sdk?page=2', true],
    ['/sdk?topic=weather', true],
    ['/sdk?q=weather', false],
    ['/sdk?q=weather&topic=weather', false],
    ['/sdk?q=zzzqqqxxx', false],
    ['/sdk?topic=buy-cheap-pills', false],
  ])('%s may be kept by search engines: %s', async (path, indexed) => {
    expect((await page(path)).includes(NOINDEX)).toBe(!indexed)
    const twin = await app.request(BASE_URL + path.replace('/sdk', '/sdk.md'))
    expect(twin.headers.get('x-robots-tag')).toBe(indexed ? null : 'noindex')
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
      expect([...twin.matchAll(/\/example-sdk\/([\w-]+)\.md\)/g)].map(([, slug]) => slug)).toEqual(
        slugs(await page(`/sdk${query}`)),
      )
    }
  })

  it('has a twin whose results are as old as the catalogue they are from', async () => {
    const updated = (text: string) => /^last_updated: (.*)$/m.exec(text)?.[1]
    for (const query of ['?q=poems', '?topic=weather', '?q=forecast&topic=weather&page=2'])
      expect([query, updated(await page(`/sdk.md${query}`))]).toEqual([query, catalog.generatedAt])
    expect(updated(await page('/sdk.md'))).toBe(services.pages.page('/sdk')!.updated)
  })

  it('has pages of results that together are what find_sdk finds', async () => {
    const { hits } = catalog.find('data', {}, catalog.count)
    expect(await slugsOfPages('/sdk?q=data&', hits.length)).toEqual(hits.map(({ record }) => record.slug))
    expect(await page('/sdk?q=data&page=999')).toContain(` of ${hits.length} SDKs for “data”</h2>`)
  })

  it.each([
    ['?page=2', 'All SDKs, page 2'],
    ['?topic=weather', 'SDKs about weather'],
    ['?q=poems', 'SDKs for “poems”'],
    ['?q=forecast&topic=weather', 'SDKs about weather for “forecast”'],
  ])('has a twin of %s that is called %s', async (query, title) => {
    const twin = await page(`/sdk.md${query}`)
    expect(twin).toContain(`title: ${JSON.stringify(title)}\n`)
    expect(h1(twin)).toBe(title)
    expect(await page(`/sdk${query}`)).toContain(`<title>${title} ·`)
  })

  it('has a twin that says how it read the words, and lists topics only where no words are given', async () => {
    const twin = await page('/sdk.md?q=wether+forcast')
    expect(twin).toMatch(/^Showing results for “weather” instead of “wether”.*\.$/m)
    expect(twin).not.toContain('## Topics')
    expect(twin.split('## Sitemap')[1]).not.toContain('?topic=')
    for (const query of ['', '?topic=weather']) expect(await page(`/sdk.md${query}`)).toContain('## Topics')
  })
})
