/** What people come for, each in at most two clicks; and names of every length, on every kind of page and screen. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { embedded } from '../embedded.ts'
import { DESKTOP, useSite } from './browser.ts'

const { open, watch, url } = useSite()
const STRIPE = '/example-sdk/stripe-sdk'

type Click = (role: 'link' | 'button' | 'tab' | 'option', name: string | RegExp) => Promise<void>

const JOBS: [job: string, path: string, act: (page: Page, click: Click) => Promise<void>][] = [
  [
    'compare two SDKs in the language that was chosen',
    '/sdk/compare',
    async (page, click) => {
      await page.evaluate("localStorage.setItem('lang', 'py')")
      await page.getByLabel(/^Names/).pressSequentially('poetrydb')
      await click('option', /^PoetryDB/)
      await page.waitForURL('**slugs=poetrydb-sdk')
      await page.getByLabel(/^Names/).press('End')
      await page.getByLabel(/^Names/).pressSequentially('dog api')
      await click('option', /^Dog API/)
      await page.waitForURL('**slugs=poetrydb-sdk,dog-sdk')
      expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual(['Python', 'Python'])
    },
  ],
  [
    'see the key and the licence of an SDK without scrolling',
    STRIPE,
    async (page) => {
      for (const term of ['Key', 'Licence'])
        expect((await page.locator('dt', { hasText: term }).boundingBox())!.y).toBeLessThan(600)
    },
  ],
  [
    'report a wrong entry',
    STRIPE,
    async (page, click) => {
      await click('link', 'report it to us')
      expect(await page.getByLabel('Message').inputValue()).toMatch(/^Wrong entry: stripe-sdk/)
    },
  ],
  [
    'follow an SDK',
    STRIPE,
    async (page, click) => {
      await click('link', /^Follow/)
      await page.getByRole('heading', { name: 'Follow Stripe SDK' }).waitFor()
      expect(await page.locator('pre').first().textContent()).toBe(`${url()}${STRIPE}/feed.xml`)
    },
  ],
  [
    'understand an error',
    '/no-such-page',
    async (page, click) => {
      expect(await page.locator('main a').count()).toBeLessThan(12)
      await click('link', 'not_found')
      await page.waitForURL('**/developers/errors#not_found')
      expect(await page.locator('#not_found').isVisible()).toBe(true)
    },
  ],
]

it.each(JOBS)('people can %s', async (_, path, act) => {
  const page = await open(path, { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
  let clicks = 0
  await act(page, async (role, name) => {
    clicks++
    await page.getByRole(role, { name }).first().click()
  })
  expect(clicks).toBeLessThanOrEqual(2)
})

it('a question mark lists the keys, but not where somebody types', async () => {
  const page = await open('/sdk')
  await page.getByRole('combobox', { name: 'Search SDKs' }).press('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Search SDKs' }).blur()
  await page.keyboard.press('?')
  expect(await page.getByRole('dialog', { name: 'Keys' }).textContent()).toContain('Search')
})

/** The words of a button stand in one line, and the hint of the key stands behind those of the field. */
const BROKEN_BUTTONS = `[
  ...[...document.querySelectorAll('button.copy')].filter((each) => each.offsetHeight > 40),
  ...[...document.querySelectorAll('.field:not(:has(button:not(.unseen))) .key')].filter(
    (each) => each.offsetParent && each.offsetParent.getBoundingClientRect().right - each.getBoundingClientRect().right > 30,
  ),
].map(({ outerHTML }) => outerHTML)`

it('no name is too long for a page, however narrow the screen', async () => {
  const { page } = await watch()
  const longest = (length: (record: (typeof embedded.records)[number]) => number) =>
    embedded.records.reduce((best, each) => (length(each) > length(best) ? each : best))
  const most = (lengths: readonly number[]) => Math.max(0, ...lengths)
  const records = [
    longest(({ entities }) => most(entities.map(({ name }) => name.length))),
    longest(({ slug }) => slug.length),
    longest(({ servers }) => most(servers.map((server) => server.url.length))),
  ]
  const paths = records.flatMap(({ slug, title, entities }) => {
    const [{ name, ops } = { name: '', ops: [] }] = entities.toSorted((a, b) => b.name.length - a.name.length)
    return [
      `/example-sdk/${slug}`,
      `/example-sdk/${slug}/${name}/${ops[0]}`,
      `/sdk?${new URLSearchParams({ q: title })}`,
    ]
  })
  paths.push('/sdk?q=twilio', `/sdk/compare?slugs=${records.map(({ slug }) => slug)}`)
  for (const path of paths) {
    await page.goto(path)
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 812 })
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width])
      expect([path, width, await page.evaluate(BROKEN_BUTTONS)]).toEqual([path, width, []])
    }
  }
  await page.goto('/sdk?q=poems+by+author')
  expect((await page.locator('.entries > li').first().boundingBox())!.y).toBeLessThanOrEqual(240)
})
