/** What people stumbled over once, each shown to be gone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDirectory } from '../builder/built.ts'
import { type Service, startService } from '../e2e/service.ts'
import { CONTRAST, launch, watch } from './browser.ts'

const README = [
  '# Tides SDK',
  ...Array.from({ length: 30 }, (_, at) => `## Part ${at}\n\n${'Water rises and falls. '.repeat(30)}`),
  '## Quickstart\n\nUse `tides` so:\n\n```ts\nconst tides = new Tides()\n```',
  '## Install\n\n| Language | Install |\n|---|---|\n| Go | `go get example.com/tides` |',
  'The end. '.repeat(600),
].join('\n\n')

const directory = mkdtempSync(join(tmpdir(), 'sdk-catalog-faults-'))
let service: Service
let withReadme: Service
let browser: Browser
beforeAll(async () => {
  buildDirectory(directory, { readmes: { 'one-sdk': README } })
  ;[service, withReadme, browser] = await Promise.all([
    startService({ CONTACT_RATE: '100/60' }),
    startService({ CATALOG_DIR: directory }),
    launch(),
  ])
})
afterAll(async () => {
  await Promise.all([service?.stop(), withReadme?.stop(), browser?.close()])
  rmSync(directory, { recursive: true })
})

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 } }

/** Opens a page, does something with it, and closes it. */
async function on(
  path: string,
  action: (page: Page) => Promise<void>,
  options: BrowserContextOptions = DESKTOP,
  from = service,
): Promise<void> {
  const { page, close } = await watch(browser, from.url, options)
  await page.goto(path)
  await action(page)
  await close()
}

describe('code', () => {
  it.each([DESKTOP, PHONE])('is 14 pixels high in every block, whatever it stands in', async (options) => {
    const sizes = `[...new Set([...document.querySelectorAll('pre, pre *')].map((part) => getComputedStyle(part).fontSize))]`
    await on(
      '/example-sdk/one-sdk',
      async (page) => expect(await page.evaluate(sizes)).toEqual(['14px']),
      options,
      withReadme,
    )
    for (const path of ['/developers', '/example-sdk/poetrydb-sdk'])
      await on(path, async (page) => expect(await page.evaluate(sizes)).toEqual(['14px']), options)
  })

  it('is told from the page around it in the dark', async () => {
    await on(
      '/example-sdk/one-sdk',
      async (page) => {
        const contrast = await page.evaluate(`{
          ${CONTRAST}
          const frame = getComputedStyle(document.querySelector('.readme .code'))
          const card = getComputedStyle(document.querySelector('.readme'))
          if (frame.borderTopWidth !== '1px') throw new Error('no border')
          contrast(frame.borderTopColor, card.backgroundColor)
        }`)
        expect(contrast).toBeGreaterThan(1.25)
      },
      { ...DESKTOP, colorScheme: 'dark' },
      withReadme,
    )
  })

  it.each(['light', 'dark'] as const)(
    'has colours that stand out from its ground in the %s theme',
    async (colorScheme) => {
      const read = async (page: Page) => {
        const contrasts = await page.evaluate<number[]>(`{
        ${CONTRAST}
        const ground = getComputedStyle(document.querySelector('.code')).backgroundColor
        ;[...document.querySelectorAll('.code [class^="hljs-"]')].map((token) => contrast(getComputedStyle(token).color, ground))
      }`)
        expect(contrasts.length).toBeGreaterThan(10)
        expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(5.2)
      }
      for (const path of ['/developers', '/example-sdk/gitlab-sdk']) await on(path, read, { ...DESKTOP, colorScheme })
    },
  )

  it('in a table of a README can be copied', async () => {
    const options = { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] }
    const copy = async (page: Page) => {
      await page.locator('td').getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('go get example.com/tides')
    }
    await on('/example-sdk/one-sdk', copy, options, withReadme)
  })
})

describe('the search', () => {
  it('shows the way to all results on a low screen', async () => {
    await on(
      '/',
      async (page) => {
        await page.getByRole('combobox', { name: 'Search SDKs' }).fill('weather')
        const all = page.getByRole('option', { name: /^All \d+ results$/ })
        await all.waitFor()
        const { y, height } = (await all.boundingBox())!
        expect(y + height).toBeLessThanOrEqual(768)
      },
      { viewport: { width: 1366, height: 768 } },
    )
  })

  it.each(['/privacy', '/example-sdk/poetrydb-sdk', '/'])('is one press away from %s on a phone', async (path) => {
    const search = async (page: Page) => {
      await page.getByRole('link', { name: 'Search SDKs' }).click()
      await page.getByRole('dialog').getByRole('combobox').fill('poetrydb')
      await page.getByRole('option', { name: /^PoetryDB/ }).click()
      await page.waitForURL('**/example-sdk/poetrydb-sdk')
    }
    await on(path, search, PHONE)
    const withoutScript = async (page: Page) => {
      await page.getByRole('link', { name: 'Search SDKs' }).click()
      await page.waitForURL('**/sdk')
    }
    await on(path, withoutScript, { ...PHONE, javaScriptEnabled: false })
  })

  it('and the API find the same with the same filters', async () => {
    await on('/sdk?q=weather&no_auth=true', async (page) => {
      const answer = await page.request.get('/api/sdk/find?query=weather&no_auth=true')
      const { total } = (await answer.json()) as { total: number }
      expect(await page.locator('#count').textContent()).toMatch(new RegExp(`^${total} SDKs`))
    })
  })
})

