/**
 * What find_sdk says of its hits, which MCP, the site and the command line share: how well they match, what was read in
 * the query, and how to narrow, widen or rephrase the search.
 */

import { LANGUAGES, type Language } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Translation } from '../query/languages/translate.ts'
import { isStop, tokens } from '../query/words/words.ts'
import type { RankFilters } from '../search/filters.ts'
import { isLiteral } from '../search/operations/query-intent.ts'
import type { MATCHES, Ranked } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { joinParts } from '../text/join-parts.ts'
import type { FindResult } from './find-schema.ts'

/** Hits that one answer can show. */
export const MAX_HITS = 50
/** An answer with more hits advises to use a filter. */
const WIDE = 200
/** Quoted words of the caller, and letters of each. */
const MAX_QUOTED = 4
const MAX_LETTERS = 24
/** A constraint that no record meets or violates, as prices are not on record. */
export const UNCHECKED = 'free'
export const checkedOf = ({ constraints }: { constraints: readonly string[] }): string[] =>
  constraints.filter((name) => name !== UNCHECKED)

/** How strictly the first hit matches. */
export const MATCH_TEXT = {
  exact: 'the first has exactly this name',
  all: 'every word matches',
  typos: 'spelling corrected',
  any: 'some words match',
  related: 'only related ones',
} satisfies Record<Exclude<(typeof MATCHES)[number], 'none'>, string>

/** "Fit: good. 10 of 417 hits: some words match" */
export function headline({ fit, match, total, hits }: Pick<FindResult, 'fit' | 'match' | 'total' | 'hits'>): string {
  if (match === 'none') return 'Fit: none. No hits'
  if (fit === 'none') return `Fit: none. The nearest ${hits.length === 1 ? '' : `${hits.length} `}of ${total}`
  return `Fit: ${fit}. ${hits.length} of ${total} hits: ${MATCH_TEXT[match]}`
}

/** Words that were read as others, of the languages and of the spelling. */
export const readingsOf = ({ translation, readAs }: Pick<Ranked, 'translation' | 'readAs'>) =>
  [...(translation?.read ?? []), ...readAs].filter(([typed, read]) => typed !== read)

/** What was read in the query: "Read as: wether → weather. Asked for: in C, no key." */
export function readingText(readings: readonly (readonly [string, string])[], constraints: readonly string[]): string {
  const checked = checkedOf({ constraints })
  return joinParts(
    ' ',
    readings.length > 0 && `Read as: ${readings.map((pair) => pair.join(' → ')).join(', ')}.`,
    checked.length > 0 && `Asked for: ${checked.map(conditionText).join(', ')}.`,
  )
}

/** A condition by its name: "language go or py" -> "in Go or Python". */
export const conditionText = (name: string): string =>
  name
    .replace(/^topic /, 'about ')
    .replace(/^language (.+)$/, (_, codes: string) => `in ${codes.replace(/\w+/g, languageName)}`)

const languageName = (word: string): string => LANGUAGES[word as Language] ?? word

/** That a record does not meet the condition. */
export const violationText = (name: string): string =>
  name === 'no key' ? 'may need a key' : `not ${conditionText(name)}`

/** A query with more words may find more with fewer. */
const FEW_WORDS = 3

export interface Advice {
  kind: string
  text: string
}

/**
 * @param inOtherLanguage the SDK that fits without the filter for the language
 * @returns empty if the answer needs no advice
 */
