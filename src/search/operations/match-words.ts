/** How well words on record, such as those of names, match the words of a query. */
import { LRUCache } from 'lru-cache'
import { addTo } from '../../catalog/packed/lists.ts'
import { conceptsIn, kindOf } from '../../query/words/concepts.ts'
import { operationVerbs, saidWords } from '../../query/words/word-lists.ts'
import { isStop, nameTokens, stem } from '../../query/words/words.ts'
import { memoized } from '../../system/once.ts'
import type { QueryIntent } from './query-intent.ts'

/** How well a synonym, or a part of a word, satisfies a word of the query; and how much a detail of the query counts. */
const FACTORS = { synonym: 0.6, said: 0.45, part: 0.8, detail: 0.5 }

export interface NameWord {
  word: string
  /** Its stem, and its synonyms as concepts of the search index. */
  terms: readonly string[]
  /** It says that something is removed. */
  removes: boolean
  isStop: boolean
  isNoise: boolean
}

/** Words that models add to names, and words that only name the kind of the operation. */
const NOISE =
  /^(?:add|api|basic|collection|create|delete|details?|dto|edit|entit(?:y|ies)|find|forward|get|list|new|object|output|paged?|paging|public|query|re(?:move|quest|sponse)|schema|search|send|set|total|update|view|with)\d*$/

/** Words that order things in time, as people and as paths say it: "the next launches", /launches/upcoming. */
const TIMES: readonly (readonly string[])[] = [
  ['next', 'coming', 'upcoming', 'future', 'scheduled'],
  ['last', 'latest', 'newest', 'recent', 'past', 'previous'],
  ['current', 'now', 'live', 'today', 'latest'],
].map((words) => words.map(stem))

/** The same few words and names come with each search. */
const wordCache = new LRUCache<string, NameWord>({ max: 8_000, memoMethod: parseWord })
const nameCache = new LRUCache<string, readonly NameWord[]>({
  max: 5_000,
  memoMethod: (name) => nameTokens(name).map((word) => wordCache.memo(word)),
})
export const wordsOfName = (name: string): readonly NameWord[] => nameCache.memo(name)

function parseWord(word: string): NameWord {
  const wordStem = stem(word)
  const verb = operationVerbs().get(wordStem)
  const synonyms = conceptsIn([wordStem], 0).flatMap(({ concept }) => (kindOf(concept) === 'synonym' ? concept : []))
  const removes = verb?.ops[0] === 'remove' && !verb.ordinary && verb.word === word
  return { word, terms: [wordStem, ...synonyms], removes, isStop: isStop(word), isNoise: NOISE.test(word) }
}

interface WordHit {
  /** Of the word in the query. */
  index: number
  factor: number
}

export interface WordMatch {
  hits: readonly WordHit[]
  /** Those of the last word, which names the thing: a label in issue_label. */
  last: readonly WordHit[]
  /** Share of the words that are in the query; details of it count half. Noise counts if there is nothing else. */
  share: number
  /** How many words the query lacks; of a word that matches in part, the rest. */
  missing: number
  /** Share of the content words that are in the query. */
  coverage: number
  removes: boolean
  isNoise: boolean
}

const NONE: readonly WordHit[] = []

/** @returns functions that match words with the query; a name only once, as an SDK repeats the same few */
export const createMatcher = memoized((intent: QueryIntent) => {
  const stems = intent.words.map(({ word }) => stem(word.text))
  const byTerm = hitsByTerm(intent, stems)
  const hitsOf = memoized((word: NameWord): readonly WordHit[] => {
    const byTerms = word.terms.flatMap((term) => byTerm.get(term) ?? [])
    if (byTerms.length > 0) return byTerms
    return stems.flatMap((part, index) => (isPart(word, part) ? { index, factor: FACTORS.part } : []))
  })
  const matches = new Map<string, WordMatch>()
  return {
    matchName,
    matchWords: (words: readonly NameWord[]) => matchOf(words, intent, hitsOf),
    matchesWord: (word: NameWord): boolean => hitsOf(word).length > 0,
  }

  function matchName(name: string): WordMatch {
    const known = matches.get(name)
    if (known) return known
    const match = matchOf(wordsOfName(name), intent, hitsOf)
    matches.set(name, match)
    return match
  }
})

/** The words of the query, by their stems and synonyms. */
function hitsByTerm(intent: QueryIntent, stems: readonly string[]): ReadonlyMap<string, readonly WordHit[]> {
  const byTerm = new Map<string, WordHit[]>()
  for (const [index, { word }] of intent.words.entries()) {
    const short = word.token?.short && stem(word.token.short)
    for (const own of short ? [stems[index]!, short] : [stems[index]!]) addTo(byTerm, own, { index, factor: 1 })
    for (const { term, factor, related } of word.variants) {
      const kindFactor = kindOf(term) === 'synonym' ? FACTORS.synonym : 1
      if (!related && term !== stems[index]) addTo(byTerm, term, { index, factor: factor * kindFactor })
    }
    for (const term of new Set(TIMES.filter((words) => words.includes(stems[index]!)).flat()))
      if (term !== stems[index]) addTo(byTerm, term, { index, factor: FACTORS.synonym })
    for (const { said, terms } of saidWords().get(stems[index]!)?.values() ?? []) {
      const indexes = said.map((each) => stems.indexOf(each))
      if (!indexes.includes(-1))
        for (const term of terms) for (const each of indexes) addTo(byTerm, term, { index: each, factor: FACTORS.said })
    }
  }
  return byTerm
}

function matchOf(
  words: readonly NameWord[],
  intent: QueryIntent,
  hitsOf: (word: NameWord) => readonly WordHit[],
): WordMatch {
  const isNoise = words.every((word) => word.isNoise)
  let [hits, last] = [NONE, NONE]
  let [size, matched, content, covered, removes] = [0, 0, 0, 0, false]
  for (const word of words) {
    const found = hitsOf(word)
    let [best, main] = [0, 0]
    for (const { index, factor } of found) {
      best = Math.max(best, factor)
      main = Math.max(main, factor * (intent.words[index]!.isDetail ? FACTORS.detail : 1))
    }
    if (!word.isNoise) last = found
    if (best > 0) hits = hits === NONE ? found : [...hits, ...found]
    removes ||= word.removes
    content += Number(!word.isStop)
    covered += word.isStop ? 0 : best
    size += Number(isNoise || !word.isNoise)
    matched += isNoise || !word.isNoise ? main : 0
  }
  return {
    hits,
    last,
    share: matched / (size || 1),
    missing: size - matched,
    coverage: covered / (content || 1),
    removes,
    isNoise,
  }
}

/** Least length of a word that is found in others, of a form, and of an abbreviation; and letters that forms share. */
const [MIN_PART, MIN_FORM, MIN_SHORT, SHARED_LETTERS] = [5, 6, 4, 7]

/** "magnitude" in minmagnitude, "verify" and "subscribe" as verification and subscription, "repo" for repository. */
function isPart({ word, terms: [wordStem = ''] }: NameWord, part: string): boolean {
  if (wordStem.length >= MIN_SHORT && part.startsWith(wordStem)) return true
  if (part.length < MIN_PART || word.length <= part.length + 1) return false
  const start = part.endsWith('y') ? part.slice(0, -1) : part.slice(0, SHARED_LETTERS)
  return word.includes(part) || (part.length >= MIN_FORM && word.startsWith(start))
}
