/** The floors of ranked search on the hard queries that nobody tuned it on, a little under what `npm run eval` shows. */
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  ASKED,
  HALVES,
  HARD_KINDS,
  type HardQuery,
  measureHard,
  measureKinds,
  readHard,
} from '../../evals/hard.ts'
import { byTitle } from '../../src/catalog/record/entry.ts'
import { embedded } from '../embedded.ts'

const records = [...embedded.records].sort(byTitle)
const heldOut = [...readHard('held out'), ...readHard('held out, second set')]

describe('the hard queries', () => {
  it('are at least 60 of each kind, nearly half of them or more held out', () => {
    const queries = HALVES.flatMap(readHard)
    for (const kind of HARD_KINDS) {
      const count = (queries: readonly HardQuery[]) => queries.filter((query) => query.kind === kind).length
      expect(count(queries)).toBeGreaterThanOrEqual(60)
      expect(count(heldOut)).toBeGreaterThanOrEqual(0.45 * count(queries))
    }
  })

  it('name SDKs that are there, and say what their kind is measured by', () => {
    const slugs = new Set(records.map(({ slug }) => slug))
    for (const { query, kind, expect: right, violates = [], must, brand } of HALVES.flatMap(readHard)) {
      expect(
        [...right, ...violates].filter((slug) => !slugs.has(slug)),
        query,
      ).toEqual([])
      expect(right.length > 0 || kind === 'absent', query).toBe(true)
      expect(
        right.filter((slug) => violates.includes(slug)),
        query,
      ).toEqual([])
      if (kind === 'constraint') expect(must ?? violates[0], query).toBeDefined()
      if (kind === 'absent') expect(brand, query).toBeDefined()
    }
  })
})

describe('the measures', () => {
  const query: HardQuery = { query: 'x', kind: 'slang', expect: ['poetrydb-sdk'], held_out: true }
  const nothing: Answer = { slugs: [], missing: [], entities: {} }
  const measured = (answer: Partial<Answer>, more: Partial<HardQuery> = {}) =>
    measureHard(() => ({ ...nothing, ...answer }), [{ ...query, ...more }], records)

  it('count what is right among the first five, and whether it is first', () => {
    expect(measured({ slugs: ['poetrydb-sdk'] })).toEqual({ queries: 1, recall: 1, first: 1 })
    expect(measured({ slugs: ['citybikes-sdk', 'poetrydb-sdk'] })).toEqual({ queries: 1, recall: 1, first: 0 })
  })

  it('count each hit that is excluded, needs a key or is not in the language', () => {
    const slugs = ['poetrydb-sdk', 'stripe-sdk']
    expect(measured({ slugs }, { violates: ['stripe-sdk'] }).violations).toBe(0.5)
    expect(measured({ slugs }, { must: { no_auth: true } }).violations).toBe(0.5)
    expect(measured({ slugs }, { must: { language: 'lean' } }).violations).toBe(1)
  })

  it('take absence as said where it is, with an alternative where there is one', () => {
    const brand = 'Nowhere'
    expect(measured({ slugs: ['poetrydb-sdk'] }, { brand })).toMatchObject({ said: 0, saidWithAlternative: 0 })
    const missing = { missing: ['Nowhere'] }
    expect(measured({ ...missing, slugs: ['citybikes-sdk'] }, { brand })).toMatchObject({
      said: 1,
      saidWithAlternative: 0,
    })
    expect(measured({ ...missing, slugs: ['poetrydb-sdk'] }, { brand })).toMatchObject({ saidWithAlternative: 1 })
    expect(measured({}, { brand, expect: [] })).toMatchObject({ said: 1, saidWithAlternative: 1 })
  })

  it('take an operation as named where it is of the entity that was asked for', () => {
    const entities = { 'poetrydb-sdk': 'author' }
    expect(measured({ entities }, { entity: 'author' }).operation).toBe(1)
    expect(measured({ entities }, { entity: 'title' }).operation).toBe(0)
  })
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
