/**
 * Ranked search: the likeliest SDKs first. The stages of a query, as docs/search.md explains them:
 *
 * 1. names (names/): records that are named in full, or by a URL
 * 2. parse (../query/parse-query.ts): language, constraints, exclusions, services that are named
 * 3. words (words/): the words to search for, and the terms that satisfy each
 * 4. score (score.ts): every record that has some of the terms
 * 5. filter (filters.ts): filters of the caller and constraints of the query
 * 6. explain (explain.ts): how well the best hit matches, and why each one does
 */

import type { Arrays } from '../catalog/packed/array-file.ts'
import { facetsOf } from '../catalog/record/facets.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Records } from '../catalog/record/records.ts'
import { brandNamed } from '../query/brands.ts'
import { NO_CONSTRAINTS } from '../query/constraints.ts'
import type { Knowledge } from '../query/languages/translate.ts'
import { type ParsedQuery, parseQuery } from '../query/parse-query.ts'
import { conceptsIn, countryNamed } from '../query/words/concepts.ts'
import { isEnglishStem, isEnglishWord } from '../query/words/word-lists.ts'
import { foldAccents, isStop, stem, tokens } from '../query/words/words.ts'
import { once } from '../system/once.ts'
import { staged } from '../system/stages.ts'
import { createExcluder } from './exclude.ts'
import { createExplainer } from './explain.ts'
import { type Condition, conditionsOf, type RankFilters } from './filters.ts'
import { createFit, type Fit, fitOf } from './fit/fit.ts'
import { fieldBits } from './index/indexed-fields.ts'
import { type Inverted, openInverted, packInverted } from './index/inverted.ts'
import { openSentences } from './index/sentence-fit.ts'
import { packSentences } from './index/sentences.ts'
import { type MatchNames, type NameMatch, openNames, packNames } from './names/exact-names.ts'
import type { QueryIntent } from './operations/query-intent.ts'
import { rankOperations } from './operations/score-operations.ts'
import type { Match, Ranked } from './ranked-answer.ts'
import { createScorer } from './score.ts'
import {
  createNeedSearch,
  fitOfHit,
  fuse,
  isServed,
  type Makers,
  type RankedRecord,
  type SearchedNeed,
} from './search-needs.ts'
import type { QueryWord } from './words/query-words.ts'
import { createWordFinder } from './words/search-words.ts'

export type RankedSearch = ReturnType<typeof openRanked>

/** The answer fits as well as the best of its first hits, which are those of its needs. */
const MAX_FIRST = 4

/** The index as arrays, for openRanked. @param records in catalogue order, which settles ties */
export function packRanked(records: readonly SdkRecord[]): Arrays {
  const inverted = packInverted(records)
  return { ...inverted, ...packSentences(records, openInverted(inverted)), ...packNames(records) }
}

