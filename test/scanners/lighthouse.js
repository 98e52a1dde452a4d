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
 * A report in which every audit was measured. On a busy machine a trace may lack the paint, and Lighthouse then gives an
 * error for these audits instead of a value; so it may try three times, each in a browser of its own.
 */
async function measured(url, settings) {
  let report
  for (let attempt = 0; attempt < 3; attempt++) {
    report = await measureOnce(url, settings)
    const failure = failureOf(report)
    if (!failure) break
    process.stdout.write(`     lighthouse ${url}: not measured: ${failure}\n`)
  }
  return report
}

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
