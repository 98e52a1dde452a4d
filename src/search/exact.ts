/**
 * Exact keyword search (SPEC 4.2): every whitespace-separated word occurs, in any case, in the slug, title,
 * description or a topic. An index of 1-, 2- and 3-grams proposes candidates and a substring check confirms them.
 */
import { type Arrays, type Integers, integers } from '../catalog/packed/array-file.ts'
import { openLists } from '../catalog/packed/lists.ts'
import { openStrings, packStrings } from '../catalog/packed/strings.ts'
import type { SdkEntry } from '../catalog/record/entry.ts'
import { once } from '../system/once.ts'
import { removeUnsafe } from '../text/unsafe-characters.ts'

export type Searchable = Pick<SdkEntry, 'slug' | 'title' | 'description' | 'topics'>

/** Positions, ascending, of the items in which every word of the query occurs. */
export type ExactSearch = (query: string) => Integers | readonly number[]

/** Length of the longest grams, in UTF-16 units. */
const MAX_GRAM = 3
/** Not indexed: no word of a query has whitespace, and half of a surrogate pair has no UTF-8. */
const NOT_INDEXED = /[\s\ud800-\udfff]/

/** In one case and one Unicode form, without characters that nobody sees, such as soft hyphens that were copied along. */
export const foldCase = (text: string): string => removeUnsafe(text.replace(/\s/gu, ' ')).normalize('NFC').toLowerCase()

/** Quotes around the whole query. */
const QUOTED = /^\s*["'\u2018-\u201f\u00ab\u2039](.+)["'\u2018-\u201f\u00bb\u203a]\s*$/su

export const queryWords = (query: string): string[] => [
  ...new Set(foldCase(query).replace(QUOTED, '$1').split(/\s+/u).filter(Boolean)),
]

/** The index as arrays, for openExact. Grams are counted first and placed then: they are two thirds of it. */
export function packExact(items: Iterable<Searchable>): Arrays {
  // Fields are separated by whitespace, so that no word matches across two of them.
  const texts = Array.from(items, ({ slug, title, description = '', topics = [] }) =>
    [slug, title, description, ...topics].map(foldCase).join(' '),
  )
  const counts = new Map<string, number>()
  for (const text of texts) for (const gram of gramsOf(text)) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  const grams = [...counts.keys()].sort()
  const starts = new Uint32Array(grams.length + 1)
  for (const [at, gram] of grams.entries()) starts[at + 1] = starts[at]! + counts.get(gram)!
  const next = new Map(grams.map((gram, at) => [gram, starts[at]!]))
  const positions = new Uint32Array(starts.at(-1)!)
  for (const [position, text] of texts.entries()) {
    for (const gram of gramsOf(text)) {
      positions[next.get(gram)!] = position
      next.set(gram, next.get(gram)! + 1)
    }
  }
  return {
    ...packStrings('exact.texts', texts),
    ...packStrings('exact.grams', grams),
    'exact.positions.starts': starts,
    'exact.positions.values': integers(positions),
  }
}

function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (let length = 1; length <= MAX_GRAM; length++) {
    for (let at = 0; at + length <= text.length; at++) {
      const gram = text.slice(at, at + length)
      if (!NOT_INDEXED.test(gram)) grams.add(gram)
    }
  }
  return grams
}

export function openExact(arrays: Arrays): ExactSearch {
  const texts = openStrings('exact.texts', arrays)
  const grams = openStrings('exact.grams', arrays)
  const positions = openLists('exact.positions', arrays)
  const everything = once(() => Uint32Array.from({ length: texts.length }, (_, position) => position))

  return function search(query) {
    const words = queryWords(query)
    let candidates: Integers | undefined
    for (const word of words) {
      for (let at = 0; at === 0 || at + MAX_GRAM <= word.length; at++) {
        const gram = word.slice(at, at + MAX_GRAM)
        if (NOT_INDEXED.test(gram)) continue
        const index = grams.indexOf(gram)
        if (index < 0) return []
        const holders = positions.at(index)
        if (!candidates || holders.length < candidates.length) candidates = holders
      }
    }
    candidates ??= everything()
    // The grams of a single short word are the word itself.
    if (words.length === 0 || (words.length === 1 && words[0]!.length <= MAX_GRAM && !NOT_INDEXED.test(words[0]!)))
      return candidates
    return Array.from(candidates).filter((position) => {
      const text = texts.at(position)!
      return words.every((word) => text.includes(word))
    })
  }
}
