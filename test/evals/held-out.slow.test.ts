/**
 * What is held out stays out: the data set and the vocabulary of ranked search hold none of the queries that find_sdk
 * is measured with. Names stay: a query that only names a service or an SDK is one of their names.
 */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readHard } from '../../evals/hard.ts'
import { readQueries } from '../../evals/measure.ts'
import { abbreviations, synonyms, topicWords } from '../../src/query/words/word-lists.ts'
import { readKeyedLists } from '../../src/system/word-list.ts'
import { embedded } from '../embedded.ts'

/** The words alone, in any script. */
const key = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ')

const easy = [...readQueries(), ...readQueries('fresh.json')].filter(({ held_out }) => held_out)
const hard = [...readHard('held out'), ...readHard('held out, second set')]
const natural = [
  ...easy.filter(({ kind }) => kind === 'natural'),
  ...hard.filter(({ query, brand }) => !brand || key(query) !== key(brand)),
]
const keysOf = (queries: readonly { query: string }[]): ReadonlySet<string> =>
  new Set(queries.map(({ query }) => key(query)))

const lexicon = new URL('../../src/query/words/word-lists/lexicon/', import.meta.url)

/** List -> its expressions, as they are written. */
const VOCABULARY: Readonly<Record<string, readonly string[]>> = {
  synonyms: synonyms().flat(),
  'topic words': topicWords().flatMap(([, expressions]) => expressions),
  abbreviations: [...abbreviations()].flat(),
  ...Object.fromEntries(
    readdirSync(lexicon).map((name) => [
      `lexicon ${name}`,
      readKeyedLists(new URL(name, lexicon)).flatMap(([english, words]) => [english, ...words]),
    ]),
  ),
}

describe('a held-out query', () => {
  it('is asked once, and not in the half that may be tuned on', () => {
    expect(keysOf(hard).size).toBe(hard.length)
    const tuned = keysOf([...readHard('tuned on'), ...readQueries().filter(({ held_out }) => !held_out)])
    expect(hard.map(({ query }) => query).filter((query) => tuned.has(key(query)))).toEqual([])
  })

  it('is none of the needs of a record, word for word', () => {
    const queries = keysOf([...easy, ...natural])
    const phrases = embedded.records.flatMap(({ slug, needs }) => needs.map((need) => ({ slug, need })))
    expect(phrases.filter(({ need }) => queries.has(key(need)))).toEqual([])
  })

  it('is compared with a vocabulary of many thousands of expressions', () =>
    expect(Object.values(VOCABULARY).flat().length).toBeGreaterThan(10_000))

  it.each(Object.entries(VOCABULARY))(
    'in natural language is no expression of the %s, word for word',
    (_, expressions) => {
      const queries = keysOf(natural)
      expect(expressions.filter((expression) => queries.has(key(expression)))).toEqual([])
    },
  )
})
