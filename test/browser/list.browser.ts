/** Narrowing, ordering and comparing SDKs without script. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../e2e/service.ts'
import { launch, watch } from './browser.ts'

let service: Service
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), launch()])
})
afterAll(() => Promise.all([service?.stop(), browser?.close()]))

const count = async (page: Page) => Number(/(?:of )?(\d+) SDK/.exec((await page.locator('#count').textContent())!)?.[1])
const chip = (page: Page, name: RegExp) => page.locator('.facets').getByRole('link', { name })

describe('the list without script', () => {
  it('is narrowed by filters that add up, each with the number that it leaves', async () => {
    const { page, close } = await watch(browser, service.url, { javaScriptEnabled: false })
    await page.goto('/sdk')
    const all = await count(page)
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
    expect(await count(page)).toBe(all)
    await close()
  })

  it('has other orders, and keeps them from page to page', async () => {
    const { page, close } = await watch(browser, service.url, { javaScriptEnabled: false })
    await page.goto('/sdk')
    await page.getByRole('link', { name: 'Most entities' }).click()
    expect(await page.getByRole('heading', { level: 3 }).first().textContent()).toBe('GitLab')
    await page.getByRole('link', { name: 'Next' }).click()
    expect(page.url()).toContain('sort=entities')
    await close()
  })

  it('compares the SDKs that are ticked', async () => {
    const { page, close } = await watch(browser, service.url, { javaScriptEnabled: false })
    await page.goto('/sdk?q=poems')
    for (const box of (await page.getByRole('checkbox').all()).slice(0, 3)) await box.check()
    await page.getByRole('button', { name: 'Compare' }).click()
    expect(await page.getByRole('columnheader').count()).toBe(3)
    await page
      .getByRole('link', { name: /^remove/ })
      .first()
      .click()
    expect(await page.getByRole('columnheader').count()).toBe(2)
    await page.goto('/sdk/compare?slugs=poetrydb-sdk')
    expect(await page.getByRole('alert').textContent()).toContain('2 to 5')
    await close()
  })

  it('a topic begins with what its SDKs have in common', async () => {
    const { page, close } = await watch(browser, service.url, { javaScriptEnabled: false })
    await page.goto('/sdk?topic=images')
    expect(await page.locator('.lead').textContent()).toMatch(/^Of \d+ SDKs about images, \d+ need no key/)
    await close()
  })
})
