/** The Dockerfile, step by step without an engine: what it copies is enough to pack, and what it starts serves. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { startService } from './service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '))

const image = mkdtempSync(join(tmpdir(), 'sdk-catalog-image-'))
afterAll(() => rmSync(image, { recursive: true, force: true }))

describe('the image', () => {
  it('serves what is packed from the files that are copied', async () => {
    const [build, packed, prefix] = ['build', 'tmp', 'package'].map((name) => join(image, name)) as [
      string,
      string,
      string,
    ]
    for (const folder of [build, packed]) mkdirSync(folder)
    for (const source of copied) cpSync(join(root, source), join(build, source), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(build, 'node_modules'))
    const npm = (...args: string[]) => execFileSync('npm', args, { cwd: build, stdio: 'pipe' })
    npm('pack', '--pack-destination', packed)
    npm('install', '--offline', '--global', '--prefix', prefix, join(packed, readdirSync(packed)[0]!))
    const [, program] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(dockerfile)![1]!)
    expect(dockerfile).toContain('COPY --from=build /package /usr/local\n')
    const service = await startService({ NODE_ENV: 'production', HOME: image }, program.replace('/usr/local', prefix))
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200)
    expect((await fetch(`${service.url}/.well-known/agent-skills/index.json`)).status).toBe(200)
    expect((await service.stop()).code).toBe(0)
  })

  it('lets everything that is copied through the ignore file', () => {
    const allowed = readFileSync(join(root, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    expect(allowed.map((line) => line.slice(1)).sort()).toEqual([...copied].sort())
  })

  it('runs the Node that the tests run, in every stage', () => {
    const major = process.versions.node.split('.')[0]
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases.filter((base) => !base!.startsWith(`node:${major}-`))).toEqual([])
  })

  it('ends as a user without rights', () => {
    expect([...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['node'])
  })
})
