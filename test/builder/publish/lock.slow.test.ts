/** One build of a catalogue at a time, whoever asks and whoever was killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildCatalog } from '../../../src/builder/build-catalog.ts'
import { acquireLock, BuildRunning } from '../../../src/builder/publish/lock.ts'
import { folderSource } from '../../../src/builder/sources/folders.ts'
import { scratch } from '../../scratch.ts'
import { REPOSITORIES } from '../fixtures.ts'

const HOLD_LOCK = fileURLToPath(new URL('./hold-lock.ts', import.meta.url))

/** Another process that builds the catalogue. */
async function otherBuild(out: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HOLD_LOCK, out], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

describe('a catalogue that is being built', () => {
  it('by another process is left to it, nothing is written, and it can be tried dry', async () => {
    const home = scratch()
    const out = join(home, 'catalog')
    await otherBuild(out)
    const places = { source: folderSource(REPOSITORIES), out, dataDir: join(home, 'data') }
    const build = (options = {}) => buildCatalog({ ...places, ...options })
    await expect(build()).rejects.toThrow(BuildRunning)
    await expect(build()).rejects.toThrow(`${out} is being built by another process; build again when that has ended.`)
    expect((await build({ dryRun: true })).outcome).toBe('tried')
    expect(readdirSync(home)).toEqual(['.catalog.lock'])
  })

  it('by this process is locked once until it is released, by whatever name', async () => {
    const home = scratch()
    const release = await acquireLock(join(home, 'catalog'))
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(acquireLock(join(home, 'x', '..', 'catalog'))).rejects.toThrow(BuildRunning)
    const releaseOther = await acquireLock(join(home, 'other'))
    releaseOther()
    release()
    const releaseAgain = await acquireLock(join(home, 'catalog'))
    releaseAgain()
    expect(readdirSync(home)).toEqual([])
  })

  it('by a process that was killed is in nobody’s way', async () => {
    const home = scratch()
    const out = join(home, 'catalog')
    const child = await otherBuild(out)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(readdirSync(home)).toEqual(['.catalog.lock'])
    const release = await acquireLock(out)
    release()
    expect(readdirSync(home)).toEqual([])
  })
})

it('a lock that cannot be written is an error with its path', async () => {
  const home = scratch()
  writeFileSync(join(home, 'file'), '')
  await expect(acquireLock(join(home, 'file', 'catalog'))).rejects.toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
  mkdirSync(join(home, '.catalog.lock'))
  await expect(acquireLock(join(home, 'catalog'))).rejects.toThrow(
    expect.objectContaining({ path: join(home, '.catalog.lock') }),
  )
})
