/** The words to search for: those of the need, and the words for the kind of a service that the catalogue lacks. */

import { type BrandMention, brandNamed } from '../../query/brands.ts'
import type { Part } from '../../query/parse-query.ts'
import { readSentence } from '../../query/sentence.ts'
import { contentWords } from '../../query/words/concepts.ts'
import type { BrandKind } from '../../query/words/word-lists.ts'
import { stem, tokens } from '../../query/words/words.ts'
import type { Excluded } from '../exclude.ts'
import { fieldBits } from '../index/indexed-fields.ts'
import type { Inverted } from '../index/inverted.ts'
import type { Searcher } from '../searcher.ts'
import { WORD_WEIGHTS } from '../weights.ts'
import { type QueryWord, resolveWords } from './query-words.ts'

/** Kinds of one service that are searched for. */
const MAX_KINDS = 2
const IN_NAME = fieldBits('title', 'alias', 'topic', 'host')

export interface FoundWords {
  words: QueryWord[]
  /** The words of the text alone. */
  ownWords: QueryWord[]
  /** The services that it names and the catalogue lacks. */
  absent: BrandMention[]
  /** Those that it wants others instead of. */
  missing: string[]
}

export function findWords(
  searcher: Searcher,
  { tokens, brands }: Pick<Part, 'tokens' | 'brands'>,
  { alternativesTo }: Excluded,
): FoundWords {
  const { index, matchNames } = searcher
  const absent = brands.filter(
    ({ brand, words }) => !isHere(searcher, words.join(' ')) && matchNames(brand.name).matches.length === 0,
  )
  const brandWords = new Set(absent.flatMap(({ words }) => words))
  const replaced = alternativesTo.flatMap(({ text, positions, isWanted }) => {
    const brand = brandNamed(text)
    const isReplaced = isWanted || positions.length > 0 || !isHere(searcher, text)
    return brand && isReplaced
      ? { brand, isMissing: isWanted && positions.length === 0 && !isHere(searcher, text) }
      : []
  })
  // A record may mention the service in its text; a brand is no typo of another word.
  const ownWords = resolveWords(index, tokens).filter(
    ({ text, variants }) => !brandWords.has(text) || (variants.length > 0 && variants[0]!.readAs === undefined),
  )
  const isOnlyNames = ownWords.every(({ text, light }) => light || brandWords.has(text))
  const kinds = [...absent.filter(({ isBeside }) => !isBeside), ...replaced].flatMap(({ brand }) =>
    brand.kinds.slice(0, MAX_KINDS),
  )
  const weight = isOnlyNames ? 1 : WORD_WEIGHTS.kindOfService
  const words = [...ownWords, ...kinds.flatMap((kind) => kindWords(index, kind, weight))]
  return {
    words: [...Map.groupBy(words, ({ text, variants }) => variants[0]?.term ?? text).values()].map(([word]) => word!),
    ownWords,
    absent,
    missing: replaced.flatMap(({ brand, isMissing }) => (isMissing ? brand.name : [])),
  }
}

/** Whether a record has this name, in these words: "gmail" also stands for email. */
function isHere({ index, matchNames }: Searcher, name: string): boolean {
  if ([name, name.replaceAll(' ', '')].some((each) => matchNames(each).matches.length > 0)) return true
  const [first, ...others] = contentWords(tokens(name)).map((word) => namedPositions(index, stem(word)))
  return first?.some((position) => others.every((positions) => positions.includes(position))) ?? false
}

/** Positions of the records that have the term in a name, a topic or a host. */
function namedPositions({ posting, fields }: Inverted, term: string): number[] {
  const { positions = [], start = 0 } = posting(term) ?? {}
  return Array.from(positions).filter((_, at) => (fields[start + at]! & IN_NAME) !== 0)
}

const kindWords = (index: Inverted, { need }: BrandKind, weight: number): QueryWord[] =>
  resolveWords(index, readSentence(need).tokens).map((word) => ({ ...word, weight: word.weight * weight }))
