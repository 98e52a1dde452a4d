/** The catalogue view in the test host, in a page that is watched. */
import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { CatalogData } from '../../embedded.ts'
import { connectBrowser, type Watched, watch } from '../browser.ts'
import { type Host, startHost } from './host.ts'

interface Showing {
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
  incidents: Watched['incidents']
  /** Evaluates an expression in the host's page. */
  inHost<T>(expression: string): Promise<T>
}

/** A host and a browser, started before the suite and stopped after it. */
export function useHost(data?: CatalogData) {
  let host: Host
  let browser: Browser
  beforeAll(async () => {
    ;[host, browser] = await Promise.all([startHost(data), connectBrowser()])
  })
  afterAll(() => Promise.all([host?.stop(), browser?.close()]))

  /** After the test, the view must have asked for nothing but its frame. */
  return async function show(
    { era = 'auto', ...showing }: Showing,
    options: BrowserContextOptions = {},
  ): Promise<Shown> {
    const viewport = { width: 760, height: 1000 }
    // A client of the earlier revisions asks for a stream that this server does not have.
    const { page, incidents } = await watch(browser, host.url, { viewport, ...options }, '405 (Method Not Allowed)')
    const byFrames: string[] = []
    page.on('request', (request) => {
      if (request.frame() !== page.mainFrame()) byFrames.push(request.url())
    })
    onTestFinished(() => expect(byFrames).toEqual([`${host.url}/sandbox.html`]))
    await page.goto('/')
    await page.waitForFunction('globalThis.host?.show')
    await page.evaluate(`host.show(${JSON.stringify({ era, ...showing })})`)
    const view = page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame())!
    return { page, view, incidents, inHost: (expression) => page.evaluate(expression) }
  }
}

export const summary = (view: Frame) => view.locator('#summary')
export const hits = (view: Frame) => view.locator('#hits > li')
export const focused = (view: Frame) => view.evaluate('document.activeElement.textContent || document.activeElement.id')
