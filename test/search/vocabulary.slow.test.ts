/** The words that a query may mean: counted, and found by their distance. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openVocabulary, packVocabulary } from '../../src/search/index/vocabulary.ts'
import { runs } from '../property.ts'

const word = fc.string({ unit: fc.constantFrom('x', 'q', 'z', 'é', '天'), minLength: 4, maxLength: 8 })
const counted = fc.dictionary(word, fc.integer({ min: 1, max: 300 }), { maxKeys: 30 })
const vocabularyOf = (counts: Record<string, number>) => openVocabulary(packVocabulary(new Map(Object.entries(counts))))

/** As Levenshtein has it. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const replaced = row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[to]! + 1, next[to - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}

describe('a vocabulary', () => {
  it('knows how many SDKs have a word, and no other word', () =>
    fc.assert(
      fc.property(counted, word, (counts, other) => {
        const { count } = vocabularyOf(counts)
        for (const [each, expected] of Object.entries(counts)) expect(count(each)).toBe(expected)
        expect(count(other)).toBe(counts[other] ?? 0)
        expect(count(`${other}xxxxxxxx`)).toBe(0)
        expect(count(other.slice(0, 1))).toBe(0)
      }),
      runs(100),
    ))

  it('looks for the neighbours of a word once, however often a query asks', () => {
    const { near } = vocabularyOf({ weather: 3 })
    expect(near('wether')).toBe(near('wether'))
  })

  it('finds every word within one edit, or two of a word of seven letters or more', () =>
    fc.assert(
      fc.property(counted, word, (counts, typed) => {
        const edits = typed.length < 7 ? 1 : 2
        const { near } = vocabularyOf(counts)
        const words = Object.keys(counts).sort()
        const indexed = (matches: readonly { word: string }[]) =>
          matches.map((match) => match.word).filter((word) => word in counts)
        expect(indexed(near(typed))).toEqual(words.filter((each) => distance(typed, each) <= edits))
      }),
      runs(100),
    ))
})
