/** The words to search for: those of the need, and the words for the kind of a service that the catalogue lacks. */

import { type Brand, brandNamed } from '../../query/brands.ts'
import type { ParsedQuery } from '../../query/parse-query.ts'
import { kindOf, topicConcept } from '../../query/words/concepts.ts'
import type { BrandKind } from '../../query/words/word-lists.ts'
import type { Excluded } from '../exclude.ts'
import type { Explainer } from '../explain.ts'
import type { Inverted } from '../index/inverted.ts'
import type { MatchNames } from '../names/exact-names.ts'
import { WORD_WEIGHTS } from '../weights.ts'
import { type QueryWord, resolveWords, type Variant } from './query-words.ts'

/** Kinds of one service that are searched for. */
const MAX_KINDS = 2

export function createWordFinder(index: Inverted, matchNames: MatchNames, { isInName }: Explainer) {
  /**
   * @returns `ownWords`: the words of the text alone; `missing`: the services that it names and the catalogue lacks
   */
  return function searchWords(
    { text, brands, values }: Pick<ParsedQuery, 'text' | 'brands' | 'values'>,
    { alternativesTo }: Excluded,
  ): { words: QueryWord[]; ownWords: QueryWord[]; missing: string[] } {
    const absent: Brand[] = []
    /** Brands in the catalogue that the query wants to replace. */
    const replaced: Brand[] = []
    const brandWords = new Set<string>()
    for (const { brand, words, isBeside } of brands) {
      if (isHere(words.join(' ')) || matchNames(brand.name).matches.length > 0) continue
      absent.push(isBeside ? { ...brand, kinds: [] } : brand)
      for (const word of words) brandWords.add(word)
    }
    for (const { text, positions, isWanted } of alternativesTo) {
      const brand = brandNamed(text)
      // "not PayPal" does not ask for PayPal.
      if (brand && positions.length > 0) replaced.push(brand)
      else if (brand && !isHere(text)) (isWanted ? absent : replaced).push(brand)
      else if (brand && isWanted) replaced.push(brand)
    }
    // A record may mention the service in its text; a brand is no typo of another word.
    const needWords = resolveWords(text, index, values).filter(
      ({ text, variants }) => !brandWords.has(text) || (variants.length > 0 && variants[0]!.readAs === undefined),
    )
    const isOnlyNames = needWords.every(({ text, light }) => light || brandWords.has(text))
    const kinds = [...absent, ...replaced].flatMap(({ kinds }) => kinds.slice(0, MAX_KINDS))
    const weight = isOnlyNames ? 1 : WORD_WEIGHTS.kindOfService
    const words = [...needWords, ...kinds.flatMap((kind) => kindWords(kind, weight))]
    return {
      words: [...Map.groupBy(words, ({ text, variants }) => variants[0]?.term ?? text).values()].map(([word]) => word!),
      ownWords: needWords,
      missing: [...new Set(absent.map(({ name }) => name))],
    }
  }

  /** Whether a record has this name, in these words: "gmail" also stands for email. */
  function isHere(name: string): boolean {
    if ([name, name.replaceAll(' ', '')].some((each) => matchNames(each).matches.length > 0)) return true
    const isOwn = ({ term, readAs }: Variant): boolean => kindOf(term) === undefined && readAs === undefined
    const words = resolveWords(name, index).map((word) => ({ ...word, variants: word.variants.filter(isOwn) }))
    const isCalled = (position: number): boolean => words.every((word) => isInName(word, position))
    return words[0]?.variants.some(({ posting }) => posting.positions.some(isCalled)) ?? false
  }

  function kindWords({ need, topics }: BrandKind, weight: number): QueryWord[] {
    return [
      ...resolveWords(need, index).map((word) => ({ ...word, weight: word.weight * weight })),
      ...topics.flatMap((topic) => {
        const term = topicConcept(topic)
        const posting = index.posting(term)
        if (!posting) return []
        const variant = { term, posting, factor: 1, idf: posting.idf, related: false }
        return { text: topic, weight: weight * WORD_WEIGHTS.topicOfService, variants: [variant], light: false }
      }),
    ]
  }
}
