/** What the names of an operation have of a query. */
import { LRUCache } from 'lru-cache'
import { memoized } from '../../../system/once.ts'
import { addTo } from '../../packed/lists.ts'
import type { OperationName } from '../../record/languages.ts'
import { isStop, nameTokens, stem } from '../../search/words.ts'
import { conceptsIn, kindOf } from '../concepts.ts'
import { operationVerbs } from '../word-lists.ts'
import type { Asked } from './asked.ts'
import { CHOICE } from './choice-weights.ts'

/** What an operation has of a query. */
export interface Held {
  /** By word of the query: how well the operation has it, from 0 to 1. */
  words: Float64Array
  /** Share of the words of the entity's name that the query has. */
  named: number
  /** Words of the name that the query does not have. */
  unnamed: number
  /** How well the query is one of the needs that are on record for the operation. */
  need: number
}

export const nothingHeld = (words: number): Held => ({ words: new Float64Array(words), named: 0, unnamed: 0, need: 0 })

/** Notes the words of the query that a text has. @param share how much they count at this place */
export function hold(held: Held, { words }: Found, share: number): void {
  for (const { index, factor } of words) held.words[index] = Math.max(held.words[index]!, factor * share)
}

export interface NameWord {
  word: string
  stem: string
  /** Concepts that stand for it. */
  concepts: readonly string[]
  /** It says that something is removed. */
  removes: boolean
  isStop: boolean
}

/** By name: the same few come with each search. */
const namesRead = new LRUCache<string, readonly NameWord[]>({
  max: 5_000,
  memoMethod: (name) => nameTokens(name).map(readWord),
})
export const wordsOfName = (name: string): readonly NameWord[] => namesRead.memo(name)

function readWord(word: string): NameWord {
  const wordStem = stem(word)
  const verb = operationVerbs().get(wordStem)
  const concepts = conceptsIn([wordStem], 0).flatMap(({ concept }) => (kindOf(concept) === 'synonym' ? concept : []))
  const removes = verb?.ops[0] === 'remove' && !verb.ordinary && verb.word === word
  return { word, stem: wordStem, concepts, removes, isStop: isStop(word) }
}

/** Whether an operation, or a name in it, says that something is removed. */
export const isDestructive = (op: OperationName, ...names: string[]): boolean =>
  op === 'remove' || names.some((name) => wordsOfName(name).some(({ removes }) => removes))

interface Match {
  index: number
  factor: number
}

/** What a text has of the query. */
export interface Found {
  /** Words of the text. */
  size: number
  /** How many of them the query has; details of it count half. */
  named: number
  /** How many of them it does not have at all. */
  missing: number
  /** Share of those that say something that it has. */
  share: number
  words: readonly Match[]
}

export const shareOf = ({ named, size }: Found): number => (size > 0 ? named / size : 0)

/** A longer word is found in others: "magnitude" in minmagnitude, "withdraw" in withdrawal. */
const MIN_PART = 5
/** Letters that a word and another form of it share: "subscribe" and "subscription". */
const SHARED_LETTERS = 7
const MIN_FORM = 6

/** Whether a word has another in it, or is a form of it: "verify" and "verification". */
function isPart(own: string, word: string): boolean {
  if (own.length < MIN_PART || word.length <= own.length + 1) return false
  const start = own.endsWith('y') ? own.slice(0, -1) : own.slice(0, SHARED_LETTERS)
  return word.includes(own) || (own.length >= MIN_FORM && word.startsWith(start))
}

/** "repo" for repository */
const isAbbreviation = (short: string, word: string): boolean => short.length >= 4 && word.startsWith(short)

/** By term: the words of the query that it satisfies. */
function wordsByTerm({ words }: Asked): Map<string, Match[]> {
  const byTerm = new Map<string, Match[]>()
  words.forEach(({ word }, index) => {
    const wordStem = stem(word.text)
    addTo(byTerm, wordStem, { index, factor: 1 })
    for (const { term, factor, related } of word.variants) {
      if (!related && term !== wordStem) addTo(byTerm, term, { index, factor })
    }
  })
  return byTerm
}

/** What a text, or its words, have of the query; the same few texts come again and again in one SDK. */
export const finderOf = memoized((asked: Asked) => {
  const byTerm = wordsByTerm(asked)
  const stems = asked.words.map(({ word }) => stem(word.text))
  const byText = new Map<string | readonly NameWord[], Found>()
  return (text: string | readonly NameWord[]): Found => {
    const cached = byText.get(text)
    if (cached) return cached
    const words = typeof text === 'string' ? wordsOfName(text) : text
    const textMatch = { size: words.length, named: 0, missing: 0, share: 0, words: [] as Match[] }
    let contentWords = 0
    for (const name of words) {
      let [best, named] = [0, 0]
      for (const match of matchesOf(name)) {
        textMatch.words.push(match)
        best = Math.max(best, match.factor)
        named = Math.max(named, match.factor * (asked.words[match.index]!.isDetail ? CHOICE.detail : 1))
      }
      textMatch.named += named
      if (best === 0) textMatch.missing++
      if (name.isStop) continue
      textMatch.share += best
      contentWords++
    }
    if (contentWords > 0) textMatch.share /= contentWords
    byText.set(text, textMatch)
    return textMatch
  }

  function matchesOf({ word, stem: own, concepts }: NameWord): readonly Match[] {
    const ofConcepts = concepts.flatMap((concept) => byTerm.get(concept) ?? [])
    const whole = [
      ...(byTerm.get(own) ?? []),
      ...ofConcepts.map(({ index, factor }) => ({ index, factor: factor * CHOICE.concept })),
    ]
    if (whole.length > 0) return whole
    return stems.flatMap((asks, index) =>
      isPart(asks, word) || isAbbreviation(own, asks) ? [{ index, factor: CHOICE.part }] : [],
    )
  }
})
