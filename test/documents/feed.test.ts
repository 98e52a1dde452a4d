/** The Atom feed of changes: well-formed, with what RFC 4287 requires, and the same for the same builds. */
import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../src/catalog/store/history.ts'
import { atomFeed } from '../../src/documents/feed.ts'
import { documents } from '../../src/documents/index.ts'
import { llmsTxt } from '../../src/documents/llms.ts'
import { escapeMarkup } from '../../src/text/markup.ts'
import { BASE_URL, testApp, testServices } from '../app.ts'
import { embedded } from '../embedded.ts'
import { elements, parseHtml } from '../html.ts'

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

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const named = ({ children }: Element, name: string): Element[] => children.filter((child) => child.name === name)
const textOf = (element: Element, name: string): string => named(element, name)[0]!.text

const TOKEN = /<(\/?)([a-z]+)((?: [a-z:]+="[^"<]*")*)(\/?)>|([^<>]+)/y
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Reads elements, attributes, text and character references, and refuses everything else. */
function parse(xml: string): Element {
  expect(xml.slice(0, PROLOGUE.length)).toBe(PROLOGUE)
  const root: Element = { name: 'root', attributes: {}, children: [], text: '' }
  const open = [root]
  for (let at = PROLOGUE.length; at < xml.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(xml)
    if (!match) throw new Error(`not well-formed: ${xml.slice(at, at + 60)}`)
    const [, closing, name, attributes = '', empty, text] = match
    if (text !== undefined) open.at(-1)!.text += decoded(text)
    else if (closing) expect(open.pop()!.name).toBe(name)
    else {
      const pairs = [...attributes.matchAll(/ ([a-z:]+)="([^"]*)"/g)].map(([, key, value]) => [key, decoded(value!)])
      const element = { name: name!, attributes: Object.fromEntries(pairs), children: [], text: '' }
      open.at(-1)!.children.push(element)
      if (!empty) open.push(element)
    }
  }
  expect(open).toEqual([root])
  expect(root.children).toHaveLength(1)
  return root.children[0]!
}

function decoded(text: string): string {
  expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/)
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name]!)
}

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

describe('the feed of changes', () => {
  const feed = parse(atomFeed(services))
  const [newest, oldest] = named(feed, 'entry')

  it('has what a feed needs: id, title, time, author, and its own address', () => {
    expect(feed).toMatchObject({ name: 'feed', attributes: { xmlns: 'http://www.w3.org/2005/Atom' } })
    expect(textOf(feed, 'id')).toBe(`${BASE_URL}/sdk/feed.xml`)
    expect(textOf(feed, 'title')).toBe('SDK Catalogue: changes')
    expect(textOf(feed, 'updated')).toBe(embedded.builtAt)
    expect(textOf(named(feed, 'author')[0]!, 'name')).toBe('SDK Catalogue')
    const links = named(feed, 'link').map(({ attributes: { rel, href, type } }) => [rel, href, type])
    expect(links).toContainEqual(['self', `${BASE_URL}/sdk/feed.xml`, 'application/atom+xml'])
    expect(links).toContainEqual(['alternate', `${BASE_URL}/sdk`, 'text/html'])
  })

  it('has an entry for each build, newest first, with the time of the build', () => {
    expect(named(feed, 'entry')).toHaveLength(2)
    expect(textOf(newest!, 'updated')).toBe(second.built_at)
    expect(textOf(newest!, 'title')).toBe('1 added, 1 changed, 1 removed')
    expect(textOf(oldest!, 'updated')).toBe(first.built_at)
    expect(textOf(oldest!, 'title')).toBe('700 SDKs')
  })

  it('gives entries ids of their own that later builds do not change', () => {
    const ids = named(feed, 'entry').map((entry) => textOf(entry, 'id'))
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(URL.parse(id)?.href).toBe(id)
    const third = { ...second, id: 'c'.repeat(64), previous: second.id, built_at: '2026-12-01T00:00:00.000Z' }
    const later = testServices({ data: { ...embedded, id: third.id, builds: [first, second, third] } })
    const entries = named(parse(atomFeed(later)), 'entry')
    expect(entries.slice(1)).toEqual(named(feed, 'entry'))
  })

  it('names each change, linked to its page where there still is one, whatever its title holds', () => {
    const { attributes, text } = named(newest!, 'content')[0]!
    expect(attributes.type).toBe('html')
    const readable = 'Tides <b>&"\'</b> ]]> \ufffd\ufffd\ufffd &amp; 潮汐'
    const escaped = escapeMarkup(readable)
    expect(text).toBe(
      `<ul><li><a href="${BASE_URL}/example-sdk/poetrydb-sdk">${escaped}</a> added</li>` +
        `<li><a href="${BASE_URL}/example-sdk/open-meteo-sdk">Open Meteo</a> changed: description, readme</li>` +
        `<li>Gone (gone-sdk) removed</li></ul><p>${embedded.records.length} SDKs in all.</p>`,
    )
    expect(named(oldest!, 'content')[0]!.text).toBe('<p>700 SDKs in all.</p>')
  })

  it('leads from an entry to the changes of its build', async () => {
    const { app } = testApp({ data: { ...embedded, builds: [first, second] } })
    const { href, type } = named(newest!, 'link')[0]!.attributes
    expect(type).toBe('application/json')
    const answer = await app.request(href!)
    expect(await answer.json()).toMatchObject({ total: 3 })
  })

  it('stays small, however much changed', () => {
    const added = Array.from({ length: 5_000 }, (_, at) => ({ slug: `n${at}-sdk`, title: `N ${at}` }))
    const builds = Array.from({ length: 100 }, (_, at) => ({ ...second, built_at: new Date(at).toISOString(), added }))
    const xml = atomFeed(testServices({ data: { ...embedded, builds } }))
    expect(named(parse(xml), 'entry')).toHaveLength(30)
    expect(named(named(parse(xml), 'entry')[0]!, 'content')[0]!.text).toContain('<p>And 4952 more.</p>')
    expect(xml.length).toBeLessThan(150_000)
  })

  it('of a catalogue without a history holds its one build', () => {
    expect(named(parse(atomFeed(testServices())), 'entry')).toHaveLength(1)
  })
})

it('the feed is announced by every page, llms.txt, OpenAPI and the route table', async () => {
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
  const { paths } = (await (await app.request('/openapi.json')).json()) as { paths: Record<string, object> }
  expect(paths['/sdk/feed.xml']).toMatchObject({ get: { operationId: 'get_catalog_feed' } })
  expect(paths['/api/sdk/changes']).toMatchObject({ get: { operationId: 'list_catalog_changes' } })
  const feed = await app.request('/sdk/feed.xml')
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
})
