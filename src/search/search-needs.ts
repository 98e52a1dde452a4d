/** Searches a text, and each of its needs alone, and makes one list of the answers. */
import { isRead } from '../catalog/record/languages.ts'
import type { Records } from '../catalog/record/records.ts'
import { type BrandMention, isForPurpose } from '../query/brands.ts'
import { hasContent, resolvePronoun } from '../query/follow-ups.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import { MIN_NEED_WORDS } from '../query/split-needs.ts'
import { isEnglishWord } from '../query/words/word-lists.ts'
import { isStop, tokens } from '../query/words/words.ts'
import type { Excluded } from './exclude.ts'
import { FIT_MODEL } from './fit/coefficients.ts'
import { contentStems, type createFit, type Fit, type FitContext, fitOf } from './fit/fit.ts'
import type { NamedRecords, NameKind, NameMatch } from './names/exact-names.ts'
import { parseIntent, type QueryIntent } from './operations/query-intent.ts'
import { type createScorer, type ScoredRecord, sumOf } from './score.ts'
import { FUSION, NAMED_SDK } from './weights.ts'
import type { QueryWord } from './words/query-words.ts'
import type { createWordFinder } from './words/search-words.ts'

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
  isNamed?: true
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
/** Hits of a need beyond these are not compared with those of others. */
const MAX_FUSED = 40
/** As many hits get a probability of their own; those after them have that of the last at most. */
const MAX_JUDGED = 10

/** An alias may be a word for a need. */
const NAMES: readonly NameKind[] = ['slug', 'title']
const NONE: ReadonlySet<number> = new Set()

/** Positions by the first word of the title: "telegram" for the Telegram Bot API. */
export type Makers = () => ReadonlyMap<string | undefined, number[]>

