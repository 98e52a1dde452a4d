/** What is held out stays out: the data set and the vocabulary hold none of the queries that find_sdk is measured with. */
import { expect, it } from 'vitest'
import { SYNONYMS } from '../../src/catalog/rank/word-lists.ts'
import { tokens } from '../../src/catalog/search/words.ts'
import { embedded } from '../embedded.ts'
import { readQueries } from './measure.ts'

const key = (text: string): string => tokens(text).join(' ')
const heldOut = [...readQueries(), ...readQueries('fresh.json')].filter(({ held_out }) => held_out)
const keysOf = (queries: typeof heldOut) => new Set(queries.map(({ query }) => key(query)))

it('no held-out query is one of the needs of a record, word for word', () => {
  const asked = keysOf(heldOut)
  expect(asked.size).toBeGreaterThan(200)
  const phrases = embedded.records.flatMap(({ slug, needs }) => needs.map((need) => ({ slug, need })))
  expect(phrases.filter(({ need }) => asked.has(key(need)))).toEqual([])
})

it('no held-out query in natural language is an expression of the synonyms', () => {
  const asked = keysOf(heldOut.filter(({ kind }) => kind === 'natural'))
  const expressions = SYNONYMS.flatMap(({ same, related }) => [...same, ...related])
  expect(expressions.filter((expression) => asked.has(key(expression)))).toEqual([])
})
