/** The gate over the requirements: each is cited by a test, and nothing else is cited. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requirements } from './requirements.ts'

const TESTS = new URL('../', import.meta.url)
/** Sections of the specification that hold testable sentences. */
const SECTIONS = [
  ...['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '3', '4', '4.1', '4.2', '4.3', '4.4', '4.5'],
  ...['4.6', '4.7', '4.8', '4.9', '4.10', '5', '6', '7', '8', '9'],
]

/** Ids between `verifies(` and the sentence: one string, or a list of them. */
function citationsIn(source: string): string[] {
  const calls = source.matchAll(/\bverifies\(\s*(?:'([^']*)'|\[([^\]]*)\])/g)
  return [...calls].flatMap(([, id, list = '']) =>
    id === undefined ? [...list.matchAll(/'([^']*)'/g)].map(([, id]) => id!) : [id],
  )
}

const citations = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !/node_modules|coverage\.test/.test(name))
  .flatMap((name) => citationsIn(readFileSync(new URL(name, TESTS), 'utf8')).map((id) => ({ id, name })))
const ids = Object.values(requirements).flatMap(Object.keys)

describe('the requirements of the specification', () => {
  test('no id occurs twice', () => {
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('every section that makes a testable promise has a requirement', () => {
    const texts = Object.values(requirements).flatMap((section) => Object.values(section) as (string | string[])[])
    const sections = [...Object.keys(requirements), ...texts.flatMap((text) => (Array.isArray(text) ? text : []))]
    expect(SECTIONS.filter((section) => !sections.includes(section))).toEqual([])
  })

  test('every requirement is cited by a test', () => {
    const citedIds = new Set(citations.map(({ id }) => id))
    expect(ids.filter((id) => !citedIds.has(id))).toEqual([])
  })

  test('no test cites an id that is not a requirement', () => {
    const unknown = citations.filter(({ id }) => !ids.includes(id))
    expect(unknown.map(({ id, name }) => `${name}: ${id}`)).toEqual([])
  })

  test('citations are read from calls of every shape', () => {
    const source = "verifies('a.b', 'x')\nverifies(\n  ['c.d', 'e.f'],\n 'y')\nnotverifies('no')"
    expect(citationsIn(source)).toEqual(['a.b', 'c.d', 'e.f'])
  })
})
