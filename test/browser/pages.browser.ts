/** Every page in both schemes: nothing to object to for axe, the console or the security policy; nothing jumps. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { testServices } from '../app.ts'
import { DESKTOP, expectAccessible, LAYOUT_RULES, useSite } from './browser.ts'

const { open, watch, share, url } = useSite()

const PAGES = [
  ...testServices().pages.all.map(({ path }) => path),
  ...['/sdk?topic=weather', '/sdk?topic=wether', '/sdk?q=face+recognition', `/sdk?q=${'z'.repeat(190)}`],
  '/sdk?q=weather&no_auth=true&sort=entities',
  '/sdk/compare?slugs=poetrydb-sdk,answerbook-sdk,dog-sdk',
  '/sdk/compare?slugs=poetrydb-sdk,no-such-sdk',
  ...['/example-sdk/poetrydb-sdk', '/example-sdk/gitlab-sdk?entity=project', '/no-such-page'],
  ...['/example-sdk/poetrydb-sdk/author/list?lang=py', '/example-sdk/open-meteo-sdk/weather_forecast/load'],
  ...['/example-sdk/poetrydb-sdk/readme', '/example-sdk/open-meteo-sdk/weather_forecast/load/try', '/sdk?q=wether'],
]

/** Adds up what moved without being asked to. */
const MEASURE_SHIFT = `window.shift = 0
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value }).observe({ type: 'layout-shift', buffered: true })`

describe('every page', () => {
  const shared = share()
  beforeAll(() => shared().page.addInitScript(MEASURE_SHIFT))

  it.each(PAGES)('%s is accessible and quiet in both schemes, and fits every screen', async (path) => {
    const { page } = shared()
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
    await page.setViewportSize(DESKTOP.viewport)
    await page.goto(path)
    await expectAccessible(page)
    expect(await page.evaluate('window.shift')).toBeLessThan(0.01)
    await page.emulateMedia({ colorScheme: 'dark' })
    // 720 pixels are a common screen at 200 %.
    for (const width of [1024, 768, 720, 390, 320, 375]) {
      await page.setViewportSize({ width, height: 812 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
    await expectAccessible(page, LAYOUT_RULES)
  })
})

describe('with text from right to left', () => {
  const shared = share()

  it.each([
    ...['/', '/sdk?q=weather', '/sdk?q=face+recognition', '/sdk/compare?slugs=poetrydb-sdk,dog-sdk'],
    ...['/example-sdk/gitlab-sdk', '/example-sdk/github-sdk/issue/list', '/example-sdk/poetrydb-sdk/readme'],
  ])('%s is accessible', async (path) => {
    const { page } = shared()
    await page.goto(path)
    await page.evaluate(`document.documentElement.dir = 'rtl'`)
    await expectAccessible(page, ['scrollable-region-focusable', 'target-size'])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  })
})

it.each([
  ['/', '.part pre'],
  ['/example-sdk/gitlab-sdk', '.wrap pre'],
  ['/example-sdk/open-meteo-sdk', '.start pre'],
])('%s shows every %s whole on a small screen', async (path, boxes) => {
  const page = await open(path, { viewport: { width: 375, height: 812 } })
  const cut = `[...document.querySelectorAll(${JSON.stringify(boxes)})].map((box) => box.scrollWidth > box.clientWidth)`
  const boxesCut = (await page.evaluate(cut)) as boolean[]
  expect(boxesCut.length).toBeGreaterThan(0)
  expect(boxesCut).not.toContain(true)
})

it.each(['/developers', '/developers/errors', '/example-sdk/poetrydb-sdk'])(
  'code of %s is below a header with its button on every screen',
  async (path) => {
    const page = await open(path)
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const misplaced =
        await page.evaluate(`[...document.querySelectorAll('.code')].filter((frame) => frame.checkVisibility()).filter((frame) => {
      const [header, pre] = [...frame.children].map((part) => part.getBoundingClientRect())
      const button = frame.querySelector('.copy').getBoundingClientRect()
      return header.height > 60 || pre.top < header.bottom || button.bottom > header.bottom || button.right > header.right
    }).map((frame) => frame.textContent)`)
      expect(misplaced).toEqual([])
    }
  },
)

it('the theme follows the system until the button is pressed, and is remembered from then on', async () => {
  const page = await open('/', { colorScheme: 'dark' })
  const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  const button = page.getByRole('button', { name: 'Dark theme' })
  const dark = await background()
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  await button.click()
  const light = await background()
  expect(light).not.toBe(dark)
  await page.goto('/privacy')
  expect(await background()).toBe(light)
  expect(await button.getAttribute('aria-pressed')).toBe('false')
  await page.emulateMedia({ colorScheme: 'light' })
  await button.click()
  expect(await background()).toBe(dark)
})

it('copy buttons put the code on the clipboard, and say so', async () => {
  const page = await open('/developers', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('tab', { name: 'Claude Code' }).click()
  expect(await page.locator('.copy').count()).toBe(await page.locator('pre').count())
  await page.getByRole('tabpanel', { name: 'Claude Code' }).getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.getByRole('status').textContent()).toBe('Copied to the clipboard')
  const command = `claude mcp add --transport http sdk-catalog ${url()}/mcp`
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command)
  await page.goto('/example-sdk/poetrydb-sdk')
  await page.locator('.start').getByRole('button', { name: 'Copy' }).nth(1).click()
  const code = (await page.locator('.start pre').nth(1).textContent())!
  expect(code).toContain('new PoetrydbSDK')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code.trimEnd())
})

