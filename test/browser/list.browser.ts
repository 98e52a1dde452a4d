/** Narrowing, ordering and comparing SDKs without script, and the tasks that people come with, in presses of keys. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../e2e/service.ts'
import { axe, launch, watch } from './browser.ts'

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
      [/^Only reads \d+$/, 'read_only=true'],
      [/^images \d+$/, 'topic=images'],
    ] as const) {
      const promised = Number(/\d+$/.exec((await chip(page, name).textContent())!)?.[0])
      await chip(page, name).click()
      expect(page.url()).toContain(parameter)
      expect(await count(page)).toBe(promised)
    }
    await page.getByRole('link', { name: 'Drop the filters' }).click()
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
    expect(await page.locator('.lead').textContent()).toMatch(
      /^Of \d+ SDKs about images, \d+ can be called without a key/,
    )
    await close()
  })
})

describe('in few presses of keys', () => {
  /** Counts the keys that are pressed; typed words count by letter. */
  async function task(path: string, act: (press: (...keys: string[]) => Promise<void>, page: Page) => Promise<void>) {
    const { page, incidents, close } = await watch(browser, service.url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(path)
    let pressed = 0
    await act(async (...keys) => {
      for (const key of keys) {
        await page.keyboard.press(key)
        pressed++
      }
    }, page)
    expect(await axe(page)).toEqual([])
    expect(incidents).toEqual([])
    await close()
    return pressed
  }
  const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()')
  const option = (page: Page) => page.getByRole('option').first().waitFor()
  /** Tab until the element has the focus. */
  async function tabTo(press: (...keys: string[]) => Promise<void>, page: Page, script: string) {
    for (let times = 0; times < 60; times++) {
      if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(script)})`)) return
      await press('Tab')
    }
    throw new Error(`no way to ${script}`)
  }

  it('the code of an SDK in a language is found and copied', async () => {
    const pressed = await task('/', async (press, page) => {
      await press('/', ...'poems')
      await option(page)
      await press('ArrowDown', 'Enter')
      await page.waitForURL('**/poetrydb-sdk')
      await tabTo(press, page, '[role="tab"]')
      await press('ArrowRight')
      await tabTo(press, page, '.start figure:nth-child(2) .copy')
      await press('Enter')
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await clipboard(page)).toContain('from poetrydb_sdk import PoetrydbSDK')
    })
    expect(pressed).toBeLessThan(30)
  })

  it('a client is connected by one command from the first page', async () => {
    const pressed = await task('/', async (press, page) => {
      await tabTo(press, page, '.intro .copy')
      await press('Enter')
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await clipboard(page)).toContain('claude mcp add')
    })
    expect(pressed).toBeLessThan(15)
  })

  it.each(['Changes', 'Contact'])('the page %s is reached from anywhere', async (name) => {
    const pressed = await task('/example-sdk/poetrydb-sdk', async (press, page) => {
      await press('Control+k')
      await option(page)
      while ((await page.locator('[role="option"][aria-selected="true"]').allTextContents())[0] !== name)
        await press('ArrowDown')
      await press('Enter')
      await page.waitForURL(`**/${name.toLowerCase()}`)
    })
    expect(pressed).toBeLessThan(15)
  })
})
