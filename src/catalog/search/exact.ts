/**
 * Exact keyword search (SPEC 4.2): every whitespace-separated word occurs, in any case, in the slug, title,
 * description or a topic. An index of 1-, 2- and 3-grams proposes candidates and a substring check confirms them, so
 * the answer is that of the naive scan at a fraction of its cost.
 */
import { type Arrays, type Integers, integers } from '../packed/file.ts'
import { openAscending, packAscending, partsOf } from '../packed/lists.ts'
import { openStrings, packStrings } from '../packed/strings.ts'
import type { SdkEntry } from '../record/entry.ts'

export type Searchable = Pick<SdkEntry, 'slug' | 'title' | 'description' | 'topics'>

/** Positions, ascending, of the items in which every word of the query occurs. */
export type ExactSearch = (query: string) => Integers | readonly number[]

/** Length of the longest grams, in UTF-16 units. */
const GRAM = 3
/** Stands between fields, so that no word matches across two of them; queries cannot contain it (it is whitespace). */
const FIELD_END = '\n'

export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()

export const queryWords = (query: string): string[] => [...new Set(foldCase(query).split(/\s+/u).filter(Boolean))]

/** The index as arrays of numbers, for openExact. */
export function packExact(items: readonly Searchable[]): Arrays {
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
  return {
    'exact.text': new TextEncoder().encode(haystacks.join('')),
    'exact.text.lengths': integers(haystacks.map(({ length }) => length)),
    ...packStrings('exact.grams', [...postings.keys()]),
    ...packAscending('exact.positions', [...postings.values()]),
  }
}

/** The same as of packExact(items). */
export function openExact(arrays: Arrays): ExactSearch {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(arrays['exact.text'])
  const { size, start, end } = partsOf(arrays['exact.text.lengths'] as Integers)
  const knownGrams = openStrings('exact.grams', arrays)
  const positions = openAscending('exact.positions', arrays)
  const everything = Uint32Array.from({ length: size }, (_, position) => position)
  const haystacks = Array.from(everything, (position) => text.slice(start(position), end(position)))

  return function search(query) {
    const wanted = queryWords(query)
    let [rarest, fewest] = [ANY, everything.length]
    /** The word that is itself the gram of the candidates, and so needs no check. */
    let proved: string | undefined
    for (const word of wanted) {
      for (let at = 0; at === 0 || at + GRAM <= word.length; at++) {
        const gram = knownGrams.indexOf(word.slice(at, at + GRAM))
        if (gram < 0) return NOTHING
        if (positions.length(gram) > fewest) continue
        rarest = gram
        fewest = positions.length(gram)
        proved = word.length <= GRAM ? word : undefined
      }
    }
    const candidates = rarest === ANY ? everything : positions.at(rarest)
    const open = wanted.filter((word) => word !== proved)
    if (open.length === 0) return candidates
    const found: number[] = []
    for (const position of candidates) {
      if (open.every((word) => haystacks[position]!.includes(word))) found.push(position)
    }
    return found
  }
}

/** No gram: the query has no word. */
const ANY = -1
const NOTHING = new Uint8Array()

function grams(haystack: string): Set<string> {
  const found = new Set<string>()
  for (let length = 1; length <= GRAM; length++) {
    for (let at = 0; at + length <= haystack.length; at++) found.add(haystack.slice(at, at + length))
  }
  return found
}
