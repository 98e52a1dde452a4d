/** Faults that people reported, each shown to be gone. */
import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { buildDirectory } from '../builder/built.ts'
import { scratch } from '../scratch.ts'
import { DESKTOP, expectAccessible, PHONE, useSite } from './browser.ts'

const README = [
  '# Tides SDK',
  ...Array.from({ length: 30 }, (_, at) => `## Part ${at}\n\n${'Water rises and falls. '.repeat(30)}`),
  '## Quickstart\n\nUse `tides` so:\n\n```ts\nconst tides = new Tides()\n```',
  '## Install\n\n| Language | Install |\n|---|---|\n| Go | `go get example.com/tides` |',
  'The end. '.repeat(600),
].join('\n\n')

const site = useSite()
const withReadme = useSite({ CATALOG_DIR: buildDirectory(scratch(), { readmes: { 'one-sdk': README } }) })
const open = (path: string, options: BrowserContextOptions = DESKTOP) => site.open(path, options)
const openReadme = (options: BrowserContextOptions = DESKTOP, hash = '') =>
  withReadme.open(`/example-sdk/one-sdk/readme${hash}`, options)

describe('code', () => {
  it('in a table of a README can be copied', async () => {
    const page = await openReadme({ ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
    await page.locator('td').getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('go get example.com/tides')
  })
})

describe('the search', () => {
  it.each(['/privacy', '/example-sdk/poetrydb-sdk', '/'])('is one press away from %s on a phone', async (path) => {
    const page = await open(path, PHONE)
    await page.getByRole('link', { name: 'Search SDKs' }).click()
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    const withoutScript = await open(path, { ...PHONE, javaScriptEnabled: false })
    await withoutScript.getByRole('link', { name: 'Search SDKs' }).click()
    await withoutScript.waitForURL('**/sdk')
  })
})

describe('on paper', () => {
  it('a page is dark on white, and no line is cut, whatever the theme', async () => {
    const page = await open('/example-sdk/poetrydb-sdk')
    await page.getByRole('button', { name: 'Dark theme' }).click()
    await page.emulateMedia({ media: 'print' })
    const style = (name: string) => page.evaluate(`getComputedStyle(document.documentElement).${name}`)
    expect(await style('backgroundColor')).toBe('rgb(255, 255, 255)')
    expect(await style('color')).toBe('rgb(29, 30, 32)')
    const cut = `[...document.querySelectorAll('pre')].filter((pre) => pre.scrollWidth > pre.clientWidth + 1).length`
    await page.setViewportSize({ width: 600, height: 900 })
    expect(await page.evaluate(cut)).toBe(0)
    expect(await page.getByRole('tab').filter({ visible: true }).allTextContents()).toEqual(['TypeScript'])
  })

  it('a comparison fits the page', async () => {
    const page = await open('/sdk/compare?slugs=poetrydb-sdk,answerbook-sdk,dog-sdk')
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 720, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(720)
  })
})

describe('a section', () => {
  it('of a README is found by its own name', async () => {
    const page = await openReadme(DESKTOP, '#quickstart')
    await page.waitForFunction('scrollY > 1000')
    const { y } = (await page.getByRole('heading', { name: 'Quickstart' }).boundingBox())!
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThan(300)
    const heading = page.getByRole('heading', { name: 'Part 7' })
    await heading.hover()
    await heading.getByRole('link').click()
    expect(new URL(page.url()).hash).toBe('#part-7')
  })

  it('that is being read is marked in the contents, which stay in sight', async () => {
    const page = await openReadme()
    const contents = page.getByRole('navigation', { name: 'Sections' })
    expect(await contents.locator('[aria-current]').textContent()).toBe('Part 0')
    await page.locator('#user-content-part-20').scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 300)
    await contents.locator('[aria-current]', { hasText: /^Part/ }).waitFor()
    const box = (await page.locator('.rail').boundingBox())!
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.y).toBeLessThan(60)
  })
})