describe('an agent in the browser', () => {
  it.each(['document', 'navigator'])('finds the search as a tool of %s.modelContext', async (owner) => {
    const { page } = await watch()
    await page.addInitScript(`window.tools = []
Object.defineProperty(document, 'modelContext', { value: undefined, configurable: true })
Object.defineProperty(${owner}, 'modelContext', { value: { registerTool: async (tool) => { window.tools.push(tool) } } })`)
    await page.goto('/privacy')
    expect(await page.evaluate('tools.map(({ name, annotations }) => [name, annotations])')).toEqual([
      ['find_sdk', { readOnlyHint: true, untrustedContentHint: true }],
    ])
    const answer = await page.evaluate("tools[0].execute({ query: 'poems' })")
    expect(JSON.stringify(answer)).toContain('/example-sdk/poetrydb-sdk.md')
  })

  it('learns what each form is for', async () => {
    const { page } = await watch()
    for (const path of ['/', '/contact', '/jobs']) {
      await page.goto(path)
      const names = await page.evaluate('[...document.forms].map((form) => form.getAttribute("toolname"))')
      expect(new Set(names as string[]).size).toBe((names as string[]).length)
      expect(names).not.toContain(null)
    }
  })
})

describe('the questions of the first page', () => {
  const shown = (page: Page) =>
    page.locator('.demo > .tabs > .tablist').getByRole('tab', { selected: true }).textContent()
  async function openAt(options: BrowserContextOptions = {}) {
    const { page } = await watch(options)
    await page.clock.install()
    await page.goto('/')
    return page
  }
  const questions = (page: Page) => page.locator('.demo > .tabs > .tablist').getByRole('tab').allTextContents()

  it('play once, one after the other, and nothing around them moves', async () => {
    const page = await openAt()
    const names = await questions(page)
    expect(names).toHaveLength(3)
    const { height } = (await page.locator('.demo').boundingBox())!
    const played = [await shown(page)]
    for (let step = 0; step < 4; step++) {
      await page.clock.runFor(6_000)
      played.push(await shown(page))
      expect((await page.locator('.demo').boundingBox())!.height).toBe(height)
    }
    expect(played).toEqual([...names, names[0], names[0]])
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
  })

  it.each([
    ['pause', (page: Page) => page.getByRole('button', { name: 'Pause' }).click()],
    ['a choice of the reader', (page: Page) => page.getByRole('tab', { name: 'Python' }).first().click()],
  ])('stay after %s', async (_, act) => {
    const page = await openAt()
    await act(page)
    await page.mouse.move(0, 0)
    await page.evaluate('document.activeElement.blur()')
    const before = await shown(page)
    await page.clock.runFor(20_000)
    expect(await shown(page)).toBe(before)
    await expectAccessible(page)
  })

  it('are still where the reader wants no motion, and can be chosen', async () => {
    const page = await openAt({ reducedMotion: 'reduce' })
    const [first, second] = await questions(page)
    await page.clock.runFor(20_000)
    expect(await shown(page)).toBe(first)
    await page.getByRole('tab', { name: second! }).click()
    expect(await shown(page)).toBe(second)
  })

  it('have code in the language that was chosen for one of them', async () => {
    const page = await openAt({ reducedMotion: 'reduce' })
    await page.getByRole('tab', { name: 'Python' }).first().click()
    const [, second] = await questions(page)
    await page.getByRole('tab', { name: second! }).click()
    expect(await page.locator('.demo pre').filter({ visible: true }).first().textContent()).toMatch(/^from /)
    await page.goto('/example-sdk/poetrydb-sdk')
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Python')
  })

  it('unfold without script, the first one open', async () => {
    const page = await open('/', { javaScriptEnabled: false })
    const code = page.locator('.demo pre').filter({ visible: true })
    expect(await page.locator('.demo > .tabs > details[open] > summary').allTextContents()).toHaveLength(1)
    expect(await code.count()).toBeGreaterThan(0)
    await page.locator('.demo > .tabs > details > summary').nth(1).click()
    expect(await page.locator('.demo > .tabs > details[open] > summary').count()).toBe(1)
  })
})
