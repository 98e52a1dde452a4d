/** Spelling correction: what a word is read as where no SDK has it: a form of another, two written as one, or a typo. */
import { isStop, stem } from '../../search/words.ts'
import { isInExpression } from '../concepts.ts'
import type { Inverted } from '../index/inverted.ts'
import { isBrandWord } from '../parse/brands.ts'
import { type Correction, correctionsFor } from './corrections.ts'
import { englishBases, isEnglishStem, isPrefixedEnglish } from './english.ts'

/** A word of the query, and what it is read as. */
export interface SpelledWord {
  typed: string
  text: string
  /** What it may have meant, where no SDK has it. */
  corrections: readonly Correction[]
}

/** A word is split into words that this many SDKs have. */
const COMMON = 3
const MIN_PART = 3
/** A query with more unknown words was not mistyped. */
const MAX_CORRECTED = 8

export function correctSpelling(words: readonly string[], index: Inverted): SpelledWord[] {
  if (words.every((word) => isKnown(word, index))) return words.map((word) => asTyped(word))
  const joined = new Set(joinedNames(words, index).flatMap(({ parts }) => parts))
  let corrected = 0
  return words.flatMap((word) => {
    if (isKnown(word, index) || joined.has(word)) return [asTyped(word)]
    const bases = englishBases(word)
    if (bases.length > 0)
      return [
        asTyped(
          word,
          bases.find((base) => isIndexed(stem(base), index)),
        ),
      ]
    // "weatherapi" is about the weather.
    const subject = word.replace(/(?:apis?|sdk)$/, '')
    if (subject !== word && isIndexed(stem(subject), index)) return [asTyped(word, subject)]
    const corrections = corrected++ < MAX_CORRECTED ? correctionsFor(word, index.vocabulary) : []
    if (corrections.length > 0) return [readAs(word, corrections)]
    const parts = splitCompound(word, index)
    return parts?.map((part) => readAs(word, [{ word: part, term: stem(part), factor: 1 }])) ?? [asTyped(word)]
  })
}

/** Somebody who types it may mean it: it is not a typo of another word. */
function isKnown(word: string, index: Inverted): boolean {
  const term = stem(word)
  return isStop(word) || isIndexed(term, index) || isEnglishStem(term) || isPrefixedEnglish(word) || isBrandWord(word)
}

/** Two or three words in a row that are a name written as one: "coin gecko" for CoinGecko. */
export function joinedNames(words: readonly string[], { vocabulary }: Inverted): { parts: string[]; whole: string }[] {
  return words.flatMap((_, at) =>
    [2, 3].flatMap((length) => {
      const parts = words.slice(at, at + length)
      const whole = parts.join('')
      return parts.length === length && vocabulary.count(whole) > 0 ? [{ parts, whole }] : []
    }),
  )
}

const asTyped = (typed: string, text = typed): SpelledWord => ({ typed, text, corrections: [] })

const readAs = (typed: string, corrections: readonly Correction[]): SpelledWord => ({
  typed,
  text: corrections[0]!.word,
  corrections,
})

/** Whether some record or expression has the stem. */
const isIndexed = (term: string, index: Inverted): boolean => index.has(term) || isInExpression(term)

/** "catpictures" -> cat, pictures. */
function splitCompound(word: string, { vocabulary }: Inverted): string[] | undefined {
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => vocabulary.count(part) >= COMMON)) return parts
  }
  return undefined
}
