/** A query as ranked search reads it: the words that say something, and for each the index terms that satisfy it. */

import { LANGUAGES } from '../../record/record.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from '../../search/words.ts'
import { citiesIn, conceptsIn, isLoose, type Named, type Sort, sortOf, wholeOf } from '../concepts.ts'
import type { Inverted, Posting } from '../index/inverted.ts'
import { withoutAddresses } from '../urls.ts'
import { isForeign, isForeignSmall } from './foreign.ts'
import { asTyped, isKnown, joinedIn, mended, type Token } from './spelling.ts'

/** One way to satisfy a word. */
export interface Variant {
  term: string
  posting: Posting
  /** How well, between 0 and 1. */
  factor: number
  /** What the term tells; for one word that may be several, what the commonest of them tells. */
  idf: number
  /** Only has to do with the word. */
  loose: boolean
  /** The word that the user's one was taken for. */
  readAs?: string
}

export interface Word {
  /** As the user wrote it, folded. */
  text: string
  variants: Variant[]
  /** How much it says: words of the domain say most. */
  weight: number
}

export interface Reading {
  words: Word[]
  /** In another language than the catalogue. */
  foreign: boolean
}

/** How well a concept stands for the word itself. */
const FACTORS: Readonly<Record<Sort, number>> = { synonym: 0.85, action: 0.85, near: 0.8, topic: 0.45, tag: 0.45 }
const JOINED = 1
/** What a word weighs that stands for nothing we know: it may be a name, or a manner of speaking. */
const PLAIN = 0.6
/** What is done to a thing says less than the thing. */
const ACTION = 0.5
/** A programming language is a wish beside the need itself, and the languages of many SDKs are not known. */
const LANGUAGE = 0.2
/** So is a city, all of its words together: most SDKs that know a thing know it of many places. */
const CITY = 0.6
const LANGUAGE_WORDS = new Set([
  ...Object.keys(LANGUAGES),
  ...Object.values(LANGUAGES).map((name) => name.toLowerCase()),
  ...['golang', 'node', 'nodejs', 'kotlin', 'rubygem', 'pip', 'composer', 'cargo'],
])
/** A word that is part of a longer expression: "text" in "text message" is hardly about texts. */
const PART = 0.5
/** The words of one expression may stand this far from each other. */
const APART = 8
/** At most MOST_READ words of a query are read, and MOST_WORDS meaningful ones used. */
const MOST_WORDS = 24
const MOST_READ = 120
export function readQuery(query: string, index: Inverted): Reading {
  const { terms } = index
  const pieces = withoutAddresses(query).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const typed = [...new Set(pieces.slice(0, MOST_READ).flatMap(partsOf))]
  const foreign = isForeign(typed, (word) => isKnown(word, index))
  const all = foreign ? typed.filter((word) => !isForeignSmall(word)).map(asTyped) : mended(typed, index)
  const said = all.some(({ text }) => isStop(text)) ? saying(all) : all
  const read = said.slice(0, lengthOf(said))
  const stems = read.map(({ text }) => stem(text))
  const words: Word[] = read.map((token, at) => plainWord(token, stems[at]!, isStop(token.text)))
  const spoken = new Set<number>()

  const concepts = longest(conceptsIn(stems, Math.min(read.length, APART)))
  for (const { concept, places } of concepts) {
    const sort = sortOf(concept) ?? 'synonym'
    for (const place of places) {
      const word = words[place]!
      const [near] = read[place]!.near
      offer(word, concept, FACTORS[sort] * (near?.factor ?? 1), near?.word)
      const whole = wholeOf(concept)
      if (whole !== undefined && read.length > 1) offer(word, whole, FACTORS.tag, near?.word)
      if (sort !== 'action' && word.weight === PLAIN) word.weight = 1
      if (places.length === 1) continue
      spoken.add(place)
      if (sort === 'synonym') part(word, read[place]!.text)
    }
  }
  for (const word of words) if (word.variants.some(({ term }) => sortOf(term) === 'action')) word.weight = ACTION
  for (const { places } of citiesIn(concepts)) {
    if (places.length < words.length) for (const place of places) words[place]!.weight = CITY / places.length
  }
  for (const { parts, whole } of joinedIn(typed, index)) {
    for (const word of words) if (parts.includes(word.text)) offer(word, stem(whole), JOINED)
  }
  const kept = words.filter((_, at) => !isWeak(read[at]!.text) || spoken.has(at))
  return { words: unique(kept.length > 0 ? kept : words), foreign }

  /** "getWeatherForecast" is three words where each of them is one; "CoinGecko" is a name. */
  function partsOf(written: string): string[] {
    const whole = tokens(written)
    const parts = nameTokens(written)
    const known = parts.length > 1 && !whole.some((word) => terms.has(stem(word)))
    return known && parts.every((word) => isStop(word) || terms.has(stem(word))) ? parts : whole
  }

  /** @param bound has a meaning only as part of an idiom */
  function plainWord({ wrote, text, near }: Token, term: string, bound: boolean): Word {
    const weight = LANGUAGE_WORDS.has(text) ? LANGUAGE : terms.get(term)?.inNames ? 1 : PLAIN
    const word: Word = { text: wrote, weight, variants: [] }
    if (bound) return word
    if (near.length === 0) offer(word, term, 1)
    for (const { word: meant, term, factor } of near) offer(word, term, factor, meant)
    // A rare word is no likelier to be meant for being rare.
    const idf = Math.min(...word.variants.map((variant) => variant.idf))
    for (const variant of word.variants) variant.idf = idf
    return word
  }

  function offer(word: Word, term: string, factor: number, readAs?: string): void {
    const posting = terms.get(term)
    if (!posting || word.variants.some((known) => known.term === term)) return
    const loose = isLoose(sortOf(term))
    word.variants.push({ term, posting, factor, idf: posting.idf, loose, ...(readAs !== undefined && { readAs }) })
  }

  function part(word: Word, text: string): void {
    const [first] = word.variants
    if (first?.factor !== 1) return
    if (isWeak(text)) return void word.variants.shift()
    first.factor = PART
    first.loose = true
  }
}

/** The words that say something, and those that do so in an idiom: "how old", "on call". */
function saying(all: readonly Token[]): readonly Token[] {
  const idioms = new Set<number>()
  const stems = all.map(({ text }) => stem(text))
  for (const { places } of conceptsIn(stems, 0)) if (places.length > 1) for (const place of places) idioms.add(place)
  return all.filter(({ text }, at) => !isStop(text) || idioms.has(at))
}

/** "ethereum gas price" is not about the price of gas: what is part of a longer expression does not count. */
function longest(named: readonly Named[]): Named[] {
  return named.filter(
    ({ places }) =>
      places.length < 2 ||
      !named.some(
        (other) => other.places.length > places.length && places.every((place) => other.places.includes(place)),
      ),
  )
}

/** How many leading words hold the first MOST_WORDS meaningful ones. */
function lengthOf(said: readonly Token[]): number {
  let mattering = 0
  const end = said.findIndex(({ text }) => !isWeak(text) && ++mattering > MOST_WORDS)
  return end < 0 ? said.length : end
}

const unique = (words: readonly Word[]): Word[] => [
  ...new Map(words.map((word) => [`${word.text} ${word.variants[0]?.readAs ?? ''}`, word])).values(),
]
