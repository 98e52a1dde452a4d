/**
 * How well a search answers the hard queries of queries/hard: needs in other languages, with constraints, for services
 * that are not in the catalogue, told as situations, for single operations, and in slang. Nobody who wrote them saw the
 * ranker or the needs. Half of each set may be tuned on; the other halves are held out.
 */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { LANGUAGES, serves } from '../src/catalog/record/languages.ts'
import type { SdkRecord } from '../src/catalog/record/record.ts'
import { needsNoKey } from '../src/catalog/record/traits.ts'
import { rankedOver } from '../test/embedded.ts'
import { mean, recallAt5 } from './measure.ts'
import { searches } from './searches.ts'

export const HARD_KINDS = ['language', 'constraint', 'absent', 'situation', 'operation', 'slang'] as const
export type HardKind = (typeof HARD_KINDS)[number]

const HardQuery = z.strictObject({
  query: z.string().min(1).max(500),
  /** Every SDK that is a right answer; none where only the absence can be said. */
  expect: z.array(z.string()),
  /** Language that the query is in. */
  language: z.string().optional(),
  /** What every hit has to satisfy. */
  must: z
    .strictObject({
      no_auth: z.literal(true).optional(),
      language: z.enum(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).optional(),
    })
    .optional(),
  /** What the query excludes. */
  violates: z.array(z.string()).optional(),
  /** The service that is asked for and not in the catalogue. */
  brand: z.string().optional(),
  /** The entity of the first right answer whose operation is asked for. */
  entity: z.string().optional(),
  /** Kept away from whoever tunes the ranker. */
  held_out: z.boolean(),
})
export interface HardQuery extends z.infer<typeof HardQuery> {
  kind: HardKind
}

export const HALVES = ['tuned on', 'held out', 'held out, second set'] as const
export type Half = (typeof HALVES)[number]
const SETS = {
  'tuned on': ['first', 'second'],
  'held out': ['first'],
  'held out, second set': ['second'],
} as const

export function readHard(half: Half): HardQuery[] {
  const queries = SETS[half].flatMap((set) => HARD_KINDS.flatMap((kind) => readKind(set, kind)))
  return queries.filter(({ held_out }) => held_out === (half !== 'tuned on'))
}

function readKind(set: 'first' | 'second', kind: HardKind): HardQuery[] {
  const lines = readFileSync(new URL(`./queries/hard/${set}/${kind}.jsonl`, import.meta.url), 'utf8')
  return lines
    .trim()
    .split('\n')
    .map((line) => ({ ...HardQuery.parse(JSON.parse(line)), kind }))
}

/** What a search says to a query. */
export interface Answer {
  /** Best first, at most ten. */
  slugs: readonly string[]
  /** Services that it says are not here. */
  missing: readonly string[]
  /** Slug -> the entity whose operation it names. */
  entities: Readonly<Record<string, string>>
}
export type Ask = (query: string) => Answer

/** The ranked search of find_sdk, and what one gets without tuning. */
export const ASKED: Readonly<Record<'find_sdk' | 'MiniSearch, plain', (records: readonly SdkRecord[]) => Ask>> = {
  find_sdk(records) {
    const rank = rankedOver(records)
    return (query) => {
      const { hits, missing } = rank(query, {}, 10)
      const entities = hits.flatMap(({ record, operations }) => {
        const [first] = operations()
        return first ? [[record.slug, first.entity]] : []
      })
      return { slugs: hits.map(({ record }) => record.slug), missing, entities: Object.fromEntries(entities) }
    }
  },
  'MiniSearch, plain'(records) {
    const search = searches['MiniSearch, plain']!(records)
    return (query) => ({ slugs: search(query).slice(0, 10), missing: [], entities: {} })
  },
}

/** Shares from 0 to 1; undefined where a kind has no query that could tell. */
export interface HardFigures {
  queries: number
  /** Right answers among the first 5, of those that could be there. */
  recall: number
  /** The first hit is right. */
  first: number
  /** Share of the first five hits that break a constraint of the query. */
  violations?: number
  /** Absent services of which the answer says that they are not here. */
  said?: number
  /** Absent services for which the answer also has an alternative among the first five, if there is one. */
  saidWithAlternative?: number
  /** The right SDK is found with an operation of the right entity. */
  operation?: number
}

