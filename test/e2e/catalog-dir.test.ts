/** CATALOG_DIR: one that is no catalogue or breaks a rule stops the start in one line. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BROKEN, buildDirectory } from '../builder/built.ts'
import { command } from '../commands/command.ts'
import { scratch } from '../scratch.ts'

test('a directory without a built catalogue stops the start with what to do', async () => {
  for (const [folder, what] of [
    [scratch(), 'it is no built catalogue, as it has no manifest.json'],
    [join(scratch(), 'nowhere'), 'there is no such directory'],
  ] as const) {
    const line = `sdk-catalog: CATALOG_DIR ${JSON.stringify(folder)}: ${what}; make one with "catalog build --from DIR --out DIR".\n`
    expect(await command(['find', 'x', '--catalog', folder])).toEqual({ code: 1, stdout: '', stderr: line })
  }
})

/** The rules are tried one by one beside load.ts; here, that a refusal reaches the operator. */
test('the start is refused in one line that names entry, member and rule', async () => {
  const [, files, message] = BROKEN.find(([what]) => what === 'an unknown member')!
  const CATALOG_DIR = buildDirectory(join(scratch(), 'broken'), files)
  const { code, stdout, stderr } = await command(['find', 'x'], { CATALOG_DIR })
  const prefix = `sdk-catalog: CATALOG_DIR ${JSON.stringify(CATALOG_DIR)}: `
  expect([code, stdout, stderr.slice(0, prefix.length)]).toEqual([1, '', prefix])
  expect(stderr.slice(prefix.length, -1)).toMatch(message)
  expect(stderr.indexOf('\n')).toBe(stderr.length - 1)
})
