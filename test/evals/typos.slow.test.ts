/** One typo of the fingers in an everyday word changes little: floors on typos that are made, not collected. */
import { describe, expect, it } from 'vitest'
import { searches } from '../../evals/searches.ts'
import { EVERYDAY, measureRight, measureTypos, typosOf } from '../../evals/typos.ts'
import { byTitle } from '../../src/catalog/record/order.ts'
import { embedded, rankedOver } from '../embedded.ts'

const records = [...embedded.records].sort(byTitle)
const search = searches.find_sdk!(records)

describe('the typos', () => {
  it('are swaps of neighbours, dropped letters and letters typed twice, each once', () => {
    expect(typosOf('tea')).toEqual(['eta', 'ea', 'ttea', 'tae', 'ta', 'teea', 'te', 'teaa'])
    expect(typosOf('book')).not.toContain('book')
  })

  it('are of words that are each there once', () => {
    expect(new Set(EVERYDAY).size).toBe(EVERYDAY.length)
    expect(EVERYDAY.length).toBeGreaterThan(100)
  })
})

describe('find_sdk', () => {
  // `npm run eval` has all of them.
  const words = EVERYDAY.filter((_, at) => at % 2 === 0)
  const { typos, nothing, wrongFirst, lost } = measureTypos(search, records, words)

  it('corrects 98 of 100 typos, with a right SDK first and among the first five', () => {
    expect(typos).toBeGreaterThan(1_000)
    expect(lost / typos).toBeLessThan(0.02)
    expect((nothing + wrongFirst) / typos).toBeLessThan(0.02)
  })

  it('loses less than a fifth of what plain MiniSearch loses', () =>
    expect(lost).toBeLessThan(measureTypos(searches['MiniSearch, plain']!(records), records, words).lost / 5))

  it('takes hardly any English word that no SDK has for another', () => {
    const rank = rankedOver(records)
    const { words, mistaken } = measureRight((query) => rank(query, {}, 1).readAs, records)
    expect(words).toBeGreaterThan(100)
    expect(mistaken.length / words).toBeLessThan(0.06)
  })
})
