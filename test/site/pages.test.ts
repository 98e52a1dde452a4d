/** What every HTML page has, what it weighs, and that each link on it leads somewhere. */
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { twinPath } from '../../src/pages/pages.ts'
import { BASE_URL, testApp } from '../app.ts'

const { app, services } = testApp()
const get = (path: string, accept = 'text/html') => app.request(BASE_URL + path, { headers: { accept } })
const page = async (path: string) => (await get(path)).text()

const ENTRIES = [
  '/example-sdk/poetrydb-sdk',
  ...services.catalog.entries
    .slice(0, 700)
    .filter((_, at) => at % 100 === 0)
    .map(({ url }) => new URL(url).pathname),
]
const TEXTS = services.pages.all.map(({ path }) => path)
const LISTS = [
  ...['/sdk', '/sdk?q=weather', '/sdk?topic=weather', '/sdk?page=2'],
  ...['/sdk?q=zzzqqqxxx', '/sdk?q=poetridbase', '/sdk?q=poetrydb&topic=weather', '/sdk?topic=wether'],
]
const PAGES = [...TEXTS, ...LISTS.slice(1), ...ENTRIES]

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!)
const readable = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')

describe.each(PAGES)('%s', (path) => {
  it('has its landmarks, one h1, and headings that skip no level', async () => {
    const text = await page(path)
    for (const [tag, count] of [
      ['main', 1],
      ['header class="top"', 1],
      ['footer', 1],
      ['h1', 1],
    ] as const) {
      expect([tag, text.split(new RegExp(`<${tag}[ >]`)).length - 1]).toEqual([tag, count])
    }
    expect(text).toMatch(/^<!doctype html>\n<html lang="en"/)
    expect(text).toContain('<a class="skip" href="#main">')
    const levels = all(text, /<h([1-6])[ >]/g).map(Number)
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
  })

  it('describes itself for search engines, and says where the index for language models is', async () => {
    const text = await page(path)
    const [title = ''] = all(text, /<title>([^<]*)</g)
    expect(title.length).toBeGreaterThan(10)
    const [description = ''] = all(text, /<meta name="description" content="([^"]*)"/g)
    expect(description.length).toBeGreaterThan(20)
    for (const name of ['og:title', 'og:description', 'og:url', 'og:site_name']) expect(text).toContain(`"${name}"`)
    for (const data of all(text, /<script type="application\/ld\+json">([^<]*)</g)) {
      expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' })
    }
    const body = text.slice(text.indexOf('<body>'))
    expect(body.indexOf('/llms.txt')).toBeLessThan(Math.max(body.length / 10, 400))
  })

  it('has each id once, and a label for each field', async () => {
    const text = await page(path)
    const ids = all(text, / id="([^"]*)"/g)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const id of all(text, /<(?:input|textarea) id="([^"]*)"/g)) expect(text).toContain(`<label for="${id}"`)
  })

  it('holds no style, no handler and no script but ours', async () => {
    const text = await page(path)
    expect(text).not.toMatch(/ style=| on[a-z]+="|<style|javascript:/)
    const scripts = all(text, /<script ([^>]*)>/g).filter((attributes) => !attributes.includes('ld+json'))
    expect(scripts).toEqual([
      expect.stringMatching(/^type="module" blocking="render" src="\/assets\/site\.[\w-]+\.js"$/),
    ])
  })

  it('tells the browser to load nothing from elsewhere', async () => {
    const { headers } = await get(path)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; img-src 'self' https: data:; style-src 'self'; script-src 'self'; connect-src 'self'; " +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('origin-agent-cluster')).toBe('?1')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('weighs less than 40 KB, compressed', async () => {
    expect(brotliCompressSync(await page(path)).length).toBeLessThan(40_000)
  })
})

describe('the facts of an SDK', () => {
  it('say whether a key is needed, in the words of its README', async () => {
    for (const [slug, words] of [
      [
        services.catalog.entries.find(({ slug }) => services.catalog.record(slug)!.no_auth)!.slug,
        'no key needed, as far as recorded',
      ],
      [
        services.catalog.entries.find(({ slug }) => services.catalog.record(slug)!.no_auth === undefined)!.slug,
        'not recorded; see the provider',
      ],
    ] as const) {
      expect(await page(`/example-sdk/${slug}`)).toContain(`<dt>Authentication</dt><dd>${words}</dd>`)
      expect(services.catalog.readme(slug)).toContain(`| Authentication | ${words} |`)
    }
  })
})

