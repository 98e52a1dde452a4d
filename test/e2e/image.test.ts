/** What the Dockerfile copies is enough to serve: nothing else of the checkout is read. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { startService } from './service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const copied = [...dockerfile.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '))

const image = mkdtempSync(join(tmpdir(), 'sdk-catalog-image-'))
afterAll(() => rmSync(image, { recursive: true, force: true }))

describe('the image', () => {
  it('serves from what is copied into it', async () => {
    for (const source of copied) cpSync(join(root, source), join(image, source), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
    const service = await startService({ NODE_ENV: 'production' }, join(image, 'bin/sdk-catalog.js'))
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

  it('runs the Node that the tests run', () => {
    expect(dockerfile).toMatch(new RegExp(`^FROM node:${process.versions.node.split('.')[0]}-`))
  })
})
