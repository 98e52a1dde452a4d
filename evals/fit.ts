/** Queries with what the best fit should be: those with a right answer, and needs that nothing in the catalogue serves. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { byTitle } from '../src/catalog/record/order.ts'
import { openSearcher, search } from '../src/search/rank.ts'
import type { SearchedNeed } from '../src/search/search-needs.ts'
import { embedded, loaded, rankedOver } from '../test/embedded.ts'
import { HALVES, readHard } from './hard.ts'
import { mean, readQueries } from './measure.ts'

const Unserved = z.strictObject({ query: z.string().min(1).max(500), held_out: z.boolean() })
const Prompt = Unserved.extend({
  /** For each need of the prompt the SDKs that are a right answer. */
  needs: z.array(z.array(z.string()).min(1)).min(2),
})
export type Prompt = z.infer<typeof Prompt>
/** A need that SDKs here serve, and these SDKs. */
const Served = Unserved.extend({ slugs: z.array(z.string()).min(1) })

const readLines = <T>(name: string, schema: z.ZodType<T>): T[] =>
  readFileSync(new URL(`./queries/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)))

export const readUnserved = () => readLines('unserved', Unserved)
export const readServed = () => readLines('served', Served)
export const readPrompts = () => readLines('prompts', Prompt)

/** @param only what is held out, or the rest. @returns each with the SDKs that are right; none where nothing serves it */
function labelledQueries(only?: boolean): { query: string; right: string[]; held_out: boolean }[] {
  const queries = [
    ...[...readQueries(), ...readQueries('fresh.json'), ...readServed()].map(({ slugs, ...one }) => ({
      ...one,
      right: slugs,
    })),
    ...HALVES.flatMap(readHard)
      .filter(({ expect }) => expect.length > 0)
      .map(({ expect, ...one }) => ({ ...one, right: expect })),
    ...readPrompts().map(({ needs, ...one }) => ({ ...one, right: needs.flat() })),
    ...readUnserved().map((one) => ({ ...one, right: [] })),
  ]
  return queries.filter(({ held_out }) => only === undefined || held_out === only)
}

/** A query that is one need without conditions, and the best hit of it. */
export interface JudgedQuery {
  query: string
  /** It is what was asked for. */
  right: boolean
  signals: readonly number[]
  heldOut: boolean
  weight: number
}

/** A first hit that is wrong, though there is a right one, may be related: it counts less than where there is none. */
const WRONG_FIRST = 0.3

/** What the model of the fit learns from, which must not depend on it. */
export function judgedQueries(): JudgedQuery[] {
  const searcher = openSearcher(loaded.index, loaded.records)
  return labelledQueries().flatMap(({ query, right, held_out: heldOut }) => {
    const { needs, conditions, matches } = search(searcher, query, {})
    const [{ hits, signals }, ...parts] = needs as [SearchedNeed, ...SearchedNeed[]]
    if (hits.length === 0 || matches[0]?.name) return []
    const best = hits.reduce((best, hit) => (hit.score > best.score ? hit : best))
    const isRight = right.includes(loaded.records.slug(best.position))
    // Another hit leads what the needs and conditions of such a query make of the list.
    if (!isRight && right.length > 0 && (parts.length > 0 || conditions.length > 0)) return []
    return [{ query, right: isRight, signals, heldOut, weight: isRight || right.length === 0 ? 1 : WRONG_FIRST }]
  })
}

export interface FitFigures {
  /** Of queries whose first hit is right: the share that is called `none`. */
  missed: number
  /** Of needs that nothing serves: the share that is called `none`. */
  abstained: number
  /** Of the needs of prompts: the share with a right answer among the first five. */
  needs: number
  /** Prompts with a right answer to each need among the first ten. */
  all: number
  /** Prompts that are told that a service is not listed. */
  notListed: number
}

/** On what is held out, or on the rest. */
export function measureFit(heldOut: boolean): FitFigures {
  const rank = rankedOver([...embedded.records].sort(byTitle))
  const isNone = ({ query }: { query: string }): number => Number(rank(query, {}, 1).fit === 'none')
  const prompts = readPrompts().filter(({ held_out }) => held_out === heldOut)
  const answered = prompts.map(({ query, needs }) => {
    const { hits, missing } = rank(query, {}, 10)
    const slugs = hits.map(({ record }) => record.slug)
    const met = (count: number): number =>
      mean(needs.map((right) => Number(slugs.slice(0, count).some((slug) => right.includes(slug)))))
    return { five: met(5), ten: met(10), missing: missing.length }
  })
  return {
    missed: mean(
      labelledQueries(heldOut)
        .filter(({ query, right }) => {
          const { hits, match } = rank(query, {}, 1)
          return match !== 'exact' && hits[0] && right.includes(hits[0].record.slug)
        })
        .map(isNone),
    ),
    abstained: mean(
      readUnserved()
        .filter(({ held_out }) => held_out === heldOut)
        .map(isNone),
    ),
    needs: mean(answered.map(({ five }) => five)),
    all: mean(answered.map(({ ten }) => Number(ten === 1))),
    notListed: mean(answered.map(({ missing }) => Number(missing > 0))),
  }
}

export function printFit(print: (line: string) => void): void {
  print('how well the best hit fits, and prompts for agents')
  for (const heldOut of [false, true]) {
    const { missed, abstained, needs, all, notListed } = measureFit(heldOut)
    print(
      `${(heldOut ? 'held out' : 'tuned on').padEnd(12)}right but none ${missed.toFixed(3)}, nothing there and none ${abstained.toFixed(3)}; ` +
        `prompts: needs met in five ${needs.toFixed(3)}, all in ten ${all.toFixed(3)}, not listed ${notListed.toFixed(3)}`,
    )
  }
}
