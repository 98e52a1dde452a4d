/**
 * Reports on the steps of .ci/run, from the files they left in a directory: `steps` with one line for each step
 * ("ok" or "failed", then its name), NAME.log with what it printed and, for a vitest suite, NAME.json with its report.
 *
 *     node .ci/report.js DIRECTORY   prints what failed and `N passed, N failed`; exits with 1 on a failure
 *
 * Runs on any Node, as `npm ci` may have failed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const SHOWN_LINES = 60
const SHOWN_CHARACTERS = 2_000

const [directory] = process.argv.slice(2)
process.exitCode = summary() ? 0 : 1

function print(text) {
  process.stdout.write(`${text}\n`)
}

/** Every test that ran, and every file that failed outside of its tests; none where the suite left no report. */
function testsOf(name) {
  const reportPath = join(directory, `${name}.json`)
  if (!existsSync(reportPath)) return []
  return JSON.parse(readFileSync(reportPath, 'utf8')).testResults.flatMap((result) => {
    const file = relative(process.cwd(), result.name)
    const tests = result.assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ status, fullName, failureMessages }) => ({
        name: `${file}: ${fullName}`,
        failed: status === 'failed',
        message: failureMessages.join('\n'),
      }))
    if (result.status !== 'failed' || tests.some(({ failed }) => failed)) return tests
    // Its imports or a hook failed.
    return [...tests, { name: file, failed: true, message: result.message }]
  })
}

/** @returns whether everything passed */
function summary() {
  const lines = readFileSync(join(directory, 'steps'), 'utf8').trim().split('\n')
  const steps = lines.map((line) => ({ ok: line.startsWith('ok '), name: line.slice(line.indexOf(' ') + 1) }))
  const logOf = (name) => readFileSync(join(directory, `${name}.log`), 'utf8').trimEnd()
  let passed = 0
  let failed = 0
  for (const { name, ok } of steps) {
    const tests = testsOf(name)
    const failures = tests.filter((test) => test.failed)
    for (const test of failures) print(`\nFAILED ${test.name}\n${test.message}`.slice(0, SHOWN_CHARACTERS))
    const counted = /^(\d+) passed, (\d+) failed$/m.exec(logOf(name))
    passed += tests.length - failures.length + Number(counted?.[1] ?? 0)
    const inStep = failures.length + Number(counted?.[2] ?? 0)
    // A step that failed without a test that did, such as the type check.
    failed += ok ? inStep : Math.max(1, inStep)
  }
  const failedSteps = steps.filter(({ ok }) => !ok).map(({ name }) => name)
  // What fails outside a test, such as a rejection that nobody handled, is in the step's own output only.
  for (const name of failedSteps) {
    print(`\nThe end of ${name}, which failed:\n${logOf(name).split('\n').slice(-SHOWN_LINES).join('\n')}`)
  }
  print(`\n${passed} passed, ${failed} failed`)
  if (failedSteps.length > 0) process.stderr.write(`failed: ${failedSteps.join(', ')}\n`)
  return failed === 0
}