export function openRanked(arrays: Arrays, records: Records) {
  const index = openInverted(arrays)
  const matchNames = openNames(arrays, records)
  const makers: Makers = once(() => Map.groupBy(records.positions, (position) => tokens(records.title(position))[0]))
  const knowledge = knowledgeOf(index, matchNames, makers)
  const explain = createExplainer(index)
  const exclude = createExcluder(records, index, matchNames)
  const names = staged('search names', matchNames)
  const parse = staged('search read query', parseQuery)
  const findWords = staged('search words', createWordFinder(index, matchNames, explain))
  const score = staged('search score', createScorer(records.length, index, openSentences(arrays, index)))
  const searchNeeds = createNeedSearch(records, findWords, score, matchNames, makers, createFit(explain, records))

  /** @param offset how many of the best hits to skip */
  return function rank(query: string, filters: RankFilters, limit: number, offset = 0): Ranked {
    const { matches: named, rest } = names(query)
    const isName = named.length > 0 && rest === query
    const whole = isName ? nameOnly(query) : parse(query, knowledge)
    const excluded = exclude(whole.constraints.exclusions)
    // "not with example.org": the SDK whose URL is in the query may be the excluded one.
    const isAllowed = ({ position }: NameMatch): boolean => !excluded.positions.has(position)
    const parsed = isName || !named.some(isAllowed) ? whole : parse(rest, knowledge)
    const needs = searchNeeds(parsed, excluded)
    // The record of a URL may be the answer to one of several needs.
    const needOf = ({ position }: NameMatch) =>
      needs.findLast(({ hits }) => hits[0]?.position === position) ?? needs[0]!
    const nameMatches = needs.flatMap((need, at) =>
      (at === 0 ? named : matchNames(need.typed).matches)
        .filter(isAllowed)
        .map((match) => ({ ...match, need: at === 0 ? needOf(match) : need })),
    )
    const conditions = conditionsOf(records, filters, parsed.constraints, excluded)
    // Whoever gives a full name wants that SDK, and at most those that share all its words.
    const { words } = needs[0]!
    const lacks = (position: number): string[] => explain.unmatched(words, position)
    const matches = fuse(needs, nameMatches).filter(
      ({ name, position }) => !isName || name !== undefined || lacks(position).length === 0,
    )
    const { shown, dropped } = satisfying(matches, conditions)
    const [first] = shown
    const missing = parsed.isPrompt ? [] : needs[0]!.missing.filter((name) => !isBesideNeed(name, parsed, first))
    const readAs = first && !first.name ? correctionsIn(words, first.position) : []
    const unmatched = !first ? words.map(({ text }) => text) : first.name ? [] : lacks(first.position)
    const excludedHit = namedButExcluded()
    return {
      match: matchOf(),
      fit: dropped !== undefined && bestFit(shown) === 'good' ? 'weak' : bestFit(shown),
      total: shown.length,
      positions: shown.map(positionOf),
      hits: shown.slice(offset, offset + limit).map((hit) => {
        const { position, name, isNamed, need, violates } = hit
        const record = records.at(position)
        /** Those parts of the query, in its order, that the record answers best. */
        const answered = needs.filter((each) => each === need || (need !== needs[0] && isBest(position, each)))
        const intents = (): QueryIntent[] =>
          isName
            ? []
            : answered
                .flatMap(({ intent, followUps }) => [intent, ...followUps])
                .map((each) => markTitleWords(each, position))
        return {
          position,
          record,
          reason: explain.reason(need.words, position, name),
          fit: fitOfHit(hit),
          isNamed: name !== undefined || isNamed === true,
          need: need === needs[0] ? undefined : need.typed,
          violates,
          intents,
          operations: () => (isName ? [] : rankOperations(intents()[0]!, record)),
        }
      }),
      signals: first && first.position === needs[0]!.hits[0]?.position ? needs[0]!.signals : [],
      facets: () => facetsOf(records, matches.length > 0 ? (first ? shown : matches).map(positionOf) : undefined),
      readAs,
      unmatched,
      missing,
      empty: words.length === 0 && first === undefined,
      ...(parsed.translation && { translation: parsed.translation }),
      constraints: [
        ...conditions.filter(({ isFilter }) => !isFilter).map(({ name }) => name),
        ...(parsed.constraints.free ? ['free'] : []),
      ],
      ...(dropped !== undefined && { dropped }),
      ...(excludedHit && { excludedHit }),
      ...(!first && matches.length > 0 && { withoutFilters: matches.length }),
    }

    function isBest(position: number, part: SearchedNeed): boolean {
      return part !== needs[0] && part.hits[0]?.position === position && isServed(part)
    }

    function matchOf(): Match {
      if (!first) return 'none'
      if (first.name) return 'exact'
      if (missing.length > 0) return 'related'
      if (unmatched.length === 0) return readAs.length > 0 ? 'typos' : 'all'
      return words.some(({ text, light }) => !light && !unmatched.includes(text)) ? 'any' : 'related'
    }

    /** The record that the query names, where only the filters exclude it. */
    function namedButExcluded(): Ranked['excludedHit'] {
      const named = matches.find(({ name, isNamed }) => name || isNamed)
      if (!named || first?.name || first?.isNamed) return undefined
      const failing = conditions.filter(({ kind, passes }) => kind !== 'not' && !passes(named.position))
      if (failing.length === 0) return undefined
      return { record: records.at(named.position), by: failing.map(({ name }) => name) }
    }
  }

  /** Whether the hit fits, and the service is only beside the need: "cat pictures in a Discord bot". */
  function isBesideNeed(name: string, { text, brands }: ParsedQuery, hit: RankedRecord | undefined): boolean {
    const mentions = brands.filter(({ brand }) => brand.name === name)
    if (!hit || fitOfHit(hit) === 'none' || mentions.length === 0) return false
    const typed = tokens(text).filter((word) => !mentions.some(({ words }) => words.includes(word)))
    const others = hit.need.words.filter(({ text, light }) => !light && typed.includes(text))
    const [about] = records.at(hit.position).topics
    const isOfKind = mentions.some(({ brand }) => brand.kinds.some(({ topics }) => topics.includes(about!)))
    if (!isOfKind && others.length > 1 && mentions.every(({ isBeside }) => isBeside)) return true
    // "mercury in fish": a bank that has no other word.
    const isWord = others.length > 0 && mentions.every(({ brand }) => brand.ordinary)
    return isWord && explain.unmatched(others, hit.position).length === others.length
  }

  /** The same intent, with the words that are in the title of one record marked. */
  function markTitleWords(intent: QueryIntent, position: number): QueryIntent {
    const words = intent.words.map((each) => ({ ...each, isInSdkTitle: explain.isInTitle(each.word, position) }))
    return { ...intent, words }
  }

  /** "wether" -> "weather", as far as the record has it. */
  function correctionsIn(words: readonly QueryWord[], position: number): [string, string][] {
    const corrections = words.flatMap((word) => {
      const read = explain.readAs(word, position)
      return read === undefined || read === word.text ? [] : { typed: word.text, read }
    })
    return [...Map.groupBy(corrections, ({ typed }) => typed)].map(([typed, parts]) => [
      typed,
      parts.map(({ read }) => read).join(' '),
    ])
  }
}

