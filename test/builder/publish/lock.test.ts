/** One build of a catalogue at a time, whoever asks and whoever was killed. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildCatalog } from '../../../src/builder/build.ts'
import { BuildUnderWay, claim, startOf } from '../../../src/builder/publish/lock.ts'
import { folderSource } from '../../../src/builder/sources/folders.ts'
import { makeDirectory } from '../../../src/system/make-directory.ts'
import { REPOSITORIES, scratch } from '../fixtures.ts'

/** Process ids end at 4,194,304 at most: nobody has this one. */
const NOBODY = 2 ** 31 - 1

describe('a catalogue that is being built', () => {
  it('by another process is left to it, and nothing is written', async () => {
    const home = scratch()
    writeFileSync(join(home, `.catalog.claim-${process.ppid}`), startOf(process.ppid) ?? '')
    const out = join(home, 'catalog')
    const built = buildCatalog({ source: folderSource(REPOSITORIES), out, dataDir: join(home, 'data') })
    await expect(built).rejects.toThrow(BuildUnderWay)
    await expect(built).rejects.toThrow(
      `${out} is being built by another process (${process.ppid}, .catalog.claim-${process.ppid}); build again when`,
    )
    expect(readdirSync(home)).toEqual([`.catalog.claim-${process.ppid}`])
  })

  it('by this process is claimed once until it is released, by whatever name', async () => {
    const home = scratch()
    const release = await claim(join(home, 'catalog'))
    await expect(claim(join(home, 'x', '..', 'catalog'))).rejects.toThrow(BuildUnderWay)
    await (await claim(join(home, 'other')))()
    await release()
    await (await claim(join(home, 'catalog')))()
    expect(readdirSync(home)).toEqual([])
  })

  it('by a process that was killed is in nobody’s way', async () => {
    const home = scratch()
    writeFileSync(join(home, `.catalog.claim-${NOBODY}`), '')
    writeFileSync(join(home, `.catalog.claim-${process.pid}`), '')
    const release = await claim(join(home, 'catalog'))
    expect(readdirSync(home)).toEqual([`.catalog.claim-${process.pid}`])
    await release()
  })

  it.runIf(startOf(process.pid))('by a process whose number another one has since got is in nobody’s way', async () => {
    const home = scratch()
    writeFileSync(join(home, `.catalog.claim-${process.ppid}`), 'another-boot 1')
    writeFileSync(join(home, `.catalog.claim-${NOBODY}.new`), '')
    await (await claim(join(home, 'catalog')))()
    expect(readdirSync(home)).toEqual([])
  })

  it('can be tried dry meanwhile', async () => {
    const home = scratch()
    writeFileSync(join(home, `.catalog.claim-${process.ppid}`), startOf(process.ppid) ?? '')
    const report = await buildCatalog({
      ...{ source: folderSource(REPOSITORIES), out: join(home, 'catalog'), dataDir: join(home, 'data') },
      dryRun: true,
    })
    expect(report.outcome).toBe('tried')
  })
})

describe('a folder', () => {
  it('is made with what it stands in, once', () => {
    const home = scratch()
    makeDirectory(join(home, 'a', 'b', 'c'))
    makeDirectory(join(home, 'a', 'b', 'c'))
    expect(readdirSync(join(home, 'a', 'b'))).toEqual(['c'])
  })

  it('that cannot be made is an error with its path', () => {
    const file = join(scratch(), 'file')
    writeFileSync(file, '')
    expect(() => makeDirectory(join(file, 'x', 'y'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
  })

  it.runIf(existsSync('/proc/self'))('under /proc is one too, although its parent is there', () => {
    expect(() => makeDirectory('/proc/foo/catalog')).toThrow(
      expect.objectContaining({ code: 'ENOENT', path: '/proc/foo' }),
    )
  })
})

it('a claim is given up where the catalogue’s folder cannot be written', async () => {
  const home = scratch()
  writeFileSync(join(home, 'file'), '')
  await expect(claim(join(home, 'file', 'catalog'))).rejects.toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
  mkdirSync(join(home, 'folder'))
  await (await claim(join(home, 'folder', 'catalog')))()
})
