/** A file of records from elsewhere takes little more memory than its bytes, until a record is found in it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDirectory } from '../../src/store/loading/read.ts'
import { scratch } from '../scratch.ts'

const BYTES = 32 * 1024 * 1024
const source = (file: string) => JSON.stringify(new URL(`../../src/store/loading/${file}.ts`, import.meta.url))

/** Most memory of a process that reads the directory, in bytes. */
function peak(directory: string): number {
  const code = `import { throwInvalid } from ${source('../catalog-files')}
import { readDirectory } from ${source('read')}
try { readDirectory(${JSON.stringify(directory)}, throwInvalid) } catch (error) {
  console.log(process.resourceUsage().maxRSS * 1024, error.message) }`
  const [bytes, ...message] = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  }).split(' ')
  expect(message.join(' ')).toMatch(/^sdks\.jsonl line 1: /)
  return Number(bytes)
}

test.each([
  ['of lines that are no records', '{"a":"ü"}\n'],
  ['in one line, nested as deeply as it goes', '['],
])('reading 32 MB %s takes less than twice that', (_, unit) => {
  const [small, large] = [join(scratch(), 'small'), join(scratch(), 'large')]
  const manifest = { schema_version: 3, id: 'a'.repeat(64), built_at: '2026-01-01T00:00:00Z', count: 100 }
  for (const [directory, size] of [
    [small, 100],
    [large, BYTES],
  ] as const) {
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest))
    writeFileSync(join(directory, 'sdks.jsonl'), unit.repeat(Math.ceil(size / Buffer.byteLength(unit))))
  }
  expect(peak(large) - peak(small)).toBeLessThan(2 * BYTES)
})

test('a record nested deeper than the stack is refused like any other', () => {
  const problems: string[] = []
  const directory = scratch()
  writeFileSync(join(directory, 'sdks.jsonl'), '['.repeat(500_000) + ']'.repeat(500_000))
  readDirectory(directory, (problem) => problems.push(problem))
  expect(problems).toContain('sdks.jsonl line 1: is not valid JSON')
})
