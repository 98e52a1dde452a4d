/** The words of a query with their weights, and for each the terms of the index that satisfy it. */

import { readSentence, type SentenceToken } from '../../query/sentence.ts'
import { conceptsIn, kindOf, type Place, placeOf } from '../../query/words/concepts.ts'
import { abbreviations } from '../../query/words/word-lists.ts'
import { isWeak, stem } from '../../query/words/words.ts'
import { fieldBits } from '../index/indexed-fields.ts'
import type { Inverted, Posting } from '../index/inverted.ts'
import { SPELLING, TERM_FACTORS, WORD_WEIGHTS } from '../weights.ts'
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
  /** Of the sentence; a word for the kind of a service has none. */
  token?: SentenceToken | undefined
  variants: Variant[]
  /** Words of the domain have the highest weight. */
  weight: number
  /** It decides only between records that are otherwise equal, and no hit is said to lack it. */
  light: boolean
  /** It is part of the name of a place. */
  place?: Place
}

/** The word as the user wrote it, also where it stands for others. */
export const typedText = ({ text, token }: QueryWord): string => token?.short ?? text

/** Inverse document frequency of a word that one SDK in a thousand has, and of one that none has. */
export const RARE = 7

/** The importance of a word: its weight times the highest idf of the terms that satisfy it. */
export const worthOf = ({ variants, weight }: QueryWord): number =>
  weight * (variants.length > 0 ? variants.reduce((most, { idf }) => Math.max(most, idf), 0) : RARE)

const IN_TITLE = fieldBits('title')
/** Largest distance between the words of one expression. */
const MAX_GAP = 8
/** At most MAX_READ words of a query are read, and MAX_WORDS that are no stop words used. */
const MAX_WORDS = 30
const MAX_READ = 120

/** @returns the words by importance */
export function resolveWords(index: Inverted, tokens: readonly SentenceToken[]): QueryWord[] {
  const written = tokens.slice(0, MAX_READ).flatMap((token) => spellOut(index, token))
  const typed = [...Map.groupBy(written, ({ text }) => text).values()].map(([first]) => first!)
  const spelled = correctSpelling(index, typed)
  const content = contentWords(spelled)
  const read = content.slice(0, MAX_WORDS)
  const stems = read.map(({ stem }) => stem)
  const words = read.map((word) => wordFor(index, word))
  for (const { concept, positions } of conceptsIn(stems, Math.min(read.length, MAX_GAP))) {
    const place = positions.length < read.length ? placeOf(concept) : undefined
    for (const at of positions) {
      const word = words[at]!
      addTerm(index, word, concept, TERM_FACTORS[kindOf(concept)!], read[at])
      if (place) {
        word.place = place
        if (place.name !== place.country || word.token?.role === 'detail')
          word.weight = WORD_WEIGHTS.place / positions.length
      } else if (word.weight === WORD_WEIGHTS.unknown) word.weight = 1
    }
  }
  for (const [at, second] of typed.entries()) {
    const [first, name] = [typed[at - 1]?.text ?? '', `${typed[at - 1]?.text}${second.text}`]
    if (index.vocabulary.count(name) === 0) continue
    // Two words that are one name: "coin gecko".
    for (const word of words) if (word.text === first || word.text === second.text) addTerm(index, word, stem(name), 1)
  }
  const isLight = (at: number): boolean => read[at]!.token.role === 'value' || isWeak(read[at]!.text)
  const strong = words.filter((_, at) => !isLight(at))
  if (strong.length === 0) return words
  const weak = words.filter((_, at) => isLight(at)).map((word) => ({ ...word, weight: WORD_WEIGHTS.weak, light: true }))
  const stop = spelled.filter((word) => word.isStop && !read.includes(word)).map((word) => stopWord(index, word))
  return [...strong, ...weak, ...stop]
}

/** Whether any title has the term. */
const isInTitle = (index: Inverted, term: string): boolean => ((index.posting(term)?.fields ?? 0) & IN_TITLE) !== 0

/** "wx fcst" is "weather forecast"; an abbreviation that is also a word of some title is read as both. */
function spellOut(index: Inverted, token: SentenceToken): SentenceToken[] {
  const short = token.text
  const long = abbreviations().get(short)
  if (long === undefined) return [token]
  const words = readSentence(long).tokens.map(({ text, stem, role }) => ({ ...token, text, stem, role, short }))
  return isInTitle(index, token.stem) ? [token, ...words] : words
}

function wordFor(index: Inverted, spelled: SpelledWord): QueryWord {
  const { token, stem, isStop } = spelled
  const weight = isInTitle(index, stem) ? 1 : WORD_WEIGHTS.unknown
  const word: QueryWord = { text: token.text, token, weight, variants: [], light: false }
  // A stop word has a meaning only as part of an idiom.
  if (!isStop) addTerm(index, word, stem, 1, spelled)
  return word
}

function stopWord(index: Inverted, { token, text, stem }: SpelledWord): QueryWord {
  const word: QueryWord = { text, token, weight: WORD_WEIGHTS.stop, variants: [], light: true }
  addTerm(index, word, stem, 1)
  return word
}

function addTerm(index: Inverted, word: QueryWord, term: string, factor: number, spelled?: SpelledWord): void {
  const posting = index.posting(term)
  if (!posting || word.variants.some((variant) => variant.term === term)) return
  word.variants.push({
    term,
    posting,
    factor: spelled?.isCorrected ? factor * SPELLING.factor : factor,
    idf: posting.idf,
    related: kindOf(term) === 'topic',
    ...(spelled?.isCorrected && { readAs: spelled.text }),
  })
}

/** The words that are no stop words, and the stop words of an idiom: "how old", "on call". */
function contentWords(words: readonly SpelledWord[]): readonly SpelledWord[] {
  if (!words.some(({ isStop }) => isStop)) return words
  const matches = conceptsIn(
    words.map(({ stem }) => stem),
    0,
  )
  const idioms = new Set(matches.flatMap(({ positions }) => (positions.length > 1 ? positions : [])))
  return words.filter(({ isStop }, at) => !isStop || idioms.has(at))
}
