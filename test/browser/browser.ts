/** Debian's Chromium on a service of ours, and a record of everything a page should not have done. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from 'playwright-core'

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium'

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @throws Error in one line, where there is no Chromium */
export function launch(): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) {
    throw new Error(`Chromium is not at ${EXECUTABLE}: install the package chromium, or set CHROMIUM to its path.`)
  }
  return chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS })
}

export interface Watched {
  page: Page
  /** Errors and warnings of the console, reports of the Content-Security-Policy, dialogs, requests to other hosts. */
  incidents: string[]
  /** Pictures of other hosts, which a README may have; they are not fetched. */
  pictures: { url: string; referrer: string | undefined }[]
  close(): Promise<void>
}

/** A page in a context of its own, whose other hosts are out of reach. */
export async function watch(browser: Browser, own: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ baseURL: own, ...options })
  const page = await context.newPage()
  const incidents: string[] = []
  const pictures: Watched['pictures'] = []
  page.on('console', (message) => {
    const text = message.text()
    // What this record aborts is reported by itself.
    if (['error', 'warning'].includes(message.type()) && !text.includes('ERR_BLOCKED_BY_CLIENT')) {
      incidents.push(`console ${message.type()}: ${text}`)
    }
  })
  page.on('pageerror', (error) => incidents.push(`exception: ${error.message}`))
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('page', (opened) => incidents.push(`window: ${opened.url()}`))
  await context.route('**/*', (route) => {
    const request = route.request()
    const url = request.url()
    if (url.startsWith(`${own}/`) || url.startsWith('data:')) return route.continue()
    if (request.resourceType() === 'image') pictures.push({ url, referrer: request.headers().referer })
    else incidents.push(`request: ${request.resourceType()} ${url}`)
    return route.abort('blockedbyclient')
  })
  return { page, incidents, pictures, close: () => context.close() }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Findings of axe-core on the page or frame as it is, in one line each. */
export async function axe(page: Page | Frame): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + failureSummary)))`,
  )
}

/** For scripts that a page runs: `contrast(colour, colour)` (WCAG 2.2, relative luminance). */
export const CONTRAST = `
const canvas = document.createElement('canvas').getContext('2d')
const light = (colour) => {
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one, other) => {
  const [a, b] = [light(one), light(other)].sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}`
