/** Chromium on a service of this suite, and a record of everything a page should not have done. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { type Service, type Settings, startService } from '../e2e/service.ts'
import { TIMEOUT_MS } from './chromium.ts'

/** The Chromium of the suite; to close it ends this connection and its pages. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('chromium'), { timeout: TIMEOUT_MS })

export interface Watched {
  page: Page
  /** Errors and warnings of the console, reports of the Content-Security-Policy, dialogs, requests to other hosts. */
  incidents: string[]
  /** Pictures of other hosts, which a README may have; they are not fetched. */
  pictures: { url: string; referrer: string | undefined }[]
}

/** As {@link openWatched}; closed after the test, which fails if `incidents` is not empty. A test that expects one takes it out. */
export async function watch(...site: Parameters<typeof openWatched>): Promise<Watched> {
  const watched = await openWatched(...site)
  onTestFinished(async () => {
    await watched.page.context().close()
    expect(watched.incidents).toEqual([])
  })
  return watched
}

/**
 * A page in a context of its own, whose other hosts are out of reach.
 * @param ignored part of a console message that is no incident
 */
async function openWatched(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  ignored?: string,
): Promise<Watched> {
  const context = await browser.newContext({ baseURL: url, ...options })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  const incidents: string[] = []
  const pictures: Watched['pictures'] = []
  const documents = new Set<string>()
  page.on('request', (request) => request.isNavigationRequest() && documents.add(request.url()))
  page.on('console', (message) => {
    const text = message.text()
    // Requests that are aborted below are incidents already; the status of a page is for its test to check.
    const isKnown = text.includes('ERR_BLOCKED_BY_CLIENT') || documents.has(message.location().url.split('#')[0]!)
    const isStatus = text.startsWith('Failed to load resource')
    if (!['error', 'warning'].includes(message.type()) || (isStatus && isKnown)) return
    if (ignored !== undefined && text.includes(ignored)) return
    incidents.push(`console ${message.type()}: ${text}`)
  })
  page.on('pageerror', (error) => incidents.push(`exception: ${error.message}`))
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('page', (opened) => incidents.push(`window: ${opened.url()}`))
  await context.route('**/*', (route) => {
    const request = route.request()
    const target = request.url()
    if (target.startsWith(`${url}/`) || target.startsWith('data:')) return route.continue()
    if (request.resourceType() === 'image') pictures.push({ url: target, referrer: request.headers().referer })
    else incidents.push(`request: ${request.resourceType()} ${target}`)
    return route.abort('blockedbyclient')
  })
  return { page, incidents, pictures }
}

/** The service of the suite, or one of its own for these settings, and a browser on it. */
export function useSite(settings?: Settings) {
  let service: Service | undefined
  let url: string
  let browser: Browser
  beforeAll(async () => {
    if (settings) service = await startService(settings)
    url = service?.url ?? inject('siteUrl')
    browser = await connectBrowser()
  })
  afterAll(() => Promise.all([service?.stop(), browser?.close()]))
  return {
    url: () => url,
    watch: (options?: BrowserContextOptions) => watch(browser, url, options),
    /** A watched page that shows the path. */
    async open(path: string, options?: BrowserContextOptions): Promise<Page> {
      const { page } = await watch(browser, url, options)
      await page.goto(path)
      return page
    },
    /** One watched page for every test of a group: it costs half as much as one each. What a test leaves on it stays. */
    share(options?: BrowserContextOptions): () => Watched {
      let watched: Watched
      beforeAll(async () => {
        watched = await openWatched(browser, url, options)
      })
      afterEach(() => {
        watched.pictures.length = 0
        expect(watched.incidents.splice(0)).toEqual([])
      })
      afterAll(() => watched?.page.context().close())
      return () => watched
    },
  }
}

export const DESKTOP = { viewport: { width: 1440, height: 900 } }
export const PHONE = { viewport: { width: 390, height: 844 } }
export const WITHOUT_SCRIPT = { javaScriptEnabled: false }

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fills the fields of a form by their labels. */
export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
}

/** Rules of axe whose answer changes with size, direction and colours; names, roles and landmarks stay as they are. */
export const LAYOUT_RULES = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/**
 * Expects that axe-core finds nothing on the page or frame as it is.
 * @param rules only these, such as color-contrast; by default all of axe's
 */
export async function expectAccessible(page: Page | Frame, rules?: readonly string[]): Promise<void> {
  // What fades in has no contrast yet.
  if ('emulateMedia' in page) await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  // What observes its size, as code that scrolls does, has heard of a new one by the second frame.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const findings = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + failureSummary)))`,
  )
  expect((findings as string[]).join('\n')).toBe('')
}
