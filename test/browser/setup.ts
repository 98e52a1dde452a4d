/** One Chromium and one service with the usual settings for the whole browser suite: each start costs as much as two tests. */
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { startService } from '../e2e/service.ts'
import { chromiumPath, FLAGS, TIMEOUT_MS } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of Chromium, for Playwright. */
    chromium: string
    siteUrl: string
  }
}

// Each context would start a process of its own; every page is of this project.
const ARGUMENTS = [...FLAGS, '--renderer-process-limit=1']

export default async function setup({ provide }: TestProject): Promise<() => Promise<unknown>> {
  const [browser, service] = await Promise.all([
    chromium.launchServer({ executablePath: chromiumPath(), args: ARGUMENTS, timeout: TIMEOUT_MS, host: '127.0.0.1' }),
    startService(),
  ])
  provide('chromium', browser.wsEndpoint())
  provide('siteUrl', service.url)
  return () => Promise.all([browser.close(), service.stop()])
}
