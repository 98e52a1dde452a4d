import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scratch } from '../scratch.ts'

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
  const place = scratch()
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
  test('names each advisory once', () =>
    expect(audit('advisories', REPORT)).toEqual({ status: 1, printed: `${ID} (high) in inner <2: Bad` }))

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

/** What `npm audit --json` prints of one dependency where the registry answers like this. */
async function npmAudit(answer: RequestListener): Promise<object> {
  const registry = createServer(answer).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  onTestFinished(() => void registry.close())
  const place = scratch()
  const dependencies = { inner: '1.0.0' }
  const packages = {
    '': { name: 'outer', version: '1.0.0', dependencies },
    'node_modules/inner': { version: '1.0.0' },
  }
  const write = (name: string, content: object) => writeFileSync(join(place, name), JSON.stringify(content))
  write('package.json', { name: 'outer', version: '1.0.0', dependencies })
  write('package-lock.json', { name: 'outer', version: '1.0.0', lockfileVersion: 3, requires: true, packages })
  mkdirSync(join(place, 'cache'))
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
  const options = ['--json', '--package-lock-only', `--registry=${url}`, '--fetch-retries=0', `--cache=${place}/cache`]
  const printed = await new Promise<string>((resolve) => {
    // It ends with another code than 0 wherever there is something to tell.
    execFile('npm', ['audit', ...options], { cwd: place }, (_, stdout) => resolve(stdout))
  })
  return JSON.parse(printed)
}

const status =
  (code: number, body: object = {}): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

describe('what npm reports of a registry', () => {
  test('with an advisory makes the step fail', async () => {
    const url = `https://github.com/advisories/${ID}`
    const advisory = { id: 1, url, title: 'Bad', severity: 'high', vulnerable_versions: '<2', cwe: [], cvss: {} }
    const versions = { '1.0.0': { name: 'inner', version: '1.0.0', dist: {} } }
    const inner = { name: 'inner', 'dist-tags': { latest: '1.0.0' }, versions }
    const report = await npmAudit((request, response) =>
      status(200, request.method === 'GET' ? inner : { inner: [advisory] })(request, response),
    )
    expect(audit('advisories', report)).toEqual({ status: 1, printed: `${ID} (high) in inner <2: Bad` })
  })

  test('that keeps packages alone says so and lets it pass', async () => {
    const { status: ended, printed } = audit('advisories', await npmAudit(status(404)))
    expect(ended).toBe(0)
    expect(printed).toMatch(/^Could not ask: this registry has no advisories \(.+\)$/)
  })

  test('that fails makes the step fail', async () => {
    for (const report of [await npmAudit(status(500)), {}]) {
      const { status: ended, printed } = audit('advisories', report)
      expect(ended).toBe(1)
      expect(printed).toMatch(/^The registry did not answer: .+$/)
    }
  })
})
