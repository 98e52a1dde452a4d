/** Searches a text, and each of its needs alone, and makes one list of the answers. */
import { isRead } from '../catalog/record/languages.ts'
import { serverUrl } from '../catalog/record/traits.ts'
import { type BrandMention, isBrandWord } from '../query/brands.ts'
import { readCommand } from '../query/command.ts'
import { resolvePronoun } from '../query/follow-ups.ts'
import type { ParsedQuery, Part } from '../query/parse-query.ts'
import { readSentence, type SentenceToken } from '../query/sentence.ts'
import { siteName } from '../query/url-names.ts'
import { countryNamed } from '../query/words/concepts.ts'
import { isEnglishWord } from '../query/words/word-lists.ts'
import { foldAccents, isFunctionWord, isStop, lettersAndDigits, tokens } from '../query/words/words.ts'
import { staged } from '../system/stages.ts'
import type { Excluded } from './exclude.ts'
import { FIT_MODEL } from './fit/coefficients.ts'
import {
  type Fit,
  type FitContext,
  fitOf,
  holdsNeed,
  isElsewhere,
  probabilityOf,
  signalsOf,
  stemsOf,
} from './fit/fit.ts'
import type { NameKind, NameMatch } from './names/exact-names.ts'
import { intentOf, type QueryIntent } from './operations/query-intent.ts'
import { type Pass, type ScoredRecord, sumOf } from './score.ts'
import type { Searcher } from './searcher.ts'
import { FUSION, NAMED_SDK } from './weights.ts'
import type { QueryWord } from './words/query-words.ts'
import { findWords } from './words/search-words.ts'

const searchWords = staged('search words', findWords)

/** A text that was searched alone. */
export interface SearchedNeed {
  typed: string
  words: readonly QueryWord[]
  intent: QueryIntent
  /** What is to be done next with what it is about. */
  followUps: QueryIntent[]
  /** Services that it names and no record is called after. */
  missing: string[]
  /** Signals of the fit of the first hit. */
  signals: readonly number[]
  hits: RankedRecord[]
}

export interface RankedRecord extends ScoredRecord {
  name?: NameKind
  /** A word beside the need is its name. */
  isNamed: boolean
  /** Probability that it answers the query, 0 to 1. */
  probability: number
  /** Constraints of the query that it does not satisfy. */
  violates?: string[]
  /** The need that it is the answer to. */
  need: SearchedNeed
}

/** Hits after the first whose topics, and whose scores, are compared with it. */
const [MAX_COHERENT, MAX_OTHERS] = [10, 24]
/** The likeliest of as many hits of a part comes first. */
const MAX_LEADING = 3
/** As many of the best are ranked of a text. */
const MAX_RANKED = 1_000
/** Hits of a need beyond these are not compared with those of others. */
const MAX_FUSED = 40
/** Factor of the probability of an SDK of another place than the query names. */
const ELSEWHERE = 0.5
/** As many hits are judged; those after them as the last of these, by their scores. */
const MAX_JUDGED = 10

/** @param passes what the answer needs the best of. @returns the whole text first; best first in each */
export function searchNeeds(
  searcher: Searcher,
  query: ParsedQuery,
  excluded: Excluded,
  passes: readonly Pass[],
): SearchedNeed[] {
  const needs = query.parts.map((part, at) => searchPart(searcher, query, part, excluded, at === 0, passes))
  const [, first] = needs
  // Nothing does the next steps of what nothing does: "scan a file for viruses and poll the report".
  return first && !query.isPrompt && isCommand(first.intent) && !isServed(first) ? needs.slice(0, 1) : needs
}

