/** The words to look for: those of the need, and for services that are not here the words for their kind. */
import type { SdkRecord } from '../record/record.ts'
import type { Records } from '../record/records.ts'
import { foldAccents, isStop, stem, tokens } from '../search/words.ts'
import { topicConcept } from './concepts.ts'
import type { Excluded } from './exclude.ts'
import type { explainer } from './explain.ts'
import type { Inverted } from './index/inverted.ts'
import type { NameMatch } from './names/exact-names.ts'
import { parseQuery, type QueryWord } from './query/query.ts'
import { type Brand, brandNamed } from './reading/brands.ts'
import type { Reading } from './reading/reading.ts'
import type { BrandKind } from './word-lists.ts'

/** Weight of the words for a kind of service beside the words that the query has of its own. */
const KIND_WEIGHT = 0.6
const KIND_TOPIC_WEIGHT = 0.4
/** Words of a record that stand for it when others like it are looked for. */
const MAX_LIKENESS_WORDS = 12

export interface Wanted {
  words: QueryWord[]
  /** Services that the query names and no record is called after. */
  missing: string[]
}

export function wordsFinder(
  records: Pick<Records, 'at'>,
  inverted: Inverted,
  matchNames: (query: string) => { matches: readonly NameMatch[] },
  { isInName }: Pick<ReturnType<typeof explainer>, 'isInName'>,
) {
  /** @param isNamed some record is named in full */
  return function wordsFor(
    { text, brands, translation }: Reading,
    { alternativesTo }: Excluded,
    isNamed: boolean,
  ): Wanted {
    const absent: Brand[] = []
    const like: SdkRecord[] = []
    /** Brands that are here, but others are wanted. */
    const replaced: Brand[] = []
    let rest = text
    for (const { brand, words } of brands) {
      if (isHere(words.join(' '), brand.ordinary)) continue
      absent.push(brand)
      rest = without(rest, words)
    }
    for (const { text, positions } of alternativesTo) {
      const brand = brandNamed(text)
      if (positions.length > 0) like.push(records.at(positions[0]!))
      else if (brand && !isHere(text, brand.ordinary)) absent.push(brand)
      if (brand && positions.length > 0) replaced.push(brand)
    }
    const own = parseQuery(rest, inverted, translation?.also)
    const isOpen = own.length === 0
    const kinds = [...absent, ...replaced].flatMap((brand) => kindOfBrand(brand, own))
    return {
      words: [
        ...own,
        ...kinds.flatMap((kind) => kindWords(kind, isOpen ? 1 : KIND_WEIGHT)),
        ...(isOpen && !isNamed ? like.flatMap(likeWords) : []),
      ],
      missing: [...new Set(absent.map(({ name }) => name))],
    }
  }

  /** Whether some record is called so; a name that is also a word has to be its whole name. */
  function isHere(name: string, isWord: boolean): boolean {
    if (matchNames(name).matches.length > 0) return true
    if (isWord) return false
    const words = parseQuery(name, inverted)
    const isCalled = (position: number): boolean => words.every((word) => isInName(word, position))
    return (
      words[0]?.variants.some(
        ({ posting, readAs, related }) => readAs === undefined && !related && posting.positions.some(isCalled),
      ) ?? false
    )
  }

  function kindWords({ need, topics }: BrandKind, weight: number): QueryWord[] {
    return [
      ...parseQuery(need, inverted).map((word) => ({ ...word, weight: word.weight * weight })),
      ...topics.flatMap((topic) => topicWord(topic, weight * KIND_TOPIC_WEIGHT)),
    ]
  }

  function topicWord(topic: string, weight: number): QueryWord[] {
    const term = topicConcept(topic)
    const posting = inverted.terms.get(term)
    const variant = posting && { term, posting, factor: 1, idf: posting.idf, related: false }
    return variant ? [{ text: topic, weight, variants: [variant] }] : []
  }

  /** What a record is about, as a query for others like it. */
  function likeWords({ description = '', topics, title, aliases }: SdkRecord): QueryWord[] {
    const own = new Set([title, ...aliases].flatMap(tokens))
    const words = tokens(description).filter((word) => !own.has(word) && !isStop(word))
    return [
      ...parseQuery(words.slice(0, MAX_LIKENESS_WORDS).join(' '), inverted),
      ...topics.flatMap((topic) => topicWord(topic, 1)),
    ]
  }
}

/** The kind that the other words of the query are about, else the one with the fewest services, which tells most. */
function kindOfBrand({ kinds }: Brand, words: readonly QueryWord[]): BrandKind[] {
  const stems = new Set(words.map(({ text }) => stem(text)))
  const shared = ({ need }: BrandKind): number => tokens(need).filter((word) => stems.has(stem(word))).length
  return kinds.toSorted((a, b) => shared(b) - shared(a) || a.brands.length - b.brands.length).slice(0, 2)
}

/** The text without the words, where they first stand in this order. */
function without(text: string, words: readonly string[]): string {
  const pieces = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
  const start = pieces.findIndex((_, from) =>
    words.every((word, next) => foldAccents(pieces[from + next]?.[0] ?? '') === word),
  )
  const [first, last] = [pieces[start], pieces[start + words.length - 1]]
  return first && last ? `${text.slice(0, first.index)} ${text.slice(last.index + last[0].length)}` : text
}
