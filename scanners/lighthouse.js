/** Lighthouse on the main pages, as a phone on simulated slow 4G and as a desktop. */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
// Extends the default configuration, so that one run judges every category.
import config from 'lighthouse/core/config/agentic-browsing-config.js'
import * as constants from 'lighthouse/core/config/constants.js'

const PAGES = [
  '/',
  '/sdk',
  '/example-sdk/poetrydb-sdk',
  '/example-sdk/poetrydb-sdk/author/list',
  '/sdk/compare',
  '/sdk?topic=weather',
  '/developers',
  '/playground',
]
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
/** Least scores, else 100. Performance is measured in time, so it has the least that Lighthouse calls good. */
const LEAST = { performance: 90 }
const PAINT = 'largest-contentful-paint'
/** Most of what is measured; the paint has a margin, too. */
const MOST = { 'cumulative-layout-shift': 0.0005, 'total-byte-weight': 50_000, [PAINT]: 2_000 }
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

/** @param check takes the name, the value, whether it is good, and the expectation in words */
export async function lighthouses(base, check) {
  for (const path of PAGES) {
    for (const [device, settings] of Object.entries(DEVICES)) {
      const name = `${path} ${device}`
      const report = await measured(base + path, settings)
      const failure = failureOf(report)
      if (failure) check(`lighthouse ${name}`, failure, false, 'a measurement')
      else judge(name, report, check)
    }
  }
}

/**
 * The best of up to five reports, each from a browser of its own. Other work on the machine makes a page slower, never
 * faster, so one report that reaches the limits of time is enough. On a busy machine a trace may also lack the paint, and
 * Lighthouse then gives an error for these audits instead of a value.
 */
async function measured(url, settings) {
  let best
  for (let attempt = 0; attempt < 5; attempt++) {
    const report = await measureOnce(url, settings)
    if (isFast(report)) return report
    if (!best || speed(report) > speed(best)) best = report
    process.stdout.write(`     lighthouse ${url}: ${failureOf(report) ?? `performance ${speed(report)}`}: again\n`)
  }
  return best
}

/** The points for performance; -1 where a measurement failed. */
const speed = (report) => (failureOf(report) ? -1 : pointsOf(report.categories.performance))
const isFast = (report) => speed(report) >= LEAST.performance && report.audits[PAINT].numericValue <= MOST[PAINT]
const pointsOf = ({ score }) => Math.round((score ?? 0) * 100)

async function measureOnce(url, settings) {
  const chromePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const chrome = await launch({ chromePath, chromeFlags: FLAGS, logLevel: 'silent' })
  try {
    const flags = { port: chrome.port, logLevel: 'error', output: 'json', ...settings }
    const { lhr } = await lighthouse(url, flags, config)
    return lhr
  } finally {
    chrome.kill()
  }
}

/** Why Lighthouse could not measure; undefined where it did. A page that can't be loaded has no audit that was measured. */
function failureOf({ runtimeError, audits }) {
  if (runtimeError) return runtimeError.message
  return Object.values(audits).find(({ scoreDisplayMode }) => scoreDisplayMode === 'error')?.errorMessage
}

function judge(name, { categories, audits }, check) {
  for (const category of Object.values(categories)) {
    const { id, auditRefs } = category
    const points = pointsOf(category)
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
