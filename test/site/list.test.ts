/** The page of all SDKs and the page of one. */
import { describe, expect, it } from 'vitest'
import { PER_PAGE } from '../../src/site/list/selection.ts'
import { BASE_URL, testApp } from '../app.ts'

const { app, services } = testApp()
const page = async (path: string, accept = 'text/html') =>
  (await app.request(BASE_URL + path, { headers: { accept } })).text()
const slugs = (text: string) => [...text.matchAll(/<h3><a href="\/example-sdk\/([\w-]+)"/g)].map(([, slug]) => slug)
const { catalog } = services
const NOINDEX = '<meta name="robots" content="noindex">'
/** What it says beside its title and its entries, in either form. */
const h1 = (text: string) => /<h1>(.*)<\/h1>|^# (.*)$/m.exec(text)?.slice(1).find(Boolean)

describe('the page of all SDKs', () => {
  it('shows every SDK once, page by page, in catalogue order', async () => {
    const last = Math.ceil(catalog.count / PER_PAGE)
    const found: (string | undefined)[] = []
    for (let number = 1; number <= last; number++) found.push(...slugs(await page(`/sdk?page=${number}`)))
    expect(found).toEqual([...catalog.entries()].map(({ slug }) => slug))
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
    const found = await app.request(`${BASE_URL}/api/sdk/find?query=face+recognition`)
    const { match, advice } = (await found.json()) as { match: string; advice: { kind: string; text: string }[] }
    expect([match, advice]).toEqual(['any', [{ kind: 'missing_words', text: expect.stringContaining('face') }]])
    for (const path of ['/sdk', '/sdk.md']) expect(await page(`${path}?q=face+recognition`)).toContain(advice[0]!.text)
  })

  it('says nothing of the kind where the answer speaks for itself', async () => {
    for (const path of ['/sdk', '/sdk?topic=weather', '/sdk?q=data', '/sdk?q=weather', '/sdk.md?q=weather'])
      expect(await page(path)).not.toMatch(/every word|Did you mean|No matches|Narrow/)
  })

  it('names what looks like the query, where hardly anything fits', async () => {
    const query = 'poetridbase'
    const { nearest } = (await (await app.request(`${BASE_URL}/api/sdk/find?query=${query}`)).json()) as {
      nearest: string[]
    }
    expect(nearest).toContain('poetrydb-sdk')
    const html = await page(`/sdk?q=${query}`)
    const markdown = await page(`/sdk.md?q=${query}`)
    for (const slug of nearest) {
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

  it.each(['q=poems', 'q=forecast&topic=weather', 'topic=weather', 'q=zzzqqqxxx'])(
    'offers at ?%s topics that hold as many SDKs as they say',
    async (query) => {
      const text = await page(`/sdk?${query}`)
      const chips = [...text.matchAll(/<li><a href="(\/sdk\?[^"]*topic=[^"]*)">[\w-]+ <span>(\d+)<\/span>/g)]
      expect(chips.length).toBeGreaterThan(3)
      for (const [, href = '', count] of chips) {
        const there = await page(href.replaceAll('&amp;', '&'))
        expect([href, /<h2 id="count">(?:1 to \d+ of )?(\d+) SDK/.exec(there)?.[1]]).toEqual([href, count])
      }
    },
  )

  it.each(['q=weather', 'q=send+a+text+message', 'q=forecast&topic=weather', 'topic=images', 'mcp=true'])(
    'offers at ?%s filters that leave as many SDKs as they say',
    async (query) => {
      const text = await page(`/sdk?${query}`)
      const chips = [...text.matchAll(/<li><a href="(\/sdk\?[^"]*)">[\w -]+ <span>(\d+)<\/span>/g)].filter(
        ([chip]) => /no_auth|read_only|cli=|&amp;language=/.test(chip) && !chip.includes('aria-current'),
      )
      expect(chips.length).toBeGreaterThan(2)
      for (const [, href = '', count] of chips) {
        const there = await page(href.replaceAll('&amp;', '&'))
        expect([href, /<h2 id="count">(?:1 to \d+ of )?(\d+) SDK/.exec(there)?.[1]]).toEqual([href, count])
      }
    },
  )

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
    const meant = await page('/sdk?topic=wether')
    expect(meant).toContain('Did you mean <a href="/sdk?topic=weather">weather</a>')
    expect(await page('/sdk.md?topic=wether')).toContain(`Did you mean [weather](${BASE_URL}/sdk.md?topic=weather)`)
  })

  it('names the topic that a word means, and says so where no topic is like it', async () => {
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
      const found = [...twin.matchAll(/\/example-sdk\/([\w-]+)\.md\)/g)].map(([, slug]) => slug)
      expect(found).toEqual(slugs(await page(`/sdk${query}`)))
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
    const found: (string | undefined)[] = []
    for (let number = 1; number <= Math.ceil(hits.length / PER_PAGE); number++)
      found.push(...slugs(await page(`/sdk?q=data&page=${number}`)))
    expect(found).toEqual(hits.map(({ record }) => record.slug))
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
