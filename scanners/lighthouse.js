/** Lighthouse on the main kinds of pages as a phone on simulated slow 4G, and on one as a desktop. */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
// Extends the default configuration, so that one run judges every category.
import config from 'lighthouse/core/config/agentic-browsing-config.js'
import * as constants from 'lighthouse/core/config/constants.js'
import { chromiumPath, FLAGS } from '../test/browser/chromium.ts'

/** The main kinds; axe looks at every page in test/browser, and test/site weighs them. */
const PAGES = ['/', '/example-sdk/poetrydb-sdk', '/sdk?topic=weather', '/playground']
const { screenEmulationMetrics: screens, throttling, userAgents } = constants
const VISITS = [
  { device: 'phone', settings: {}, pages: PAGES },
  {
    device: 'desktop',
    settings: {
      formFactor: 'desktop',
      throttling: throttling.desktopDense4G,
      screenEmulation: screens.desktop,
      emulatedUserAgent: userAgents.desktop,
    },
    pages: ['/example-sdk/poetrydb-sdk'],
  },
]
/** Of the page and all it loads. */
const MAX_BYTES = 50_000
/** They depend on how busy the machine is; agentic browsing counts what moves, too. */
const MEASURED = ['largest-contentful-paint', 'cumulative-layout-shift']
/** A busy machine paints late. */
const PATIENCE = { maxWaitForFcp: 120_000, maxWaitForLoad: 180_000 }
/** Nobody looks at its pictures. */
const NO_PICTURES = { disableFullPageScreenshot: true, skipAudits: ['screenshot-thumbnails', 'final-screenshot'] }

/** @param check takes the name, the value, whether it is good, and the expectation in words */
export async function lighthouses(base, check) {
  const chromeFlags = [...FLAGS, '--enable-features=WebMCP']
  const chrome = await launch({ chromePath: chromiumPath(), chromeFlags, logLevel: 'silent' })
  const flags = { port: chrome.port, logLevel: 'error', output: 'json', ...PATIENCE, ...NO_PICTURES }
  try {
    for (const { device, settings, pages } of VISITS) {
      for (const path of pages) {
        const { lhr } = await lighthouse(base + path, { ...flags, ...settings }, config)
        judge(`lighthouse ${path} ${device}`, lhr, check)
      }
    }
  } finally {
    chrome.kill()
  }
}

function judge(name, { runtimeError, categories, audits }, check) {
  if (runtimeError) return check(name, runtimeError.message, false, 'a page')
  const { performance, ...judged } = categories
  for (const { id, auditRefs } of Object.values(judged)) {
    const lost = auditRefs.filter(({ id, weight }) => weight > 0 && !MEASURED.includes(id) && isLost(audits[id]))
    check(`${name} ${id}`, lost.map(({ id }) => id).join(', ') || 'every audit', lost.length === 0, 'every audit')
  }
  const bytes = audits['total-byte-weight'].numericValue
  check(`${name} bytes`, bytes, bytes <= MAX_BYTES, `at most ${MAX_BYTES}`)
  const figures = MEASURED.map((id) => `${id} ${audits[id].displayValue ?? 'not measured'}`)
  process.stdout.write(`     ${name} performance: ${Math.round(100 * performance.score)}, ${figures.join(', ')}\n`)
}

const isLost = ({ score, scoreDisplayMode }) => scoreDisplayMode === 'error' || (score !== null && score < 1)
