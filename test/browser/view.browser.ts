/** The catalogue view in a host of MCP Apps: what is shown, searched and narrowed, by mouse and by keyboard. */
import type { Frame } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { focused, hits, type Shown, summary, useHost } from './host/show.ts'

const show = useHost()

const box = (view: Frame) => view.getByRole('searchbox')
const idle = (view: Frame) => expect.poll(() => view.locator('main').getAttribute('aria-busy')).toBe('false')

describe.each(['legacy', 'auto'] as const)('with a client that speaks %s', (era) => {
  it('the result of the call is shown, with what each hit is about and what it takes', async () => {
    const { view, inHost } = await show({ era, input: { query: 'poetrdb' } })
    const first = hits(view).first()
    await first.getByText('No key').waitFor()
    expect(await summary(view).textContent()).toMatch(/^\d+ SDKs? for “poetrdb”$/)
    expect(await first.getByRole('heading', { level: 2 }).textContent()).toBe('PoetryDB')
    expect(await first.textContent()).toContain('English poems')
    expect(await first.textContent()).toMatch(/\d+ entities/)
    await view.getByText('Showing results for “poetrydb” instead of “poetrdb”.').waitFor()
    const calls = await inHost<unknown>('host.seen.calls')
    expect(calls).toEqual([{ name: 'find_sdk', arguments: { query: 'poetrdb', detail: 'detailed' } }])
  })
})

describe('the list', () => {
  let shown: Shown
  beforeEach(async () => {
    shown = await show({ input: { query: 'weather forecast' } })
    await shown.view.getByText('environment').first().waitFor()
  })
  const lastCall = () => shown.inHost<{ name: string; arguments: unknown }>('host.seen.calls.at(-1)')

  it('is as high as its frame', async () => {
    const { view, inHost } = shown
    await expect.poll(() => view.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
    const height = await view.evaluate<number>(
      'Math.ceil(document.querySelector("main").getBoundingClientRect().height)',
    )
    expect(height).toBeGreaterThan(400)
    expect(height).toBeLessThanOrEqual(520)
    expect(await inHost('host.seen.sizes.at(-1)')).toEqual({ width: 728, height })
  })

  it('is searched again by the button and by Enter, in a frame that may not submit forms', async () => {
    const { view } = shown
    await box(view).fill('pictures of cats')
    await view.getByRole('button', { name: 'Search', exact: true }).click()
    await summary(view).getByText('SDKs for “pictures of cats”').waitFor()
    expect(await lastCall()).toEqual({
      name: 'find_sdk',
      arguments: { query: 'pictures of cats', detail: 'detailed', limit: 10 },
    })
    await box(view).fill('poems')
    await box(view).press('Enter')
    await summary(view).getByText('for “poems”').waitFor()
  })

  it('is narrowed by topic, language and key, and widened again', async () => {
    const { view } = shown
    const filtered = { query: 'weather forecast', detail: 'detailed', limit: 10 }
    await view
      .getByRole('toolbar', { name: 'Topics' })
      .getByRole('button', { name: /^environment \d+$/ })
      .click()
    await view.locator('[aria-pressed="true"]').waitFor()
    expect(await lastCall()).toEqual({ name: 'find_sdk', arguments: { ...filtered, topic: 'environment' } })
    expect(await focused(view)).toMatch(/^environment/)
    await view.getByLabel('Language').selectOption('py')
    await idle(view)
    expect(await view.getByLabel('Language').inputValue()).toBe('py')
    await view.getByRole('checkbox', { name: 'No key needed' }).check()
    await idle(view)
    const narrow = { ...filtered, topic: 'environment', language: 'py', no_auth: true }
    expect(await lastCall()).toEqual({ name: 'find_sdk', arguments: narrow })
    await view.locator('[aria-pressed="true"]').click()
    await view.locator('[aria-pressed="true"]').waitFor({ state: 'detached' })
    expect(await lastCall()).toEqual({
      name: 'find_sdk',
      arguments: { ...filtered, language: 'py', no_auth: true },
    })
  })

  it('shows five hits, then ten, then more from the server, and moves the focus to the first new one', async () => {
    const { view } = shown
    const name = (at: number) => hits(view).nth(at).getByRole('button').textContent()
    for (const before of [5, 10]) {
      expect(await hits(view).count()).toBe(before)
      const last = await name(before - 1)
      await view.getByRole('button', { name: 'Show more' }).click()
      await hits(view).nth(before).waitFor()
      expect(await name(before - 1)).toBe(last)
      expect(await focused(view)).toBe(await name(before))
    }
  })

  it('never shows the answer to an earlier search after that to the last', async () => {
    const { page, view, inHost } = shown
    await inHost(
      `host.before = ({ arguments: { query } }) => query === 'cats' ? new Promise((go) => { globalThis.release = go }) : undefined`,
    )
    await box(view).fill('cats')
    await box(view).press('Enter')
    await summary(view).getByText('Searching “cats” …').waitFor()
    await box(view).fill('poems')
    await box(view).press('Enter')
    await summary(view).getByText('for “poems”').waitFor()
    const answer = page.waitForResponse('**/mcp')
    await inHost('release()')
    await (await answer).finished()
    // From the host through its sandbox to the view.
    for (const frame of page.frames())
      await frame.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))')
    expect(await summary(view).textContent()).toContain('“poems”')
  })
})