function searchPart(
  searcher: Searcher,
  query: ParsedQuery,
  part: Part,
  excluded: Excluded,
  isWhole: boolean,
  passes: readonly Pass[],
): SearchedNeed {
  const { words, ownWords, absent, missing } = searchWords(searcher, part, excluded)
  const starts = new Set(part.asked.map(({ start }) => start))
  const isAsked = ({ token }: QueryWord): boolean => part.asked === part.tokens || starts.has(token!.start)
  const intent = intentOf(part.typed, part.command, ownWords.filter(isAsked))
  // A prompt also names what it is not about; a part that names an SDK is about it.
  const named = query.isPrompt && isWhole ? new Set<number>() : namedIn(searcher, part)
  const [most, wanted] = isWhole ? [MAX_RANKED, passes] : [MAX_FUSED, []]
  const scored = namedFirst(searcher.score(words, most, wanted, named), named)
  const [first] = scored
  const context = { words, isChange: isChange(intent), ...contextOf(searcher, scored) }
  const noun = wholeNoun(part.asked, intent.headNoun)
  const followUps = part.followUps.map((clause) => followUpOf(searcher, clause, noun, excluded))
  const signals = first ? signalsOf(searcher, first, context) : []
  const about = probabilityOf(signals) >= FIT_MODEL.good ? searcher.records.at(first!.position).topics[0] : undefined
  // "cat pictures in a Discord bot": what fits well, and is of another kind, needs no such service.
  const isUsed = ({ isAsked, brand }: BrandMention): boolean =>
    isAsked || about === undefined || brand.kinds.some(({ topics }) => topics.includes(about))
  // What the first hit says of itself is here: HSL is a notation of colours, too.
  const best = first && absent.length > 0 ? searcher.records.at(first.position) : undefined
  const ofBest = best ? lettersAndDigits([best.title, best.description, ...best.aliases].join(' ')) : ''
  const isElse = ({ brand }: BrandMention): boolean => !ofBest.includes(lettersAndDigits(brand.name))
  const asked = absent.filter((each) => isUsed(each) && isElse(each)).map(({ brand }) => brand.name)
  const need: SearchedNeed = {
    typed: part.typed,
    words,
    intent,
    followUps,
    missing: [...new Set([...asked, ...missing])],
    signals,
    hits: [],
  }
  const said = stemsOf((isWhole ? query.sentence : part).tokens.map(({ text }) => text))
  const hasPlace = words.some(({ place }) => place)
  let own = 1
  const hits = scored.map((record, at): RankedRecord => {
    const { position, score } = record
    // Of those after the judged ones, only the score is known.
    if (at < MAX_JUDGED) own = probabilityOf(at === 0 ? signals : signalsOf(searcher, record, context))
    let probability = (own * score) / (first!.score || 1)
    const isNamed = named.has(position)
    const isAway = hasPlace && !isNamed && isElsewhere(searcher, words, position)
    const isCertain = () => isNamed || (at < MAX_LEADING && holdsNeed(searcher.records.at(position), said))
    if (probability < FIT_MODEL.weak && isCertain()) probability = FIT_MODEL.weak
    if (isAway) probability *= ELSEWHERE
    // Another service is no more than related to the one that is asked for.
    return { ...record, isNamed, probability: asked.length > 0 ? Math.min(probability, WEAK) : probability, need }
  })
  need.hits = isWhole && !hasPlace ? hits : likeliestFirst(hits)
  return need
}

/** "merge request", of which only the second word is the head noun. */
function wholeNoun(tokens: readonly SentenceToken[], head = ''): string {
  const at = tokens.findIndex(({ text }) => text === head)
  const before = tokens[at - 1]
  return before?.role === 'need' && before.end + 1 === tokens[at]!.start ? `${before.text} ${head}` : head
}

/** What a clause such as "add a tag to it" asks for. */
function followUpOf(searcher: Searcher, clause: string, noun: string, excluded: Excluded): QueryIntent {
  const sentence = readSentence(resolvePronoun(clause, noun))
  const command = readCommand(sentence)
  const { ownWords } = findWords(searcher, { tokens: [...sentence.tokens], brands: [] }, excluded)
  return intentOf(clause, command, ownWords)
}

/** The SDKs of the services that are named beside a need: "albums of Radiohead on MusicBrainz". */
function namedIn(searcher: Searcher, { typed, brands }: Part): ReadonlySet<number> {
  const { records, makers } = searcher
  const named = brands.flatMap(({ words }) => {
    const name = words.join('')
    const all = makers(name)
    // The service itself, before others that are called after it.
    const own = all.filter((position) => siteName(serverUrl(records.at(position)) ?? '') === name)
    return own.length > 0 ? own : all
  })
  return new Set([...named, ...titlesIn(searcher, typed)])
}

/** A word with a capital, or with a dot in it. */
const NAME = /\p{Lu}|[^.]\.\p{L}/u
const MAX_NAME_WORDS = 5
/** An alias of more SDKs says what they are about. */
const MAX_NAMESAKES = 2
/** "API" is no name; a service is found by its own rules. */
const isWord = (word: string): boolean => isEnglishWord(word) || isStop(word) || isBrandWord(word)

/** SDKs whose titles begin with a name, or that are called so: "The Hobbit in Open Library", "a user in Customer.io". */
export function titlesIn({ matchNames, makers, records }: Searcher, text: string): Set<number> {
  const words = text.split(/\s+/)
  const found = new Set<number>()
  for (let at = 0; at < words.length; ) {
    let end = at
    while (end - at < MAX_NAME_WORDS && NAME.test(words[end] ?? '')) end++
    let own: number[] = []
    for (; end > at && own.length === 0; end--) own = called(words.slice(at, end))
    for (const position of own) found.add(position)
    at = end + 1
  }
  return found

  function called(run: readonly string[]): number[] {
    const name = run.join(' ')
    if ((run.length === 1 && isWord(foldAccents(name))) || countryNamed(name)) return []
    const key = lettersAndDigits(name)
    const family = makers(tokens(name)[0] ?? '')
    const own = family.filter((position) => lettersAndDigits(records.title(position)).startsWith(key))
    const aliased = matchNames(key).matches.map(({ position }) => position)
    return own.length > 0 || aliased.length > MAX_NAMESAKES ? own : aliased
  }
}

