/** The floors of search in every language that it reads, a little under what `npm run eval` shows. */
import { describe, expect, it } from 'vitest'
import { measureLanguages } from '../../evals/languages.ts'
import { mean } from '../../evals/measure.ts'
import { byTitle } from '../../src/catalog/record/order.ts'
import { embedded } from '../embedded.ts'

const records = [...embedded.records].sort(byTitle)

describe('find_sdk in other languages', () => {
  const figures = measureLanguages(records, true)

  it('has a recall at 5 of 0.9 on average over all languages', () =>
    expect(mean([...figures.values()].map(({ recall }) => recall))).toBeGreaterThanOrEqual(0.9))

  it.each([...figures])('has a recall at 5 of 0.8 in %s, and reads nine of ten queries as it', (_, one) => {
    expect(one.recall).toBeGreaterThanOrEqual(0.8)
    expect(one.misread.length).toBeLessThanOrEqual(one.queries / 10 + 1)
  })
})
