/**
 * Exact keyword search (SPEC 4.2): every whitespace-separated word occurs, in any case, in the slug, title,
 * description or a topic. An index of 1-, 2- and 3-grams proposes candidates and a substring check confirms them, so
 * the answer is that of the naive scan at a fraction of its cost.
 */
import type { SdkEntry } from '../record/entry.ts'

export type Searchable = Pick<SdkEntry, 'slug' | 'title' | 'description' | 'topics'>

/** Positions, ascending, of the items in which every word of the query occurs. */
export type ExactSearch = (query: string) => readonly number[]

/** Length of the longest grams, in UTF-16 units. */
const GRAM = 3
/** Stands between fields, so that no word matches across two of them; queries cannot contain it (it is whitespace). */
const FIELD_END = '\n'

export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()

export const queryWords = (query: string): string[] => [...new Set(foldCase(query).split(/\s+/u).filter(Boolean))]

export function indexExact(items: readonly Searchable[]): ExactSearch {
  const haystacks = items.map((item) =>
    [item.slug, item.title, item.description ?? '', ...(item.topics ?? [])].map(foldCase).join(FIELD_END),
  )
  const postings = new Map<string, number[]>()
  haystacks.forEach((haystack, position) => {
    for (const gram of grams(haystack)) {
      const list = postings.get(gram)
      if (list) list.push(position)
      else postings.set(gram, [position])
    }
  })
  const everything = haystacks.map((_, position) => position)

  return function search(query) {
    const wanted = queryWords(query)
    let candidates: readonly number[] = everything
    /** The word that is itself the gram of the candidates, and so needs no check. */
    let proved: string | undefined
    for (const word of wanted) {
      const rarest = rarestPostings(word)
      if (rarest.length > candidates.length) continue
      candidates = rarest
      proved = word.length <= GRAM ? word : undefined
    }
    const open = wanted.filter((word) => word !== proved)
    return open.length === 0
      ? candidates
      : candidates.filter((position) => open.every((word) => haystacks[position]!.includes(word)))
  }

  /** The shortest posting list among the word's longest grams. */
  function rarestPostings(word: string): readonly number[] {
    if (word.length <= GRAM) return postings.get(word) ?? []
    let rarest: readonly number[] = everything
    for (let at = 0; at + GRAM <= word.length; at++) {
      const list = postings.get(word.slice(at, at + GRAM))
      if (!list) return []
      if (list.length < rarest.length) rarest = list
    }
    return rarest
  }
}

function grams(haystack: string): Set<string> {
  const found = new Set<string>()
  for (let length = 1; length <= GRAM; length++) {
    for (let at = 0; at + length <= haystack.length; at++) found.add(haystack.slice(at, at + length))
  }
  return found
}
