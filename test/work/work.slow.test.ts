/**
 * Costs that must not come back, as counts of work: the same on every machine. After an intended change,
 * `UPDATE_WORK=1 npx vitest run test/work` writes the counts to work.json.
 */
import { fork } from 'node:child_process'
import { on } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, onTestFailed, test } from 'vitest'
import { counted } from './counted.ts'
import { READERS } from './readers.ts'
import { PROMPT } from './refusals.ts'

type Counts = Record<string, number>

const FILE = fileURLToPath(new URL('work.json', import.meta.url))
const READING = fileURLToPath(new URL('reading.ts', import.meta.url))
const [refusals, queries, pages, growths] = await Promise.all([
  counted<Counts>(new URL('refusals.ts', import.meta.url)),
  counted<Counts>(new URL('queries.ts', import.meta.url)),
  counted<Counts>(new URL('pages.ts', import.meta.url)),
  counted<Counts>(new URL('growth.ts', import.meta.url)),
])
const counts: Record<string, Counts> = { refusals, queries, pages }
if (process.env.UPDATE_WORK) writeFileSync(FILE, `${JSON.stringify(counts, null, 2)}\n`)
const committed: typeof counts = JSON.parse(readFileSync(FILE, 'utf8'))

/** Any change of the code changes a count a little. */
const most = (count: number): number => 1.1 * count + 100

describe.each([
  ['an answer to', 'refusals'],
  ['a search or a page for', 'queries'],
  ['reading on near the end of a README of', 'pages'],
])('%s', (_, kind) => {
  it.each(Object.entries(counts[kind]!))('%s works as much as it did', (what, work) =>
    expect(work).toBeLessThanOrEqual(most(committed[kind]![what]!)),
  )
})

const { [PROMPT]: answer, ...refused } = refusals

test.each(Object.entries(refused))('%s is refused with less work than a prompt is answered', (_, work) =>
  expect(work).toBeLessThan(answer! / 4),
)

describe('hostile text', () => {
  it.each(Object.entries(growths))('that is four times as long is four times the work of %s', (_, growth) =>
    expect(growth).toBeLessThan(5),
  )

  // Regular expressions and native functions are not counted. Steps squared would never come to an end.
  const reading = fork(READING)
  const done = on(reading, 'message', { close: ['exit'] })
  afterAll(() => void reading.kill('SIGKILL'))

  it.each(Object.keys(READERS))('of half a million characters is read to its end by %s', async (name) => {
    onTestFailed(() => void reading.kill('SIGKILL'))
    expect((await done.next()).value).toEqual([name, undefined])
  })
})
