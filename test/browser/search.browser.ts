/** Finding an SDK: with and without script, by keyboard, and what is shown while waiting or when nothing is found. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible, useSite, type Watched, WITHOUT_SCRIPT } from './browser.ts'

const { open, watch } = useSite()

it('without script the form leads to results, and a result to the SDK', async () => {
  const page = await open('/', WITHOUT_SCRIPT)
  await page.getByRole('searchbox', { name: 'Search SDKs' }).fill('poems')
  await page.getByRole('button', { name: 'Search' }).click()
  expect(new URL(page.url()).search).toBe('?q=poems')
  await page.getByRole('link', { name: 'PoetryDB', exact: true }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('PoetryDB')
  // Nothing but the search works, so there is no other button.
  expect(await page.getByRole('button').allTextContents()).toEqual(['Search'])
})

describe('with script', () => {
  let page: Page
  let incidents: Watched['incidents']
  beforeEach(async () => {
    ;({ page, incidents } = await watch())
    await page.goto('/')
  })
  const box = () => page.getByRole('combobox', { name: 'Search SDKs' })
  const options = () => page.getByRole('listbox').getByRole('option')
  const status = () => page.getByRole('status')
  const note = (text: string) => page.locator('.popup:not([role])').getByText(text)
  /** There are no options, and assistive technology does not announce any. */
  const expectNoList = async () => {
    expect(await options().count()).toBe(0)
    expect(await page.locator('[role="listbox"]').isVisible()).toBe(false)
    expect(await box().getAttribute('aria-expanded')).toBe('false')
  }

  it('results come while typing, and their number is announced', async () => {
    const answer = page.waitForResponse('**/api/sdk/find?query=send+a+text+mesage&*')
    await box().pressSequentially('send a text mesage')
    await (await answer).finished()
    await options().nth(1).waitFor()
    expect(await options().count()).toBeGreaterThan(1)
    expect(await box().getAttribute('aria-expanded')).toBe('true')
    expect(await status().textContent()).toMatch(/^\d+ SDKs found, \d+ shown$/)
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page)
  })

  it('a result says at a glance whether it needs a key', async () => {
    await box().fill('open-meteo')
    const first = options().first()
    await first.filter({ hasText: 'Open-Meteo' }).waitFor()
    expect(await first.locator('small').allTextContents()).toEqual(['Key optional', '3 entities'])
    for (const [words, badge] of [
      ['poetrydb', 'No key'],
      ['gitlab', 'Needs a key'],
    ] as const) {
      await box().fill(words)
      await options().first().getByText(badge, { exact: true }).waitFor()
    }
  })

  it('the keyboard does it all: slash, arrows, Escape, Enter', async () => {
    await page.keyboard.press('/')
    expect(await box().evaluate('document.activeElement === document.querySelector("#q")')).toBe(true)
    const answer = page.waitForResponse('**/api/sdk/find?query=poetrdb&*')
    await page.keyboard.type('poetrdb')
    await (await answer).finished()
    await expect.poll(() => options().first().textContent()).toContain('PoetryDB')
    await page.keyboard.press('ArrowDown')
    const chosen = options().first()
    expect(await chosen.getAttribute('aria-selected')).toBe('true')
    expect(await box().getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
    await page.keyboard.press('ArrowUp')
    expect(await options().last().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('listbox').isVisible()).toBe(false)
    expect(await box().inputValue()).toBe('poetrdb')
    await page.keyboard.press('ArrowDown')
    await options().first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/example-sdk/poetrydb-sdk')
  })

  it('the last row leads to all results, and every row is seen whole', async () => {
    await box().fill('weather')
    await options().first().waitFor()
    const [, total] = /^(\d+) SDKs found, 6 shown$/.exec((await status().textContent()) ?? '') ?? []
    expect(await options().last().textContent()).toBe(`All ${total} results`)
    const cut = `[...document.querySelectorAll('.popup')].filter((popup) => popup.scrollHeight > popup.clientHeight).length`
    expect(await page.evaluate(cut)).toBe(0)
    await page.keyboard.press('ArrowUp')
    expect(await options().last().getAttribute('aria-selected')).toBe('true')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sdk?q=weather')
    expect(await page.locator('#count').textContent()).toContain(`${total} SDKs for “weather”`)
  })

  it('where no SDK has the words, the list says so as the page does', async () => {
    await box().fill('face recognition')
    await options().first().waitFor()
    const advice = (await page.locator('.popup p:not([role])').textContent())!
    expect(advice).toContain('Probably nothing here fits; the nearest are poor matches.')
    expect((await status().textContent())!.startsWith(advice)).toBe(true)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sdk?q=face+recognition')
    expect(await page.locator('#count').textContent()).toBe('Nothing here fits “face recognition”')
  })

  it('a slow answer is awaited, and one that finds nothing says so until Escape or results', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/sdk/find?*', (route) => released.then(() => route.continue()))
    await box().fill('qqqzzzxxx')
    await note('Searching …').waitFor()
    expect(await status().textContent()).toBe('Searching …')
    await expectNoList()
    await expectAccessible(page)
    release()
    await note('No matches.').waitFor()
    expect(await status().textContent()).toMatch(/^No matches\./)
    await expectNoList()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await note('No matches.').waitFor({ state: 'hidden' })
    expect(await status().textContent()).toBe('')
    expect(await box().inputValue()).toBe('qqqzzzxxx')
    await page.keyboard.press('ArrowDown')
    await note('No matches.').waitFor()
    await box().fill('poetrydb')
    await options().first().waitFor()
    expect(await note('No matches.').isVisible()).toBe(false)
  })

  it('an answer to an earlier word never replaces that of the last', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/sdk/find?query=cats&*', (route) => released.then(() => route.continue()).catch(() => {}))
    await box().fill('cats')
    const earlier = await page.waitForRequest('**/api/sdk/find?query=cats&*')
    await box().fill('poetrydb')
    await page.getByRole('option', { name: /^PoetryDB/ }).waitFor()
    release()
    // Null where the page gave it up.
    await (await earlier.response())?.finished()
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))')
    expect(await options().first().textContent()).toMatch(/^PoetryDB/)
  })

  it('words that are too long are not cut: the list says so, and so does the page', async () => {
    const words = 'weather '.repeat(126).trim()
    await box().fill(words)
    await note('must have at most 1000 characters').waitFor()
    await expectNoList()
    await box().press('Enter')
    await page.waitForURL('**/sdk?q=weather*')
    expect(await page.locator('#count').textContent()).toBe(
      'A search must have at most 1000 characters; this one has 1007',
    )
    expect(await box().inputValue()).toBe(words)
    expect(incidents.splice(0)).toEqual([expect.stringContaining('400')])
  })

  it('a search that fails says how to go on', async () => {
    await page.route('**/api/sdk/find?*', (route) => route.fulfill({ status: 500, body: 'no' }))
    await box().fill('weather')
    await note('The search is not responding.').waitFor()
    expect(await status().textContent()).toMatch(/^The search is not responding\./)
    await expectNoList()
    await expectAccessible(page)
    expect(incidents.splice(0)).toEqual([expect.stringContaining('500')])
  })

  it('on other pages the bar has it, and slash opens it over a small screen', async () => {
    await page.goto('/developers')
    await box().fill('poetrydb')
    await options().first().click()
    await page.waitForURL('**/example-sdk/poetrydb-sdk')
    await page.setViewportSize({ width: 375, height: 812 })
    await page.keyboard.press('/')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Search SDKs and pages' }).waitFor()
  })
})
