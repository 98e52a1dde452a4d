/** What .ci/run says at its end of the tests that failed, and of those that needed a second try. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { scratch } from '../scratch.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const REPORT = join(ROOT, '.ci/report.js')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

const SUITE = `
let tries = 0
test('holds', () => {})
test('is unstable', () => expect(++tries).toBe(2))
test.skip('does not run', () => {})
`

const directory = scratch()
const path = (name: string) => join(directory, name)
const inDirectory = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', env: { PATH: process.env.PATH } })

/** What vitest reports of the suite above, as run by .ci/run. */
let unstable: string
beforeAll(() => {
  writeFileSync(path('one.test.js'), SUITE)
  inDirectory(VITEST, 'run', '--globals', '--retry=1', '--reporter=json', '--outputFile=report.json')
  unstable = readFileSync(path('report.json'), 'utf8')
})

/** A report of one file with these tests; a test with a message and the status `passed` needed a second try. */
function reportOf(file: string, tests: readonly { name: string; status: string; message?: string }[], message = '') {
  const assertionResults = tests.map(({ name, status, message }) => ({
    fullName: name,
    status,
    failureMessages: message ? [message] : [],
  }))
  const status = message || tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed'
  return JSON.stringify({ testResults: [{ name: path(file), status, message, assertionResults }] })
}

interface Step {
  ok?: boolean
  log?: string
  report?: string
}

function summary(steps: Record<string, Step>) {
  const lines = Object.entries(steps).map(([name, { ok = true, log = '', report }]) => {
    writeFileSync(path(`${name}.log`), log)
    rmSync(path(`${name}.json`), { force: true })
    if (report) writeFileSync(path(`${name}.json`), report)
    return `${ok ? 'ok' : 'failed'} ${name}\n`
  })
  writeFileSync(path('steps'), lines.join(''))
  const { status, stdout, stderr } = inDirectory(REPORT, 'summary', directory)
  const printed = stdout.trimEnd().split('\n')
  return { status, stdout, stderr, verdict: printed.at(-1) }
}

describe('a test that needs a second try', () => {
  test('has its file run again', () => {
    expect(inDirectory(REPORT, 'second-tries', path('report.json')).stdout).toBe('one.test.js\n')
  })

  test('is listed and passes when it passes at once in the second run of its file', () => {
    const steady = reportOf('one.test.js', [{ name: 'is unstable', status: 'passed' }])
    const ended = summary({ processes: { report: unstable }, 'processes again': { report: steady } })
    expect(ended).toMatchObject({ status: 0, verdict: '2 passed, 0 failed' })
    expect(ended.stdout).toContain('\nSECOND TRY one.test.js: is unstable\nAssertionError: expected 1 to be 2')
  })

  test('fails the run when it needs it in the second run too', () => {
    const ended = summary({ processes: { report: unstable }, 'processes again': { report: unstable } })
    expect(ended).toMatchObject({ status: 1, verdict: '1 passed, 1 failed' })
    expect(ended.stdout).toContain('\nSECOND TRY IN BOTH RUNS one.test.js: is unstable\n')
  })

  test('fails the run when it fails in the second run, or when that did not come to it', () => {
    const failing = reportOf('one.test.js', [{ name: 'is unstable', status: 'failed', message: 'worse' }])
    for (const report of [failing, reportOf('one.test.js', [], 'cannot be imported'), '']) {
      const ended = summary({ processes: { report: unstable }, 'processes again': { ok: report === '', report } })
      expect(ended).toMatchObject({ status: 1, verdict: '1 passed, 1 failed' })
    }
  })

  test('passes when only another test of its file needed it in the second run', () => {
    const first = [
      { name: 'a', status: 'passed', message: 'late' },
      { name: 'b', status: 'passed' },
    ]
    const second = [
      { name: 'a', status: 'passed' },
      { name: 'b', status: 'passed', message: 'late' },
    ]
    const ended = summary({
      processes: { report: reportOf('one.test.js', first) },
      'processes again': { report: reportOf('one.test.js', second) },
    })
    expect(ended).toMatchObject({ status: 0, verdict: '2 passed, 0 failed' })
    expect(ended.stdout.match(/^SECOND TRY .*$/gm)).toEqual(['SECOND TRY one.test.js: a', 'SECOND TRY one.test.js: b'])
  })
})

describe('the closing line', () => {
  test('counts the tests of every step, and what a step counts itself', () => {
    const report = reportOf('one.test.js', [
      { name: 'a', status: 'passed' },
      { name: 'b', status: 'skipped' },
    ])
    const steps = { tests: { report }, types: {}, scanners: { log: 'ok x\n7 passed, 0 failed\n' } }
    expect(summary(steps)).toMatchObject({ status: 0, verdict: '8 passed, 0 failed', stderr: '' })
  })

  test('counts a test that failed and a step that failed without one, and shows how each ended', () => {
    const report = reportOf('one.test.js', [{ name: 'a', status: 'failed', message: 'expected 1 to be 2' }])
    const ended = summary({
      tests: { ok: false, report, log: 'a did not hold' },
      types: { ok: false, log: 'x.ts: wrong' },
    })
    expect(ended).toMatchObject({ status: 1, verdict: '0 passed, 2 failed', stderr: 'failed: tests, types\n' })
    expect(ended.stdout).toContain('FAILED one.test.js: a\nexpected 1 to be 2\n')
    expect(ended.stdout).toContain('The end of types, which failed:\nx.ts: wrong\n')
  })

  test('counts a file that could not be loaded as one failure', () => {
    const report = reportOf('one.test.js', [], 'cannot be imported')
    expect(summary({ tests: { ok: false, report } })).toMatchObject({ status: 1, verdict: '0 passed, 1 failed' })
  })

  test('fails for a suite whose tests passed but which failed itself, such as by a rejection nobody handled', () => {
    const report = reportOf('one.test.js', [{ name: 'a', status: 'passed' }])
    expect(summary({ tests: { ok: false, report } })).toMatchObject({ status: 1, verdict: '1 passed, 1 failed' })
    const again = { tests: { report }, 'tests again': { ok: false, report } }
    expect(summary(again)).toMatchObject({ status: 1, verdict: '1 passed, 1 failed' })
  })
})
