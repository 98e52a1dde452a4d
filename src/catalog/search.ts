/**
 * Exact keyword search (SPEC 4.2): every whitespace-separated word occurs, in any case, in the slug, title,
 * description or a topic. A 3-gram index proposes candidates and a substring check confirms them, so the answer is
 * that of the naive scan at a fraction of its cost.
 */

export interface Searchable {
  slug: string
  title: string
  description?: string | undefined
  topics?: readonly string[] | undefined
}

/** Positions, ascending, of the items in which every word of the query occurs. */
export type ExactSearch = (query: string) => readonly number[]

const GRAM = 3
/** Stands between fields, so that no word matches across two of them; queries cannot contain it (it is whitespace). */
const FIELD_END = '\n'

export const fold = (text: string): string => text.normalize('NFC').toLowerCase()

export const words = (query: string): string[] => [...new Set(fold(query).split(/\s+/u).filter(Boolean))]

export function indexExact(items: readonly Searchable[]): ExactSearch {
  const haystacks = items.map((item) =>
    [item.slug, item.title, item.description ?? '', ...(item.topics ?? [])].map(fold).join(FIELD_END),
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
    const wanted = words(query)
    let candidates: readonly number[] = everything
    for (const word of wanted) {
      const rarest = rarestPostings(word)
      if (rarest.length < candidates.length) candidates = rarest
    }
    return wanted.length === 0
      ? everything
      : candidates.filter((position) => wanted.every((word) => haystacks[position]!.includes(word)))
  }

  /** The shortest posting list among the word's grams; every item for words shorter than a gram. */
  function rarestPostings(word: string): readonly number[] {
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
  for (let at = 0; at + GRAM <= haystack.length; at++) found.add(haystack.slice(at, at + GRAM))
  return found
}
