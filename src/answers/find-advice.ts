/**
 * What find_sdk says of its hits, which MCP, the site and the command line share: how well they match, what was read in
 * the query, and how to widen or rephrase the search.
 */

import { LANGUAGES, type Language } from '../catalog/record/languages.ts'
import { isLiteral } from '../query/command.ts'
import { isStop, tokens } from '../query/words/words.ts'
import type { RankFilters } from '../search/filters.ts'
import type { MATCHES, Ranked } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { joinParts } from '../text/join-parts.ts'
import type { FindResult } from './find-schema.ts'

/** Hits that one answer can show. */
export const MAX_HITS = 50
/** Advice quotes at most so many words of the caller, and so many letters of each. */
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
  related: 'of the same kind',
} satisfies Record<Exclude<(typeof MATCHES)[number], 'none'>, string>

/** "Fit: good. 10 of 41 hits: some words match" */
export function headline({ fit, match, total, hits, others, advice = [] }: Found): string {
  if (match === 'none') return 'Fit: none. No hits'
  const which = advice.some(({ kind }) => kind === 'kept_out') ? ' that meets every condition' : ''
  if (fit === 'none')
    return `Fit: none${which}. The nearest ${hits.length === 1 ? '' : `${hits.length} `}of ${others?.total ?? hits.length}`
  return `Fit: ${fit}. ${hits.length} of ${total} hits: ${MATCH_TEXT[match]}`
}

type Found = Pick<FindResult, 'fit' | 'match' | 'total' | 'hits' | 'others' | 'advice'>

/** "245 more share a word: a-sdk, b-sdk." */
export const othersText = ({ others }: Pick<FindResult, 'others'>) =>
  others && `${joinParts(': ', moreText(others.total), others.first.join(', '))}.`

export const moreText = (count: number): string => `${count} more ${count === 1 ? 'shares' : 'share'} a word`

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

/** Says that a record does not meet the condition. */
export const violationText = (name: string): string =>
  name === 'no key' ? 'may need a key' : `not ${name.startsWith('under ') ? 'known to be ' : ''}${conditionText(name)}`

/** A query with more words may find more with fewer. */
const FEW_WORDS = 3

export interface Advice {
  kind: string
  text: string
}

interface Asked extends Ranked {
  query: string
  filters: RankFilters
}

/** A kind of advice, and what it says; nothing where it does not apply. */
type Row = readonly [kind: string, say: (asked: Asked) => string | false | undefined]

const isUnfit = ({ total, hits }: Asked): boolean => total === 0 && hits.length > 0
const isMissing = ({ missing, withoutFilters }: Asked): boolean => missing.length > 0 && withoutFilters === undefined
/** Other words may find more: nothing fits, and neither a condition nor the language of the query is the reason. */
const needsWords = (asked: Asked): boolean =>
  asked.fit === 'none' && !asked.excludedHit && (isUnfit(asked) || isMissing(asked)) && !useEnglish(asked)
const instead = ({ fit }: Asked): string => (fit === 'none' ? '' : ' These are related.')

const useEnglish = ({ translation, hits, empty }: Asked): string | false | undefined =>
  translation && hits.length === 0 && !empty && 'The catalogue is in English: describe the need in English words.'

/** Advice where nothing is left to search for: words of a language that is not read are left out. */
const EMPTY: readonly Row[] = [
  ['use_english', useEnglish],
  ['empty_query', () => 'Type a name, or what the API should do, e.g. “send a text message”.'],
]

/** Of these kinds only the first that applies is said. */
const ALTERNATIVES = [
  ['filtered_out', 'not_listed', 'no_match', 'only_related', 'missing_words'],
  ['use_english', 'rephrase'],
]

