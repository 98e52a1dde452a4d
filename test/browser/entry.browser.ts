/** The page of an SDK: code to copy in sight, a tab for each language, operations, with and without script. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../e2e/service.ts'
import { embedded } from '../embedded.ts'
import { axe, launch, watch } from './browser.ts'

let service: Service
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), launch()])
})
afterAll(() => Promise.all([service?.stop(), browser?.close()]))

/** Opens a page, does something with it, and sees that it did nothing it should not. */
async function on(path: string, action: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
  const { page, incidents, close } = await watch(browser, service.url, options)
  await page.goto(path)
  await action(page)
  expect(incidents).toEqual([])
  await close()
}

const POETRY = '/example-sdk/poetrydb-sdk'
const selected = (page: Page) => page.getByRole('tab', { selected: true }).textContent()

describe('the first code', () => {
  /** Those with the most above it: long names, sentences and lists of languages. */
  const longest = [...embedded.records]
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, 6)
    .map(({ slug }) => slug)
  function weight({ title, description = '', languages }: (typeof embedded.records)[number]): number {
    return 3 * title.length + description.length + (languages.length > 8 ? 100 : 0)
  }

  it.each([
    [1440, 900, 600],
    [390, 844, 700],
  ])('is in sight at %i × %i, also of the longest pages', async (width, height, most) => {
    const { page, close } = await watch(browser, service.url, { viewport: { width, height } })
    for (const slug of ['poetrydb-sdk', 'gitlab-sdk', ...longest]) {
      await page.goto(`/example-sdk/${slug}`)
      const { y } = (await page.locator('.start pre:visible').first().boundingBox())!
      expect([slug, y < most]).toEqual([slug, true])
    }
    await close()
  })
})

describe('the tabs of languages', () => {
  it('show one at a time, go by arrows, and remember the choice on the next page', async () => {
    await on(POETRY, async (page) => {
      expect(await selected(page)).toBe('TypeScript')
      await page.getByRole('tab', { name: 'TypeScript' }).focus()
      await page.keyboard.press('ArrowRight')
      expect(await selected(page)).toBe('Python')
      expect(new URL(page.url()).searchParams.get('lang')).toBe('py')
      expect(await page.getByRole('tabpanel').count()).toBe(1)
      expect(await page.getByRole('tabpanel').textContent()).toContain('from poetrydb_sdk import PoetrydbSDK')
      expect(await axe(page)).toEqual([])
      await page.goto('/example-sdk/dog-sdk')
      expect(await selected(page)).toBe('Python')
      await page.keyboard.press('Tab')
      await page.getByRole('tab', { name: 'Python' }).focus()
      await page.keyboard.press('Home')
      expect(await selected(page)).toBe('TypeScript')
      await page.keyboard.press('End')
      expect(await selected(page)).toBe('MCP')
      expect(await axe(page)).toEqual([])
    })
  })

  it('begin with the one that the address names', async () => {
    await on(`${POETRY}?lang=rb`, async (page) => expect(await selected(page)).toBe('Ruby'))
    await on(`${POETRY}?lang=nonsense`, async (page) => expect(await selected(page)).toBe('TypeScript'))
  })

  it('stand one below the other without script, the one that is asked for unfolded', async () => {
    const open = (page: Page) => page.locator('.start details[open] > summary').allTextContents()
    const options = { javaScriptEnabled: false }
    await on(POETRY, async (page) => expect(await open(page)).toEqual(['TypeScript']), options)
    const unfold = async (page: Page) => {
      expect(await open(page)).toEqual(['Go'])
      await page.getByText('Lua', { exact: true }).click()
      expect(await page.getByText('require("poetrydb_sdk")').isVisible()).toBe(true)
    }
    await on(`${POETRY}?lang=go`, unfold, options)
  })

  it('hold CLI and MCP as they are: what they know, and where nothing is known, nothing', async () => {
    await on(`${POETRY}?lang=mcp`, async (page) => {
      const text = await page.getByRole('tabpanel').textContent()
      expect(text).toContain('poetrydb_list, poetrydb_load')
      expect(text).toContain('go build -o poetrydb-mcp .')
    })
    const idle = embedded.records.find(({ mcp }) => mcp?.idle?.length)!
    await on(`/example-sdk/${idle.slug}?lang=mcp`, async (page) => {
      const text = await page.getByRole('tabpanel').textContent()
      for (const name of idle.mcp!.idle!) expect(text).not.toContain(name)
    })
  })
})

describe('operations', () => {
  it.each([true, false])('unfold with parameters and a call, script: %s', async (javaScriptEnabled) => {
    const read = async (page: Page) => {
      const author = page.locator('#entity-author')
      await author.locator('summary').click()
      const list = page.locator('[id="author.list"]')
      expect(await list.textContent()).toContain('GET /author')
      expect(await list.locator('dt').allTextContents()).toContain('output_field')
      expect(await list.locator('pre').textContent()).toContain('await client.Author().list(')
      expect(await list.getByRole('link').getAttribute('href')).toBe('#author.list')
    }
    await on(POETRY, read, { javaScriptEnabled })
  })

  it('open at their own address', async () => {
    await on(`${POETRY}#author.load`, async (page) => {
      await page.locator('[id="author.load"] pre').waitFor({ state: 'visible' })
      expect(await axe(page)).toEqual([])
    })
  })

  it('of a large API come for one entity at a time, found by a filter', async () => {
    await on('/example-sdk/gitlab-sdk', async (page) => {
      await page.getByRole('searchbox', { name: 'Filter the 276 entities' }).fill('mergerequest')
      const rows = page.locator('.entity:visible')
      expect(await rows.count()).toBeGreaterThan(1)
      expect(await rows.count()).toBeLessThan(40)
      expect(await page.getByRole('status').textContent()).toMatch(/^\d+ of 276 shown$/)
      await rows
        .getByRole('link', { name: /^MergeRequest / })
        .or(rows.getByRole('link', { name: /^MergeRequest/ }).first())
        .first()
        .click()
      await page.locator('.entity[open] .op').first().waitFor({ state: 'visible' })
    })
  })
})

describe('after an SDK', () => {
  it('come others like it, and they can be compared', async () => {
    await on(POETRY, async (page) => {
      expect(await page.locator('.related li').count()).toBe(6)
      await page.getByRole('link', { name: 'Compare with the first two' }).click()
      await page.waitForURL('**/sdk/compare?slugs=poetrydb-sdk,*')
      expect(await page.getByRole('columnheader').count()).toBe(3)
      expect(await axe(page)).toEqual([])
    })
  })
})
