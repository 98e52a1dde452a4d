/** The gate over the requirements: each is cited by a test. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requirements } from './requirements.ts'

const TESTS = new URL('../', import.meta.url)

/** Ids between `verifies(` and the sentence: one string, or a list of them, which may be in lists. */
function citationsIn(source: string): string[] {
  const calls = source.matchAll(/\bverifies\(\s*(?:'([^']*)'|\[((?:[^[\]]|\[[^\]]*\])*)\])/g)
  return [...calls].flatMap(([, id, list = '']) =>
    id === undefined ? [...list.matchAll(/'([^']*)'/g)].map(([, id]) => id!) : [id],
  )
}

test('every requirement of the specification is cited by a test, and none has the id of another', () => {
  const ids = Object.values(requirements).flatMap(Object.keys)
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'))
  const cited = new Set(files.flatMap((name) => citationsIn(readFileSync(new URL(name, TESTS), 'utf8'))))
  expect(ids.filter((id) => !cited.has(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})
