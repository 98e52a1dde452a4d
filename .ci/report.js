/**
 * Reports on the steps of .ci/run, from the files they left in a directory: `steps` with one line for each step
 * ("ok" or "failed", then its name), NAME.log with what it printed and, for a vitest suite, NAME.json with its report.
 *
 *     node .ci/report.js second-tries NAME.json   prints the test files that have a test that needed a second try
 *     node .ci/report.js summary DIRECTORY        prints what failed and `N passed, N failed`; exits with 1 on a failure
 *
 * A suite with second tries is followed by a step `NAME again`, which runs those files once more. A test that needs a
 * second try there too has failed. Runs on any Node, as `npm ci` may have failed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const SHOWN_LINES = 60
const SHOWN_CHARACTERS = 2_000
const AGAIN = ' again'

const [command, path] = process.argv.slice(2)
if (command === 'second-tries') {
  const files = suite(path).flatMap(({ file, outcome }) => (outcome === 'second try' ? [file] : []))
  for (const file of new Set(files)) print(file)
} else if (command === 'summary') {
  process.exitCode = summary(path) ? 0 : 1
} else {
  throw new TypeError('usage: report.js second-tries FILE.json | summary DIRECTORY')
}

function print(text) {
  process.stdout.write(`${text}\n`)
}

/** Every test that ran, and every file that failed outside of its tests; none where the suite left no report. */
function suite(reportPath) {
  if (!existsSync(reportPath)) return []
  return JSON.parse(readFileSync(reportPath, 'utf8')).testResults.flatMap((result) => {
    const file = relative(process.cwd(), result.name)
    const tests = result.assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ status, fullName, failureMessages }) => ({
        file,
        name: `${file}: ${fullName}`,
        // vitest keeps the errors of the first try of a test that passed on its second.
        outcome: status === 'failed' ? 'failed' : failureMessages.length > 0 ? 'second try' : 'passed',
        message: failureMessages.join('\n'),
      }))
    if (result.status !== 'failed' || tests.some(({ outcome }) => outcome === 'failed')) return tests
    // Its imports or a hook failed.
    return [...tests, { file, name: file, outcome: 'failed', message: result.message }]
  })
}

/** A test that needed a second try has passed only where it passed at once when its file ran again. */
function verdict(first, again) {
  if (first.outcome === 'failed') return 'FAILED'
  if (again?.outcome === 'failed') return 'FAILED WHEN RUN AGAIN'
  if (first.outcome === 'passed') return again?.outcome === 'second try' ? 'SECOND TRY' : 'passed'
  return again?.outcome === 'passed' ? 'SECOND TRY' : 'SECOND TRY IN BOTH RUNS'
}

/** @returns whether everything passed */
function summary(directory) {
  const lines = readFileSync(join(directory, 'steps'), 'utf8').trim().split('\n')
  const steps = lines.map((line) => ({ ok: line.startsWith('ok '), name: line.slice(line.indexOf(' ') + 1) }))
  const okOf = new Map(steps.map(({ name, ok }) => [name, ok]))
  const logOf = (name) => readFileSync(join(directory, `${name}.log`), 'utf8').trimEnd()
  let passed = 0
  let failed = 0
  for (const { name } of steps.filter((step) => !step.name.endsWith(AGAIN))) {
    const again = new Map(suite(join(directory, `${name}${AGAIN}.json`)).map((test) => [test.name, test]))
    let failures = 0
    for (const test of suite(join(directory, `${name}.json`))) {
      const second = again.get(test.name)
      const judged = verdict(test, second)
      if (judged === 'passed' || judged === 'SECOND TRY') passed++
      else failures++
      if (judged === 'passed') continue
      print(`\n${judged} ${test.name}\n${test.message || second.message}`.slice(0, SHOWN_CHARACTERS))
    }
    const counted = /^(\d+) passed, (\d+) failed$/m.exec(logOf(name))
    passed += Number(counted?.[1] ?? 0)
    failures += Number(counted?.[2] ?? 0)
    // A step that failed without a test that did, such as the type check.
    if (failures === 0 && !(okOf.get(name) && okOf.get(`${name}${AGAIN}`) !== false)) failures = 1
    failed += failures
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