describe('on paper', () => {
  it('a page is dark on white, and no line is cut, whatever the theme', async () => {
    await on('/example-sdk/poetrydb-sdk', async (page) => {
      await page.getByRole('button', { name: 'Dark theme' }).click()
      await page.emulateMedia({ media: 'print' })
      const style = (name: string) => page.evaluate(`getComputedStyle(document.documentElement).${name}`)
      expect(await style('backgroundColor')).toBe('rgb(255, 255, 255)')
      expect(await style('color')).toBe('rgb(29, 30, 32)')
      const cut = `[...document.querySelectorAll('pre')].filter((pre) => pre.scrollWidth > pre.clientWidth + 1).length`
      await page.setViewportSize({ width: 600, height: 900 })
      expect(await page.evaluate(cut)).toBe(0)
      expect(await page.getByRole('tab').filter({ visible: true }).allTextContents()).toEqual(['TypeScript'])
    })
    await on('/sdk/compare?slugs=poetrydb-sdk,answerbook-sdk,dog-sdk', async (page) => {
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 720, height: 900 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(720)
    })
  })
})

describe('a section', () => {
  it('of a README is found by its own name', async () => {
    const there = async (page: Page) => {
      await page.waitForFunction('scrollY > 1000')
      const { y } = (await page.getByRole('heading', { name: 'Quickstart' }).boundingBox())!
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThan(300)
    }
    await on('/example-sdk/one-sdk#quickstart', there, DESKTOP, withReadme)
    const byLink = async (page: Page) => {
      const heading = page.getByRole('heading', { name: 'Part 7' })
      await heading.hover()
      await heading.getByRole('link').click()
      expect(new URL(page.url()).hash).toBe('#part-7')
    }
    await on('/example-sdk/one-sdk', byLink, DESKTOP, withReadme)
  })

  it('that is being read is marked in the contents, which stay in sight', async () => {
    const read = async (page: Page) => {
      const contents = page.getByRole('navigation', { name: 'On this page' })
      expect(await contents.locator('[aria-current]').textContent()).toBe('Install and call')
      await page.locator('#user-content-part-20').scrollIntoViewIfNeeded()
      await page.mouse.wheel(0, 300)
      await contents.locator('[aria-current]', { hasText: /^Part/ }).waitFor()
      const box = (await page.locator('.rail').boundingBox())!
      expect(box.y).toBeGreaterThanOrEqual(0)
      expect(box.y).toBeLessThan(60)
    }
    await on('/example-sdk/one-sdk', read, DESKTOP, withReadme)
  })

  it.each([
    ['/example-sdk/poetrydb-sdk', 'SDKs'],
    ['/sdk?q=weather', 'SDKs'],
    ['/developers/errors', 'Developers'],
  ])('of the site is marked on %s', async (path, name) => {
    await on(path, async (page) => {
      const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
      expect(await current.allTextContents()).toEqual([name])
    })
  })
})

describe('a form that is refused', () => {
  const refuse = async (page: Page) => {
    await page.evaluate('document.querySelector("form.message").noValidate = true')
    await page.getByLabel('E-mail address').fill('nowhere')
    await page.getByLabel('Message').fill('Hello')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').waitFor()
  }

  it('names everything that is wrong at once', async () => {
    await on('/contact', async (page) => {
      await refuse(page)
      expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual(['Your name', 'E-mail address'])
    })
  })

  it('has an address that can be opened again', async () => {
    await on('/contact', async (page) => {
      await refuse(page)
      expect(new URL(page.url()).pathname).toBe('/contact')
      await page.goto(page.url())
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Contact')
    })
  })
})

describe('around a page', () => {
  it('the address of a server breaks after a slash only', async () => {
    await on('/example-sdk/gitlab-sdk', async (page) => {
      const broken = await page.evaluate(`[...document.querySelectorAll('.facts dd code')].flatMap((code) =>
        [...code.childNodes].filter(({ nodeType }) => nodeType === 3).filter((part) => {
          const range = document.createRange()
          range.selectNode(part)
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
        }).map(({ data }) => data))`)
      expect(broken).toEqual([])
    })
  })

  it('the second stop of the keyboard is for people', async () => {
    await on('/', async (page) => {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.className')).toBe('brand')
    })
  })

  it('links that are shared have a picture, and browsers an icon, a manifest and a search', async () => {
    await on('/example-sdk/poetrydb-sdk', async (page) => {
      const address = async (selector: string, name: string) =>
        (await page.locator(selector).getAttribute(name))!.replace(/^https?:\/\/[^/]+/, '')
      for (const [path, type] of [
        [await address('meta[property="og:image"]', 'content'), 'image/png'],
        [await address('link[rel="apple-touch-icon"]', 'href'), 'image/png'],
        [await address('link[rel="manifest"]', 'href'), 'application/manifest+json'],
        [await address('link[rel="search"]', 'href'), 'application/opensearchdescription+xml'],
      ] as const) {
        const answer = await page.request.get(path)
        expect([path, answer.status(), answer.headers()['content-type']]).toEqual([path, 200, type])
      }
      // Width and height stand at bytes 16 and 20 of a PNG.
      const png = await (await page.request.get('/og/poetrydb-sdk.png')).body()
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
      expect((await page.request.get('/og/no-such-sdk.png')).status()).toBe(404)
    })
  })

  it('no SDK is said to have changed when the catalogue was built', async () => {
    await on('/example-sdk/poetrydb-sdk', async (page) => {
      const data = await page.locator('script[type="application/ld+json"]').first().textContent()
      expect(JSON.parse(data!)).not.toHaveProperty('dateModified')
    })
  })

  it('robots.txt keeps what it says of the use of content', async () => {
    await on('/', async (page) => {
      expect(await (await page.request.get('/robots.txt')).text()).toContain('Content-Signal:')
    })
  })
})