it('asks for the whole screen where the host has one to give, and then shows every hit', async () => {
  const context = { displayMode: 'inline' as const, availableDisplayModes: ['inline' as const, 'fullscreen' as const] }
  const { view } = await show({ input: { query: 'weather forecast' }, context })
  await view.getByRole('button', { name: 'Show more' }).click()
  await hits(view).nth(9).waitFor()
  expect(await view.evaluate('document.documentElement.dataset.mode')).toBe('fullscreen')
  await box(view).fill('weather')
  await box(view).press('Enter')
  await summary(view).getByText('for “weather”').waitFor()
  expect(await hits(view).count()).toBeGreaterThan(5)
})

it('the keyboard alone searches, narrows, opens, reads and comes back', async () => {
  const { page, view, inHost } = await show({ input: { query: 'gitlab' } })
  await hits(view).first().getByText('entities').waitFor()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.locator('iframe').focus()
  await press('Tab')
  // The key goes from the page to the process of the frame.
  await expect.poll(() => focused(view)).toBe('query')
  await press('Control+a')
  await page.keyboard.type('weather forecast')
  await press('Enter')
  await summary(view).getByText('for “weather forecast”').waitFor()
  await press('Tab', 'Tab', 'ArrowRight')
  expect(await focused(view)).toMatch(/^environment/)
  await press('Home')
  expect(await focused(view)).toMatch(/^weather/)
  await press('ArrowRight', 'Enter')
  await view.locator('[aria-pressed="true"]').waitFor()
  await press('Shift+Tab', 'Shift+Tab')
  expect(await focused(view)).toBe('query')
  await press('ArrowDown', 'ArrowDown')
  const second = await hits(view).nth(1).getByRole('button').textContent()
  expect(await focused(view)).toBe(second)
  await press('Enter')
  expect(await focused(view)).toBe(second)
  expect(await view.locator('#entry').isVisible()).toBe(true)
  await press('Tab')
  expect(await focused(view)).toBe('Use this SDK')
  await press('Tab')
  expect(await focused(view)).toBe('Open page')
  await press('Enter')
  await expect.poll(() => inHost('host.seen.opened.length')).toBe(1)
  await press('Escape')
  expect(await focused(view)).toBe(second)
  await press('ArrowUp', 'ArrowUp')
  expect(await focused(view)).toBe('query')
})

it('takes the theme of the host, its colours and its margins, also when they change', async () => {
  const context = { theme: 'dark' as const, safeAreaInsets: { top: 7, right: 0, bottom: 0, left: 0 } }
  const { view, inHost } = await show({ input: { query: 'poems' }, context })
  const colour = () => view.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  await expect.poll(colour).toBe('rgb(20, 22, 26)')
  const margin = () => view.evaluate('getComputedStyle(document.querySelector("main")).borderTopWidth')
  await expect.poll(margin).toBe('7px')
  await inHost(`host.bridge.sendHostContextChange({ theme: 'light' })`)
  await expect.poll(colour).toBe('rgb(248, 247, 243)')
  const variables = { '--color-background-primary': 'light-dark(#fdf6e3, #002b36)', '--font-sans': 'Georgia, serif' }
  await inHost(`host.bridge.sendHostContextChange({ styles: { variables: ${JSON.stringify(variables)} } })`)
  await expect.poll(colour).toBe('rgb(253, 246, 227)')
  const font = () => view.evaluate('getComputedStyle(document.querySelector("h2")).fontFamily')
  await expect.poll(font).toContain('Georgia')
})

it.each(['light', 'dark'] as const)('axe finds nothing in the %s theme', async (theme) => {
  const { view } = await show({ input: { query: 'gitlab' }, context: { theme } })
  await hits(view).first().getByText('entities').waitFor()
  await expectAccessible(view)
  await hits(view).getByRole('button', { name: 'GitLab' }).click()
  await view.getByRole('button', { name: /^Install/ }).click()
  await view.getByRole('region', { name: 'Text: Install' }).waitFor()
  await expectAccessible(view)
  await view.getByRole('button', { name: 'Back to the results' }).click()
  await box(view).fill('weather forecast')
  await box(view).press('Enter')
  await view.getByRole('button', { name: /^environment/ }).click()
  await view.locator('[aria-pressed="true"]').waitFor()
  await expectAccessible(view)
})

it('does not move where the reader prefers reduced motion', async () => {
  const showing = { input: { query: 'poems' }, result: null }
  const animation = 'getComputedStyle(document.querySelector("#summary")).animationName'
  const still = await show(showing, { reducedMotion: 'reduce' })
  await still.view.locator('[aria-busy="true"] #summary').waitFor()
  expect(await still.view.evaluate(animation)).toBe('none')
  const moving = await show(showing, { reducedMotion: 'no-preference' })
  await moving.view.locator('[aria-busy="true"] #summary').waitFor()
  expect(await moving.view.evaluate(animation)).toBe('wait')
})
