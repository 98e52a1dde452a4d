/**
 * Five tasks that people come with, walked with the keyboard alone. Keys count one each, also those of a word; a screen
 * is a page, or a part of one that has to be scrolled to. `before` is what the same walk took on the site that had no
 * start panel, palette, comparison or page of changes (the parent of commit f69aaff).
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP, expectAccessible, useSite } from './browser.ts'

const { open } = useSite()

type Press = (...keys: string[]) => Promise<void>

/** Where the reader is: page, words searched for, and how many screens down. */
const PLACE = `location.pathname + (new URLSearchParams(location.search).get('q') ?? '') + Math.ceil(scrollY / innerHeight)`

async function walk(path: string, act: (press: Press, page: Page) => Promise<void>): Promise<Effort> {
  const page = await open(path, { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
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
  await expectAccessible(page)
  return { keys, screens: places.size }
}

interface Effort {
  keys: number
  screens: number
}

/** Half the keys, and fewer screens: what leads from one page to another takes two at least. */
function expectFewer(effort: Effort, before: Effort): void {
  expect(effort.keys).toBeLessThanOrEqual(before.keys / 2)
  expect(effort.screens).toBeLessThan(before.screens)
}

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
  return page.evaluate('navigator.clipboard.readText()')
}

const SDK = '/example-sdk/poetrydb-sdk'

it('find an SDK for poems and copy code in Python', async () => {
  const effort = await walk('/', async (press, page) => {
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
  expectFewer(effort, { keys: 39, screens: 3 })
})

it('compare three SDKs', async () => {
  const effort = await walk('/', async (press, page) => {
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
  expectFewer(effort, { keys: 77, screens: 5 })
})

it('connect a client', async () => {
  const effort = await walk('/', async (press, page) => {
    await tabTo(press, page, '.intro .copy')
    expect(await copied(press, page)).toContain('claude mcp add')
  })
  expectFewer(effort, { keys: 26, screens: 2 })
})

it('see what changed', async () => {
  const effort = await walk(SDK, async (press, page) => {
    await press('Control+k')
    await firstOption(page)
    await press(...'ch')
    await press('ArrowDown', 'Enter')
    await page.waitForURL('**/changes')
  })
  expectFewer(effort, { keys: 57, screens: 4 })
})

it('report a problem', async () => {
  const effort = await walk(SDK, async (press, page) => {
    await press('Control+k')
    await firstOption(page)
    await press(...'co')
    await press('ArrowDown', 'Enter')
    await page.waitForURL('**/contact')
    await tabTo(press, page, '#name')
  })
  expectFewer(effort, { keys: 61, screens: 3 })
})