describe('the choice of SDKs to compare', () => {
  it('lasts over searches, can be taken back, and is the address of the comparison', async () => {
    const page = await open('/sdk?q=weather')
    await page.locator('.tick input').first().check()
    expect(await page.locator('.choice').getByRole('button', { name: 'Compare', exact: true }).isDisabled()).toBe(true)
    await page.goto('/sdk?q=poems')
    await page.locator('.tick input').first().check()
    await page.locator('.tick input').nth(1).check()
    await page.locator('.tray button').last().click()
    expect(await page.locator('.tray li').count()).toBe(2)
    await page.locator('.choice').getByRole('button', { name: 'Compare', exact: true }).click()
    await page.waitForURL('**/sdk/compare?slugs=*')
    expect(await page.getByRole('columnheader').count()).toBe(2)
  })

  it('is shared with the filtered list by its address', async () => {
    const page = await open('/sdk?q=weather&no_auth=true')
    for (const at of [0, 1]) await page.locator('.tick input').nth(at).check()
    const { pathname, search } = new URL(page.url())
    const other = await open(pathname + search)
    const names = (shown: typeof page) => shown.locator('.tray li').allTextContents()
    expect(await names(other)).toEqual(await names(page))
    expect(await other.locator('.tick :checked').count()).toBe(2)
    for (const at of [0, 0]) await other.locator('.tray button').nth(at).click()
    expect(new URL(other.url()).search).toBe('?q=weather&no_auth=true')
  })
})

it('on a phone the first SDK of a list is in sight', async () => {
  const list = await open('/sdk', PHONE)
  for (const query of ['', '?q=weather', '?topic=weather', '?q=wether', '?q=weather&no_auth=true']) {
    await list.goto(`/sdk${query}`)
    expect([query, (await list.locator('.entries > li').first().boundingBox())!.y < 430]).toEqual([query, true])
  }
})

it.each([
  ['/example-sdk/poetrydb-sdk', 390],
  ['/developers', 1440],
])('tabs of %s that do not fit %i pixels have a shade at their end', async (path, width) => {
  const page = await open(path, { viewport: { width, height: 900 } })
  const bar = `document.querySelector('.tablist')`
  expect(await page.evaluate(`${bar}.scrollWidth > ${bar}.clientWidth`)).toBe(true)
  expect(await page.evaluate(`getComputedStyle(${bar}).backgroundImage`)).toContain('gradient')
})

it('code runs from left to right on a page that runs from right to left', async () => {
  const page = await open('/example-sdk/poetrydb-sdk')
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
  expect(await page.evaluate(`getComputedStyle(document.querySelector('pre')).direction`)).toBe('ltr')
})

it('the playground without script has no button that does nothing', async () => {
  const page = await open('/playground', { javaScriptEnabled: false })
  expect(await page.getByRole('button', { name: 'Call the tool' }).isDisabled()).toBe(true)
  const scripted = await open('/playground')
  expect(await scripted.getByRole('button', { name: 'Call the tool' }).isDisabled()).toBe(false)
})

describe('a read tried in the browser', () => {
  const TRY = '/example-sdk/open-meteo-sdk/weather_forecast/load/try'
  it.each([
    ['shows the answer', true, /^200 OK, \d+ ms/],
    ['says why there is none', false, /^The browser could not read an answer/],
  ])('%s', async (_, isReadable, expected) => {
    const { page, incidents } = await site.watch(DESKTOP)
    await page.goto(TRY)
    await page.route('https://api.open-meteo.com/**', (route) =>
      isReadable ? route.fulfill({ contentType: 'application/json', body: '{"hourly":[1]}' }) : route.abort(),
    )
    await page.getByLabel('latitude').fill('1.5')
    await expectAccessible(page)
    const sent = page.waitForRequest('https://api.open-meteo.com/**')
    await page.getByRole('button', { name: 'Send' }).click()
    expect(new URL((await sent).url()).searchParams.get('latitude')).toBe('1.5')
    await page.locator('.answer .ok, .answer .bad').waitFor()
    expect(await page.locator('.answer p').first().textContent()).toMatch(expected)
    // The request to the API, and what the browser says of one that it may not read.
    incidents.length = 0
  })
})
