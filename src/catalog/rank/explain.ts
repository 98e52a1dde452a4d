/** Why a record was found: which words stand in which of its fields, in words for a reader. */

import type { SdkRecord } from '../record.ts'
import { sortOf } from './concepts.ts'
import { FIELDS, type Posting } from './inverted.ts'
import type { NameKind } from './names.ts'
import type { Variant, Word } from './query.ts'
import { nameTokens, stem } from './stem.ts'

export interface Explain {
  reason(words: readonly Word[], position: number, exact?: NameKind): string
  /** What a mistyped word was taken for in this record, spelled as the record spells it. */
  readAs(word: Word, position: number): string | undefined
  /** Words that the record does not satisfy. */
  unmatched(words: readonly Word[], position: number): string[]
}

const MOST_WORDS = 4

export function explainer(records: readonly SdkRecord[]): Explain {
  return {
    reason(words, position, exact) {
      if (exact) return `exact ${exact}`
      const byField = new Map<string, string[]>()
      let named = 0
      for (const word of words) {
        const found = strongest(word, position)
        if (!found || named++ >= MOST_WORDS) continue
        const list = byField.get(found.field) ?? []
        byField.set(found.field, [
          ...list,
          word.readAs ? (spelled(found.variant.term, position) ?? word.text) : word.text,
        ])
      }
      return [...byField].map(([field, found]) => `${field}: ${found.join(' ')}`).join('; ')
    },
    readAs(word, position) {
      if (word.readAs === undefined) return undefined
      const found = strongest(word, position)
      return found && (spelled(found.variant.term, position) ?? found.variant.term)
    },
    unmatched: (words, position) =>
      words.filter((word) => strongest(word, position) === undefined).map(({ text }) => text),
  }

  function spelled(term: string, position: number): string | undefined {
    const { title, slug, description, topics, aliases, needs, entities } = records[position]!
    const names = [title, description ?? '', ...aliases, ...topics, ...needs, slug, ...entities.map(({ name }) => name)]
    return nameTokens(names.join(' ')).find((token) => stem(token) === term)
  }
}

/** The variant that counts most for the record, and the first field it stands in. */
function strongest(word: Word, position: number): { variant: Variant; field: string } | undefined {
  let found: { variant: Variant; field: string; value: number } | undefined
  for (const variant of word.variants) {
    const at = indexOf(variant.posting, position)
    if (at < 0) continue
    const value = variant.posting.idf * variant.factor * variant.posting.weights[at]!
    if (found && found.value >= value) continue
    const bits = variant.posting.fields[at]!
    const field = FIELDS.find((_, bit) => bits & (1 << bit)) ?? 'text'
    found = { variant, value, field: sortOf(variant.term) === undefined ? field : 'related' }
  }
  return found
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
