/** How well the names of an operation match the words of a query. */
import { LRUCache } from 'lru-cache'
import { memoized } from '../../../system/once.ts'
import { addTo } from '../../packed/lists.ts'
import type { OperationName } from '../../record/languages.ts'
import { isStop, nameTokens, stem } from '../../search/words.ts'
import { conceptsIn, kindOf } from '../concepts.ts'
import { operationVerbs } from '../word-lists.ts'
import { CHOICE } from './choice-weights.ts'
import type { QueryIntent } from './query-intent.ts'

/** How an operation matches a query. */
export interface OperationMatch {
  /** How well each word of the query is matched, from 0 to 1. */
  wordScores: Float64Array
  /** Share of the words of the entity's name that are in the query. */
  nameCoverage: number
  /** Number of words of the name that are not in the query. */
  extraNameWords: number
  /** How well the query matches a need on record for the operation, from 0 to 1. */
  needCoverage: number
}

export const emptyMatch = ({ words }: QueryIntent): OperationMatch => ({
  wordScores: new Float64Array(words.length),
  nameCoverage: 0,
  extraNameWords: 0,
  needCoverage: 0,
})

/** @param factor how much words count at the place of the phrase */
export function addPhrase({ wordScores }: OperationMatch, { hits }: PhraseMatch, factor: number): void {
  for (const hit of hits) wordScores[hit.index] = Math.max(wordScores[hit.index]!, hit.factor * factor)
}

/** How well the operation is called by the verb of the query, from 0 to 1. */
export const verbScore = ({ words }: QueryIntent, { wordScores }: OperationMatch): number =>
  words.reduce((best, { isVerb }, at) => (isVerb ? Math.max(best, wordScores[at]!) : best), 0)

export interface NameWord {
  word: string
  stem: string
  /** Synonyms, as concepts of the search index. */
  concepts: readonly string[]
  /** It says that something is removed. */
  removes: boolean
  isStop: boolean
}

/** The same few names come with each search. */
const nameCache = new LRUCache<string, readonly NameWord[]>({
  max: 5_000,
  memoMethod: (name) => nameTokens(name).map(parseNameWord),
})
export const wordsOfName = (name: string): readonly NameWord[] => nameCache.memo(name)

function parseNameWord(word: string): NameWord {
  const wordStem = stem(word)
  const verb = operationVerbs().get(wordStem)
  const concepts = conceptsIn([wordStem], 0).flatMap(({ concept }) => (kindOf(concept) === 'synonym' ? concept : []))
  const removes = verb?.ops[0] === 'remove' && !verb.ordinary && verb.word === word
  return { word, stem: wordStem, concepts, removes, isStop: isStop(word) }
}

/** Whether an operation, or a name in it, says that something is removed. */
export const isDestructive = (op: OperationName, ...names: string[]): boolean =>
  op === 'remove' || names.some((name) => wordsOfName(name).some(({ removes }) => removes))

/** A word of the query in a phrase. */
interface WordHit {
  index: number
  factor: number
}

/** How a phrase, such as a name, matches a query. */
export interface PhraseMatch {
  /** Number of words. */
  size: number
  /** Sum of the factors of the words that are in the query; details of it count half. */
  matched: number
  /** Number of words that are not in the query. */
  unmatched: number
  /** Share of the content words that are in the query. */
  coverage: number
  hits: readonly WordHit[]
}

export const matchedShare = ({ matched, size }: PhraseMatch): number => (size > 0 ? matched / size : 0)

/** Least length of a word that is found in others: "magnitude" in minmagnitude, "withdraw" in withdrawal. */
const MIN_PART = 5
/** Letters that two forms of a word share: "subscribe" and "subscription". */
const SHARED_LETTERS = 7
const MIN_FORM = 6

/** Whether a word contains the part, or both are forms of one word: "verify" and "verification". */
function containsPart(word: string, part: string): boolean {
  if (part.length < MIN_PART || word.length <= part.length + 1) return false
  const start = part.endsWith('y') ? part.slice(0, -1) : part.slice(0, SHARED_LETTERS)
  return word.includes(part) || (part.length >= MIN_FORM && word.startsWith(start))
}

/** "repo" for repository */
const isAbbreviation = (short: string, word: string): boolean => short.length >= 4 && word.startsWith(short)

/** Term -> the words of the query that it satisfies. */
function hitsByTerm({ words }: QueryIntent): Map<string, WordHit[]> {
  const byTerm = new Map<string, WordHit[]>()
  words.forEach(({ word }, index) => {
    const wordStem = stem(word.text)
    addTo(byTerm, wordStem, { index, factor: 1 })
    for (const { term, factor, related } of word.variants) {
      if (!related && term !== wordStem) addTo(byTerm, term, { index, factor })
    }
  })
  return byTerm
}

/** @returns a function that matches phrases with the query, each once: an SDK repeats the same few */
export const createPhraseMatcher = memoized((intent: QueryIntent) => {
  const byTerm = hitsByTerm(intent)
  const queryStems = intent.words.map(({ word }) => stem(word.text))
  const cache = new Map<string | readonly NameWord[], PhraseMatch>()
  return (phrase: string | readonly NameWord[]): PhraseMatch => {
    const cached = cache.get(phrase)
    if (cached) return cached
    const match = matchWords(typeof phrase === 'string' ? wordsOfName(phrase) : phrase)
    cache.set(phrase, match)
    return match
  }

  function matchWords(words: readonly NameWord[]): PhraseMatch {
    const hits: WordHit[] = []
    let [matched, unmatched, contentScore, contentWords] = [0, 0, 0, 0]
    for (const word of words) {
      let [best, named] = [0, 0]
      for (const hit of hitsOf(word)) {
        hits.push(hit)
        best = Math.max(best, hit.factor)
        named = Math.max(named, hit.factor * (intent.words[hit.index]!.isDetail ? CHOICE.detail : 1))
      }
      matched += named
      if (best === 0) unmatched++
      if (word.isStop) continue
      contentScore += best
      contentWords++
    }
    return { size: words.length, matched, unmatched, coverage: contentScore / Math.max(1, contentWords), hits }
  }

  function hitsOf({ word, stem: wordStem, concepts }: NameWord): readonly WordHit[] {
    const synonyms = concepts.flatMap((concept) => byTerm.get(concept) ?? [])
    const hits = [
      ...(byTerm.get(wordStem) ?? []),
      ...synonyms.map(({ index, factor }) => ({ index, factor: factor * CHOICE.concept })),
    ]
    if (hits.length > 0) return hits
    return queryStems.flatMap((queryStem, index) =>
      containsPart(word, queryStem) || isAbbreviation(wordStem, queryStem) ? [{ index, factor: CHOICE.part }] : [],
    )
  }
})
