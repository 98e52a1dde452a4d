/** A query as ranked search reads it: the words that say something, and for each the index terms that satisfy it. */
import { LANGUAGES } from '../../record/languages.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from '../../search/words.ts'
import {
  allCountriesTag,
  type ConceptKind,
  type ConceptMatch,
  citiesIn,
  conceptsIn,
  isRelatedKind,
  kindOf,
} from '../concepts.ts'
import type { Inverted, Posting } from '../index/inverted.ts'
import { abbreviations } from '../word-lists.ts'
import { correctSpelling, joinedNames, type Token } from './spelling.ts'

/** One way to satisfy a word. */
export interface Variant {
  term: string
  posting: Posting
  /** How well, between 0 and 1. */
  factor: number
  /** What the term tells; for one word that may be several, what the commonest of them tells. */
  idf: number
  /** Only related to the word. */
  related: boolean
  /** The word that the user's one was corrected to. */
  readAs?: string
}

export interface QueryWord {
  /** As the user wrote it, folded. */
  text: string
  variants: Variant[]
  /** How much it says: words of the domain say most. */
  weight: number
}

/** How well a concept stands for the word itself. */
const FACTORS: Readonly<Record<ConceptKind, number>> = {
  synonym: 0.85,
  action: 0.85,
  related: 0.8,
  topic: 0.45,
  tag: 0.45,
}
const JOINED = 1
const ALSO = 0.85
/** Weight of a word that stands for nothing we know: it may be a name, or a manner of speaking. */
const UNKNOWN_WEIGHT = 0.6
/** What is done to a thing says less than the thing. */
const ACTION_WEIGHT = 0.5
/** A programming language is a wish beside the need itself, and the languages of many SDKs are not known. */
const LANGUAGE_WEIGHT = 0.2
/** So is a city, all of its words together: most SDKs cover many places. */
const CITY_WEIGHT = 0.3
const LANGUAGE_WORDS = new Set([
  ...Object.keys(LANGUAGES),
  ...Object.values(LANGUAGES).map((name) => name.toLowerCase()),
  ...['golang', 'node', 'nodejs', 'kotlin', 'rubygem', 'pip', 'composer', 'cargo'],
])
/** Factor of a word that is part of a longer expression: "text" in "text message" is hardly about texts. */
const PART = 0.5
/** The words of one expression may stand this far from each other. */
const MAX_GAP = 8
/** At most MAX_READ words of a query are read, and MAX_WORDS meaningful ones used. */
const MAX_WORDS = 30
const MAX_READ = 120

/** A query of more words tells a story: most of them are beside the need. */
const STORY = 8
export const isStory = (words: readonly QueryWord[]): boolean => words.length > STORY

/**
 * @param query in English
 * @param also what words may mean as well, where they stand for words of another language
 */
