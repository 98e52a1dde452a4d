/** Narrowing, ordering and comparing SDKs without script. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useSite, WITHOUT_SCRIPT } from './browser.ts'

const { open } = useSite()

const count = async (page: Page) => Number(/(?:of )?(\d+) SDK/.exec((await page.locator('#count').textContent())!)?.[1])
const chip = (page: Page, name: RegExp) => page.locator('.facets').getByRole('link', { name })

describe('the list without script', () => {
  it('is narrowed by filters that add up, each with the number that it leaves', async () => {
    const page = await open('/sdk', WITHOUT_SCRIPT)
    const total = await count(page)
    for (const [name, parameter] of [
      [/^No key needed \d+$/, 'no_auth=true'],
      [/^Read-only \d+$/, 'read_only=true'],
      [/^images \d+$/, 'topic=images'],
    ] as const) {
      const promised = Number(/\d+$/.exec((await chip(page, name).textContent())!)?.[0])
      await chip(page, name).click()
      expect(page.url()).toContain(parameter)
      expect(await count(page)).toBe(promised)
    }
    await page.getByRole('link', { name: 'Clear filters' }).click()
    expect(new URL(page.url()).search).toBe('?topic=images')
    await page.getByRole('link', { name: /^Show all/ }).click()
    expect(await count(page)).toBe(total)
  })

  it('has other orders, and keeps them from page to page', async () => {
    const page = await open('/sdk', WITHOUT_SCRIPT)
    await page.getByRole('link', { name: 'Most entities' }).click()
    expect(await page.getByRole('heading', { level: 3 }).first().textContent()).toBe('GitLab')
    await page.getByRole('link', { name: 'Next' }).click()
    expect(page.url()).toContain('sort=entities')
  })

  it('compares the SDKs that are ticked', async () => {
    const page = await open('/sdk?q=poems', WITHOUT_SCRIPT)
    for (const box of (await page.getByRole('checkbox').all()).slice(0, 3)) await box.check()
    await page.getByRole('button', { name: 'Compare' }).click()
    expect(await page.getByRole('columnheader').count()).toBe(3)
    const [remove] = await page.getByRole('link', { name: /^remove/ }).all()
    await remove!.click()
    expect(await page.getByRole('columnheader').count()).toBe(2)
    await page.goto('/sdk/compare?slugs=poetrydb-sdk')
    expect(await page.getByRole('alert').textContent()).toContain('2 to 5')
  })

  it('a topic begins with what its SDKs have in common', async () => {
    const page = await open('/sdk?topic=images', WITHOUT_SCRIPT)
    expect(await page.locator('.lead').textContent()).toMatch(/^Of \d+ SDKs about images, \d+ need no key/)
  })
})
