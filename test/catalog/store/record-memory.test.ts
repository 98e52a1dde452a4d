/** A file of records from elsewhere takes little more memory than its bytes, until a record is found in it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../scratch.ts'

const BYTES = 64 * 1024 * 1024
const source = (file: string) => JSON.stringify(new URL(`../../../src/catalog/store/${file}.ts`, import.meta.url))

/** Most memory of a process that reads the directory, in bytes. */
function peak(directory: string): number {
  const code = `import { throwInvalid } from ${source('files')}
import { readDirectory } from ${source('read')}
try { readDirectory(${JSON.stringify(directory)}, throwInvalid, (bytes) => bytes) } catch (error) {
  console.log(process.resourceUsage().maxRSS * 1024, error.message) }`
  const [bytes, ...message] = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  }).split(' ')
  expect(message.join(' ')).toMatch(/^sdks\.jsonl line 1: /)
  return Number(bytes)
}

test('reading 64 MB of lines that are no records takes less than twice that', () => {
  const [small, large] = [join(scratch(), 'small'), join(scratch(), 'large')]
  const manifest = { schema_version: 2, id: 'a'.repeat(64), built_at: '2026-01-01T00:00:00Z', count: 2 }
  const line = '{"a":"ü"}\n'
  for (const [directory, size] of [
    [small, 100],
    [large, BYTES],
  ] as const) {
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest))
    writeFileSync(join(directory, 'sdks.jsonl'), line.repeat(Math.ceil(size / Buffer.byteLength(line))))
  }
  expect(peak(large) - peak(small)).toBeLessThan(2 * BYTES)
})
