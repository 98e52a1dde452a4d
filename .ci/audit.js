/**
 * Judges the dependencies: advisories of the registry, and what may run when they are installed.
 *
 *     node .ci/audit.js advisories REPORT.json   the output of `npm audit --json`; exits with 1 for one that counts, and
 *                                                where the registry gave no answer, unless it has no advisories at all
 *     node .ci/audit.js scripts                  exits with 1 if another package than those allowed runs a script
 *
 * An advisory that is accepted for now stands in .ci/audit-exceptions.json: {"GHSA-…": {"until": "2026-12-31", "because":
 * "…"}}. After that day it counts again. Runs on any Node, and prints what it finds.
 */
import { readFileSync } from 'node:fs'

const ROOT = new URL('../', import.meta.url)
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** How mirrors of the registry answer that keep packages alone. */
const WITHOUT_ADVISORIES = [404, 405, 501]

const [command, path] = process.argv.slice(2)
const today = process.env.AUDIT_DATE ?? new Date().toISOString().slice(0, 10)
if (command === 'advisories') {
  const exceptions = process.env.AUDIT_EXCEPTIONS ?? new URL('audit-exceptions.json', import.meta.url)
  finish(advisories(read(path), read(exceptions)))
} else if (command === 'scripts') {
  finish(scripts(read(path ?? new URL('package-lock.json', ROOT)), read(new URL('package.json', ROOT))))
} else {
  throw new TypeError('usage: audit.js advisories REPORT.json | scripts [package-lock.json]')
}

function finish(findings) {
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  process.exitCode = findings.length > 0 ? 1 : 0
}

/** Sentences, one for each advisory that counts. */
function advisories(report, exceptions) {
  if (!report.vulnerabilities) {
    const why = report.message ?? report.error?.summary ?? 'no report'
    if (!WITHOUT_ADVISORIES.includes(report.statusCode)) return [`The registry did not answer: ${why}`]
    // That is no proof of anything.
    process.stdout.write(`Could not ask: this registry has no advisories (${why})\n`)
    return []
  }
  const found = new Map()
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const advisory of via) {
      if (typeof advisory === 'string') continue
      const id = /GHSA(?:-\w{4}){3}/.exec(advisory.url)?.[0] ?? advisory.url
      found.set(id, `${id} (${advisory.severity}) in ${advisory.name} ${advisory.range}: ${advisory.title}`)
    }
  }
  const unused = Object.keys(exceptions).filter((id) => !found.has(id))
  const counting = [...found].filter(([id]) => !(exceptions[id]?.until >= today && exceptions[id].because))
  return [
    ...counting.map(([, line]) => line),
    ...unused.map((id) => `${id} is an exception and no longer found: remove it from .ci/audit-exceptions.json`),
  ]
}

/** Sentences, one for each package that would run a script when it is installed and is not allowed to. */
function scripts(lock, { allowScripts = {} }) {
  return Object.entries(lock.packages)
    .filter(([place, { hasInstallScript }]) => hasInstallScript && !allowScripts[nameOf(place)])
    .map(([place]) => `${nameOf(place)} has an install script, which package.json does not allow`)
}

function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
