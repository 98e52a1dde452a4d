/** The gate over the requirements: each is cited by a test, and nothing else is cited. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requirements } from './requirements/index.ts'
import { SECTIONS } from './requirements/requirement.ts'

const TESTS = new URL('../', import.meta.url)

/** Ids between `verifies(` and the sentence: one string, or a list of them. */
function citationsIn(source: string): string[] {
  const calls = source.matchAll(/\bverifies\(\s*(?:'([^']*)'|\[([^\]]*)\])/g)
  return [...calls].flatMap(([, one, several = '']) =>
    one === undefined ? [...several.matchAll(/'([^']*)'/g)].map(([, id]) => id!) : [one],
  )
}

const cited = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !/node_modules|coverage\.test/.test(name))
  .flatMap((name) => citationsIn(readFileSync(new URL(name, TESTS), 'utf8')).map((id) => ({ id, name })))
const citedIds = new Set(cited.map(({ id }) => id))
const known = new Set<string>(requirements.map(({ id }) => id))

describe('the requirements of the specification', () => {
  test('no id occurs twice', () => {
    expect(known.size).toBe(requirements.length)
  })

  test('every section that makes a testable promise has a requirement', () => {
    const spoken = new Set(requirements.flatMap((entry) => [entry.section, ...('covers' in entry ? entry.covers : [])]))
    expect(SECTIONS.filter((section) => !spoken.has(section))).toEqual([])
  })

  test('every requirement is cited by a test', () => {
    const uncited = requirements.filter((entry) => !citedIds.has(entry.id))
    expect(uncited.map(({ id, section, text }) => `${section} ${id}: ${text}`)).toEqual([])
  })

  test('no test cites an id that is not a requirement', () => {
    expect(cited.filter(({ id }) => !known.has(id)).map(({ id, name }) => `${name}: ${id}`)).toEqual([])
  })

  test('citations are read from calls of every shape', () => {
    const source = "verifies('a.b', 'x')\nverifies(\n  ['c.d', 'e.f'],\n 'y')\nnotverifies('no')"
    expect(citationsIn(source)).toEqual(['a.b', 'c.d', 'e.f'])
  })
})
