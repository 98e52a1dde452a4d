/**
 * The protocol's own conformance suite against this server as it is started by `npm start`, for each revision that it
 * knows and for the extension of skills, which none requires. Ends with
 * `N passed, N failed`; what is failed is neither passed nor in the baseline. Exit code 1 for a failure, for a
 * baseline entry that does not fail any more, and for a suite that did not run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const REVISIONS = ['2026-07-28', '2025-11-25']
/**
 * The suite opens each session with 2025-11-25, and has no scenarios for 2025-03-26: for these revisions initialize says the
 * older one, so that the suite checks each message against the schema of that one. They have the baseline of 2025-11-25,
 * but for what it added.
 */
const EARLIER = ['2025-06-18', '2025-03-26']
const ADDED = /^(elicitation-sep|server-sse-multiple-streams:)/
const SKILLS = ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest', 'sep-2640-skills-directory']
const SUITE = fileURLToPath(new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url))
const BIN = fileURLToPath(new URL('../bin/sdk-catalog.js', import.meta.url))

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

interface Outcome {
  passed: number
  /** In the baseline, as `scenario:check`. */
  expected: readonly string[]
  unexpected: readonly string[]
  stale: readonly string[]
  /** All that the suite said. */
  printed: string
}

const scratch = mkdtempSync(join(tmpdir(), 'sdk-catalog-conformance-'))
const server = await startServer()
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  const outcomes: Outcome[] = []
  for (const revision of REVISIONS) {
    outcomes.push(await judge(revision, ['--requirements', revision], baselineOf(revision)))
  }
  const earlier = baselineOf('2025-11-25').filter((entry) => !ADDED.test(entry))
  for (const revision of EARLIER) {
    const proxy = await startProxy(server.url, revision)
    outcomes.push(await judge(revision, ['--spec-version', '2025-06-18'], earlier, proxy.url))
    proxy.stop()
  }
  const skills = baselineOf('skills')
  for (const scenario of SKILLS) {
    const entries = skills.filter((entry) => entry.startsWith(`${scenario}:`))
    outcomes.push(await judge(scenario, ['--scenario', scenario], entries))
  }
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const failed = sum(({ unexpected }) => unexpected.length)
  say(`${sum(({ passed }) => passed)} passed, ${failed} failed`)
  const broken = outcomes.some(({ stale, passed }) => stale.length > 0 || passed === 0)
  process.exitCode = failed > 0 || broken ? 1 : 0
} finally {
  await server.stop()
  rmSync(scratch, { recursive: true })
}

async function judge(name: string, select: readonly string[], baseline: readonly string[], url = server.url) {
  const outcome = await runSuite(name, select, baseline, url)
  const { passed, expected, unexpected, stale, printed } = outcome
  say(`${name}: ${passed} passed, ${unexpected.length} failed, ${expected.length} in the baseline`)
  for (const entry of unexpected) say(`  failed: ${entry}`)
  for (const entry of stale) say(`  in the baseline, but does not fail: ${entry}`)
  if (passed === 0) say(`The suite did not run:\n${printed}`)
  return outcome
}

function baselineOf(name: string): readonly string[] {
  const file = fileURLToPath(new URL(`baseline-${name}.yml`, import.meta.url))
  return parse(readFileSync(file, 'utf8')).server
}

async function runSuite(
  name: string,
  select: readonly string[],
  baseline: readonly string[],
  url: string,
): Promise<Outcome> {
  const results = join(scratch, name)
  const suite = spawn(process.execPath, [SUITE, 'server', '--url', url, ...select, '-o', results], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [suite.stdout, suite.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
    })
  }
  await once(suite, 'close')

  // Extensions and scenarios that the revision does not require; the suite names them when it is done.
  const unscored = new Set(
    [...printed.matchAll(/^ {2}[✓✗] (\S+) \((?:extension|pending)\)$/gm)].map(([, name]) => name),
  )
  const checks = readResults(results).filter(({ scenario }) => !unscored.has(scenario))
  const failing = checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ scenario, id }) => `${scenario}:${id}`)
  const unexpected = failing.filter((entry) => !baseline.includes(entry))
  const stale = baseline.filter((entry) => !failing.includes(entry))
  return {
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    expected: failing.filter((entry) => baseline.includes(entry)),
    unexpected,
    stale,
    printed,
  }
}

/** One folder a scenario: `server-{scenario}-{instant}/checks.json`. */
function readResults(folder: string): (Check & { scenario: string })[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '')
    const checks: Check[] = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'))
    return checks.map((check) => ({ ...check, scenario }))
  })
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [BIN, 'serve'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'fatal', DATA_DIR: scratch },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([first]) => String(first)),
    ended.then(([code]) => Promise.reject(new Error(`The server ended with ${code} before it served.`))),
  ])
  const port = /:(\d+)$/.exec(line)?.[1]
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Passes everything on, initialize with this revision. */
async function startProxy(target: string, revision: string) {
  const proxy = createServer(async (incoming, response) => {
    const body = (await text(incoming)).replace(/"protocolVersion":"[^"]+"/, `"protocolVersion":"${revision}"`)
    const { 'content-length': _, ...headers } = incoming.headers
    const outgoing = request(target, { method: incoming.method, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode!, answer.headers))
    })
    outgoing.end(body)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, stop: () => proxy.close() }
}
