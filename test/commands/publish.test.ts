/** catalog publish, into a folder that others may write to. */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildDirectory } from '../builder/built.ts'
import { scratch } from '../scratch.ts'
import { command } from './command.ts'

test('an archive is written beside its place, through no link that somebody planted', async () => {
  const place = scratch()
  const [archive, victim] = [join(place, 'catalogue.tar.gz'), join(place, 'victim')]
  writeFileSync(victim, 'mine')
  symlinkSync(victim, `${archive}.new`)
  const { code, stderr } = await command([
    'catalog',
    'publish',
    buildDirectory(join(scratch(), 'built')),
    '--to',
    archive,
  ])
  expect([code, stderr]).toEqual([0, ''])
  expect(readFileSync(victim, 'utf8')).toBe('mine')
  expect(readdirSync(place).sort()).toEqual(['catalogue.tar.gz', 'catalogue.tar.gz.new', 'victim'])
})
