/** The search over every page, and the playground: what only script can do. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, PHONE, useSite } from './browser.ts'

const { open } = useSite()
const dark = (path: string) => open(path, { colorScheme: 'dark' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })

describe('the palette', () => {
  it('opens over any page, finds an SDK, and leads to it without the mouse', async () => {
    const page = await dark('/')
    for (const path of ['/', '/privacy', '/sdk?q=cats']) {
      await page.goto(path)
      await page.keyboard.press('Control+k')
      await dialog(page).waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
    await page.keyboard.press('Meta+k')
    await page.keyboard.type('poetridb')
    await page.getByRole('option', { name: /^PoetryDB/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/example-sdk/poetrydb-sdk')
  })

  it('offers pages, and what was opened last, before anything is typed', async () => {
    const page = await dark('/example-sdk/poetrydb-sdk')
    await page.goto('/developers')
    await page.keyboard.press('Control+k')
    const recent = dialog(page).getByRole('group', { name: 'Opened last' })
    expect(await recent.getByRole('option').allTextContents()).toEqual(['PoetryDB'])
    const pages = dialog(page).getByRole('group', { name: 'Pages' })
    expect(await pages.getByRole('option').allTextContents()).toContain('Playground')
    await expectAccessible(page)
  })

  it('offers topics in which the words are found', async () => {
    const page = await dark('/developers')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('weather')
    const topics = dialog(page).getByRole('group', { name: 'Topics in these results' })
    await topics.getByRole('option', { name: /^weather \d+$/ }).click()
    await page.waitForURL('**/sdk?q=weather&topic=weather')
  })

  it('fills a small screen, and closes by a button there', async () => {
    const page = await open('/privacy', { ...PHONE, colorScheme: 'dark' })
    await page.getByRole('link', { name: 'Search SDKs' }).click()
    expect(await dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
  })
})

describe('the playground', () => {
  it('calls a tool, shows what the model reads with its tokens, and can be shared', async () => {
    const page = await dark('/playground')
    await page.getByText('As JSON', { exact: true }).click()
    await page.getByLabel('Arguments, as JSON').fill('{"query":"poems","limit":2}')
    expect(await page.getByRole('textbox', { name: 'limit' }).inputValue()).toBe('2')
    await page.getByRole('textbox', { name: 'limit' }).fill('3')
    expect(JSON.parse(await page.getByLabel('Arguments, as JSON').inputValue())).toEqual({ query: 'poems', limit: 3 })
    await page.getByLabel('Arguments, as JSON').fill('{"query":"poems","limit":2}')
    await page.getByRole('button', { name: 'Call the tool' }).click()
    await page.getByText('The tool answered.').waitFor()
    const read = page.locator('.playground-result figure').first()
    expect(await read.textContent()).toMatch(/What the model readsabout \d+ tokens.*PoetryDB \(poetrydb-sdk\)/s)
    await page.getByText('The request', { exact: true }).click()
    expect(await page.getByText('"method": "tools/call"').isVisible()).toBe(true)
    await expectAccessible(page)
    const shared = page.url()
    await page.goto('/')
    await page.goto(shared)
    await page.getByText('The tool answered.').waitFor()
    expect(await page.getByLabel('Arguments, as JSON').inputValue()).toBe('{"query":"poems","limit":2}')
  })

  it('gives each tool an example that succeeds', async () => {
    const page = await dark('/playground')
    const tool = page.getByRole('combobox', { name: /^Tool/ })
    const names = (await tool.evaluate(
      '[...document.querySelector("select").options].map(({ value }) => value)',
    )) as string[]
    expect(names).toContain('compare_sdks')
    expect(await page.getByRole('list', { name: 'Examples' }).getByRole('button').count()).toBeGreaterThan(0)
    for (const name of names) {
      await tool.selectOption(name)
      await page.getByRole('button', { name: 'Call the tool' }).click()
      await page.waitForURL((url) => url.searchParams.get('tool') === name)
      await page.getByText('The tool answered.').waitFor()
    }
    expect(names.filter((name) => name.startsWith('submit'))).toEqual([])
  })

  it('says what is wrong with arguments, its own words or those of the tool', async () => {
    const page = await dark('/playground')
    await page.getByText('As JSON', { exact: true }).click()
    await page.getByLabel('Arguments, as JSON').fill('{query')
    await page.getByRole('button', { name: 'Call the tool' }).click()
    await page.getByText(/^The arguments are not JSON/).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Arguments, as JSON').fill('{"query":""}')
    await page.getByRole('button', { name: 'Call the tool' }).click()
    await page.getByText('The tool refused the call').waitFor()
    await expectAccessible(page)
  })
})

it('the status page asks the endpoints, and says that they answer', async () => {
  const page = await dark('/status')
  for (const name of ['Health', 'Search', 'MCP'])
    await page.getByText(new RegExp(`^${name}: answers, \\d+ ms$`)).waitFor()
  await expectAccessible(page)
})
