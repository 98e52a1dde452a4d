/** Why a record matches: its words that satisfy words of the query, and the fields that they are in. */
import { lowerBound } from '../packed/strings.ts'
import { FIELDS, type Field } from './index/fields.ts'
import { FULL_WEIGHT, type Inverted, type Posting } from './index/inverted.ts'
import type { NameKind } from './names/exact-names.ts'
import type { QueryWord, Variant } from './terms/query-words.ts'

type MatchedField = Field | 'related'

export type Reason =
  | { kind: 'name'; name: NameKind }
  /** `words` are those of the record, so that a reader sees how the query was understood. */
  | { kind: 'words'; matches: { field: MatchedField; words: string[] }[] }

const NAMES: readonly (MatchedField | undefined)[] = ['title', 'alias', 'topic', 'host']
const MAX_WORDS = 3
/** A word that counts less than this share of the best one matches by chance and is no reason. */
const MIN_SHARE = 0.3

export function createExplainer({ weights, fields, spelling }: Inverted) {
  return {
    /** The best match of each word that the record has. */
    matchesIn: (words: readonly QueryWord[], position: number) =>
      words.flatMap((word) => {
        const match = strongest(word, position)
        return match ? [{ word, ...match }] : []
      }),
    reason(words: readonly QueryWord[], position: number, name?: NameKind): Reason {
      if (name) return { kind: 'name', name }
      const candidates = words.flatMap((word) => (word.light ? [] : (strongest(word, position) ?? [])))
      const satisfying = candidates.filter(({ field }) => field !== 'related')
      const byValue = (satisfying.length > 0 ? satisfying : candidates).sort((a, b) => b.value - a.value)
      const matches = byValue.filter(({ value }) => value >= MIN_SHARE * byValue[0]!.value).slice(0, MAX_WORDS)
      const matchedFields = [...Map.groupBy(matches, ({ field }) => field)].map(([field, matches]) => {
        const spellings = [...new Set(matches.map(({ entry }) => spelling(entry)))]
        const isPart = (text: string) => spellings.some((other) => other !== text && ` ${other} `.includes(` ${text} `))
        return { field, words: spellings.filter((text) => !isPart(text)) }
      })
      return { kind: 'words', matches: matchedFields }
    },
    /** The word of this record as which a mistyped one was read. */
    readAs: (word: QueryWord, position: number) => strongest(word, position)?.variant.readAs,
    /** Words that the record does not have; related words do not count as matches. */
    unmatched: (words: readonly QueryWord[], position: number) =>
      words
        .filter((word) => !word.light && strongest(word, position)?.variant.related !== false)
        .map(({ text }) => text),
    /** Whether the word is in a name of the record. */
    isInName: (word: QueryWord, position: number): boolean => NAMES.includes(strongest(word, position)?.field),
    isInTitle: (word: QueryWord, position: number): boolean => strongest(word, position)?.field === 'title',
  }

  /** The best variant of the word in this record: one that satisfies the word before one that is only related. */
  function strongest(word: QueryWord, position: number) {
    let best: { variant: Variant; entry: number; value: number } | undefined
    for (const variant of word.variants) {
      const entry = entryOf(variant.posting, position)
      if (entry < 0) continue
      const value = (variant.idf * variant.factor * weights[entry]!) / FULL_WEIGHT
      if (!best || isBetter(variant, value, best)) best = { variant, entry, value }
    }
    if (!best) return undefined
    const { variant, entry } = best
    const field: MatchedField = variant.related ? 'related' : FIELDS.find((_, bit) => fields[entry]! & (1 << bit))!
    return { ...best, field }
  }

  function isBetter(variant: Variant, value: number, best: { variant: Variant; value: number }): boolean {
    return variant.related === best.variant.related ? value > best.value : !variant.related
  }

  /** The entry of the record; -1 if it does not have the term. */
  function entryOf({ positions, start }: Posting, position: number): number {
    const at = lowerBound(positions, position)
    return positions[at] === position ? start + at : -1
  }
}