export function parseQuery(
  query: string,
  index: Inverted,
  also: ReadonlyMap<string, readonly string[]> = new Map(),
): QueryWord[] {
  const { terms } = index
  const pieces = query.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const typed = [...new Set(pieces.slice(0, MAX_READ).flatMap(partsOf).flatMap(spelledOut))]
  const all = correctSpelling(typed, index)
  const content = all.some(({ text }) => isStop(text)) ? contentTokens(all) : all
  const read = content.slice(0, lengthOf(content))
  const stems = read.map(({ text }) => stem(text))
  const words = read.map((token, at) => wordFor(token, stems[at]!, isStop(token.text)))
  const inExpression = new Set<number>()

  const concepts = longest(conceptsIn(stems, Math.min(read.length, MAX_GAP)))
  for (const { concept, positions } of concepts) {
    const kind = kindOf(concept) ?? 'synonym'
    for (const at of positions) {
      const word = words[at]!
      const [correction] = read[at]!.corrections
      offer(word, concept, FACTORS[kind] * (correction?.factor ?? 1), correction?.word)
      const allCountries = allCountriesTag(concept)
      if (allCountries !== undefined && read.length > 1) offer(word, allCountries, FACTORS.tag, correction?.word)
      if (kind !== 'action' && word.weight === UNKNOWN_WEIGHT) word.weight = 1
      if (positions.length === 1) continue
      inExpression.add(at)
      if (kind === 'synonym') weakenPart(word, read[at]!.text)
    }
  }
  for (const word of words) {
    if (word.variants.some(({ term }) => kindOf(term) === 'action')) word.weight = ACTION_WEIGHT
  }
  for (const { positions } of citiesIn(concepts)) {
    if (positions.length < words.length) for (const at of positions) words[at]!.weight = CITY_WEIGHT / positions.length
  }
  for (const word of words) {
    for (const meaning of also.get(word.text) ?? []) {
      const stems = tokens(meaning).map(stem)
      for (const term of [...stems, ...conceptsIn(stems, 0).map(({ concept }) => concept)]) {
        if (stems.length === 1 || kindOf(term) === 'synonym') offer(word, term, ALSO)
      }
    }
  }
  for (const { parts, whole } of joinedNames(typed, index)) {
    for (const word of words) if (parts.includes(word.text)) offer(word, stem(whole), JOINED)
  }
  const kept = words.filter((_, at) => !isWeak(read[at]!.text) || inExpression.has(at))
  return unique(kept.length > 0 ? kept : words)

  /** "getWeatherForecast" is three words where each of them is one; "CoinGecko" is a name. */
  function partsOf(written: string): string[] {
    const whole = tokens(written)
    const parts = nameTokens(written)
    const known = parts.length > 1 && !whole.some((word) => terms.has(stem(word)))
    return known && parts.every((word) => isStop(word) || terms.has(stem(word))) ? parts : whole
  }

  /** "wx fcst" is "weather forecast"; what is a word of some record as well stays beside it. */
  function spelledOut(word: string): string[] {
    const long = abbreviations().get(word)?.split(' ')
    return long ? (terms.get(stem(word))?.inTitle ? [word, ...long] : long) : [word]
  }

  /** @param bound has a meaning only as part of an idiom */
  function wordFor({ typed, text, corrections }: Token, term: string, bound: boolean): QueryWord {
    const weight = LANGUAGE_WORDS.has(text) ? LANGUAGE_WEIGHT : terms.get(term)?.inTitle ? 1 : UNKNOWN_WEIGHT
    const word: QueryWord = { text: typed, weight, variants: [] }
    if (bound) return word
    if (corrections.length === 0) offer(word, term, 1)
    for (const { word: meant, term, factor } of corrections) offer(word, term, factor, meant)
    // A rare word is no likelier to be meant for being rare.
    const idf = Math.min(...word.variants.map((variant) => variant.idf))
    for (const variant of word.variants) variant.idf = idf
    return word
  }

  function offer(word: QueryWord, term: string, factor: number, readAs?: string): void {
    const posting = terms.get(term)
    if (!posting || word.variants.some((known) => known.term === term)) return
    const related = isRelatedKind(kindOf(term))
    word.variants.push({ term, posting, factor, idf: posting.idf, related, ...(readAs !== undefined && { readAs }) })
  }

  function weakenPart(word: QueryWord, text: string): void {
    const [first] = word.variants
    if (first?.factor !== 1) return
    if (isWeak(text)) return void word.variants.shift()
    first.factor = PART
    first.related = true
  }
}

/** The words that say something, and those that do so in an idiom: "how old", "on call". */
function contentTokens(all: readonly Token[]): readonly Token[] {
  const idioms = new Set<number>()
  const stems = all.map(({ text }) => stem(text))
  for (const { positions } of conceptsIn(stems, 0)) {
    if (positions.length > 1) for (const at of positions) idioms.add(at)
  }
  return all.filter(({ text }, at) => !isStop(text) || idioms.has(at))
}

/** "ethereum gas price" is not about the price of gas: what is part of a longer expression does not count. */
function longest(matches: readonly ConceptMatch[]): ConceptMatch[] {
  return matches.filter(
    ({ positions }) =>
      positions.length < 2 ||
      !matches.some(
        (other) => other.positions.length > positions.length && positions.every((at) => other.positions.includes(at)),
      ),
  )
}

/** How many leading words hold the first MAX_WORDS meaningful ones. */
function lengthOf(tokens: readonly Token[]): number {
  let meaningful = 0
  const end = tokens.findIndex(({ text }) => !isWeak(text) && ++meaningful > MAX_WORDS)
  return end < 0 ? tokens.length : end
}

const unique = (words: readonly QueryWord[]): QueryWord[] => [
  ...new Map(words.map((word) => [`${word.text} ${word.variants[0]?.readAs ?? ''}`, word])).values(),
]
