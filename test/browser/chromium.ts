import { existsSync } from 'node:fs'

/** The headless shell is the same engine without a window, and opens a page in half the time. */
const PATHS = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** A busy machine is no defect. */
export const TIMEOUT_MS = 120_000

/** No window, nothing that asks other hosts, and no optimizers of V8: what runs once, as axe does, is cheaper without. */
export const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  '--js-flags=--no-opt --no-maglev',
]

/** @throws Error in one line, where there is no Chromium */
export function chromiumPath(): string {
  const path = PATHS.find((path) => path !== undefined && existsSync(path))
  if (path === undefined)
    throw new Error('There is no Chromium: install the package chromium, or set CHROMIUM to its path.')
  return path
}
