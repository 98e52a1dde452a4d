/** Spelling correction of a word that no SDK has: it is two words written as one, or a typo. */

import { isBrandWord } from '../../query/brands.ts'
import type { SentenceToken } from '../../query/sentence.ts'
import { isInExpression } from '../../query/words/concepts.ts'
import { isEnglishStem } from '../../query/words/word-lists.ts'
import { isStop, stem } from '../../query/words/words.ts'
import type { Inverted } from '../index/inverted.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { SPELLING } from '../weights.ts'
import { editCost } from './edit-distance.ts'

/** A word of the query as it is read. */
export interface SpelledWord {
  token: SentenceToken
  text: string
  stem: string
  isStop: boolean
  isCorrected: boolean
}

/** A word is split into words that this many SDKs have. */
const COMMON = 3
const MIN_PART = 3
/** A query with more unknown words was not mistyped. */
const MAX_CORRECTED = 8

export function correctSpelling(index: Inverted, words: readonly SentenceToken[]): SpelledWord[] {
  let corrected = 0
  return words.flatMap((token): SpelledWord[] => {
    const asTyped = {
      token,
      text: token.text,
      stem: token.stem,
      isStop: token.role === 'function',
      isCorrected: false,
    }
    if (asTyped.isStop || isKnown(index, token)) return [asTyped]
    const readAs = (text: string): SpelledWord => ({
      ...{ token, text, stem: stem(text), isStop: isStop(text), isCorrected: true },
    })
    const correction = corrected++ < MAX_CORRECTED ? correctionOf(token.text, index.vocabulary) : undefined
    if (correction) return [readAs(correction)]
    // "albums of coldplay" asks for nothing cold.
    return (token.role !== 'value' && splitCompound(token.text, index)?.map(readAs)) || [asTyped]
  })
}

/** Whether a word is not corrected, because it has a meaning of its own. */
const isKnown = (index: Inverted, { text, stem }: SentenceToken): boolean =>
  index.has(stem) || isInExpression(stem) || isEnglishStem(stem) || isBrandWord(text)

/** "catpictures" -> cat, pictures; "weatherapi" -> weather, api. */
function splitCompound(word: string, { vocabulary }: Inverted): string[] | undefined {
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => vocabulary.count(part) >= COMMON || isStop(part))) return parts
  }
  return undefined
}

/** Shorter words are too similar to each other. */
const MIN_LENGTH = 4
const MAX_LENGTH = 32

/** The likeliest correction: the word whose edits cost least; the commoner one of a tie. */
function correctionOf(typed: string, vocabulary: Vocabulary): string | undefined {
  // What has a digit is a name, such as "hand1".
  if (typed.length < MIN_LENGTH || typed.length > MAX_LENGTH || /\d/.test(typed)) return undefined
  const maxCost = SPELLING.maxCost[Math.min(typed.length, SPELLING.maxCost.length - 1)]!
  const [best] = vocabulary
    .near(typed)
    .map(({ word, count }) => ({ word, count, cost: editCost(typed, word, maxCost) }))
    .filter(({ cost }) => cost <= maxCost)
    .sort((a, b) => a.cost - b.cost || b.count - a.count || (a.word < b.word ? -1 : 1))
  return best?.word
}
