/** A built catalogue directory: read as it is, or refused with the entry, the member and the rule. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_README_BYTES } from '../../src/catalog/record/bounds.ts'
import { InvalidCatalog } from '../../src/store/catalog-files.ts'
import { checkDirectory } from '../../src/store/loading/check.ts'
import { BROKEN, buildDirectory, RECORDS } from '../builder/built.ts'
import { load } from '../embedded.ts'
import { scratch } from '../scratch.ts'

const root = scratch()
const folder = join(root, 'catalogue')

describe('a good directory', () => {
  test('may end its lines with CRLF and have empty ones', async () => {
    const records = `${RECORDS.map((record) => JSON.stringify(record)).join('\r\n\r\n')}\r\n\r\n`
    expect((await load(buildDirectory(folder, { records }))).records.length).toBe(2)
  })

  test('may be empty', async () => {
    const none = { records: [], manifest: { count: 0 }, readmes: { 'one-sdk': null, 'two-sdk': null } }
    expect((await load(buildDirectory(folder, none))).records).toEqual([])
  })

  test('may hold a README of the greatest size', async () => {
    const readme = 'x'.repeat(MAX_README_BYTES)
    const data = await load(buildDirectory(folder, { readmes: { 'one-sdk': readme } }))
    expect(data.readmes.get('one-sdk')).toBe(readme)
  })
})

test.each(BROKEN)('refused is %s', async (_, files, message) => {
  const directory = buildDirectory(folder, files)
  await expect(load(directory)).rejects.toThrow(InvalidCatalog)
  await expect(load(directory)).rejects.toThrow(message)
  expect(checkDirectory(directory).problems[0]).toMatch(message)
})
