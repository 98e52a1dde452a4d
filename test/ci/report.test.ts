/** What .ci/run says at its end of the tests that failed. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { scratch } from '../scratch.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const REPORT = join(ROOT, '.ci/report.js')
const directory = scratch()
const path = (name: string) => join(directory, name)
const inDirectory = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', env: { PATH: process.env.PATH } })

/** A report of one file with these tests. */
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
  const { status, stdout, stderr } = inDirectory(REPORT, directory)
  const printed = stdout.trimEnd().split('\n')
  return { status, stdout, stderr, verdict: printed.at(-1) }
}

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
  })
})
