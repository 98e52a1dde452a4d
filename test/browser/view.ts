/** What the suites of the catalogue view share: a host and a browser, started before each and ended after it. */
import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launch } from './browser.ts'
import { type Host, startHost } from './host/host.ts'

export let host: Host
export let browser: Browser
beforeAll(async () => {
  ;[host, browser] = await Promise.all([startHost(), launch()])
})
afterAll(() => Promise.all([host?.stop(), browser?.close()]))

export const summary = (view: Frame) => view.locator('#summary')
export const hits = (view: Frame) => view.locator('#hits > li')
export const focused = (view: Frame) => view.evaluate('document.activeElement.textContent || document.activeElement.id')
