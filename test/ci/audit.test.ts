import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const AUDIT = fileURLToPath(new URL('../../.ci/audit.js', import.meta.url))
const ID = 'GHSA-aaaa-bbbb-cccc'
const REPORT = {
  vulnerabilities: {
    inner: {
      via: [{ url: `https://github.com/advisories/${ID}`, severity: 'high', name: 'inner', range: '<2', title: 'Bad' }],
    },
    outer: { via: ['inner'] },
  },
}

function audit(command: string, file: object, exceptions: object = {}) {
  const place = mkdtempSync(join(tmpdir(), 'audit-'))
  const write = (name: string, content: object) => {
    writeFileSync(join(place, name), JSON.stringify(content))
    return join(place, name)
  }
  const env = { ...process.env, AUDIT_DATE: '2026-06-01', AUDIT_EXCEPTIONS: write('exceptions.json', exceptions) }
  const { status, stdout } = spawnSync(process.execPath, [AUDIT, command, write('file.json', file)], {
    env,
    encoding: 'utf8',
  })
  return { status, printed: stdout.trim() }
}

describe('the audit of the dependencies', () => {
  test('names each advisory once', () => {
    expect(audit('advisories', REPORT)).toEqual({ status: 1, printed: `${ID} (high) in inner <2: Bad` })
  })

  test('leaves out an exception with a reason until its day has passed', () => {
    const because = 'not reachable'
    expect(audit('advisories', REPORT, { [ID]: { until: '2026-06-01', because } }).status).toBe(0)
    expect(audit('advisories', REPORT, { [ID]: { until: '2026-05-31', because } }).status).toBe(1)
    expect(audit('advisories', REPORT, { [ID]: { until: '2026-06-01' } }).status).toBe(1)
  })

  test('asks to remove an exception that is no longer needed', () => {
    const exceptions = { [ID]: { until: '2027-01-01', because: 'x' } }
    expect(audit('advisories', { vulnerabilities: {} }, exceptions)).toMatchObject({ status: 1 })
  })

  test('says when the registry has no advisories', () => {
    expect(audit('advisories', { message: '405' })).toEqual({
      status: 0,
      printed: 'The registry gave no advisories: 405',
    })
  })

  test('refuses packages that run a script when they are installed, but those that package.json names', () => {
    const packages = {
      '': {},
      'node_modules/node': { hasInstallScript: true },
      'node_modules/a/node_modules/@b/c': { hasInstallScript: true },
    }
    expect(audit('scripts', { packages })).toEqual({
      status: 1,
      printed: '@b/c has an install script, which package.json does not allow',
    })
  })
})
