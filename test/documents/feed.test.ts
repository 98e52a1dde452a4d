/** The Atom feed of changes: well-formed, with what RFC 4287 requires, and the same for the same builds. */
import { DomUtils, parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import {
  atomFeed,
  catalogFeed,
  FEED_PATH,
  type Feed,
  sdkFeed,
  topicFeed,
  topicFeedPath,
} from '../../src/documents/feed.ts'
import { llmsTxt } from '../../src/documents/llms.ts'
import { documents } from '../../src/rest/route-table.ts'
import type { HistoryEntry } from '../../src/store/history.ts'
import { escapeMarkup } from '../../src/text/markup.ts'
import { BASE_URL, testApp, testServices } from '../app.ts'
import { embedded } from '../embedded.ts'
import { elements, type HtmlElement, parseHtml, textOf } from '../html.ts'

const HOSTILE = 'Tides <b>&"\'</b> ]]> \u0000\u001b\ud800 &amp; 潮汐'

const first: HistoryEntry = {
  ...{ version: 1, id: 'a'.repeat(64), previous: null, built_at: '2026-03-01T12:00:00.000Z', count: 700 },
  ...{ added: [{ slug: 'poetrydb-sdk', title: 'PoetryDB' }], removed: [], changed: [] },
}
const second: HistoryEntry = {
  ...{ version: 1, id: embedded.id, previous: first.id, built_at: embedded.builtAt, count: embedded.records.length },
  added: [{ slug: 'poetrydb-sdk', title: HOSTILE }],
  removed: [{ slug: 'gone-sdk', title: 'Gone' }],
  changed: [{ slug: 'open-meteo-sdk', title: 'Open Meteo', members: ['description', 'readme'] }],
}
const services = testServices({ data: { ...embedded, builds: [first, second] } })

const HTML = { accept: 'text/html' }
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n'
const atomOf = (feed: Feed) => atomFeed(feed, services)
const ofCatalog = (of: typeof services) => atomFeed(catalogFeed(of), of)

/** The root element of XML that is well-formed and uses only the character references that the service writes. */
function parse(xml: string): HtmlElement {
  expect(xml.startsWith(PROLOGUE)).toBe(true)
  const text = xml.slice(PROLOGUE.length)
  // The parser repairs what is not well-formed, and then writes it back differently.
  const source = { xmlMode: true, decodeEntities: false }
  expect(DomUtils.getOuterHTML(parseDocument(text, source), source)).toBe(text)
  expect(text.replaceAll(/<\/?[a-z]+(?: [a-z:]+="[^"<]*")*\/?>/g, '')).not.toContain('<')
  expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/)
  const [root, ...others] = DomUtils.getElementsByTagName('*', parseDocument(text, { xmlMode: true }).children, false)
  expect(others).toEqual([])
  return root!
}

const child = (element: HtmlElement, name: string): HtmlElement =>
  elements(element, name).find(({ parent }) => parent === element)!
const childText = (element: HtmlElement, name: string): string => textOf(child(element, name))

describe('the feed of changes', () => {
  const feed = parse(ofCatalog(services))
  const entries = elements(feed, 'entry')
  const [newest, oldest] = entries

  it('has what a feed needs: id, title, time, author, and its own address', () => {
    expect(feed).toMatchObject({ name: 'feed', attribs: { xmlns: 'http://www.w3.org/2005/Atom' } })
    expect(childText(feed, 'id')).toBe(`${BASE_URL}/sdk/feed.xml`)
    expect(childText(feed, 'title')).toBe('SDK Catalogue: changes')
    expect(childText(feed, 'updated')).toBe(embedded.builtAt)
    expect(childText(child(feed, 'author'), 'name')).toBe('SDK Catalogue')
    const links = elements(feed, 'link').map(({ attribs: { rel, href, type } }) => [rel, href, type])
    expect(links).toContainEqual(['self', `${BASE_URL}/sdk/feed.xml`, 'application/atom+xml'])
    expect(links).toContainEqual(['alternate', `${BASE_URL}/sdk`, 'text/html'])
  })

  it('has an entry for each build, newest first, with the time of the build', () => {
    expect(entries).toHaveLength(2)
    expect(childText(newest!, 'updated')).toBe(second.built_at)
    expect(childText(newest!, 'title')).toBe('1 added, 1 changed, 1 removed')
    expect(childText(oldest!, 'updated')).toBe(first.built_at)
    expect(childText(oldest!, 'title')).toBe('700 SDKs')
  })

  it('gives entries ids of their own that later builds do not change', () => {
    const ids = entries.map((entry) => childText(entry, 'id'))
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(URL.parse(id)?.href).toBe(id)
    const third = { ...second, id: 'c'.repeat(64), previous: second.id, built_at: '2026-12-01T00:00:00.000Z' }
    const later = testServices({ data: { ...embedded, id: third.id, builds: [first, second, third] } })
    const [, ...earlier] = elements(parse(ofCatalog(later)), 'entry')
    expect(earlier.map((entry) => DomUtils.getOuterHTML(entry))).toEqual(
      entries.map((entry) => DomUtils.getOuterHTML(entry)),
    )
  })

  it('names each change, linked to its page where there still is one, whatever its title holds', () => {
    const content = child(newest!, 'content')
    expect(content.attribs.type).toBe('html')
    const readable = 'Tides <b>&"\'</b> ]]> \ufffd\ufffd\ufffd &amp; 潮汐'
    const escaped = escapeMarkup(readable)
    expect(textOf(content)).toBe(
      `<ul><li><a href="${BASE_URL}/example-sdk/poetrydb-sdk">${escaped}</a> added</li>` +
        `<li><a href="${BASE_URL}/example-sdk/open-meteo-sdk">Open Meteo</a> changed: description, readme</li>` +
        `<li>Gone (gone-sdk) removed</li></ul><p>${embedded.records.length} SDKs in all.</p>`,
    )
    expect(childText(oldest!, 'content')).toBe('<p>700 SDKs in all.</p>')
  })

  it('leads from an entry to the changes of its build', async () => {
    const { app } = testApp({ data: { ...embedded, builds: [first, second] } })
    const { href, type } = child(newest!, 'link').attribs
    expect(type).toBe('application/json')
    const answer = await app.request(href!)
    expect(await answer.json()).toMatchObject({ total: 3 })
  })

  it('stays small, however much changed', () => {
    const added = Array.from({ length: 5_000 }, (_, at) => ({ slug: `n${at}-sdk`, title: `N ${at}` }))
    const builds = Array.from({ length: 100 }, (_, at) => ({ ...second, built_at: new Date(at).toISOString(), added }))
    const xml = ofCatalog(testServices({ data: { ...embedded, builds } }))
    const entries = elements(parse(xml), 'entry')
    expect(entries).toHaveLength(30)
    expect(childText(entries[0]!, 'content')).toContain('<p>And 4952 more.</p>')
    expect(xml.length).toBeLessThan(150_000)
  })
})

it('the feed is announced by every page and llms.txt', async () => {
  const { app } = testApp()
  for (const path of ['/', '/sdk', '/developers', '/example-sdk/poetrydb-sdk']) {
    const page = parseHtml(await (await app.request(path, { headers: { accept: 'text/html' } })).text())
    const feed = { rel: 'alternate', type: 'application/atom+xml', href: `${BASE_URL}/sdk/feed.xml` }
    expect(elements(page, 'link', feed)).toHaveLength(1)
    expect(elements(page, 'a', { href: '/sdk/feed.xml' })).not.toEqual([])
  }
  const index = llmsTxt(testServices(), documents)
  expect(index).toContain(`${BASE_URL}/sdk/feed.xml`)
  expect(index).toContain(`${BASE_URL}/api/sdk/changes`)
})

describe('a feed of a part', () => {
  const record = services.catalog.record('open-meteo-sdk')!

  it('of an SDK has the builds that changed it, and is named on its page', async () => {
    const { app } = testApp({ data: { ...embedded, builds: [first, second] } })
    const answer = await app.request(`${BASE_URL}/example-sdk/open-meteo-sdk/feed.xml`)
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const xml = await answer.text()
    expect(xml).toBe(atomOf(sdkFeed(record, services)))
    const entries = elements(parse(xml), 'entry')
    expect(entries.map((entry) => childText(entry, 'title'))).toEqual(['1 changed'])
    expect(childText(entries[0]!, 'content')).not.toContain('Tides')
    const page = await (await app.request(`${BASE_URL}/example-sdk/open-meteo-sdk`, { headers: HTML })).text()
    expect(page).toContain('href="/example-sdk/open-meteo-sdk/feed.xml"')
  })

  it('of a topic has the changes of its SDKs, and does not exist for an unknown topic', async () => {
    const { app } = testApp({ data: { ...embedded, builds: [first, second] } })
    const entries = elements(parse(atomOf(topicFeed('weather', services))), 'entry')
    expect(entries.map((entry) => childText(entry, 'title'))).toEqual(['1 changed'])
    expect((await app.request(`${BASE_URL}/sdk/topics/weather.xml`)).status).toBe(200)
    expect((await app.request(`${BASE_URL}/sdk/topics/no-such-topic.xml`)).status).toBe(404)
    const page = await (await app.request(`${BASE_URL}/sdk?topic=weather`, { headers: HTML })).text()
    expect(page).toContain('href="/sdk/topics/weather.xml"')
  })

  it('says that its SDKs are in the catalogue where no build on record changed them', () => {
    const fresh = testServices()
    const feeds = [
      [sdkFeed(services.catalog.record('dog-sdk')!, services), 'Dog'],
      [sdkFeed(record, fresh), record.title],
      [topicFeed('weather', fresh), record.title],
    ] as const
    for (const [feed, name] of feeds) {
      const [entry, ...others] = elements(parse(atomOf(feed)), 'entry')
      expect(childText(entry!, 'title')).toBe('In the catalogue')
      expect(childText(entry!, 'content')).toContain(name)
      expect(others).toEqual([])
    }
  })
})

describe.each([FEED_PATH, topicFeedPath('weather'), '/example-sdk/dog-sdk/feed.xml'])('%s', (path) => {
  const { app } = testApp()
  const get = (accept?: string) => app.request(BASE_URL + path, { headers: accept ? { accept } : {} })

  it('is for browsers a page with the address of the feed and its entries', async () => {
    for (const accept of ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'text/html']) {
      const answer = await get(accept)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const page = parseHtml(await answer.text())
      expect(elements(page, 'pre').map(textOf)).toContain(BASE_URL + path)
      expect(elements(page, 'h3')).toHaveLength(1)
      expect(answer.headers.get('content-security-policy')).toContain("style-src 'self'")
      expect(answer.headers.get('vary')).toBe((await get()).headers.get('vary'))
    }
  })

  it('is for everybody else Atom, and caches know that Accept chose', async () => {
    const reader = 'application/atom+xml,application/rss+xml;q=0.9,text/html;q=0.8,*/*;q=0.5'
    const equal = 'text/html, application/atom+xml'
    for (const accept of [undefined, '*/*', 'application/atom+xml', equal, reader]) {
      const answer = await get(accept)
      expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
      expect(answer.headers.get('vary')).toBe('Accept, Accept-Encoding')
    }
  })
})
