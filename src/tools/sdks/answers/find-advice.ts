/** Advice of find_sdk beside its hits: how to narrow, widen or rephrase the search. */
import type { Catalog } from '../../../catalog/catalog.ts'
import type { Ranked } from '../../../catalog/rank/answer.ts'
import type { RankFilters } from '../../../catalog/rank/filters.ts'
import { isLiteral } from '../../../catalog/rank/operations/query-intent.ts'
import type { Translation } from '../../../catalog/rank/parse/translate.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'

/** Hits that one answer can show. */
export const MAX_HITS = 50
/** An answer with more hits advises to use a filter. */
const WIDE = 200
/** Quoted words of the caller, and letters of each. */
const MAX_QUOTED = 4
const MAX_LETTERS = 24

const NO_FIT =
  'The catalogue probably has nothing for this; the nearest are not a match by their words. Use fewer words or another name, or ask for it at /contact.'

/**
 * @param inOtherLanguage the SDK that fits without the filter for the language
 * @returns empty if the answer needs no advice
 */
export function adviceFor(
  ranked: Ranked,
  filters: RankFilters,
  inOtherLanguage?: SdkRecord,
): { kind: string; text: string }[] {
  const { match, total, unmatched, withoutFilters, missing, excludedHit, dropped, translation } = ranked
  if (ranked.empty) {
    return [{ kind: 'empty_query', text: 'Type a name, or what the API should do, e.g. “send a text message”.' }]
  }
  const advice: { kind: string; text: string }[] = []
  const advise = (kind: string, text: string) => advice.push({ kind, text })
  if (inOtherLanguage) {
    const { slug, languages } = inOtherLanguage
    advise('kept_out', `${slug} fits, but has no ${filters.language}: ask for ${languages.join(', ')} or cli.`)
  } else if (ranked.fit === 'none' && total > 0) advise('no_fit', NO_FIT)
  if (excludedHit && excludedHit.record.slug !== inOtherLanguage?.slug)
    advise('kept_out', `${excludedHit.record.slug} exists, but does not fit: ${excludedHit.by.join(', ')}.`)
  if (dropped !== undefined) advise('constraint_dropped', `No SDK meets every condition. These ignore: ${dropped}.`)
  if (withoutFilters !== undefined) {
    const used = Object.entries(filters).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    const conditions = [...used, ...ranked.constraints].join(', ')
    const count = `${withoutFilters === 1 ? 'is' : 'are'} ${withoutFilters}`
    advise('filtered_out', `No match with ${conditions}; without filters there ${count}.`)
  } else if (missing.length > 0) {
    const instead = total > 0 ? 'These are related.' : 'Describe what it does instead.'
    advise('not_listed', `No SDK named ${quoted(missing)}. ${instead}`)
  } else if (total === 0) {
    const other = ' Try describing what the API does, e.g. “send a text message”.'
    advise('no_match', `No matches.${translation ? '' : other}`)
  } else if (match === 'related') {
    advise('only_related', `No SDK is about ${quoted(unmatched)}. These are related.`)
  } else if (match === 'any' && ranked.fit !== 'good') {
    const lacking = unmatched.filter((word) => !isLiteral(word))
    if (lacking.length > 0) advise('missing_words', `The first one lacks ${quoted(lacking)}.`)
  }
  if (ranked.constraints.includes('free')) advise('not_on_record', 'Prices are not on record.')
  if (translation && (translation.unread || total === 0)) advise('use_english', useEnglish(translation))
  if (total > WIDE && match !== 'exact' && ranked.fit === 'weak')
    advise('narrow', 'Narrow the search with topic, language or no_auth.')
  return advice
}

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
