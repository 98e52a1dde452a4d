/** The floors of ranked search on the hard queries that nobody tuned it on, a little under what `npm run eval` shows. */
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  ASKED,
  HARD_KINDS,
  type HardQuery,
  measureHard,
  measureKinds,
  readHard,
} from '../../evals/hard.ts'
import { byTitle } from '../../src/catalog/record/order.ts'
import { embedded } from '../embedded.ts'

const records = [...embedded.records].sort(byTitle)
const heldOut = [...readHard('held out'), ...readHard('held out, second set')]

describe('the measures', () => {
  const query: HardQuery = { query: 'x', kind: 'slang', expect: ['poetrydb-sdk'], held_out: true }
  const nothing: Answer = { slugs: [], missing: [], entities: {} }
  const HITS = ['poetrydb-sdk', 'stripe-sdk']
  const ABSENT = { missing: ['Nowhere'] }
  const measured = (answer: Partial<Answer>, more: Partial<HardQuery>) =>
    measureHard(() => ({ ...nothing, ...answer }), [{ ...query, ...more }], records)

  it.each<[string, Partial<Answer>, Partial<HardQuery>, object]>([
    ['a right first hit', { slugs: ['poetrydb-sdk'] }, {}, { queries: 1, recall: 1, first: 1 }],
    ['a right second hit', { slugs: ['citybikes-sdk', 'poetrydb-sdk'] }, {}, { recall: 1, first: 0 }],
    ['an excluded hit of two', { slugs: HITS }, { violates: ['stripe-sdk'] }, { violations: 0.5 }],
    ['a hit of two that needs a key', { slugs: HITS }, { must: { no_auth: true } }, { violations: 0.5 }],
    ['hits in other languages', { slugs: HITS }, { must: { language: 'lean' } }, { violations: 1 }],
    ['absence unsaid', { slugs: HITS }, { brand: 'Nowhere' }, { said: 0, saidWithAlternative: 0 }],
    [
      'absence with another',
      { slugs: ['dog-sdk'], ...ABSENT },
      { brand: 'Nowhere' },
      { said: 1, saidWithAlternative: 0 },
    ],
    ['absence with an alternative', { slugs: HITS, ...ABSENT }, { brand: 'Nowhere' }, { saidWithAlternative: 1 }],
    ['absence where there is none', {}, { brand: 'Nowhere', expect: [] }, { said: 1, saidWithAlternative: 1 }],
    ['the right entity', { entities: { 'poetrydb-sdk': 'author' } }, { entity: 'author' }, { operation: 1 }],
    ['another entity', { entities: { 'poetrydb-sdk': 'author' } }, { entity: 'title' }, { operation: 0 }],
  ])('count %s', (_, answer, more, figures) => expect(measured(answer, more)).toMatchObject(figures))
})

describe('find_sdk on hard queries it was not tuned on', () => {
  const figures = measureKinds(ASKED.find_sdk(records), heldOut, records)

  it.each([
    ['language', 0.8, 0.7],
    ['constraint', 0.87, 0.84],
    ['absent', 0.68, 0.7],
    ['situation', 0.82, 0.75],
    ['operation', 0.87, 0.78],
    ['slang', 0.87, 0.85],
    ['overall', 0.83, 0.79],
  ] as const)('of kind %s has a recall at 5 of %d, and its first hit right in %d of all', (kind, recall, first) => {
    expect(figures[kind].recall).toBeGreaterThanOrEqual(recall)
    expect(figures[kind].first).toBeGreaterThanOrEqual(first)
  })

  it('shows hits that violate a constraint in 3 of 100 at most', () =>
    expect(figures.constraint.violations).toBeLessThanOrEqual(0.03))

  it('says of 82 in 100 absent services that they are not here, and of 74 what is here instead', () => {
    expect(figures.absent.said).toBeGreaterThanOrEqual(0.82)
    expect(figures.absent.saidWithAlternative).toBeGreaterThanOrEqual(0.74)
  })

  it('names an operation of the right entity in 20 of 100', () =>
    expect(figures.operation.operation).toBeGreaterThanOrEqual(0.2))

  it('is better than plain MiniSearch at every kind', () => {
    const other = measureKinds(ASKED['MiniSearch, plain'](records), heldOut, records)
    for (const kind of HARD_KINDS) {
      expect(figures[kind].recall, kind).toBeGreaterThan(other[kind].recall)
      expect(figures[kind].first, kind).toBeGreaterThan(other[kind].first)
    }
    expect(figures.constraint.violations).toBeLessThan(other.constraint.violations!)
  })
})
