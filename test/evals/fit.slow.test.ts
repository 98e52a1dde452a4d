/** The floors of how find_sdk judges its hits and reads prompts, on queries that neither was tuned on. */
import { describe, expect, it } from 'vitest'
import { measureFit } from '../../evals/fit.ts'

describe('find_sdk on queries that it was not tuned on', () => {
  const figures = measureFit(true)

  it('says of 84 in 100 needs that nothing serves that nothing fits', () =>
    expect(figures.abstained).toBeGreaterThanOrEqual(0.84))

  it('says so of hardly any right answer', () => expect(figures.missed).toBeLessThanOrEqual(0.04))

  it('meets the needs of prompts, and takes no name beside them for a service that is asked for', () => {
    expect(figures.needs).toBeGreaterThanOrEqual(0.85)
    expect(figures.all).toBeGreaterThanOrEqual(0.75)
    expect(figures.notListed).toBe(0)
  })
})
