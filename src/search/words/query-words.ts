/** The words of a query with their weights, and for each the terms of the index that satisfy it. */

import { isBrandWord } from '../../query/brands.ts'
import { conceptsIn, kindOf } from '../../query/words/concepts.ts'
import { abbreviations, cities } from '../../query/words/word-lists.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from '../../query/words/words.ts'
import type { Inverted, Posting } from '../index/inverted.ts'
import { TERM_FACTORS, WORD_WEIGHTS } from '../weights.ts'
import { correctSpelling, type SpelledWord } from './spelling.ts'

/** One term that satisfies a word. */
export interface Variant {
  term: string
  posting: Posting
  /** How well, between 0 and 1. */
  factor: number
  /** Inverse document frequency; of a word that may be several, that of the commonest. */
  idf: number
  /** The term is only related to the word, such as a topic. */
  related: boolean
  /** The correction of the user's word. */
  readAs?: string
}

export interface QueryWord {
  /** As the user wrote it, folded. */
  text: string
  variants: Variant[]
  /** Words of the domain have the highest weight. */
  weight: number
  /** It decides only between records that are otherwise equal, and no hit is said to lack it. */
  light: boolean
}

/** Inverse document frequency of a word that one SDK in a thousand has, and of one that none has. */
export const RARE = 7

/** The importance of a word: its weight times the highest idf of the terms that satisfy it. */
export const worthOf = ({ variants, weight }: QueryWord): number =>
  weight * (variants.length > 0 ? variants.reduce((most, { idf }) => Math.max(most, idf), 0) : RARE)

/** Largest distance between the words of one expression. */
const MAX_GAP = 8
/** At most MAX_READ words of a query are read, and MAX_WORDS meaningful ones used. */
const MAX_WORDS = 30
const MAX_READ = 120

const NONE: ReadonlySet<string> = new Set()

/**
 * @param query in English
 * @param values words of values, which have little weight
 * @returns the words by importance
 */
export function resolveWords(query: string, index: Inverted, values: ReadonlySet<string> = NONE): QueryWord[] {
  const pieces = query.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const typed = [...new Set(pieces.slice(0, MAX_READ).flatMap(splitName).flatMap(spellOut))]
  const spelled = correctSpelling(typed, index)
  const content = spelled.some(({ text }) => isStop(text)) ? contentWords(spelled) : spelled
  const read = content.slice(0, lengthOf(content))
  const stems = read.map(({ text }) => stem(text))
  const words = read.map((word, at) => wordFor(word, stems[at]!))

  for (const { concept, positions } of conceptsIn(stems, Math.min(read.length, MAX_GAP))) {
    const kind = kindOf(concept)!
    for (const at of positions) {
      const { sureness, text, isCorrected } = read[at]!
      addTerm(words[at]!, concept, TERM_FACTORS[kind] * sureness, isCorrected ? text : undefined)
      if (words[at]!.weight === WORD_WEIGHTS.unknown) words[at]!.weight = 1
      if (positions.length < read.length && cities().has(concept.slice(1))) {
        words[at]!.weight = WORD_WEIGHTS.city / positions.length
      }
    }
  }
  for (const [at, second] of typed.entries()) {
    const [first, name] = [typed[at - 1] ?? '', `${typed[at - 1]}${second}`]
    if (index.vocabulary.count(name) === 0) continue
    // Two words that are one name: "coin gecko".
    for (const word of words) if (word.text === first || word.text === second) addTerm(word, stem(name), 1)
  }
  const isLight = (at: number): boolean => values.has(read[at]!.typed) || isWeak(read[at]!.text)
  const strong = words.filter((_, at) => !isLight(at))
  if (strong.length === 0) return words
  const weak = words.filter((_, at) => isLight(at)).map((word) => ({ ...word, weight: WORD_WEIGHTS.weak, light: true }))
  const stop = spelled.filter((word) => isStop(word.text) && !read.includes(word)).map(stopWord)
  return [...strong, ...weak, ...stop]

  /** "getWeatherForecast" is three words where each of them is one; "CoinGecko" is a name. */
  function splitName(written: string): string[] {
    const [whole, parts] = [tokens(written), nameTokens(written)]
    const isWord = (word: string): boolean => isStop(word) || isBrandWord(word) || index.has(stem(word))
    return whole.some(isWord) || !parts.every(isWord) ? whole : parts
  }

  /** "wx fcst" is "weather forecast"; an abbreviation that is also a word of some title is read as both. */
  function spellOut(word: string): string[] {
    const long = abbreviations().get(word)?.split(' ')
    return long ? (index.posting(stem(word))?.inTitle ? [word, ...long] : long) : [word]
  }

  function wordFor({ typed, text, sureness, isCorrected }: SpelledWord, term: string): QueryWord {
    const weight = index.posting(term)?.inTitle ? 1 : WORD_WEIGHTS.unknown
    const word: QueryWord = { text: typed, weight, variants: [], light: false }
    // A stop word has a meaning only as part of an idiom.
    if (!isStop(text)) addTerm(word, term, sureness, isCorrected ? text : undefined)
    return word
  }

  function stopWord({ text }: SpelledWord): QueryWord {
    const word: QueryWord = { text, weight: WORD_WEIGHTS.stop, variants: [], light: true }
    addTerm(word, stem(text), 1)
    return word
  }

  function addTerm(word: QueryWord, term: string, factor: number, readAs?: string): void {
    const posting = index.posting(term)
    if (!posting || word.variants.some((variant) => variant.term === term)) return
    word.variants.push({
      term,
      posting,
      factor,
      idf: posting.idf,
      related: kindOf(term) === 'topic',
      ...(readAs !== undefined && { readAs }),
    })
  }
}

/** The words that are no stop words, and the stop words of an idiom: "how old", "on call". */
function contentWords(words: readonly SpelledWord[]): readonly SpelledWord[] {
  const stems = words.map(({ text }) => stem(text))
  const idioms = new Set(conceptsIn(stems, 0).flatMap(({ positions }) => (positions.length > 1 ? positions : [])))
  return words.filter(({ text }, at) => !isStop(text) || idioms.has(at))
}

/** How many leading words hold the first MAX_WORDS meaningful ones. */
function lengthOf(words: readonly SpelledWord[]): number {
  let meaningful = 0
  const end = words.findIndex(({ text }) => !isWeak(text) && ++meaningful > MAX_WORDS)
  return end < 0 ? words.length : end
}
