/**
 * Judges the running site with public scanners and clients: afdocs, agent-readability, agent-readiness, Lighthouse,
 * skills-ref and the skills client. Prints each score beside its floor; `N passed, N failed` closes.
 * Needs `npm ci --prefix scanners` and Chromium. A name runs one of them alone:
 * `npx node scanners/run.js lighthouse`.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startService } from '../test/e2e/service.ts'
import { lighthouses } from './lighthouse.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))
const bin = (name) => fileURLToPath(new URL(`./node_modules/.bin/${name}`, import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'sdk-catalog-scanners-'))
const QUIET = { ...process.env, DO_NOT_TRACK: '1', DISABLE_TELEMETRY: '1', NO_COLOR: '1', NO_UPDATE_NOTIFIER: '1' }
/** Checks of agent-readability that want pages by User-Agent, and 200 for pages that do not exist. */
const NOT_MEANT = ['Agent UA → markdown', 'Missing page → markdown']
let passed = 0
let failed = 0
function check(name, value, ok, expected) {
  if (ok) passed++
  else failed++
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}: ${value} (${expected})\n`)
}
const floor = (name, score, least) => check(name, score, score >= least, `at least ${least}`)

const service = await startService({ LOG_LEVEL: 'fatal', CHECK_OUTPUT: 'false' })
const base = service.url
try {
  const scanners = { afdocs, agentReadability, agentReadiness, skills, lighthouse: () => lighthouses(base, check) }
  const [only] = process.argv.slice(2)
  for (const [name, scan] of Object.entries(scanners)) if (only === undefined || only === name) await scan()
} finally {
  await service.stop()
  rmSync(scratch, { recursive: true, force: true })
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed ? 1 : 0

async function afdocs() {
  const options = ['--format', 'json', '--score', '--request-delay', '0', '--sampling', 'none']
  const report = JSON.parse(await output(bin('afdocs'), ['check', base, ...options]))
  for (const { id, status, message } of report.results) {
    if (status === 'fail' || status === 'warn') process.stdout.write(`     afdocs ${id}: ${status}: ${message}\n`)
  }
  floor('afdocs score', report.scoring.overall, 100)
}

async function agentReadability() {
  const report = JSON.parse(await output(bin('agent-readability'), ['audit', base, '--json']))
  // Of the home page, which it may draw by lot, it makes an address that is none (`host.md`): then there is no status.
  const failures = Object.values(report.categories)
    .flatMap(({ checks }) => checks)
    .filter(
      ({ name, passed, skipped, detail }) => !(passed || skipped || detail === 'status 0' || NOT_MEANT.includes(name)),
    )
  const texts = failures.map(({ name, detail }) => `${name}: ${detail}`)
  check(
    'agent-readability',
    texts.join('; ') || 'every check',
    texts.length === 0,
    `every check but ${NOT_MEANT.join(', ')}`,
  )
}

async function agentReadiness() {
  const text = await output(bin('agent-ready'), [base])
  const score = /(\d+)\s*\/\s*100/.exec(text)?.[1]
  if (score !== '100') process.stdout.write(text)
  floor('agent-readiness score', Number(score), 100)
}

async function skills() {
  for (const name of readdirSync(join(root, 'skills'))) {
    const { ok, text } = await attempt(bin('skills-ref'), ['validate', join(root, 'skills', name)])
    check(`skills-ref validate ${name}`, ok ? 'valid' : text, ok, 'valid')
  }
  await attempt(bin('skills'), ['add', base, '--all', '-y'])
  const installed = readdirSync(scratch, { recursive: true }).map(String)
  for (const name of readdirSync(join(root, 'skills'))) {
    const copy = installed.find((path) => path.endsWith(join(name, 'SKILL.md')))
    const served = await (await fetch(`${base}/.well-known/agent-skills/${name}/SKILL.md`)).text()
    // The client wraps the lines of the front matter anew, after it has held the file to the digest of the index.
    const same = copy && body(readFileSync(join(scratch, copy), 'utf8')) === body(served)
    check(`skills client installs ${name}`, copy ? 'installed' : 'missing', Boolean(same), 'the text that is served')
  }
}

/** Markdown without its front matter. */
function body(markdown) {
  return markdown.replace(/^---\n[\s\S]*?\n---\n/, '').trim()
}

async function attempt(command, parameters) {
  try {
    const { stdout } = await run(command, parameters, { cwd: scratch, env: QUIET, maxBuffer: 64 * 1024 * 1024 })
    return { ok: true, text: stdout }
  } catch (error) {
    return { ok: false, text: error.stdout || error.stderr || error.message }
  }
}

/** Standard output, also of a scanner that ends with a code of its own because it found something. */
async function output(command, parameters) {
  return (await attempt(command, parameters)).text
}
