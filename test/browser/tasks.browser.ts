/**
 * Five tasks that people come with, walked with the keyboard alone. Keys count one each, also those of a word; a screen
 * is a page, or a part of one that has to be scrolled to. `before` is what the same walk took on the site that had no
 * start panel, palette, comparison or page of changes (the parent of commit f69aaff).
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../e2e/service.ts'
import { axe, launch, watch } from './browser.ts'

let service: Service
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), launch()])
})
afterAll(() => Promise.all([service?.stop(), browser?.close()]))

type Press = (...keys: string[]) => Promise<void>

/** Where the reader is: page, words searched for, and how many screens down. */
const PLACE = `location.pathname + (new URLSearchParams(location.search).get('q') ?? '') + Math.ceil(scrollY / innerHeight)`

async function walk(path: string, act: (press: Press, page: Page) => Promise<void>): Promise<Taken> {
  const { page, incidents, close } = await watch(browser, service.url, {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(path)
  let keys = 0
  const places = new Set<unknown>()
  const look = async () => void places.add(await page.evaluate(PLACE))
  await act(async (...pressed) => {
    for (const key of pressed) {
      await look()
      await page.keyboard.press(key)
      keys++
    }
  }, page)
  await look()
  expect(await axe(page)).toEqual([])
  expect(incidents).toEqual([])
  await close()
  return { keys, screens: places.size }
}

interface Taken {
  keys: number
  screens: number
}

/** Half the keys, and fewer screens: what leads from one page to another takes two at least. */
function expectFewer(taken: Taken, before: Taken): void {
  expect(taken.keys).toBeLessThanOrEqual(before.keys / 2)
  expect(taken.screens).toBeLessThan(before.screens)
}

const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()')
const firstOption = (page: Page) => page.getByRole('option').first().waitFor()

/** Tab until an element has the focus that the selector finds. */
async function tabTo(press: Press, page: Page, selector: string) {
  for (let times = 0; times < 200; times++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
    await press('Tab')
  }
  throw new Error(`no way to ${selector}`)
}

/** Presses the copy button that has the focus. @returns what is then on the clipboard */
async function copied(press: Press, page: Page) {
  await press('Enter')
  await page.locator('.copy', { hasText: 'Copied' }).last().waitFor()
  return clipboard(page)
}

const SDK = '/example-sdk/poetrydb-sdk'

it('find an SDK for poems and copy code in Python', async () => {
  const taken = await walk('/', async (press, page) => {
    await press('/', ...'poems')
    await firstOption(page)
    await press('ArrowDown', 'Enter')
    await page.waitForURL(`**${SDK}`)
    await press('Tab', 'Enter')
    await tabTo(press, page, '[role="tab"]')
    await press('ArrowRight')
    await tabTo(press, page, '.start figure:nth-child(2) .copy')
    expect(await copied(press, page)).toContain('from poetrydb_sdk import PoetrydbSDK')
  })
  expectFewer(taken, { keys: 39, screens: 3 })
})

it('compare three SDKs', async () => {
  const taken = await walk('/', async (press, page) => {
    await press('/', ...'poems', 'Enter')
    await page.waitForURL('**/sdk?q=poems')
    await press('Tab', 'Enter')
    for (let ticked = 0; ticked < 3; ticked++) {
      await press('Tab')
      await tabTo(press, page, '[name="slugs"]')
      await press('Space')
    }
    await press('Enter')
    await page.waitForURL('**/sdk/compare?*')
    expect(await page.getByRole('columnheader').count()).toBe(3)
  })
  expectFewer(taken, { keys: 77, screens: 5 })
})

it('connect a client', async () => {
  const taken = await walk('/', async (press, page) => {
    await tabTo(press, page, '.intro .copy')
    expect(await copied(press, page)).toContain('claude mcp add')
  })
  expectFewer(taken, { keys: 26, screens: 2 })
})

it('see what changed', async () => {
  const taken = await walk(SDK, async (press, page) => {
    await press('Control+k')
    await firstOption(page)
    await press(...'ch')
    await press('ArrowDown', 'Enter')
    await page.waitForURL('**/changes')
  })
  expectFewer(taken, { keys: 57, screens: 4 })
})

it('report a problem', async () => {
  const taken = await walk(SDK, async (press, page) => {
    await press('Control+k')
    await firstOption(page)
    await press(...'co')
    await press('ArrowDown', 'Enter')
    await page.waitForURL('**/contact')
    await tabTo(press, page, '#name')
  })
  expectFewer(taken, { keys: 61, screens: 3 })
})