describe('links', () => {
  const checked = new Map<string, Promise<string>>()

  /** "" for a link that leads somewhere, else what is wrong with it. */
  async function check(href: string, from: string): Promise<string> {
    const url = URL.parse(readable(href), BASE_URL + from)
    if (!url) return 'is no address'
    if (url.origin !== BASE_URL) return url.protocol === 'https:' && url.hostname.includes('.') ? '' : 'is not https'
    const known = checked.get(url.href)
    if (known) return known
    const verdict = follow(url)
    checked.set(url.href, verdict)
    return verdict
  }

  async function follow({ pathname, search, hash }: URL): Promise<string> {
    const answer = await get(pathname + search, '*/*')
    if (answer.status !== 200) return `answers ${answer.status}`
    if (hash === '' || !answer.headers.get('content-type')?.startsWith('text/html')) return ''
    return (await answer.text()).includes(` id="${decodeURIComponent(hash.slice(1))}"`) ? '' : `has no ${hash}`
  }

  async function broken(links: readonly string[], from: string): Promise<string[]> {
    const verdicts = await Promise.all(links.map(async (link) => [link, await check(link, from)] as const))
    return verdicts.filter(([, verdict]) => verdict !== '').map(([link, verdict]) => `${link} ${verdict}`)
  }

  it.each([...TEXTS, ...LISTS, ENTRIES[0]!, '/no-such-page'])('of %s all lead somewhere', async (path) => {
    const text = await page(path)
    const links = [...new Set(all(text, / (?:href|src|action)="([^"]*)"/g))].filter(
      (link) => !link.startsWith('/api/contact') && !link.startsWith('/api/jobs') && link !== '#main',
    )
    expect(links.length).toBeGreaterThan(10)
    expect(await broken(links, path)).toEqual([])
  })

  const TWINS = [
    ...services.pages.list.map(({ path }) => twinPath(path)),
    ...LISTS.slice(1).map((path) => path.replace('/sdk', '/sdk.md')),
  ]

  it.each(TWINS)('of %s all lead somewhere', async (path) => {
    const text = (await page(path)).replace(/```[\s\S]*?```/g, '')
    expect(await broken([...new Set(all(text, /\]\(([^)\s]*)\)/g))], path)).toEqual([])
  })

  it('of the first page as markdown lead to markdown', async () => {
    const [, examples = ''] = (await page('/index.md')).split('## For example')
    const links = all(examples.split('## ')[0]!, /\]\(([^)\s]*)\)/g)
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      expect((await get(link.slice(BASE_URL.length))).headers.get('content-type')).toMatch(/^text\/markdown/)
    }
  })

  it('of the README of an SDK are sound addresses', async () => {
    for (const path of ENTRIES) {
      const links = all(await page(path), /<a href="([^"]*)" rel="nofollow noopener">/g)
      const odd = links.filter((link) => !/^https?:$/.test(URL.parse(readable(link))?.protocol ?? ''))
      expect(odd).toEqual([])
    }
  })
})

describe('our style sheet and script', () => {
  it('weigh less than 25 KB together, and may be kept for good', async () => {
    const [css = ''] = all(await page('/'), /<link rel="stylesheet" href="([^"]*)"/g)
    const [js = ''] = all(await page('/'), /<script type="module" blocking="render" src="([^"]*)"/g)
    let weight = 0
    for (const path of [css, js]) {
      const answer = await app.request(BASE_URL + path, { headers: { 'accept-encoding': 'br' } })
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      weight += (await answer.arrayBuffer()).byteLength
    }
    expect(weight).toBeLessThan(25_000)
  })

  it('name no other host', async () => {
    for (const [path] of [...(await page('/')).matchAll(/\/assets\/[\w.-]+/g)]) {
      const text = await page(path)
      expect(text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//)
    }
  })

  it('come with an icon, also where programs look for one', async () => {
    for (const path of ['/favicon.ico', '/icon.svg']) {
      expect((await get(path)).headers.get('content-type')).toBe('image/svg+xml')
    }
  })
})

describe('pages for after a form', () => {
  it('are not found by search engines or in lists', async () => {
    for (const path of ['/contact/thanks', '/jobs/thanks']) {
      const text = await page(path)
      expect(text).toContain('<meta name="robots" content="noindex">')
      expect(services.pages.list.some((listed) => listed.path === path)).toBe(false)
      expect(await page('/')).not.toContain(path)
    }
  })
})
