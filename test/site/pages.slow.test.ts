/** What every HTML page has, what it weighs, and that each link on it leads somewhere. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { twinPath } from '../../src/pages/pages.ts'
import { BASE_URL, testApp } from '../app.ts'
import { attribute, elements, parseHtml, textOf } from '../html.ts'

const { app, services } = testApp()
const get = (path: string, accept = 'text/html') => app.request(BASE_URL + path, { headers: { accept } })

/** Each page is rendered and parsed once. */
function cached<Value>(read: (path: string) => Promise<Value>) {
  const values = new Map<string, Promise<Value>>()
  return (path: string): Promise<Value> => {
    const value = values.get(path) ?? read(path)
    values.set(path, value)
    return value
  }
}
const page = cached(async (path) => (await get(path)).text())
const parsed = cached(async (path) => parseHtml(await page(path)))

const ENTRIES = [
  '/example-sdk/poetrydb-sdk',
  ...[...services.catalog.entries()]
    .slice(0, 700)
    .filter((_, at) => at % 100 === 0)
    .map(({ url }) => new URL(url).pathname),
]
const TEXTS = services.pages.all.map(({ path }) => path)
const LISTS = [
  ...['/sdk', '/sdk?q=weather', '/sdk?topic=weather', '/sdk?page=2'],
  ...['/sdk?q=zzzqqqxxx', '/sdk?q=poetridbase', '/sdk?q=poetrydb&topic=weather', '/sdk?topic=wether'],
]
/** The largest APIs of the catalogue, and the largest entity of one. */
const LARGE = ['/example-sdk/gitlab-sdk', '/example-sdk/gitlab-sdk?entity=project', '/example-sdk/cloudsmith-sdk']
const PAGES = [...TEXTS, ...LISTS.slice(1), ...ENTRIES, ...LARGE, '/example-sdk/gitlab-sdk/readme']

const markdownLinks = (text: string): string[] => [...text.matchAll(/\]\(([^)\s]*)\)/g)].map(([, link]) => link!)

describe.each(PAGES)('%s', (path) => {
  it('has its landmarks, one h1, and headings that skip no level', async () => {
    const html = await page(path)
    expect(html).toMatch(/^<!doctype html>\n/)
    const document = parseHtml(html)
    expect(attribute(elements(document, 'html'), 'lang')).toEqual(['en'])
    for (const landmark of ['main', 'footer', 'h1']) expect(elements(document, landmark), landmark).toHaveLength(1)
    expect(elements(document, 'header', { class: 'top' })).toHaveLength(1)
    const [skip] = attribute(elements(document, 'a', { class: 'skip' }), 'href')
    expect(elements(document, '*', { id: skip!.slice(1), tabindex: '-1' })).toHaveLength(1)
    expect(attribute(elements(document, 'main'), 'id')).toEqual(['main'])
    const levels = elements(document, '*')
      .flatMap(({ name }) => /^h([1-6])$/.exec(name)?.[1] ?? [])
      .map(Number)
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
  })

  it('describes itself for search engines, and says where the index for language models is', async () => {
    const html = await page(path)
    const document = parseHtml(html)
    const content = (attributes: Record<string, string>) => attribute(elements(document, 'meta', attributes), 'content')
    expect(elements(document, 'title').map(textOf)).toEqual([expect.stringMatching(/^.{11,}$/)])
    expect(content({ name: 'description' })).toEqual([expect.stringMatching(/^.{21,}$/)])
    for (const property of ['og:title', 'og:description', 'og:url', 'og:site_name'])
      expect(content({ property }), property).toEqual([expect.stringMatching(/\w/)])
    for (const data of elements(document, 'script', { type: 'application/ld+json' }))
      expect(JSON.parse(textOf(data))).toMatchObject({ '@context': 'https://schema.org' })
    const body = html.slice(html.indexOf('<body>'))
    expect(body.indexOf('/llms.txt')).toBeLessThan(Math.max(body.length / 10, 400))
  })

  it('has each id once, and a label for each field', async () => {
    const document = await parsed(path)
    const ids = attribute(elements(document, '*'), 'id')
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const labelled = attribute(elements(document, 'label'), 'for')
    const fields = [...elements(document, 'input', { id: true }), ...elements(document, 'textarea', { id: true })]
    expect(attribute(fields, 'id').filter((id) => !labelled.includes(id))).toEqual([])
  })

  it('has no inline style or handler, and only the scripts of the site', async () => {
    const document = await parsed(path)
    expect(elements(document, 'style')).toEqual([])
    const attributes = elements(document, '*').flatMap(({ attribs }) => Object.entries(attribs))
    const active = ([name, value]: [string, string]) => /^(style$|on)/.test(name) || /^\s*javascript:/i.test(value)
    expect(attributes.filter(active)).toEqual([])
    const scripts = elements(document, 'script').filter(({ attribs }) => attribs.type !== 'application/ld+json')
    const [first, ...others] = scripts.map(({ attribs }) => attribs)
    expect(first).toEqual({
      type: 'module',
      blocking: 'render',
      src: expect.stringMatching(/^\/assets\/site\.[\w-]+\.js$/),
    })
    const pageScript = { type: 'module', src: expect.stringMatching(/^\/assets\/(playground|status)\.[\w-]+\.js$/) }
    expect(others).toEqual(['/playground', '/status'].includes(path) ? [pageScript] : [])
  })

  it('tells the browser to load nothing from elsewhere', async () => {
    const { headers } = await get(path)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; img-src 'self' https: data:; style-src 'self'; font-src 'self'; manifest-src 'self'; " +
        "script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
  })

  it('weighs less than 20 KB, compressed', async () =>
    expect(brotliCompressSync(await page(path)).length).toBeLessThan(20_000))
})

