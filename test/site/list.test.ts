/** The page of all SDKs, which works without script. */
import { describe, expect, it } from 'vitest'
import { PER_PAGE } from '../../src/site/list/selection.ts'
import { findSdk } from '../../src/tools/find-sdk.ts'
import { BASE_URL } from '../app.ts'
import { app, both, catalog, find, h1, page, services, slugs } from './list-pages.ts'

async function slugsOfPages(path: string, total: number) {
  const numbers = Array.from({ length: Math.ceil(total / PER_PAGE) }, (_, at) => at + 1)
  return (await Promise.all(numbers.map(async (number) => slugs(await page(`${path}page=${number}`))))).flat()
}
/** In markdown. */
const listed = (text: string) => [...text.matchAll(/\/example-sdk\/([\w-]+)\.md\)/g)].map(([, slug]) => slug)
const total = (text: string) =>
  /<h2 id="count">(?:\d+ to \d+ of )?(\d+) SDK|The nearest of (\d+)/.exec(text)?.slice(1).find(Boolean)
/** The links among the facets that show a number of SDKs. */
const chips = (text: string) =>
  [...text.matchAll(/<li><a href="(\/sdk\?[^"]*)">[\w -]+ <span>(\d+)<\/span>/g)].map(([, href = '', count]) => ({
    href: href.replaceAll('&amp;', '&'),
    count,
  }))
const NOINDEX = '<meta name="robots" content="noindex">'

