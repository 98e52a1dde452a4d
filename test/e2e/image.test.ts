/** The Dockerfile, step by step without an engine: what it copies is enough to pack, and what it starts serves. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { scratch } from '../scratch.ts'
import { hasSmallYoungGeneration, METRICS_TOKEN, run, startService } from './service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '))

const image = scratch()

describe('the image', () => {
  it('serves what is compiled from the files that are copied, and says from which commit', async () => {
    const [build, app] = [join(image, 'build'), join(image, 'app')]
    for (const source of copied) cpSync(join(root, source), join(build, source), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(build, 'node_modules'))
    const env = { ...process.env, COMMIT: '0123456789abcdef' }
    expect(dockerfile).toContain('RUN COMMIT=$COMMIT node scripts/package.ts && npm prune --omit=dev')
    execFileSync(process.execPath, ['scripts/package.ts'], { cwd: build, env, stdio: 'pipe' })
    mkdirSync(app)
    for (const [, sources] of dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)) {
      for (const source of sources!.split(' ')) {
        const [from, to] = [join(image, source), join(app, basename(source))]
        if (source.endsWith('node_modules')) symlinkSync(join(root, 'node_modules'), to)
        else cpSync(from, to, { recursive: true })
      }
    }
    const [, program] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(dockerfile)![1]!)
    const bin = program.replace('/app', app)
    expect((await run({}, { args: ['--version'], bin }).ended).stdout).toMatch(/ \(0123456\)\n$/)
    const service = await startService({ NODE_ENV: 'production', HOME: image, METRICS_TOKEN, NODE_OPTIONS: '' }, bin)
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200)
    expect((await fetch(`${service.url}/.well-known/agent-skills/index.json`)).status).toBe(200)
    expect((await fetch(`${service.url}/developers/operating`)).status).toBe(200)
    expect(await hasSmallYoungGeneration(service)).toBe(true)
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

  it('ends as a user without rights', () =>
    expect([...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['node']))
})
