/** The topics of the page of all SDKs: which there are, which is chosen, and what is said of one that is not there. */
import { describe, expect, it } from 'vitest'
import { BASE_URL } from '../app.ts'
import { both, catalog, h1, page, slugs } from './list-pages.ts'

describe('the page of all SDKs', () => {
  it('begins its topics with the one that is chosen, however few SDKs it has', async () => {
    const shown = (text: string) => {
      const [topics = ''] = /<nav class="topics"[\s\S]*?<\/nav>/.exec(text) ?? []
      return [...topics.matchAll(/<li><a href="[^"]*"[^>]*>([\w-]+) <span>/g)].map(([, name]) => name)
    }
    const names = shown(await page('/sdk'))
    expect([...names].sort()).toEqual(catalog.topics)
    for (const topic of [names[3]!, names[20]!]) {
      const text = await page(`/sdk?topic=${topic}`)
      expect(text).toContain(`<ul class="chips"><li><a href="/sdk" aria-current="true">${topic} <span>`)
      expect(shown(text).sort()).toEqual(catalog.topics)
    }
  })

  it('leads out of filters and topics, and out of a topic that has nothing for the words', async () => {
    const [html, markdown] = await both('?q=poetrydb&topic=weather')
    expect(html).toContain('No match with these conditions: about weather. Without them there is 1.')
    expect(html).toContain('<a href="/sdk?q=poetrydb">Search all topics</a>')
    expect(markdown).toContain(`[Search all topics](${BASE_URL}/sdk.md?q=poetrydb)`)
    const narrowed = await page('/sdk?topic=images&no_auth=true&read_only=true')
    expect(narrowed).toContain('<a href="/sdk?topic=images">Clear filters</a>')
    expect(narrowed).toContain(`<a href="/sdk">Show all ${catalog.count}</a>`)
  })

  it.each(['buy-cheap-pills', 'wether'])('says of the topic %s that there is none', async (topic) => {
    for (const query of [`?topic=${topic}`, `?topic=${topic}&q=poems`]) {
      const [html, markdown] = await both(query)
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
  })

  it('suggests topics like it, else that of the SDKs that the word finds, and says if no topic is similar', async () => {
    const [html, markdown] = await both('?topic=wether')
    expect(html).toContain('Did you mean <a href="/sdk?topic=weather">weather</a>')
    expect(markdown).toContain(`Did you mean [weather](${BASE_URL}/sdk.md?topic=weather)`)
    const soccer = await page('/sdk?topic=soccer')
    expect(soccer).toContain('<a href="/sdk?topic=sports">sports</a>')
    for (const text of await both('?topic=zyxwv'))
      expect(text).toContain(`None of the ${catalog.topics.length} topics has a similar name.`)
  })
})