export function adviceFor(ranked: Ranked, query: string, filters: RankFilters, inOtherLanguage?: SdkRecord): Advice[] {
  const { match, fit, total, unmatched, withoutFilters, missing, excludedHit, dropped, translation } = ranked
  // Words of a language that is not read are left out, so nothing is left to search for.
  if (ranked.empty && translation?.unread) return [{ kind: 'use_english', text: useEnglish(translation) }]
  if (ranked.empty) {
    return [{ kind: 'empty_query', text: 'Type a name, or what the API should do, e.g. “send a text message”.' }]
  }
  const advice: Advice[] = []
  const advise = (kind: string, text: string) => advice.push({ kind, text })
  const isUnfit = fit === 'none' && total > 0
  const instead = fit === 'none' ? '' : ' These are related.'
  if (inOtherLanguage) {
    const { slug, languages } = inOtherLanguage
    const violation = violationText(`language ${filters.language}`)
    advise('kept_out', `${slug} fits, but is ${violation}: ask for ${languages.join(', ')} or cli.`)
  }
  if (excludedHit && excludedHit.record.slug !== inOtherLanguage?.slug)
    advise('kept_out', `${excludedHit.record.slug} exists, but ${violationsText(excludedHit.by)}.`)
  const isKeptOut = advice.length > 0
  const isMissing = missing.length > 0 && withoutFilters === undefined
  if (dropped !== undefined)
    advise('constraint_dropped', `No SDK meets every condition; the first: ${violationsText(dropped.split(', '))}.`)
  if (withoutFilters !== undefined) {
    const conditions = [...filterNames(filters), ...checkedOf(ranked)].map(conditionText).join(', ')
    const count = `${withoutFilters === 1 ? 'is' : 'are'} ${withoutFilters}`
    advise('filtered_out', `No match with these conditions: ${conditions}. Without them there ${count}.`)
  } else if (isMissing) advise('not_listed', `No SDK is named ${quoted(missing)}.${instead}`)
  else if (total === 0) {
    const other = ' Try describing what the API does, e.g. “send a text message”.'
    advise('no_match', `No matches.${translation ? '' : other}`)
  } else if (match === 'related') advise('only_related', `No SDK is about ${quoted(unmatched)}.${instead}`)
  else if (match === 'any' && fit === 'weak') {
    const lacking = unmatched.filter((word) => !isLiteral(word))
    if (lacking.length > 0) advise('missing_words', `The first one lacks ${quoted(lacking)}.`)
  }
  if (isUnfit)
    advise(
      'no_fit',
      `Nothing ${isKeptOut ? 'else' : 'here'} fits; the nearest ${total === 1 ? 'is' : 'are'} not a match.`,
    )
  if (ranked.constraints.includes(UNCHECKED))
    advise('not_on_record', 'Prices are not on record, so “free” was not checked.')
  const isUnread = translation !== undefined && (translation.unread !== undefined || total === 0)
  if (isUnread) advise('use_english', useEnglish(translation))
  else if (fit === 'none' && !isKeptOut && (isUnfit || isMissing)) {
    const isLong = tokens(query).filter((word) => !isStop(word)).length > FEW_WORDS
    const other = isLong ? 'Try fewer words or another name.' : 'Try another name.'
    advise('rephrase', isMissing ? 'Describe what the API should do.' : other)
    advise('ask', 'If an SDK is missing, ask for it at /contact.')
  }
  if (total > WIDE && match !== 'exact' && fit === 'weak') advise('narrow', narrowText('topic', 'language', 'no_auth'))
  return advice
}

/** @param options of the surface */
export const narrowText = (topic: string, language: string, noKey: string): string =>
  `Narrow the search with ${topic}, ${language} or ${noKey}.`

const violationsText = (names: readonly string[]): string => names.map(violationText).join(', ')

/** By the names that conditions of ranked search have. */
const filterNames = ({ topic, language, no_auth }: RankFilters): string[] => [
  ...(topic ? [`topic ${topic}`] : []),
  ...(language ? [`language ${language}`] : []),
  ...(no_auth ? ['no key'] : []),
]

const useEnglish = ({ unread }: Translation): string =>
  `${unread ? `This seems to be in ${unread}, which the search does not read` : 'The catalogue is in English'}: describe the need in English words.`

/** Slugs similar to a query that may be mistyped, because its hits fit badly. */
export function nearestFor(ranked: Ranked, query: string, { nearestSlugs }: Pick<Catalog, 'nearestSlugs'>): string[] {
  const isPoor = ranked.fit !== 'good' && ranked.match !== 'all' && ranked.match !== 'typos'
  const mayBeTypo = isPoor && ranked.withoutFilters === undefined && ranked.missing.length === 0
  return mayBeTypo ? nearestSlugs(query) : []
}

/** The words in quotation marks that JSON need not escape. */
const quoted = (words: readonly string[]): string =>
  words
    .slice(0, MAX_QUOTED)
    .map((word) => `“${word.slice(0, MAX_LETTERS)}”`)
    .join(', ')