const positionOf = ({ position }: RankedRecord): number => position

const nameOnly = (query: string): ParsedQuery => ({
  text: query,
  values: new Set(),
  constraints: NO_CONSTRAINTS,
  brands: [],
  isPrompt: false,
  needs: [],
})

/** What satisfies all wishes, then what fits; the other way round if nothing that fits satisfies them: `dropped` names these. */
function satisfying(matches: readonly RankedRecord[], conditions: readonly Condition[]) {
  const isWish = ({ isFilter, kind }: Condition): boolean => !isFilter && kind !== 'not'
  const wishes = conditions.filter(isWish)
  const musts = conditions.filter((condition) => !isWish(condition))
  const allowed = musts.reduce((hits, { passes }) => hits.filter(({ position }) => passes(position)), matches)
  if (wishes.length === 0) return { shown: allowed, dropped: undefined }
  const judged = allowed.map((hit): RankedRecord => {
    const violates = wishes.filter(({ passes }) => !passes(hit.position)).map(({ name }) => name)
    return violates.length === 0 ? hit : { ...hit, violates }
  })
  const fits = (hit: RankedRecord): boolean => fitOfHit(hit) !== 'none'
  const groupOf = (hit: RankedRecord) => (!hit.violates ? 'passing' : fits(hit) ? 'near' : 'far')
  const { passing = [], near = [], far = [] } = Object.groupBy(judged, groupOf)
  if (passing.some(fits) || !near[0]) return { shown: [...passing, ...near, ...far], dropped: undefined }
  return { shown: [...near, ...passing, ...far], dropped: near[0].violates!.join(', ') }
}

const bestFit = (hits: readonly RankedRecord[]): Fit =>
  fitOf(Math.max(0, ...hits.slice(0, MAX_FIRST).map(({ probability }) => probability)))

/** Words of operations are those of the API, in whatever language it has. */
const IN_ENTITY = fieldBits('entity')
const IN_NAME = fieldBits('title', 'alias')

/** What the catalogue knows of words and names, for the parser of queries. */
function knowledgeOf({ posting, fields }: Inverted, matchNames: MatchNames, makers: Makers): Knowledge {
  const isIn = (bits: number, word: string): boolean => {
    const entries = posting(stem(word))
    return entries?.positions.some((_, at) => (fields[entries.start + at]! & bits) !== 0) ?? false
  }
  /** "Yahoo", of Yahoo Finance. */
  const isMaker = (text: string): boolean => !isEnglishWord(foldAccents(text)) && makers().has(foldAccents(text))
  return {
    isThing: (text) =>
      brandNamed(text) !== undefined ||
      matchNames(text).matches.length > 0 ||
      countryNamed(text) !== undefined ||
      isMaker(text),
    isWord: (word) => isIn(~IN_ENTITY, word),
    isNamed: (word) => isIn(IN_NAME, word),
    isEnglish: (word) => isStop(word) || isEnglishStem(stem(word)),
    inExpressions(words) {
      const matches = conceptsIn(words.map(stem), 0).filter(({ positions }) => positions.length > 1)
      return new Set(matches.flatMap(({ positions }) => positions))
    },
  }
}
