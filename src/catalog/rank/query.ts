/** A query as ranked search reads it: the words that say something, and for each the index terms that satisfy it. */

import { LANGUAGES } from '../record.ts'
import { conceptsIn, type Sort, sortOf } from './concepts.ts'
import type { Inverted, Posting } from './inverted.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from './stem.ts'
import { CLOSE, nearTerms } from './typo.ts'

/** One way to satisfy a word. */
export interface Variant {
  term: string
  posting: Posting
  /** How well, between 0 and 1. */
  factor: number
}

export interface Word {
  /** As the user wrote it, folded. */
  text: string
  variants: Variant[]
  /** How much it says: words of the domain say most. */
  weight: number
  /** What it was taken for: no record has the word itself. */
  readAs?: string
}

/** How well a concept stands for the word itself. */
const FACTORS: Readonly<Record<Sort, number>> = { synonym: 0.85, action: 0.85, topic: 0.45 }
const JOINED = 1
/** What a word weighs that stands for nothing we know: it may be a name, or a manner of speaking. */
const PLAIN = 0.6
/** What is done to a thing says less than the thing. */
const ACTION = 0.5
/** A programming language is a wish beside the need itself, and the languages of many SDKs are not known. */
const LANGUAGE = 0.2
const LANGUAGE_WORDS = new Set([
  ...Object.keys(LANGUAGES),
  ...Object.values(LANGUAGES).map((name) => name.toLowerCase()),
  ...['golang', 'node', 'nodejs', 'kotlin', 'rubygem', 'pip', 'composer', 'cargo'],
])
/** A word that is part of a longer expression: "text" in "text message" is hardly about texts. */
const PART = 0.5
/** Words of a query beyond these add nothing but time. */
const MOST_WORDS = 24

export function readQuery(query: string, { terms }: Inverted): Word[] {
  const all = (query.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap(partsOf).slice(0, MOST_WORDS)
  const idioms = new Set(conceptsIn(all.map(stem), 0).flatMap(({ places }) => (places.length > 1 ? places : [])))
  const said = all.filter((word, at) => !isStop(word) || idioms.has(at))
  const texts = said.length > 0 ? said : all
  const stems = texts.map(stem)
  const words: Word[] = texts.map((text, at) => plainWord(text, stems[at]!, said.length > 0 && isStop(text)))
  const spoken = new Set<number>()

  for (const { concept, places } of conceptsIn(stems, texts.length)) {
    const sort = sortOf(concept) ?? 'synonym'
    for (const place of places) {
      const word = words[place]!
      offer(word, concept, FACTORS[sort])
      if (sort !== 'action' && word.weight === PLAIN) word.weight = 1
      if (places.length === 1) continue
      spoken.add(place)
      if (sort === 'synonym') part(word)
    }
  }
  for (const word of words) if (word.variants.some(({ term }) => sortOf(term) === 'action')) word.weight = ACTION
  joinNeighbours(all)
  const kept = words.filter(({ text }, at) => !isWeak(text) || spoken.has(at))
  const wanted = unique(kept.length > 0 ? kept : words)
  return wanted.flatMap((word) => {
    if (word.variants.length > 0) return [word]
    return isStop(word.text) ? [] : mended(word)
  })

  /** "getWeatherForecast" is three words where each of them is one; "CoinGecko" is a name. */
  function partsOf(written: string): string[] {
    const whole = tokens(written)
    const parts = nameTokens(written)
    const known = parts.length > 1 && !whole.some((word) => terms.has(stem(word)))
    return known && parts.every((word) => isStop(word) || terms.has(stem(word))) ? parts : whole
  }

  /** @param bound has a meaning only as part of an idiom */
  function plainWord(text: string, term: string, bound: boolean): Word {
    const posting = bound ? undefined : terms.get(term)
    const weight = LANGUAGE_WORDS.has(text) ? LANGUAGE : posting?.inNames ? 1 : PLAIN
    return { text, weight, variants: posting ? [{ term, posting, factor: 1 }] : [] }
  }

  function offer(word: Word, term: string, factor: number): void {
    const posting = terms.get(term)
    if (posting && !word.variants.some((known) => known.term === term)) word.variants.push({ term, posting, factor })
  }

  function part(word: Word): void {
    const [first] = word.variants
    if (first && first.factor === 1) first.factor = PART
  }

  /** "coin gecko" for CoinGecko, "the meal db" for TheMealDB. */
  function joinNeighbours(raw: readonly string[]): void {
    for (let at = 0; at < raw.length; at++) {
      for (const length of [2, 3]) {
        const parts = raw.slice(at, at + length)
        if (parts.length < length) continue
        const term = stem(parts.join(''))
        for (const part of parts) for (const word of words) if (word.text === part) offer(word, term, JOINED)
      }
    }
  }

  /** A word that no record has: two words written as one, the start of a word, or a slip of the fingers. */
  function mended(word: Word): Word[] {
    const variants = nearTerms(stem(word.text), terms)
    const [best] = variants
    const split = best && best.factor >= CLOSE ? undefined : splitIn(word.text)
    if (split) return split.map((text) => ({ ...plainWord(text, stem(text), false), readAs: text }))
    return [{ ...word, variants, ...(best && { readAs: best.term }) }]
  }

  function splitIn(text: string): [string, string] | undefined {
    for (let at = 3; at <= text.length - 3; at++) {
      const parts: [string, string] = [text.slice(0, at), text.slice(at)]
      if (parts.every((part) => !isStop(part) && terms.has(stem(part)))) return parts
    }
    return undefined
  }
}

const unique = (words: readonly Word[]): Word[] => [...new Map(words.map((word) => [word.text, word])).values()]
