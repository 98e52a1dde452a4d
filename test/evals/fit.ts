/** Queries with what the best fit should be: those with a right answer, and needs that nothing in the catalogue serves. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { byTitle } from '../../src/catalog/record/entry.ts'
import { embedded, rankedOver } from '../embedded.ts'
import { HALVES, readHard } from './hard.ts'
import { readQueries } from './measure.ts'

const Unserved = z.strictObject({ query: z.string().min(1).max(500), held_out: z.boolean() })
const Prompt = Unserved.extend({
  /** For each need of the prompt the SDKs that are a right answer. */
  needs: z.array(z.array(z.string()).min(1)).min(2),
})
export type Prompt = z.infer<typeof Prompt>

const readLines = <T>(name: string, schema: z.ZodType<T>): T[] =>
  readFileSync(new URL(`./queries/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)))

export const readUnserved = () => readLines('unserved', Unserved)
export const readPrompts = () => readLines('prompts', Prompt)

export interface JudgedQuery {
  query: string
  /** The first hit is what was asked for. */
  right: boolean
  signals: readonly number[]
  heldOut: boolean
  weight: number
}

/** A first hit that is wrong, though there is a right one, may be related: it counts less than where there is none. */
const WRONG_FIRST = 0.3

export function judgedQueries(): JudgedQuery[] {
  const records = [...embedded.records].sort(byTitle)
  const rank = rankedOver(records)
  const answerable = [
    ...[...readQueries(), ...readQueries('fresh.json')].map(({ query, slugs, held_out }) => ({
      query,
      right: slugs,
      held_out,
    })),
    ...HALVES.flatMap(readHard)
      .filter(({ expect }) => expect.length > 0)
      .map(({ query, expect, held_out }) => ({ query, right: expect, held_out })),
    ...readPrompts().map(({ query, needs, held_out }) => ({ query, right: needs.flat(), held_out })),
    ...readUnserved().map(({ query, held_out }) => ({ query, right: [], held_out })),
  ]
  return answerable.flatMap(({ query, right, held_out: heldOut }) => {
    const { hits, signals, match } = rank(query, {}, 1)
    const [first] = hits
    if (!first || match === 'exact') return []
    const isRight = right.includes(first.record.slug)
    const weight = isRight || right.length === 0 ? 1 : WRONG_FIRST
    return [{ query, right: isRight, signals, heldOut, weight }]
  })
}
