/** The page of an SDK: code to copy in sight, a tab for each language, operations, with and without script. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { embedded } from '../embedded.ts'
import { DESKTOP, expectAccessible, PHONE, useSite, WITHOUT_SCRIPT } from './browser.ts'

const { open, watch } = useSite()

const POETRY = '/example-sdk/poetrydb-sdk'
const selected = (page: Page) => page.getByRole('tab', { selected: true }).textContent()

describe('the first code', () => {
  /** Those with the most above it: long names, sentences and lists of languages. */
  const longest = [...embedded.records]
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, 6)
    .map(({ slug }) => slug)
  function weight({ title, description = '', languages }: (typeof embedded.records)[number]): number {
    return 3 * title.length + description.length + (languages.length > 8 ? 100 : 0)
  }

  it('is in sight on a desktop and a phone, also of the longest pages', async () => {
    const { page } = await watch()
    for (const slug of ['poetrydb-sdk', 'gitlab-sdk', ...longest]) {
      await page.goto(`/example-sdk/${slug}`)
      for (const [{ viewport }, most] of [
        [DESKTOP, 600],
        [PHONE, 700],
      ] as const) {
        await page.setViewportSize(viewport)
        const { y } = (await page.locator('.start pre:visible').first().boundingBox())!
        expect([slug, viewport.width, y < most]).toEqual([slug, viewport.width, true])
      }
    }
  })
})

describe('the tabs of languages', () => {
  it('show one at a time, go by arrows, and remember the choice on the next page', async () => {
    const page = await open(POETRY)
    expect(await selected(page)).toBe('TypeScript')
    await page.getByRole('tab', { name: 'TypeScript' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await selected(page)).toBe('Python')
    expect(new URL(page.url()).searchParams.get('lang')).toBe('py')
    expect(await page.getByRole('tabpanel').count()).toBe(1)
    expect(await page.getByRole('tabpanel').textContent()).toContain('from poetrydb_sdk import PoetrydbSDK')
    await expectAccessible(page)
    await page.goto('/example-sdk/dog-sdk')
    expect(await selected(page)).toBe('Python')
    await page.keyboard.press('Tab')
    await page.getByRole('tab', { name: 'Python' }).focus()
    await page.keyboard.press('Home')
    expect(await selected(page)).toBe('TypeScript')
    await page.keyboard.press('End')
    expect(await selected(page)).toBe('MCP')
    await expectAccessible(page)
  })

  it('begin with the one that the URL names', async () => {
    expect(await selected(await open(`${POETRY}?lang=rb`))).toBe('Ruby')
    expect(await selected(await open(`${POETRY}?lang=nonsense`))).toBe('TypeScript')
  })

  it('are one below the other without script, the requested one unfolded', async () => {
    const unfolded = (page: Page) => page.locator('.start details[open] > summary').allTextContents()
    expect(await unfolded(await open(POETRY, WITHOUT_SCRIPT))).toEqual(['TypeScript'])
    const page = await open(`${POETRY}?lang=go`, WITHOUT_SCRIPT)
    expect(await unfolded(page)).toEqual(['Go'])
    await page.getByText('Lua', { exact: true }).click()
    expect(await page.getByText('require("poetrydb_sdk")').isVisible()).toBe(true)
  })
})

describe('operations', () => {
  it.each([true, false])('are one press away, with parameters and a call, script: %s', async (javaScriptEnabled) => {
    const page = await open(POETRY, { javaScriptEnabled })
    await page.locator('#entity-author').getByRole('link', { name: 'list' }).click()
    await page.waitForURL('**/author/list')
    expect(await page.getByRole('rowheader', { name: 'output_field' }).count()).toBe(1)
    expect(await page.locator('.start pre:visible').first().textContent()).toContain('/author/')
    if (javaScriptEnabled) await expectAccessible(page)
  })

  it('of a large API are found by a filter, which is in the address and says when nothing matches', async () => {
    const page = await open('/example-sdk/gitlab-sdk')
    const filter = page.getByRole('searchbox', { name: 'Filter the 276 entities' })
    await filter.fill('mergerequest')
    const rows = page.locator('.entity:visible')
    expect(await rows.count()).toBeGreaterThan(1)
    expect(await rows.count()).toBeLessThan(40)
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ of 276 shown$/)
    await page.reload()
    expect(await filter.inputValue()).toBe('mergerequest')
    const { height } = (await page.locator('.operations').boundingBox())!
    expect(height).toBeLessThan(3_000)
    await filter.fill('zzz')
    expect(await page.getByText('No entity has this name.').isVisible()).toBe(true)
    await expectAccessible(page)
  })
})

it('after an SDK come others like it, and they can be compared', async () => {
  const page = await open(POETRY)
  expect(await page.locator('.related li').count()).toBe(6)
  await page.getByRole('link', { name: 'Compare with the first two' }).click()
  await page.waitForURL('**/sdk/compare?slugs=poetrydb-sdk,*')
  expect(await page.getByRole('columnheader').count()).toBe(3)
  await expectAccessible(page)
})
