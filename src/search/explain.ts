/** Why a record matches: its words that satisfy words of the query, and the fields that they are in. */
import { indexOfNumber, lowestBit } from '../catalog/packed/array-file.ts'
import { FIELDS, type Field } from './index/indexed-fields.ts'
import { FULL_WEIGHT, type Inverted } from './index/inverted.ts'
import type { NameKind } from './names/exact-names.ts'
import { type QueryWord, typedText, type Variant } from './words/query-words.ts'

type MatchedField = Field | 'related'

export type Reason =
  | { kind: 'name'; name: NameKind }
  /** `words` are those of the record, so that a reader sees how the query was understood. */
  | { kind: 'words'; matches: { field: MatchedField; words: string[] }[] }

const MAX_WORDS = 3
/** A word that counts less than this share of the best one matches by chance and is no reason. */
const MIN_SHARE = 0.3

const isPart = (text: string, other: string): boolean => ` ${other} `.includes(` ${text} `)

/** A word that a record has. */
export interface FieldMatch {
  word: QueryWord
  variant: Variant
  entry: number
  value: number
  field: MatchedField
}

export function reasonOf(index: Inverted, words: readonly QueryWord[], position: number, name?: NameKind): Reason {
  if (name) return { kind: 'name', name }
  const candidates = matchesIn(index, words, position).filter(({ word }) => !word.light)
  const satisfying = candidates.filter(({ field }) => field !== 'related')
  const byValue = (satisfying.length > 0 ? satisfying : candidates).sort((a, b) => b.value - a.value)
  const matches = byValue.filter(({ value }) => value >= MIN_SHARE * byValue[0]!.value).slice(0, MAX_WORDS)
  const byField = new Map<MatchedField, string[]>()
  for (const { field, entry } of matches) {
    const [text, words] = [index.spelling(entry), byField.get(field) ?? []]
    if (words.some((other) => isPart(text, other))) continue
    byField.set(field, [...words.filter((word) => !isPart(word, text)), text])
  }
  return { kind: 'words', matches: Array.from(byField, ([field, words]) => ({ field, words })) }
}

/** Words that the record does not have, as they were typed; related words do not count as matches. */
export const unmatched = (index: Inverted, words: readonly QueryWord[], position: number): string[] => [
  ...new Set(
    words.filter((word) => !word.light && strongest(index, word, position)?.variant.related !== false).map(typedText),
  ),
]

export const isInTitle = (index: Inverted, word: QueryWord, position: number): boolean =>
  strongest(index, word, position)?.field === 'title'

/** The best match of each word that the record has. */
export const matchesIn = (index: Inverted, words: readonly QueryWord[], position: number): FieldMatch[] =>
  words.flatMap((word) => strongest(index, word, position) ?? [])

/** The best variant of the word in this record: one that satisfies the word before one that is only related. */
function strongest(index: Inverted, word: QueryWord, position: number): FieldMatch | undefined {
  let best: Variant | undefined
  let [bestEntry, bestValue] = [-1, 0]
  for (const variant of word.variants) {
    const { positions, start } = variant.posting
    const at = indexOfNumber(positions, position)
    if (at < 0) continue
    const value = (variant.idf * variant.factor * index.weights[start + at]!) / FULL_WEIGHT
    const isBetter = variant.related === best?.related ? value > bestValue : !variant.related
    if (best && !isBetter) continue
    best = variant
    bestEntry = start + at
    bestValue = value
  }
  if (!best) return undefined
  const field: MatchedField = best.related ? 'related' : FIELDS[lowestBit(index.fields[bestEntry]!)]!
  return { word, variant: best, entry: bestEntry, value: bestValue, field }
}
