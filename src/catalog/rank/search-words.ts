/** The words to search for: those of the need, and for services that are not here the words for their kind. */
import type { SdkRecord } from '../record/record.ts'
import type { Records } from '../record/records.ts'
import { foldAccents, isStop, stem, tokens } from '../search/words.ts'
import { topicConcept } from './concepts.ts'
import type { Excluded } from './exclude.ts'
import type { createExplainer } from './explain.ts'
import type { Inverted } from './index/inverted.ts'
import type { NamedRecords } from './names/exact-names.ts'
import { type Brand, brandNamed } from './parse/brands.ts'
import type { ParsedQuery } from './parse/parse-query.ts'
import { type QueryWord, resolveWords } from './terms/query-words.ts'
import { WORD_WEIGHTS } from './weights.ts'
import type { BrandKind } from './word-lists.ts'

/** Words of a record that stand for it when others like it are searched for. */
const MAX_LIKENESS_WORDS = 12
/** Kinds of one service that are searched for. */
const MAX_KINDS = 2

export function createWordFinder(
  records: Pick<Records, 'at'>,
  index: Inverted,
  matchNames: (query: string) => NamedRecords,
  { isInName }: Pick<ReturnType<typeof createExplainer>, 'isInName'>,
) {
  /**
   * @param isNamed some record is named in full
   * @returns `missing`: the services that the query names and no record is called after
   */
  return function searchWords(
    { text, brands }: Pick<ParsedQuery, 'text' | 'brands'>,
    { alternativesTo }: Excluded,
    isNamed: boolean,
  ): { words: QueryWord[]; missing: string[] } {
    const absent: Brand[] = []
    /** Brands that are here, but others are wanted instead. */
    const replaced: Brand[] = []
    const models: SdkRecord[] = []
    let need = text
    for (const { brand, words } of brands) {
      if (isHere(words.join(' '), brand.ordinary)) continue
      absent.push(brand)
      need = without(need, words)
    }
    for (const { text, positions } of alternativesTo) {
      const brand = brandNamed(text)
      if (positions.length > 0) models.push(records.at(positions[0]!))
      else if (brand && !isHere(text, brand.ordinary)) absent.push(brand)
      if (brand && positions.length > 0) replaced.push(brand)
    }
    const needWords = resolveWords(need, index)
    const isOnlyNames = needWords.length === 0
    const kinds = [...absent, ...replaced].flatMap((brand) => likeliestKinds(brand, needWords))
    return {
      words: [
        ...needWords,
        ...kinds.flatMap((kind) => kindWords(kind, isOnlyNames ? 1 : WORD_WEIGHTS.kindOfService)),
        ...(isOnlyNames && !isNamed ? models.flatMap(likenessWords) : []),
      ],
      missing: [...new Set(absent.map(({ name }) => name))],
    }
  }

  /** Whether some record is called so; a name that is also a word has to be its whole name. */
  function isHere(name: string, isWord: boolean): boolean {
    if (matchNames(name).matches.length > 0) return true
    if (isWord) return false
    const words = resolveWords(name, index)
    const isCalled = (position: number): boolean => words.every((word) => isInName(word, position))
    const typed = words[0]?.variants.filter(({ readAs, related }) => readAs === undefined && !related) ?? []
    return typed.some(({ posting }) => posting.positions.some(isCalled))
  }

  function kindWords({ need, topics }: BrandKind, weight: number): QueryWord[] {
    return [
      ...resolveWords(need, index).map((word) => ({ ...word, weight: word.weight * weight })),
      ...topics.flatMap((topic) => topicWord(topic, weight * WORD_WEIGHTS.topicOfService)),
    ]
  }

  function topicWord(topic: string, weight: number): QueryWord[] {
    const term = topicConcept(topic)
    const posting = index.posting(term)
    const variant = posting && { term, posting, factor: 1, idf: posting.idf, related: false }
    return variant ? [{ text: topic, weight, variants: [variant], light: false }] : []
  }

  /** What a record is about, as a query for others like it. */
  function likenessWords({ description = '', topics, title, aliases }: SdkRecord): QueryWord[] {
    const names = new Set([title, ...aliases].flatMap(tokens))
    const words = tokens(description).filter((word) => !names.has(word) && !isStop(word))
    return [
      ...resolveWords(words.slice(0, MAX_LIKENESS_WORDS).join(' '), index),
      ...topics.flatMap((topic) => topicWord(topic, 1)),
    ]
  }
}

/** The kinds that the other words of the query are about, else those with the fewest services, which say most. */
function likeliestKinds({ kinds }: Brand, words: readonly QueryWord[]): BrandKind[] {
  const stems = new Set(words.map(({ text }) => stem(text)))
  const shared = ({ need }: BrandKind): number => tokens(need).filter((word) => stems.has(stem(word))).length
  return kinds.toSorted((a, b) => shared(b) - shared(a) || a.brands.length - b.brands.length).slice(0, MAX_KINDS)
}

/** The text without the words, where they first occur in this order. */
function without(text: string, words: readonly string[]): string {
  const pieces = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
  const start = pieces.findIndex((_, from) =>
    words.every((word, next) => foldAccents(pieces[from + next]?.[0] ?? '') === word),
  )
  const [first, last] = [pieces[start], pieces[start + words.length - 1]]
  return first && last ? `${text.slice(0, first.index)} ${text.slice(last.index + last[0].length)}` : text
}
