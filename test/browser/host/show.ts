/** The catalogue view in the test host, in a page that is watched. */
import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { watch } from '../browser.ts'
import type { Host } from './host.ts'

export interface Showing {
  era?: 'legacy' | 'auto'
  /** Arguments of the call that the view belongs to; without them the host has not called yet. */
  input?: Record<string, unknown>
  /** In place of the server's result; null for none so far. */
  result?: unknown
  capabilities?: McpUiHostCapabilities
  context?: McpUiHostContext
  /** Links and messages are turned down. */
  refuses?: boolean
}

export interface Shown {
  page: Page
  view: Frame
  /** Reads or does something in the host's page. */
  host<T>(expression: string): Promise<T>
  /** Ends with what must hold after every test: nothing odd on the console, and no request that is not the host's. */
  done(): Promise<void>
}

const VIEWPORT = { width: 760, height: 1000 }

export async function show(
  browser: Browser,
  { url }: Host,
  { era = 'auto', ...showing }: Showing,
  options: BrowserContextOptions = {},
): Promise<Shown> {
  const { page, incidents, close } = await watch(browser, url, { viewport: VIEWPORT, ...options })
  const byFrames: string[] = []
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame()) byFrames.push(request.url())
  })
  await page.goto('/')
  await page.waitForFunction('globalThis.host?.show')
  await page.evaluate(`host.show(${JSON.stringify({ era, ...showing })})`)
  const view = page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame())!
  return {
    page,
    view,
    host: (expression) => page.evaluate(expression),
    async done() {
      expect(byFrames).toEqual([`${url}/sandbox.html`])
      // A client of the earlier revisions asks for a stream that this server does not have.
      expect(incidents.filter((incident) => !incident.includes('405 (Method Not Allowed)'))).toEqual([])
      await close()
    },
  }
}
