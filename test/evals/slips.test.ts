/** One slip of the fingers in an everyday word changes little: floors on slips that are made, not collected. */
import { describe, expect, it } from 'vitest'
import { indexRanked } from '../../src/catalog/rank/rank.ts'
import { byTitle } from '../../src/catalog/record/entry.ts'
import { embedded } from '../embedded.ts'
import { searches } from './searches.ts'
import { EVERYDAY, measureRight, measureSlips, slipsOf } from './slips.ts'

const records = [...embedded.records].sort(byTitle)
const search = searches.find_sdk!(records)

describe('the slips', () => {
  it('are swaps of neighbours, dropped letters and letters typed twice, each once', () => {
    expect(slipsOf('tea')).toEqual(['eta', 'ea', 'ttea', 'tae', 'ta', 'teea', 'te', 'teaa'])
    expect(slipsOf('book')).not.toContain('book')
  })

  it('are of words that are each there once', () => {
    expect(new Set(EVERYDAY).size).toBe(EVERYDAY.length)
    expect(EVERYDAY.length).toBeGreaterThan(100)
  })
})

describe('find_sdk', () => {
  const { slips, nothing, wrongFirst, lost } = measureSlips(search, records)

  it('finds what was meant by 98 of 100 slips among the first five, and first', () => {
    expect(slips).toBeGreaterThan(2_000)
    expect(lost / slips).toBeLessThan(0.02)
    expect((nothing + wrongFirst) / slips).toBeLessThan(0.02)
  })

  it('loses less than a fifth of what plain MiniSearch loses', () => {
    expect(lost).toBeLessThan(measureSlips(searches['MiniSearch, plain']!(records), records).lost / 5)
  })

  it('takes hardly any English word that no SDK has for another', () => {
    const rank = indexRanked(records)
    const { words, mistaken } = measureRight((query) => rank(query, {}, 1).readAs, records)
    expect(words).toBeGreaterThan(100)
    expect(mistaken.length / words).toBeLessThan(0.06)
  })
})
