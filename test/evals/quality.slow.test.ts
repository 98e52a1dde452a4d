/** The floors of ranked search on the half of the queries that nobody tuned it on, and the figures it is beside. */
import { describe, expect, it } from 'vitest'
import { measure, readQueries, recallAt5, reciprocalRank } from '../../evals/measure.ts'
import { searches } from '../../evals/searches.ts'
import { byTitle } from '../../src/catalog/record/order.ts'
import { embedded } from '../embedded.ts'

const records = [...embedded.records].sort(byTitle)
const queries = readQueries()
const heldOut = queries.filter(({ held_out }) => held_out)

describe('the measures', () => {
  it('count right answers among the first five, of those that could be there', () => {
    expect(recallAt5(['a', 'x', 'b', 'y', 'z', 'c'], ['a', 'b', 'c'])).toBeCloseTo(2 / 3)
    expect(recallAt5(['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe(1)
    expect(recallAt5([], ['a'])).toBe(0)
  })

  it('count one over the rank of the first right answer', () => {
    expect(reciprocalRank(['x', 'y', 'a'], ['a', 'b'])).toBeCloseTo(1 / 3)
    expect(reciprocalRank(['x'], ['a'])).toBe(0)
  })
})

describe('find_sdk on queries it was not tuned on', () => {
  const figures = measure(searches.find_sdk!(records), heldOut)

  it.each([
    ['name', 1],
    ['typo', 0.97],
    ['order', 0.98],
    ['natural', 0.9],
  ] as const)('of kind %s has a recall at 5 of %d or more', (kind, floor) =>
    expect(figures[kind].recall).toBeGreaterThanOrEqual(floor),
  )

  it('has a mean reciprocal rank of 0.88 or more', () => expect(figures.overall.mrr).toBeGreaterThanOrEqual(0.88))

  it('finds needs in words that were written after it, with a recall at 5 of 0.75 and a reciprocal rank of 0.8', () => {
    const { natural } = measure(searches.find_sdk!(records), readQueries('fresh.json'))
    expect(natural.recall).toBeGreaterThanOrEqual(0.75)
    expect(natural.mrr).toBeGreaterThanOrEqual(0.8)
  })

  it('is better than exact search and plain MiniSearch', () => {
    for (const name of ['exact search', 'MiniSearch, plain']) {
      const other = measure(searches[name]!(records), heldOut)
      expect(figures.overall.recall).toBeGreaterThan(other.overall.recall)
      expect(figures.overall.mrr).toBeGreaterThan(other.overall.mrr)
    }
  })
})
