/** The sets of queries that search is measured with: how many of each kind, held out or tuned on, and for SDKs that are there. */
import { expect, it } from 'vitest'
import { readPrompts, readServed, readUnserved } from '../../evals/fit.ts'
import { HALVES, readHard } from '../../evals/hard.ts'
import { languageNeeds, readLanguageQueries } from '../../evals/languages.ts'
import { readQueries } from '../../evals/measure.ts'
import { readOperationTasks } from '../../evals/operations.ts'
import { readTasks } from '../../evals/tasks.ts'
import { catalog } from '../embedded.ts'

interface Asked {
  query: string
  slugs: readonly string[]
  kind?: string
  held_out?: boolean
}
/** Their queries, the fewest of each kind, and the share of them that is held out. */
const SETS: Readonly<Record<string, [queries: readonly Asked[], fewest: number, heldOut: number]>> = {
  easy: [readQueries(), 45, 0.5],
  fresh: [readQueries('fresh.json'), 60, 1],
  hard: [
    HALVES.flatMap(readHard).map((one) => ({ ...one, slugs: [...one.expect, ...(one.violates ?? [])] })),
    60,
    0.45,
  ],
  // A few words are the same in two languages.
  languages: [
    readLanguageQueries().map(({ query, language, need, held_out }) => ({
      ...{ query: `${language} ${query}`, kind: language, slugs: languageNeeds[need]!, held_out },
    })),
    30,
    0.5,
  ],
  operations: [readOperationTasks().map((task) => ({ ...task, slugs: task.slug.split('|') })), 100, 0.49],
  prompts: [readPrompts().map((prompt) => ({ ...prompt, slugs: prompt.needs.flat() })), 100, 0],
  served: [readServed(), 100, 0.4],
  unserved: [readUnserved().map((one) => ({ ...one, slugs: [] })), 100, 0.4],
  tasks: [readTasks().map((one) => ({ query: one.task, slugs: one.slugs })), 100, 0],
}

it.each(Object.entries(SETS))('%s: each is asked once, for SDKs that are there', (_, [queries, fewest, share]) => {
  expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length)
  expect(queries.flatMap(({ slugs }) => slugs).filter((slug) => !catalog.record(slug))).toEqual([])
  for (const [kind, own] of Map.groupBy(queries, ({ kind }) => kind)) {
    expect(own.length, kind).toBeGreaterThanOrEqual(fewest)
    expect(own.filter(({ held_out }) => held_out).length, kind).toBeGreaterThanOrEqual(share * own.length)
  }
})

it('of the hard ones each says what its kind is measured by, and none is right and wrong at once', () => {
  for (const { query, kind, expect: right, violates = [], must, brand } of HALVES.flatMap(readHard)) {
    expect(right.length > 0 || kind === 'absent', query).toBe(true)
    expect(
      right.some((slug) => violates.includes(slug)),
      query,
    ).toBe(false)
    if (kind === 'constraint') expect(must ?? violates[0], query).toBeDefined()
    if (kind === 'absent') expect(brand, query).toBeDefined()
  }
})
