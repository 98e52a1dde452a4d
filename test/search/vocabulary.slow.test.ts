/** The words that a query may mean: counted, and their neighbours. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openVocabulary, packVocabulary } from '../../src/search/index/vocabulary.ts'
import { runs } from '../property.ts'

const word = fc.string({ unit: fc.constantFrom('x', 'q', 'z', 'é', '天'), minLength: 4, maxLength: 8 })
const counted = fc.dictionary(word, fc.integer({ min: 1, max: 300 }), { maxKeys: 30 })
const vocabularyOf = (counts: Record<string, number>) => openVocabulary(packVocabulary(new Map(Object.entries(counts))))

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
})