it.each([...ENTRIES, ...LARGE, '/example-sdk/github-sdk'])('%s weighs less than 14 KB with gzip', async (path) =>
  expect(gzipSync(await page(path)).length).toBeLessThan(14_000),
)

it.each([
  ['none', 'not needed'],
  ['unknown', 'not recorded; see the provider'],
])('the facts of an SDK with the key "%s" say that it is %s', async (scheme, words) => {
  const { slug } = [...services.catalog.records].find(({ auth }) => auth.scheme === scheme)!
  const facts = await parsed(`/example-sdk/${slug}`)
  const names = elements(facts, 'dt').map(textOf)
  expect(textOf(elements(facts, 'dd')[names.indexOf('Key')]!)).toBe(words)
})

describe('links', () => {
  /** "" for a link that leads somewhere, else what is wrong with it. */
  async function check(href: string, from: string): Promise<string> {
    const url = URL.parse(href, BASE_URL + from)
    if (!url) return 'is no address'
    if (url.origin === BASE_URL) return follow(url.href)
    return url.protocol === 'https:' && url.hostname.includes('.') ? '' : 'is not https'
  }

  const follow = cached(async (url) => {
    const { pathname, search, hash } = new URL(url)
    const answer = await get(pathname + search, '*/*')
    if (answer.status !== 200) return `answers ${answer.status}`
    if (hash === '' || !answer.headers.get('content-type')?.startsWith('text/html')) return ''
    const id = decodeURIComponent(hash.slice(1))
    return elements(await parsed(pathname + search), '*', { id }).length === 1 ? '' : `has no ${hash}`
  })

  async function broken(links: readonly string[], from: string): Promise<string[]> {
    const checks = await Promise.all(links.map(async (link) => [link, await check(link, from)] as const))
    return checks.filter(([, verdict]) => verdict !== '').map(([link, verdict]) => `${link} ${verdict}`)
  }

  it.each([...TEXTS, ...LISTS, ENTRIES[0]!, '/no-such-page'])('of %s all lead somewhere', async (path) => {
    const tags = elements(await parsed(path), '*')
    const every = new Set(['href', 'src', 'action'].flatMap((name) => attribute(tags, name)))
    // The first two take POST only, and a page that is not there cannot be asked for its own anchor.
    const apart = /^(\/api\/contact|\/api\/jobs|#main$)/
    const links = [...every].filter((link) => !apart.test(link))
    expect(links.length).toBeGreaterThan(10)
    expect(await broken(links, path)).toEqual([])
  })

  const TWINS = [
    ...services.pages.list.map(({ path }) => twinPath(path)),
    ...LISTS.slice(1).map((path) => path.replace('/sdk', '/sdk.md')),
  ]

  it.each(TWINS)('of %s all lead somewhere', async (path) => {
    const text = (await page(path)).replace(/```[\s\S]*?```/g, '')
    expect(await broken([...new Set(markdownLinks(text))], path)).toEqual([])
  })

  it('of the first page as markdown lead to markdown', async () => {
    const [, examples = ''] = (await page('/index.md')).split('## From a question to code')
    const links = markdownLinks(examples.split('## ')[0]!)
    expect(links).toHaveLength(3)
    for (const link of links)
      expect((await get(link.slice(BASE_URL.length))).headers.get('content-type')).toMatch(/^text\/markdown/)
  })

  it('of the README of an SDK are sound addresses', async () => {
    for (const path of ENTRIES) {
      const links = attribute(elements(await parsed(path), 'a', { rel: 'nofollow noopener' }), 'href')
      expect(links.filter((link) => !/^https?:$/.test(URL.parse(link)?.protocol ?? ''))).toEqual([])
    }
  })
})

describe('our style sheet and script', () => {
  it('are small, as is the font, and may be kept for good', async () => {
    const first = await parsed('/playground')
    const [css] = attribute(elements(first, 'link', { rel: 'stylesheet' }), 'href')
    const [js, more] = attribute(elements(first, 'script'), 'src')
    const [font] = attribute(elements(first, 'link', { as: 'font' }), 'href')
    for (const [path, most] of [
      [css, 14_000],
      [js, 8_000],
      [more, 3_000],
      [font, 25_000],
    ] as const) {
      const answer = await app.request(BASE_URL + path, { headers: { 'accept-encoding': 'gzip' } })
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect([path, (await answer.arrayBuffer()).byteLength < most]).toEqual([path, true])
    }
  })

  it('name no other host', async () => {
    const texts = [...(await page('/')).matchAll(/\/assets\/[\w.-]+\.(?:css|js|svg)/g)]
    expect(texts.length).toBeGreaterThan(2)
    for (const [path] of texts) {
      const text = await page(path)
      expect(text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//)
    }
  })

  it.each([
    ['/favicon.ico', 'image/svg+xml'],
    ['/icon.svg', 'image/svg+xml'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/opensearch.xml', 'application/opensearchdescription+xml'],
  ])('come with %s', async (path, type) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  })
})

it.each([
  ['/example-sdk/poetrydb-sdk', 'SDKs'],
  ['/sdk?q=weather', 'SDKs'],
  ['/developers/errors', 'Developers'],
])('the menu marks the section of %s', async (path, name) => {
  const [menu] = elements(await parsed(path), 'nav', { 'aria-label': 'Main' })
  expect(elements(menu!, 'a', { 'aria-current': true }).map(textOf)).toEqual([name])
})

it('links that are shared have a picture of 1200 by 630 pixels', async () => {
  const [url] = attribute(elements(await parsed(ENTRIES[0]!), 'meta', { property: 'og:image' }), 'content')
  const png = Buffer.from(await (await app.request(url!)).arrayBuffer())
  // Width and height are at bytes 16 and 20 of a PNG.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect((await get('/og/no-such-sdk.png')).status).toBe(404)
})

it('pages for after a form are not found by search engines or in lists', async () => {
  for (const path of ['/contact/thanks', '/jobs/thanks']) {
    expect(attribute(elements(await parsed(path), 'meta', { name: 'robots' }), 'content')).toEqual(['noindex'])
    expect(services.pages.list.some((listed) => listed.path === path)).toBe(false)
  }
})
