/** A catalogue whose README attacks its reader, in a real browser: nothing runs, nothing leaves, the page stays as it is. */
import { describe, expect, it } from 'vitest'
import { renderReadmeHtml } from '../../src/catalog/readme/render-html.ts'
import { buildDirectory } from '../builder/built.ts'
import { scratch } from '../scratch.ts'
import { HOSTILE_FACTS, VECTORS } from '../site/xss.ts'
import { useSite } from './browser.ts'

const record = {
  slug: 'hostile-sdk',
  ...HOSTILE_FACTS,
  github_url: 'https://github.com/example/hostile-sdk',
  source_website: "https://example.org/?'onmouseover='alert(6)",
  servers: [{ url: 'javascript:alert(7)' }],
  languages: ['ts', 'go'],
  cli: { name: 'x-cli' },
  mcp: { name: 'x-mcp' },
  entities: [{ name: '</code></pre><script>alert(8)</script>', ops: ['list'] }],
}

const written = (vectors: readonly string[]) => ['# Hostile', ...vectors, '[end](#hostile)'].join('\n\n</div>\n\n')

/** What leaves an element open takes all that follows with it, so each of those has a README of its own. */
const together: string[] = []
const alone: string[] = []
for (const vector of VECTORS) {
  const html = renderReadmeHtml(written([...together, vector]), record.github_url)
  const list = html.includes('#user-content-hostile') ? together : alone
  list.push(vector)
}
const readmes: Record<string, string | null> = {
  'one-sdk': null,
  'two-sdk': null,
  'hostile-sdk': written([...together, '![shown](docs/logo.png)']),
  ...Object.fromEntries(alone.map((vector, index) => [`hostile-${index}-sdk`, `# Hostile\n\n${vector}\n\n${vector}`])),
}
const records = Object.keys(readmes)
  .filter((slug) => readmes[slug] !== null)
  .map((slug) => ({ ...record, slug }))

const directory = buildDirectory(scratch(), { manifest: { count: records.length }, records, readmes })
const { open, share } = useSite({ CATALOG_DIR: directory })

const TOPIC = encodeURIComponent(record.topics[0]!)
const PAGES = [
  ...records.flatMap(({ slug }) => [`/example-sdk/${slug}`, `/example-sdk/${slug}/readme`]),
  ...['/', '/sdk', '/sdk?q=hostile', `/sdk?topic=${TOPIC}`, '/surfaces', '/developers'],
]

/** Pictures load when they come into sight, and handlers wait for the pointer, the focus or the end of an animation. */
const TOUCH_ALL = `(async () => {
  const events = ['pointerover', 'mouseover', 'mouseenter', 'mousemove', 'wheel', 'toggle', 'animationstart', 'load', 'error']
  for (const each of document.querySelectorAll('*')) {
    each.focus?.({ preventScroll: true })
    for (const type of events) each.dispatchEvent(new Event(type))
  }
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo(0, top)
    await new Promise(requestAnimationFrame)
  }
})()`

describe('nothing', () => {
  const shared = share()

  it.each(PAGES)('of %s runs or asks another host', async (path) => {
    const { page, pictures } = shared()
    await page.goto(path)
    await page.evaluate(TOUCH_ALL)
    for (let step = 0; step < 5; step++) await page.keyboard.press('Tab')
    await page.mouse.move(300, 300)
    await page.waitForLoadState('networkidle')
    expect(pictures.every(({ url, referrer }) => url.startsWith('https://') && referrer === undefined)).toBe(true)
  })
})

it('the page around the README stays as it is', async () => {
  const page = await open('/example-sdk/hostile-sdk/readme')
  expect(await page.title()).toBe(`README of the ${record.title} SDK · SDK Catalogue`)
  expect(await page.locator('main').count()).toBe(1)
  expect(
    await page.locator('.readme :is(form, input, button:not(.copy), dialog, style, link, meta, base, script)').count(),
  ).toBe(0)
  expect(await page.evaluate('[document.cookie, typeof document.body, location.pathname]')).toEqual([
    '',
    'object',
    '/example-sdk/hostile-sdk/readme',
  ])
  expect(await page.locator('body > footer').isVisible()).toBe(true)
  const inside = await page.evaluate(
    `document.querySelector('.readme').contains(document.querySelector('a[href="#user-content-hostile"]'))`,
  )
  expect(inside).toBe(true)
})

it('the search offers it as text', async () => {
  const page = await open('/')
  await page.getByRole('combobox').fill('hostile')
  const option = page.getByRole('option').first()
  await option.waitFor()
  expect(await option.textContent()).toContain('<img src=x')
  await option.click()
  await page.waitForURL('**/example-sdk/hostile*-sdk')
})
