/** Why a record was found: which of its words answer those of the query, and in which of its fields they stand. */

import type { NameKind } from './exact-names.ts'
import { FIELDS, type Field } from './index/fields.ts'
import type { Inverted, Posting } from './index/inverted.ts'
import type { Variant, Word } from './query/query.ts'

export interface Explain {
  /** In the words of the record, so that a reader sees what was taken for what. */
  reason(words: readonly Word[], position: number, exact?: NameKind): string
  /** What a mistyped word was taken for in this record. */
  readAs(word: Word, position: number): string | undefined
  /** Words that the record does not satisfy; what only has to do with them does not. */
  unmatched(words: readonly Word[], position: number): string[]
  /** Whether the word stands in a name of the record. */
  isNamed(word: Word, position: number): boolean
}

const NAMES: readonly string[] = ['title', 'alias', 'host'] satisfies Field[]

const MOST_WORDS = 4

export function explainer({ spellings }: Inverted): Explain {
  return {
    reason(words, position, exact) {
      if (exact) return `exact ${exact}`
      const byField = new Map<string, Set<string>>()
      let named = 0
      for (const word of words) {
        const found = strongest(word, position)
        if (!found || named++ >= MOST_WORDS) continue
        byField.set(found.field, (byField.get(found.field) ?? new Set()).add(spellings[found.spelled]!))
      }
      return [...byField].map(([field, found]) => `${field}: ${[...found].join(' ')}`).join('; ')
    },
    readAs(word, position) {
      return strongest(word, position)?.variant.readAs
    },
    unmatched: (words, position) =>
      words.filter((word) => strongest(word, position)?.variant.loose !== false).map(({ text }) => text),
    isNamed: (word, position) => NAMES.includes(strongest(word, position)?.field ?? ''),
  }
}

/** The best variant of the word in this record: those that satisfy it first, then by score. */
function strongest(word: Word, position: number): { variant: Variant; field: string; spelled: number } | undefined {
  let found: { variant: Variant; at: number; value: number } | undefined
  for (const variant of word.variants) {
    const at = indexOf(variant.posting, position)
    if (at < 0) continue
    const value = (variant.loose ? 0 : 1_000) + variant.idf * variant.factor * variant.posting.weights[at]!
    if (!found || found.value < value) found = { variant, at, value }
  }
  if (!found) return undefined
  const { variant, at } = found
  const bits = variant.posting.fields[at]!
  const field = variant.loose ? 'related' : (FIELDS.find((_, bit) => bits & (1 << bit)) ?? 'text')
  return { variant, field, spelled: variant.posting.spelled[at]! }
}

/** Binary search; -1 where the term is not in the record. */
function indexOf({ positions }: Posting, position: number): number {
  let low = 0
  let high = positions.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = positions[middle]!
    if (value === position) return middle
    if (value < position) low = middle + 1
    else high = middle - 1
  }
  return -1
}