describe('the page of all SDKs', () => {
  it('shows every SDK once, page by page, those with most facts first, and leads to the pages before and after', async () => {
    const { mostReady, slug } = catalog.records
    expect(await slugsOfPages('/sdk?', catalog.count)).toEqual(Array.from(mostReady(), slug))
    expect(await slugsOfPages('/sdk?sort=title&', catalog.count)).toEqual(catalog.slugs())
    const second = await page('/sdk?page=2')
    expect(second).toContain(`<h2 id="count">41 to 80 of ${catalog.count} SDKs</h2>`)
    expect(second).toContain('<a rel="prev" href="/sdk">')
    expect(second).toContain('<a rel="next" href="/sdk?page=3">')
    expect(await page('/sdk?page=999999')).toContain(`of ${catalog.count} SDKs</h2>`)
  })

  it('lists what matches as find_sdk does, and folds what only shares a word', async () => {
    const { hits, total } = catalog.find('quotes by author', {}, PER_PAGE)
    const html = await page('/sdk?q=quotes+by+author&page=999')
    expect(slugs(html)).toEqual(hits.map(({ record }) => record.slug))
    expect(html).toContain(`<h2 id="count">${total} SDKs for “quotes by author”</h2>`)
    const [matches = '', others] = html.split('<details class="rest"><summary>')
    expect(slugs(matches)).toEqual(hits.slice(0, total).map(({ record }) => record.slug))
    expect(others).toMatch(/^\d+ more share a word<\/summary>/)
  })

  it.each([
    ['wether', 'weather'],
    ['wether forcast', 'weather forecast'],
    ['Exchnage rates', 'exchange rates'],
    ['Wéther', 'weather'],
  ])('finds for %s what it finds for %s, in that order, and says how it read the words', async (typed, read) => {
    const query = (q: string, more = '') => `?${new URLSearchParams({ q })}${more}`
    const [html, markdown] = await both(query(typed))
    const right = await page(`/sdk${query(read)}`)
    expect([total(html), slugs(html)]).toEqual([total(right), slugs(right)])
    expect(html).toContain(` for “${read}”</h2>`)
    expect(slugs(html).length).toBeGreaterThan(5)
    expect(html).toContain(`value="${typed}"`)
    for (const text of [html, markdown]) expect(text).toMatch(/Read as: \w+ → \w+.*\./)
    const api = async (q: string) => (await find(new URLSearchParams({ query: q, limit: '50' }).toString())).hits
    expect((await api(typed)).map(({ slug }) => slug)).toEqual((await api(read)).map(({ slug }) => slug))
  })

  it('searches for the words as they are typed where that is asked for, and leads back', async () => {
    const corrected = await page('/sdk?q=wether')
    expect(corrected).toContain('<a href="/sdk?q=wether&amp;literal=true">Search for “wether” instead</a>')
    const literal = await page('/sdk?q=wether&literal=true')
    expect(literal).not.toContain('Read as')
    expect(literal).toContain('<a href="/sdk?q=wether">Search by meaning instead</a>')
    expect(literal).not.toContain('name="literal"')
    const exact = catalog.search('data', { limit: 40, offset: 0 })
    const text = await page('/sdk?q=data&literal=true&sort=title')
    expect([total(text), slugs(text)]).toEqual([String(exact.total), exact.results.map(({ slug }) => slug)])
  })

  it('says plainly that nothing fits, with the nearest and what to do next', async () => {
    const text = await page('/sdk?q=face+recognition')
    expect(text).toContain('<h2 id="count">Nothing here fits “face recognition”</h2>')
    for (const link of [
      ...['/sdk?q=face"', '/sdk?q=recognition"', '/contact?about=face+recognition&amp;kind=missing"', '/sdk"'],
    ])
      expect(text).toContain(`<a href="${link}>`)
    const [shown = '', folded = ''] = text.split('<details class="rest">')
    expect(slugs(shown)).toHaveLength(3)
    expect([...slugs(shown), ...slugs(folded)]).toEqual(slugs(text))
    expect(await page('/sdk?q=face+recognition&no_auth=true')).toContain(
      'Nothing without a key fits “face recognition”',
    )
    expect(await page('/sdk?q=weather')).not.toContain('class="nothing"')
  })

  it('shows as markdown the nearest that find_sdk shows, each as no match, and no way to more of them', async () => {
    const { hits, advice } = await find('query=order+a+pizza')
    const markdown = await page('/sdk.md?q=order+a+pizza')
    expect(listed(markdown)).toEqual(hits.map(({ slug }) => slug))
    expect(markdown.match(/\[fit none; [^\]]+\]$/gm)).toHaveLength(hits.length)
    expect(markdown).toContain(`\n${advice!.map(({ text }) => text).join(' ')}\n`)
    expect(markdown).not.toContain('Next page')
  })

  it('says of each hit of a prompt for which part of it it is', async () => {
    const q = 'send an sms to a customer and look up the weather in Berlin'
    const { needs, hits } = await find(`query=${encodeURIComponent(q)}`)
    const [html, markdown] = await both(`?q=${encodeURIComponent(q)}`)
    expect(needs).toHaveLength(2)
    for (const { need, hits: numbers } of needs!) {
      const { slug } = hits[numbers[0]! - 1]!
      expect(html.split(`/${slug}">`)[1]!.split('</li>')[0]).toContain(`<p class="meta why">For “${need}”; `)
      expect(markdown).toMatch(new RegExp(`\`${slug}\`.* \\[for “${need}”; fit `))
    }
  })

  it('takes words as long as find_sdk does, and says of longer ones that they are too long', async () => {
    const { maxLength: most } = findSdk.input.shape.query.meta() as { maxLength: number }
    const words = (length: number) => `${'weather '.repeat(length).slice(0, length - 1)}s`
    const longest = await page(`/sdk?${new URLSearchParams({ q: words(most) })}`)
    expect(longest).toContain(`value="${words(most)}"`)
    expect(slugs(longest).length).toBeGreaterThan(0)
    expect(longest).not.toContain('maxlength')
    const [html, markdown] = await both(`?${new URLSearchParams({ q: words(most + 1) })}`)
    const refusal = `A search must have at most ${most} characters; this one has ${most + 1}`
    for (const text of [html, markdown]) {
      expect(h1(text)).toBe('Search too long')
      expect(text).toContain(refusal)
      expect(text).not.toContain('q=weather')
    }
    // What was typed can be shortened.
    expect(html).toContain(`value="${words(most + 1)}"`)
    expect(html).toContain(NOINDEX)
    expect(slugs(html)).toEqual([])
  })

  it('names in no header field the address of a long search, which clients and proxies would refuse', async () => {
    for (const path of ['/sdk', '/sdk.md']) {
      const q = '天'.repeat(1000)
      const { headers } = await app.request(`${BASE_URL}${path}?${new URLSearchParams({ q })}`)
      expect(JSON.stringify([...headers]).length).toBeLessThan(2_000)
    }
  })

  it('keeps the topic while searching, and topic and order while paging', async () => {
    const text = await page('/sdk?topic=weather&q=forecast')
    expect(text).toContain('<input type="hidden" name="topic" value="weather">')
    for (const slug of slugs(text)) expect(catalog.entry(slug!)?.topics).toContain('weather')
    const topic = await page('/sdk?topic=open-data&sort=entities')
    expect(topic).toContain('href="/sdk?topic=open-data&amp;sort=entities&amp;page=2"')
    expect(topic).toContain('aria-current="true"')
    expect(slugs(await page('/sdk?sort=entities'))[0]).toBe('gitlab-sdk')
  })

  it.each([
    ['q=zzzqqqxxx', true],
    ['q=zzzqqqxxx&topic=weather', true],
    ['q=poetrydb&topic=weather', false],
    ['topic=wether', false],
    ['topic=nope', false],
    ['q=poetridbase', false],
  ])('at ?%s, where nothing matches, takes an SDK for missing: %s', async (query, isMissing) => {
    const text = await page(`/sdk?${query}`)
    expect(text).toMatch(isMissing ? /<h2 id="count">Nothing .*fits/ : /<h2 id="count">No SDK/)
    expect(text.includes('Is an SDK missing? <a href="/contact?')).toBe(isMissing)
  })

  it('says, as find_sdk does, where no SDK has every word', async () => {
    const { advice } = await find('query=klingon+poems')
    for (const text of await both('?q=klingon+poems')) expect(text).toContain(advice![0]!.text)
  })

  it('says nothing of the kind where the answer speaks for itself', async () => {
    for (const path of ['/sdk', '/sdk?topic=weather', '/sdk?q=data', '/sdk?q=weather', '/sdk.md?q=weather'])
      expect(await page(path)).not.toMatch(/every word|Did you mean|No matches|Narrow/)
  })

  it('names what looks like the query, where hardly anything fits', async () => {
    const { nearest } = await find('query=poetridbase')
    expect(nearest).toContain('poetrydb-sdk')
    const [html, markdown] = await both('?q=poetridbase')
    for (const slug of nearest!) {
      expect(/<p class="note">Did you mean .*\?<\/p>/.exec(html)?.[0]).toContain(`href="/example-sdk/${slug}"`)
      expect(/^Did you mean .*\?$/m.exec(markdown)?.[0]).toContain(`(${BASE_URL}/example-sdk/${slug}.md)`)
    }
  })

  it.each(['q=poems', 'q=weather', 'q=forecast&topic=weather', 'topic=weather', 'q=zzzqqqxxx', 'mcp=true'])(
    'offers at ?%s topics and filters that leave as many SDKs as they say',
    async (query) => {
      const offers = chips(await page(`/sdk?${query}`))
      expect(offers.length).toBeGreaterThan(3)
      for (const { href, count } of offers) expect([href, total(await page(href))]).toEqual([href, count])
    },
  )

  it('finds as many SDKs as the API with the same filters', async () => {
    for (const filters of ['', '&no_auth=true', '&topic=weather&language=go'])
      expect(total(await page(`/sdk?q=weather${filters}`))).toBe(String((await find(`query=weather${filters}`)).total))
  })

  it.each([
    ['', true],
    ['?page=2', true],
    ['?topic=weather', true],
    ['?q=weather', false],
    ['?q=weather&topic=weather', false],
    ['?q=zzzqqqxxx', false],
    ['?topic=buy-cheap-pills', false],
  ])('/sdk%s may be kept by search engines: %s', async (query, indexed) => {
    expect((await page(`/sdk${query}`)).includes(NOINDEX)).toBe(!indexed)
    const twin = await app.request(`${BASE_URL}/sdk.md${query}`)
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

  it('takes invalid and empty parameters for nothing', async () => {
    const first = slugs(await page('/sdk'))
    for (const query of ['page=0', 'page=-1', 'page=x', 'page=1e3', 'page=', 'q=', 'topic='])
      expect([query, slugs(await page(`/sdk?${query}`))]).toEqual([query, first])
  })

  it('has a twin that selects alike, and whose results are as old as the catalogue they are from', async () => {
    for (const query of ['', '?page=3', '?topic=weather', '?q=poems', '?q=weather&topic=weather&page=2']) {
      const [html, twin] = await both(query)
      expect(listed(twin)).toEqual(slugs(html))
      const updated = /[?]q|topic/.test(query) ? catalog.generatedAt : services.pages.page('/sdk')!.updated
      expect([query, /^last_updated: (.*)$/m.exec(twin)?.[1]]).toEqual([query, updated])
    }
  })

  it.each([
    ['?page=2', 'All SDKs, page 2'],
    ['?topic=weather', 'SDKs about weather'],
    ['?q=poems', 'SDKs for “poems”'],
    ['?q=forecast&topic=weather', 'SDKs about weather for “forecast”'],
  ])('%s is called %s in both forms, and lists all topics where no words are given', async (query, title) => {
    const [html, twin] = await both(query)
    expect(html).toContain(`<title>${title} ·`)
    expect(twin).toContain(`title: ${JSON.stringify(title)}\n`)
    expect(h1(twin)).toBe(title)
    expect(twin.includes('## Topics')).toBe(!query.includes('q='))
    expect(twin.split('## Sitemap')[1]).not.toContain('?topic=')
  })
})

describe('a row', () => {
  it('marks the words of the search, in the spelling that was read', async () => {
    expect(await page('/sdk?q=weather+forecast')).toMatch(/<mark>[Ww]eather<\/mark>/)
    expect(await page('/sdk?q=wether')).toMatch(/<mark>[Ww]eather<\/mark>/)
    expect(await page('/sdk')).not.toContain('<mark>')
  })

  it('says what is exceptional, and not what nearly all have', async () => {
    const rows = (await page('/sdk?q=weather')).split('<ol class="entries"')[1]!
    expect(rows).toContain('<strong>Needs a key</strong>')
    for (const usual of ['MCP', 'CLI', 'No key']) expect(rows).not.toContain(`>${usual}<`)
  })
})