const namedFirst = (scored: ScoredRecord[], named: ReadonlySet<number>): ScoredRecord[] =>
  named.size === 0
    ? scored
    : scored
        .map((hit) => (named.has(hit.position) ? { ...hit, score: hit.score * NAMED_SDK } : hit))
        .sort((a, b) => b.score - a.score)

function contextOf(
  { records }: Searcher,
  [first, ...others]: readonly ScoredRecord[],
): Pick<FitContext, 'others' | 'coherence'> {
  if (!first) return { others: 0, coherence: 0 }
  const topics = records.topics(first.position)
  const next = others.slice(0, MAX_COHERENT)
  const shared = next.map(
    ({ position, score }) => score * records.topics(position).filter((topic) => topics.includes(topic)).length,
  )
  return {
    others: sumOf(others.slice(0, MAX_OTHERS).map(({ score }) => score)) / ((first.score || 1) * MAX_OTHERS),
    coherence: sumOf(shared) / (sumOf(next.map(({ score }) => score)) * topics.length || 1),
  }
}

/** Whether it begins with its verb. */
const isCommand = ({ text, words }: QueryIntent): boolean => {
  const first = tokens(text).find((word) => !isFunctionWord(word))
  return words.some(({ word, isVerb }) => isVerb && word.text === first)
}

/** "upload a video": a command of nothing but changes. */
const isChange = (intent: QueryIntent): boolean =>
  intent.ops.length > 0 && !intent.ops.some(isRead) && isCommand(intent)

/**
 * A part of a text has few words, which say less about the best hit than the other signals of the fit. Nor does the score know
 * that an SDK is of another place.
 */
function likeliestFirst(hits: RankedRecord[]): RankedRecord[] {
  const [likeliest] = hits.slice(0, MAX_LEADING).sort((a, b) => b.probability - a.probability)
  return likeliest && !hits[0]!.isNamed ? [likeliest, ...hits.filter((hit) => hit !== likeliest)] : hits
}

/** The most that is no good fit. */
const WEAK = FIT_MODEL.good - Number.EPSILON

const isOneWord = (words: readonly QueryWord[]): boolean =>
  words.filter(({ light, place }) => !(light || place)).length < 2
export const isServed = ({ words, hits }: SearchedNeed): boolean =>
  (hits[0]?.probability ?? 0) >= FUSION[isOneWord(words) ? 'minProbabilityOfWord' : 'minProbability']

/** Reciprocal rank fusion: each need counts as much as its best hit is likely to be right. */
export function fuse(
  [whole, ...parts]: readonly SearchedNeed[],
  named: readonly (NameMatch & { need: SearchedNeed })[],
): RankedRecord[] {
  const certain = named.map(({ position, kind, need }): RankedRecord => {
    const hit = { position, score: 1, relevance: 1, sentence: 1, about: 1, probability: 1, isNamed: true }
    return { ...hit, name: kind, need }
  })
  const needs = parts.filter(isServed)
  const isNamed = new Set(named.map(({ position }) => position))
  const others = needs.length === 0 ? whole!.hits : fused(whole!, needs)
  return [...certain, ...others.filter(({ position }) => !isNamed.has(position))]
}

function fused(whole: SearchedNeed, needs: readonly SearchedNeed[]): RankedRecord[] {
  const best = new Map<number, { hit: RankedRecord; value: number }>()
  for (const need of [...needs, whole]) {
    const [first] = need.hits
    const weight = need === whole ? FUSION.whole : first!.probability
    for (const [rank, found] of need.hits.slice(0, MAX_FUSED).entries()) {
      const least = need === whole || found.isNamed ? 0 : rank > 0 && isOneWord(need.words) ? 1 : FUSION.good
      const hit = found.probability < least ? { ...found, probability: Math.min(found.probability, WEAK) } : found
      const value = weight / (FUSION.rank + rank)
      const entry = best.get(hit.position)
      if (!entry) best.set(hit.position, { hit, value })
      else {
        entry.value += value
        const isLikelier = hit.probability > entry.hit.probability
        if (isLikelier) entry.hit = need === whole ? { ...entry.hit, probability: hit.probability } : hit
      }
    }
  }
  const ordered = [...best.values()].sort((a, b) => b.value - a.value)
  // Each need has its answer before any has a second one.
  const firsts = needs.map(({ hits: [first] }) => first)
  const leading = new Set(needs.length > 1 ? [ordered[0]!.hit, ...firsts].map((hit) => hit?.position) : [])
  const isLeading = ({ hit }: { hit: RankedRecord }): number => Number(leading.has(hit.position))
  const head = ordered.sort((a, b) => isLeading(b) - isLeading(a)).map(({ hit }) => hit)
  return [...head, ...whole.hits.filter(({ position }) => !best.has(position))]
}

export const fitOfHit = ({ probability }: RankedRecord): Fit => fitOf(probability)
