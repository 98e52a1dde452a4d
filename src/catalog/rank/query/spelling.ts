/** What a typed word is read as where no SDK has it: a form of another, two written as one, or a slip of the fingers. */

import { isStop, stem } from '../../search/words.ts'
import { isSpoken } from '../concepts.ts'
import type { Inverted } from '../index/inverted.ts'
import { englishBases, isEnglish, isTurned } from './english.ts'
import { type Near, nearWords } from './fuzzy.ts'

/** A word of the query, and what it is read as. */
export interface Token {
  wrote: string
  text: string
  /** What it may have meant, where nobody has it. */
  near: readonly Near[]
}

/** A word is taken apart into words that this many SDKs have. */
const ORDINARY = 3
const SHORTEST_PART = 3
/** Who writes more words that nobody has is not slipping. */
const MOST_MENDED = 8

/** Somebody who types it may mean it: it is not a slip of another word. */
export function isKnown(word: string, index: Inverted): boolean {
  const term = stem(word)
  return isStop(word) || isHad(term, index) || isEnglish(term) || isTurned(word)
}

export function mended(words: readonly string[], index: Inverted): Token[] {
  if (words.every((word) => isKnown(word, index))) return words.map(asTyped)
  const joined = new Set(joinedIn(words, index).flatMap(({ parts }) => parts))
  let slips = 0
  return words.flatMap((word) => {
    if (isKnown(word, index) || joined.has(word)) return [asTyped(word)]
    const bases = englishBases(word)
    if (bases.length > 0) return [{ ...asTyped(word), text: bases.find((base) => isHad(stem(base), index)) ?? word }]
    // "weatherapi" is about the weather.
    const subject = word.replace(/(?:apis?|sdk)$/, '')
    if (subject !== word && isHad(stem(subject), index)) return [{ ...asTyped(word), text: subject }]
    const near = slips++ < MOST_MENDED ? nearWords(word, index.vocabulary) : []
    if (near.length > 0) return [readAs(word, near)]
    return (
      partsOf(word, index)?.map((part) => readAs(word, [{ word: part, term: stem(part), factor: 1 }])) ?? [
        asTyped(word),
      ]
    )
  })
}

/** Two or three words in a row that are a name written as one: "coin gecko" for CoinGecko. */
export function joinedIn(words: readonly string[], { vocabulary }: Inverted): { parts: string[]; whole: string }[] {
  return words.flatMap((_, at) =>
    [2, 3].flatMap((length) => {
      const parts = words.slice(at, at + length)
      const whole = parts.join('')
      return parts.length === length && vocabulary.words.has(whole) ? [{ parts, whole }] : []
    }),
  )
}

export const asTyped = (word: string): Token => ({ wrote: word, text: word, near: [] })

const readAs = (word: string, near: readonly Near[]): Token => ({ wrote: word, text: near[0]!.word, near })

const isHad = (term: string, { terms }: Inverted): boolean => terms.has(term) || isSpoken(term)

/** "catpictures" -> cat, pictures. */
function partsOf(word: string, { vocabulary }: Inverted): string[] | undefined {
  const isOrdinary = (part: string): boolean => (vocabulary.words.get(part)?.count ?? 0) >= ORDINARY
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every(isOrdinary)) return parts
  }
  return undefined
}
