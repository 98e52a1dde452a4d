/** Lighthouse on the six main pages, as a phone on simulated slow 4G and as a desktop. */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
// Extends the default configuration, so that one run judges every category.
import config from 'lighthouse/core/config/agentic-browsing-config.js'
import * as constants from 'lighthouse/core/config/constants.js'

const PAGES = ['/', '/sdk', '/example-sdk/poetrydb-sdk', '/sdk?topic=weather', '/developers', '/playground']
const { screenEmulationMetrics: screens, throttling, userAgents } = constants
const DEVICES = {
  phone: {},
  desktop: {
    formFactor: 'desktop',
    throttling: throttling.desktopDense4G,
    screenEmulation: screens.desktop,
    emulatedUserAgent: userAgents.desktop,
  },
}
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-features=WebMCP',
]

/** @param check takes the name, the value, whether it is good, and what is wanted */
export async function lighthouses(base, check) {
  const chromePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const chrome = await launch({ chromePath, chromeFlags: FLAGS, logLevel: 'silent' })
  try {
    for (const path of PAGES) {
      for (const [device, settings] of Object.entries(DEVICES)) {
        const flags = { port: chrome.port, logLevel: 'error', output: 'json', ...settings }
        const { lhr } = await lighthouse(base + path, flags, config)
        judge(`${path} ${device}`, lhr, check)
      }
    }
  } finally {
    chrome.kill()
  }
}

/** Least scores. Performance depends on the machine, so it has a margin; 100 is what every page reaches on an idle one. */
const LEAST = { performance: 95 }
/** Most of what is measured; the paint has a margin, too. */
const MOST = {
  'cumulative-layout-shift': 0.0005,
  'total-byte-weight': 50_000,
  'largest-contentful-paint': 2_000,
}

function judge(name, { categories, audits }, check) {
  for (const { id, score, auditRefs } of Object.values(categories)) {
    const points = Math.round((score ?? 0) * 100)
    const lost = auditRefs
      .map(({ id }) => audits[id])
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
    if (points < 100) {
      for (const { id, score, displayValue } of lost) {
        process.stdout.write(`     lighthouse ${name} ${id}: ${score} ${displayValue ?? ''}\n`)
      }
    }
    const least = LEAST[id] ?? 100
    check(`lighthouse ${name} ${id}`, points, points >= least, `at least ${least}`)
  }
  for (const [id, most] of Object.entries(MOST)) {
    const value = audits[id].numericValue
    check(`lighthouse ${name} ${id}`, Number(value.toPrecision(3)), value <= most, `at most ${most}`)
  }
}