export function measureHard(ask: Ask, queries: readonly HardQuery[], records: readonly SdkRecord[]): HardFigures {
  const bySlug = new Map(records.map((record) => [record.slug, record]))
  const answered = queries.map((query) => {
    const answer = ask(query.query)
    return { ...query, answer, five: answer.slugs.slice(0, 5) }
  })
  const answerable = answered.filter(({ expect }) => expect.length > 0)
  const bound = answered.filter(({ must, violates }) => must || violates)
  const absent = answered.filter(({ brand }) => brand !== undefined)
  const ofEntity = answered.filter(({ entity }) => entity !== undefined)
  const share = <Query>(of: readonly Query[], holds: (query: Query) => boolean): number =>
    mean(of.map((one) => Number(holds(one))))
  const isSaid = ({ answer }: (typeof answered)[number]): boolean =>
    answer.missing.length > 0 || answer.slugs.length === 0
  return {
    queries: queries.length,
    recall: mean(answerable.map(({ five, expect }) => recallAt5(five, expect))),
    first: share(answerable, ({ five, expect }) => expect.includes(five[0]!)),
    ...(bound.length > 0 && {
      violations: share(
        bound.flatMap((query) => query.five.map((slug) => ({ query, record: bySlug.get(slug)! }))),
        ({ query, record }) => breaks(query, record),
      ),
    }),
    ...(absent.length > 0 && {
      said: share(absent, isSaid),
      saidWithAlternative: share(
        absent,
        (query) =>
          isSaid(query) && (query.expect.length === 0 || query.five.some((slug) => query.expect.includes(slug))),
      ),
    }),
    ...(ofEntity.length > 0 && {
      operation: share(ofEntity, ({ answer, expect, entity }) => answer.entities[expect[0]!] === entity),
    }),
  }
}

function breaks({ must, violates = [] }: HardQuery, record: SdkRecord): boolean {
  const required = must?.language
  return (
    violates.includes(record.slug) ||
    (must?.no_auth === true && !needsNoKey(record)) ||
    (required !== undefined && !record.languages.some((language) => serves(language, required)))
  )
}

/** The figures of each kind, and the mean over the kinds, which counts each the same. */
export function measureKinds(
  ask: Ask,
  queries: readonly HardQuery[],
  records: readonly SdkRecord[],
): Record<HardKind, HardFigures> & { overall: HardFigures } {
  const kinds = HARD_KINDS.map((kind) => {
    const ofKind = queries.filter((query) => query.kind === kind)
    return [kind, measureHard(ask, ofKind, records)] as const
  })
  const overall = {
    queries: queries.length,
    recall: mean(kinds.map(([, { recall }]) => recall)),
    first: mean(kinds.map(([, { first }]) => first)),
  }
  return { ...(Object.fromEntries(kinds) as Record<HardKind, HardFigures>), overall }
}

/** What a kind is measured by besides recall and first hit. */
const KIND_FIGURES = [
  ['violations', 'violations'],
  ['said', 'absence said'],
  ['saidWithAlternative', 'and alternative'],
  ['operation', 'entity named'],
] as const

export function printHard(print: (line: string) => void, records: readonly SdkRecord[]): void {
  const engines = Object.entries(ASKED).map(([name, build]) => ({ name, ask: build(records) }))
  const [ours, plain] = engines.map(({ name }) => name)
  print(`hard queries; each figure: ${ours}, then ${plain}`)
  for (const half of HALVES) {
    const queries = readHard(half)
    const measured = engines.map(({ ask }) => measureKinds(ask, queries, records))
    print(`\n${`${half} (${queries.length})`.padEnd(28)}recall@5     first hit right`)
    for (const kind of [...HARD_KINDS, 'overall'] as const) {
      const figures = measured.map((one) => one[kind])
      const both = (of: Exclude<keyof HardFigures, 'queries'>) =>
        figures.map((one) => (one[of] ?? 0).toFixed(2)).join(' ')
      const details = KIND_FIGURES.filter(([of]) => figures[0]![of] !== undefined).map(
        ([of, label]) => `${label} ${both(of)}`,
      )
      const size = String(figures[0]!.queries).padStart(4)
      print(
        `${kind.padEnd(22)}${size}  ${both('recall')}    ${both('first').padEnd(18)}${details.join(', ')}`.trimEnd(),
      )
    }
  }
}
