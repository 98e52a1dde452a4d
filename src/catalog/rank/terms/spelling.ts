/** Spelling correction: what a word is read as where no SDK has it: a form of another, two written as one, or a typo. */
import { editCost } from '../../../text/edit-distance.ts'
import { isStop, stem } from '../../search/words.ts'
import { isInExpression } from '../concepts.ts'
import type { Inverted } from '../index/inverted.ts'
import type { Vocabulary, VocabularyWord } from '../index/vocabulary.ts'
import { isBrandWord } from '../parse/brands.ts'
import { SPELLING } from '../weights.ts'
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

export interface Correction {
  word: string
  term: string
  /** How surely it was meant, between 0 and 1. */
  factor: number
}

/** Shorter words are too near to each other. */
const MIN_LENGTH = 4
const MAX_LENGTH = 32
/** Words this long may have two edits. */
const MIN_LENGTH_OF_TWO_EDITS = 7
const MAX_CORRECTIONS = 4

/** The likeliest first. */
export function correctionsFor(typed: string, vocabulary: Vocabulary): Correction[] {
  if (typed.length < MIN_LENGTH || typed.length > MAX_LENGTH) return []
  const costs = candidateCosts(typed, vocabulary)
  const candidates = [...costs.values()]
    .map(({ word, count, cost }) => ({ word, cost, rank: cost - commonBonus(count) }))
    .sort((a, b) => a.rank - b.rank || (a.word < b.word ? -1 : 1))
  const [best] = candidates
  const corrections = new Map<string, Correction>()
  for (const { word, cost, rank } of candidates) {
    const behind = rank - best!.rank
    if (behind > SPELLING.asLikely || corrections.size === MAX_CORRECTIONS) break
    const term = stem(word)
    const factor = Math.max(SPELLING.minFactor, 1 - SPELLING.doubt * cost) * (1 - behind / (2 * SPELLING.asLikely))
    if (!corrections.has(term)) corrections.set(term, { word, term, factor })
  }
  return [...corrections.values()]
}

function candidateCosts(typed: string, vocabulary: Vocabulary) {
  const candidates = new Map<string, VocabularyWord & { cost: number }>()
  const maxCost = SPELLING.maxCost[Math.min(typed.length, SPELLING.maxCost.length - 1)]!
  for (const candidate of vocabulary.continuations(typed)) {
    const missing = candidate.word.length - typed.length
    if (missing <= typed.length) add(candidate, SPELLING.unfinished + SPELLING.missingLetter * missing)
  }
  for (const word of withSwappedNeighbours(typed)) {
    const count = vocabulary.count(word)
    if (count > 0) addEdited({ word, count })
  }
  vocabulary.near(typed, typed.length >= MIN_LENGTH_OF_TWO_EDITS ? 2 : 1).forEach(addEdited)
  return candidates

  function add(candidate: VocabularyWord, cost: number): void {
    if (cost < (candidates.get(candidate.word)?.cost ?? Number.POSITIVE_INFINITY))
      candidates.set(candidate.word, { ...candidate, cost })
  }

  function addEdited(candidate: VocabularyWord): void {
    const cost = editCost(typed, candidate.word, maxCost)
    if (cost <= maxCost) add(candidate, cost)
  }
}

const commonBonus = (count: number): number =>
  Math.min(SPELLING.maxCommonBonus, SPELLING.commonBonus * Math.log2(1 + count))

/** Two neighbours in the wrong order: one mistake to a person, two edits to Levenshtein. */
function* withSwappedNeighbours(word: string): Generator<string> {
  for (let at = 0; at + 1 < word.length; at++) {
    yield word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  }
}
