/**
 * Five tasks that people come with, done with the keyboard alone. Each has a budget of keys, also those of a word, and
 * of screens: a page, or a part of one that has to be scrolled to.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP, useSite } from './browser.ts'

const { open } = useSite()

/** What the reader sees: page, words of the search, and how many screens down. */
const SCREEN = `location.pathname + (new URLSearchParams(location.search).get('q') ?? '') + Math.ceil(scrollY / innerHeight)`

type Press = (...keys: string[]) => Promise<void>
type Walk = (press: Press, page: Page) => Promise<void>

async function walk(path: string, budget: { keys: number; screens: number }, act: Walk): Promise<void> {
  const page = await open(path, { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
  let keys = 0
  const screens = new Set<unknown>()
  const press: Press = async (...pressed) => {
    for (const key of pressed) {
      screens.add(await page.evaluate(SCREEN))
      await page.keyboard.press(key)
      keys++
    }
  }
  await act(press, page)
  screens.add(await page.evaluate(SCREEN))
  expect(keys).toBeLessThanOrEqual(budget.keys)
  expect(screens.size).toBeLessThanOrEqual(budget.screens)
}

/** Presses Tab until the selector matches the element with the focus. */
async function tabTo(press: Press, page: Page, selector: string) {
  for (let times = 0; times < 200; times++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
    await press('Tab')
  }
  throw new Error(`no way to ${selector}`)
}

/** Presses the copy button that has the focus. @returns the text on the clipboard */
async function copy(press: Press, page: Page) {
  await press('Enter')
  await page.locator('.copy', { hasText: 'Copied' }).last().waitFor()
  return page.evaluate('navigator.clipboard.readText()')
}

/** Opens the palette, and the page whose name begins so. */
async function goTo(press: Press, page: Page, letters: string, url: string) {
  await press('Control+k')
  await page.getByRole('option').first().waitFor()
  await press(...letters)
  // The list follows the letters a moment later.
  await expect
    .poll(() => page.getByRole('option').first().getAttribute('href'))
    .toMatch(new RegExp(`${url.replace('**', '')}$`))
  await press('ArrowDown', 'Enter')
  await page.waitForURL(url)
}

const SDK = '/example-sdk/poetrydb-sdk'

it('find an SDK for poems and copy code in Python', () =>
  walk('/', { keys: 19, screens: 2 }, async (press, page) => {
    await press('/', ...'poems')
    await page.getByRole('option').first().waitFor()
    await press('ArrowDown', 'Enter')
    await page.waitForURL(`**${SDK}`)
    await press('Tab', 'Enter')
    await tabTo(press, page, '[role="tab"]')
    await press('ArrowRight')
    await tabTo(press, page, '.start figure:nth-child(2) .copy')
    expect(await copy(press, page)).toContain('from poetrydb_sdk import PoetrydbSDK')
  }))

it('compare three SDKs', () =>
  walk('/', { keys: 38, screens: 4 }, async (press, page) => {
    await press('/', ...'jokes', 'Enter')
    await page.waitForURL('**/sdk?q=jokes')
    await press('Tab', 'Enter')
    for (let ticked = 0; ticked < 3; ticked++) {
      await press('Tab')
      await tabTo(press, page, '[name="slugs"]')
      await press('Space')
    }
    await press('Enter')
    await page.waitForURL('**/sdk/compare?*')
    expect(await page.getByRole('columnheader').count()).toBe(3)
  }))

it('connect a client', () =>
  walk('/', { keys: 13, screens: 1 }, async (press, page) => {
    await tabTo(press, page, '.intro .copy')
    expect(await copy(press, page)).toContain('claude mcp add')
  }))

it('see what changed', () =>
  walk(SDK, { keys: 28, screens: 3 }, (press, page) => goTo(press, page, 'ch', '**/changes')))

it('report a problem', () =>
  walk(SDK, { keys: 30, screens: 2 }, async (press, page) => {
    await goTo(press, page, 'co', '**/contact')
    await tabTo(press, page, '#name')
  }))