export function createNeedSearch(
  records: Pick<Records, 'topics'>,
  findWords: ReturnType<typeof createWordFinder>,
  score: ReturnType<typeof createScorer>,
  matchNames: (query: string) => NamedRecords,
  makers: Makers,
  { signalsOf, probabilityOf }: ReturnType<typeof createFit>,
) {
  /** @returns the whole text first; best first in each */
  return function searchNeeds(query: ParsedQuery, excluded: Excluded): SearchedNeed[] {
    const { text, brands, values, isPrompt, needs } = query
    const only = needs.length === 1 ? needs[0] : undefined
    const whole = { typed: text, text, brands, followUps: only?.followUps ?? [] }
    const searched = [whole, ...(only ? [] : needs)].map((part) => {
      const { words, ownWords, missing } = findWords({ ...part, values }, excluded)
      const intent = part === whole && only ? intentOf(only.text) : parseIntent(part.text, ownWords, values)
      // A prompt also names what it is not about; a part that names an SDK is about it.
      const named = isPrompt && part === whole ? NONE : namedIn(part)
      const ranked = namedFirst(score(words), named)
      const scored = part === whole ? ranked : ranked.slice(0, MAX_FUSED)
      const need: SearchedNeed = {
        typed: part.typed,
        words,
        intent,
        followUps: part.followUps.map((clause) => ({
          ...intentOf(resolvePronoun(clause, intent.headNoun ?? '')),
          text: clause,
        })),
        missing,
        signals: [],
        hits: [],
      }
      const details = new Set(intent.words.flatMap(({ word, isDetail }) => (isDetail ? word.text : [])))
      const stems = new Set(contentStems(part.text))
      const context = { words, stems, details, isChange: isChange(intent), ...contextOf(scored) }
      let last = 1
      if (scored[0]) need.signals = signalsOf(scored[0], context)
      const hits = scored.map((record, at): RankedRecord => {
        if (at === 0) last = probabilityOf(record, context)
        else if (at < MAX_JUDGED) {
          const share = Math.sqrt(record.score / (scored[0]!.score || 1))
          last = share * probabilityOf(record, context)
        }
        const isNamed = named.has(record.position)
        const probability = isNamed ? Math.max(last, FIT_MODEL.weak) : last
        return { ...record, probability, need, ...(isNamed && { isNamed: true as const }) }
      })
      need.hits = part === whole ? hits : likeliestFirst(hits)
      return need
    })
    if (!isPrompt) addSteps(searched.slice(1))
    const place = brands.find(({ brand }) => searched[0]!.missing.includes(brand.name))
    return (place && !isPrompt && searched.length === 1 && servedBefore(place)) || searched

    /** "QR codes for a WordPress page": what serves the need without the missing service where it is used. */
    function servedBefore({ brand, words }: BrandMention): SearchedNeed[] | undefined {
      const before = BEFORE_PLACE.exec(text.slice(0, text.toLowerCase().lastIndexOf(words[0]!)))?.[1]
      if (!before || !hasContent(before, MIN_NEED_WORDS) || isForPurpose(brand, tokens(before))) return undefined
      const [need] = searchNeeds({ ...query, text: before, brands: [] }, excluded)
      return need!.hits.slice(0, MAX_LEADING).some((hit) => fitOfHit(hit) === 'good') ? [need!] : undefined
    }

    /** The SDKs that are named beside a need: "albums of Radiohead on MusicBrainz". */
    function namedIn({ text, brands }: { text: string; brands: readonly BrandMention[] }): ReadonlySet<number> {
      const made = brands.flatMap(({ words }) => makers().get(words.join('')) ?? [])
      const names = tokens(text).filter((word) => word.length > 2 && !isStop(word) && !isEnglishWord(word))
      const matches = names.flatMap((name) => matchNames(name).matches.filter(({ kind }) => NAMES.includes(kind)))
      return new Set([...matches.map(({ position }) => position), ...made])
    }

    function namedFirst(scored: ScoredRecord[], named: ReadonlySet<number>): ScoredRecord[] {
      if (named.size === 0) return scored
      return scored
        .map((hit) => (named.has(hit.position) ? { ...hit, score: hit.score * NAMED_SDK } : hit))
        .sort((a, b) => b.score - a.score)
    }

    function intentOf(text: string): QueryIntent {
      return parseIntent(text, findWords({ text, brands: [], values }, excluded).ownWords, values)
    }
  }

  function contextOf([first, ...others]: readonly ScoredRecord[]): Pick<FitContext, 'others' | 'coherence'> {
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
}

/** "upload a video": a command of nothing but changes. */
const isChange = ({ text, ops, words }: QueryIntent): boolean => {
  const first = tokens(text).find((word) => !isStop(word))
  return ops.length > 0 && !ops.some(isRead) && words.some(({ word, isVerb }) => isVerb && word.text === first)
}

/** A part of a text has few words, which say less about the best hit than the other signals of the fit. */
function likeliestFirst(hits: RankedRecord[]): RankedRecord[] {
  const [likeliest] = hits.slice(0, MAX_LEADING).sort((a, b) => b.probability - a.probability)
  return likeliest && !hits[0]!.isNamed ? [likeliest, ...hits.filter((hit) => hit !== likeliest)] : hits
}

const BEFORE_PLACE =
  /^(.+?) (?:as|before|for|from|in|inside|into|on|onto|via|within|with|(?:when|while) [a-z]+ing)(?: (?:an?|each|every|my|our|the|this))? $/i

const isOneWord = (words: readonly QueryWord[]): boolean => words.filter(({ light }) => !light).length < 2
export const isServed = ({ words, hits }: SearchedNeed): boolean =>
  (hits[0]?.probability ?? 0) >= FUSION[isOneWord(words) ? 'minProbabilityOfWord' : 'minProbability']

/** Where one part is a need, commands after it are its next steps: "get meeting 5 and then delete the recording". */
function addSteps(parts: readonly SearchedNeed[]): void {
  const [first, second] = parts.filter(isServed)
  if (!first || second) return
  const steps = parts.slice(parts.indexOf(first) + 1).filter(({ intent }) => intent.ops.length > 0)
  first.followUps.push(...steps.map(({ intent }) => intent))
}

/** Reciprocal rank fusion: each need counts as much as its best hit is likely to be right. */
export function fuse(
  [whole, ...parts]: readonly SearchedNeed[],
  named: readonly (NameMatch & { need: SearchedNeed })[],
): RankedRecord[] {
  const certain = named.map(({ position, kind, need }): RankedRecord => {
    const hit = { position, score: 1, relevance: 1, sentence: 1, probability: 1 }
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
    for (const [rank, hit] of need.hits.slice(0, MAX_FUSED).entries()) {
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
  // A single need is the text with less of its details.
  const isWhole = needs.length === 1 && needs[0]!.followUps.length === 0
  const ordered = [...best.values()].sort((a, b) => b.value - a.value)
  // Each need has its answer before any has a second one.
  const firsts = needs.flatMap(({ hits }) => [hits[0], hits.find(({ isNamed }) => isNamed)])
  const leading = new Set(needs.length > 1 ? [ordered[0]!.hit, ...firsts].map((hit) => hit?.position) : [])
  const isLeading = ({ hit }: { hit: RankedRecord }): number => Number(leading.has(hit.position))
  const head = ordered
    .sort((a, b) => isLeading(b) - isLeading(a))
    .map(({ hit }) => (isWhole ? { ...hit, need: whole } : hit))
  return [...head, ...whole.hits.filter(({ position }) => !best.has(position))]
}

export const fitOfHit = ({ probability }: RankedRecord): Fit => fitOf(probability)