const ADVICE: readonly Row[] = [
  ['kept_out', ({ excludedHit }) => excludedHit && keptOut(excludedHit)],
  [
    'constraint_dropped',
    ({ dropped }) => dropped && `No SDK meets every condition; the first: ${violationsText(dropped.split(', '))}.`,
  ],
  [
    'filtered_out',
    (asked) =>
      asked.hits.length === 0 && asked.withoutFilters !== undefined && filteredOut(asked, asked.withoutFilters),
  ],
  ['not_listed', (asked) => isMissing(asked) && `No SDK is named ${quoted(asked.missing)}.${instead(asked)}`],
  ['no_match', ({ hits, translation }) => hits.length === 0 && `No matches.${translation ? '' : DESCRIBE}`],
  [
    'only_related',
    (asked) => asked.match === 'related' && `No SDK is about ${quoted(asked.unmatched)}.${instead(asked)}`,
  ],
  ['missing_words', ({ match, fit, unmatched }) => match === 'any' && fit === 'weak' && lacks(unmatched)],
  [
    'no_fit',
    (asked) =>
      isUnfit(asked) &&
      `Probably nothing ${asked.excludedHit ? 'else' : 'here'} fits; the nearest ${asked.positions.length === 1 ? 'is a poor match' : 'are poor matches'}.`,
  ],
  [
    'not_on_record',
    ({ constraints }) => constraints.includes(UNCHECKED) && 'Prices are not on record, so “free” was not checked.',
  ],
  ['use_english', useEnglish],
  ['rephrase', (asked) => needsWords(asked) && otherWords(asked)],
  ['ask', (asked) => needsWords(asked) && 'If an SDK is missing, ask for it at /contact.'],
]

const DESCRIBE = ' Try describing what the API does, e.g. “send a text message”.'

function keptOut({ record: { slug, languages }, by }: NonNullable<Ranked['excludedHit']>): string {
  const isLanguage = by.length === 1 && by[0]!.startsWith('language ')
  return `${slug} fits, but ${isLanguage ? 'is ' : ''}${violationsText(by)}${isLanguage ? `: ask for ${languages.join(', ')} or cli` : ''}.`
}

function filteredOut({ filters, constraints }: Asked, total: number): string {
  const conditions = [...filterNames(filters), ...checkedOf({ constraints })].map(conditionText).join(', ')
  return `No match with these conditions: ${conditions}. Without them there ${total === 1 ? 'is' : 'are'} ${total}.`
}

function lacks(unmatched: readonly string[]): string | false {
  const words = unmatched.filter((word) => !isLiteral(word))
  return words.length > 0 && `The first one lacks ${quoted(words)}.`
}

function otherWords(asked: Asked): string {
  if (isMissing(asked)) return 'Describe what the API should do.'
  const isLong = tokens(asked.query).filter((word) => !isStop(word)).length > FEW_WORDS
  return isLong ? 'Try fewer words or another name.' : 'Try another name.'
}

/** @returns empty if the answer needs no advice */
export function adviceFor(asked: Asked): Advice[] {
  const advice = (asked.empty ? EMPTY : ADVICE).flatMap(([kind, say]) => {
    const text = say(asked)
    return text ? [{ kind, text }] : []
  })
  const isFirst = ({ kind }: Advice): boolean =>
    ALTERNATIVES.every(
      (kinds) => !kinds.includes(kind) || advice.find((each) => kinds.includes(each.kind))?.kind === kind,
    )
  return asked.empty ? advice.slice(0, 1) : advice.filter(isFirst)
}

const violationsText = (names: readonly string[]): string => names.map(violationText).join(', ')

/** The filters as ranked search names its conditions. */
const filterNames = ({ topic, language, no_auth }: RankFilters): string[] => [
  ...(topic ? [`topic ${topic}`] : []),
  ...(language ? [`language ${language}`] : []),
  ...(no_auth ? ['no key'] : []),
]

/** Slugs similar to a query that may be mistyped, because its hits fit badly. */
export function nearestFor(ranked: Ranked, query: string, { nearestSlugs }: Pick<Catalog, 'nearestSlugs'>): string[] {
  const isPoor = ranked.fit !== 'good' && ranked.match !== 'all' && ranked.match !== 'typos'
  const mayBeTypo = isPoor && ranked.withoutFilters === undefined && ranked.missing.length === 0
  return mayBeTypo ? nearestSlugs(query) : []
}

/** Puts words into quotation marks that JSON need not escape. */
const quoted = (words: readonly string[]): string =>
  words
    .slice(0, MAX_QUOTED)
    .map((word) => `“${word.slice(0, MAX_LETTERS)}”`)
    .join(', ')
