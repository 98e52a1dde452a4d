/** Forced colours, as readers with high contrast have them: what is chosen, current, wrong or focused still shows. */
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { fill, useSite } from './browser.ts'

const { open: openSite } = useSite()
const open = (path: string) => openSite(path, { forcedColors: 'active', reducedMotion: 'reduce' })

const AROUND = 8

/** What is seen of it and right around it: computed styles still hold the colours that the system replaces. */
async function look(element: Locator): Promise<string> {
  await element.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await element.boundingBox())!
  const clip = { x: x - AROUND, y: y - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND }
  return (await element.page().screenshot({ clip })).toString('base64')
}

/** Pictures are not compared by expect, which would print both. */
const same = (one: string, other: string): boolean => one === other

describe.each([
  ['/developers', '.top nav [aria-current]'],
  ['/sdk?page=2', '.pager [aria-current]'],
  ['/sdk?topic=weather', '.chips [aria-current]'],
])('on %s', (path, selector) => {
  it(`${selector} is marked, and more so with the focus`, async () => {
    const page = await open(path)
    const current = page.locator(selector).first()
    const seen = await look(current)
    await page.keyboard.press('Tab')
    await current.focus()
    const focused = await look(current)
    expect(same(focused, seen)).toBe(false)
    await page.evaluate(`document.activeElement.removeAttribute('aria-current')`)
    expect(same(await look(page.locator(':focus')), focused)).toBe(false)
  })
})

it('the result that is chosen by keyboard is marked', async () => {
  const page = await open('/')
  await page.getByRole('combobox').fill('weather')
  const first = page.getByRole('option').first()
  await first.waitFor()
  const plain = await look(first)
  await page.keyboard.press('ArrowDown')
  expect(same(await look(first), plain)).toBe(false)
})

it('a field with an error is marked, and more so with the focus', async () => {
  const page = await open('/contact')
  await fill(page, { 'Your name': 'Ada', 'E-mail address': 'ada@example.org', Message: '  \n ' })
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText("Your message wasn't sent.").waitFor()
  const field = page.getByLabel('Message')
  const wrong = await look(field)
  await field.focus()
  expect(same(await look(field), wrong)).toBe(false)
  await page.evaluate(`document.activeElement.removeAttribute('aria-invalid'); document.activeElement.blur()`)
  expect(same(await look(field), wrong)).toBe(false)
})

it('there is no button for a theme that would change nothing', async () => {
  const page = await open('/')
  expect(await page.getByRole('button', { name: 'Dark theme' }).count()).toBe(0)
  await page.emulateMedia({ forcedColors: 'none' })
  expect(await page.getByRole('button', { name: 'Dark theme' }).count()).toBe(1)
})
