/** Why a record was found: which of its words answer those of the query, and in which of its fields they are. */

import { FIELDS, type Field } from './index/fields.ts'
import { FULL_WEIGHT, type Inverted, type Posting } from './index/inverted.ts'
import type { NameKind } from './names/exact-names.ts'
import type { QueryWord, Variant } from './query/query.ts'

export type Reason =
  | { kind: 'name'; name: NameKind }
  /** In the words of the record, so that a reader sees what was taken for what. */
  | { kind: 'words'; found: { field: Field | 'related'; words: string[] }[] }

const NAMES: readonly (Field | 'related')[] = ['title', 'alias', 'host']

const ABOUT = (['title', 'alias', 'topic', 'description', 'host', 'language'] as const).reduce(
  (bits, field) => bits | (1 << FIELDS.indexOf(field)),
  0,
)

const MAX_WORDS = 4

interface WordMatch {
  variant: Variant
  field: Field | 'related'
  /** Of the index. */
  entry: number
}

export function explainer({ weights, fields, spelling }: Inverted) {
  return {
    reason(words: readonly QueryWord[], position: number, exact?: NameKind): Reason {
      if (exact) return { kind: 'name', name: exact }
      const matches = words.flatMap((word) => strongest(word, position) ?? []).slice(0, MAX_WORDS)
      const byField = Map.groupBy(matches, ({ field }) => field)
      const found = [...byField].map(([field, of]) => ({
        field,
        words: [...new Set(of.map(({ variant, entry }) => spelling(variant.posting, entry)))],
      }))
      return { kind: 'words', found }
    },
    /** What a mistyped word was read as in this record. */
    readAs: (word: QueryWord, position: number) => strongest(word, position)?.variant.readAs,
    /** Words that the record does not have; what is only related to them does not count. */
    unmatched: (words: readonly QueryWord[], position: number) =>
      words.filter((word) => strongest(word, position)?.variant.related !== false).map(({ text }) => text),
    /** Whether each word is in a field that tells what the record is about. */
    isAbout: (words: readonly QueryWord[], position: number): boolean =>
      words.every(({ variants }) =>
        variants.some(({ posting, related }) => {
          const at = related ? -1 : indexOf(posting, position)
          return at >= 0 && (fields[at]! & ABOUT) !== 0
        }),
      ),
    /** Whether the word is in a name of the record. */
    isInName(word: QueryWord, position: number): boolean {
      const match = strongest(word, position)
      return match !== undefined && NAMES.includes(match.field)
    },
  }

  /** The best variant of the word in this record: those that satisfy it first, then by score. */
  function strongest(word: QueryWord, position: number): WordMatch | undefined {
    let found: { variant: Variant; at: number; value: number } | undefined
    for (const variant of word.variants) {
      const at = indexOf(variant.posting, position)
      if (at < 0) continue
      const value = (variant.related ? 0 : 1_000) + (variant.idf * variant.factor * weights[at]!) / FULL_WEIGHT
      if (!found || found.value < value) found = { variant, at, value }
    }
    if (!found) return undefined
    const { variant, at } = found
    const bits = fields[at]!
    const field = variant.related ? 'related' : FIELDS.find((_, bit) => bits & (1 << bit))!
    return { variant, field, entry: at }
  }

  /** The entry of the record, by binary search; -1 where it does not have the term. */
  function indexOf({ positions, start }: Posting, position: number): number {
    let low = 0
    let high = positions.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const value = positions[middle]!
      if (value === position) return start + middle
      if (value < position) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}
