/** How well a search answers the queries of queries/easy.json: recall@5 and mean reciprocal rank, per kind and half. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'

export const KINDS = ['name', 'typo', 'order', 'natural', 'topic'] as const
export type Kind = (typeof KINDS)[number]

const Query = z.strictObject({
  query: z.string().min(1),
  kind: z.enum(KINDS),
  /** Every SDK that is a right answer. */
  slugs: z.array(z.string()).min(1),
  /** Kept away from whoever tunes the ranker. */
  held_out: z.boolean(),
})
export type Query = z.infer<typeof Query>

/** `fresh.json` was written after the ranker, by somebody who saw neither it nor the other queries. */
export const readQueries = (file: 'easy.json' | 'fresh.json' = 'easy.json'): Query[] =>
  z.array(Query).parse(JSON.parse(readFileSync(new URL(`./queries/${file}`, import.meta.url), 'utf8')))

/** Slugs, best first. */
export type Search = (query: string) => readonly string[]

export interface Figures {
  queries: number
  /** Right answers among the first 5, of those that could be there. */
  recall: number
  /** 1 / rank of the first right answer, 0 where there is none. */
  mrr: number
}

export function recallAt5(found: readonly string[], right: readonly string[]): number {
  const hits = found.slice(0, 5).filter((slug) => right.includes(slug)).length
  return hits / Math.min(5, right.length)
}

export function reciprocalRank(found: readonly string[], right: readonly string[]): number {
  const at = found.findIndex((slug) => right.includes(slug))
  return at < 0 ? 0 : 1 / (at + 1)
}

export function measure(search: Search, queries: readonly Query[]): Record<Kind | 'overall', Figures> {
  const scored = queries.map(({ query, kind, slugs }) => {
    const hits = search(query)
    return { kind, recall: recallAt5(hits, slugs), mrr: reciprocalRank(hits, slugs) }
  })
  const figures = (rows: typeof scored): Figures => ({
    queries: rows.length,
    recall: mean(rows.map(({ recall }) => recall)),
    mrr: mean(rows.map(({ mrr }) => mrr)),
  })
  const perKind = KINDS.map((kind) => [kind, figures(scored.filter((row) => row.kind === kind))])
  return { ...Object.fromEntries(perKind), overall: figures(scored) } as Record<Kind | 'overall', Figures>
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
