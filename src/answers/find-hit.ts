/** One hit of find_sdk: its members, concise and detailed, and its text. */

import { type Language, serves } from '../catalog/record/languages.ts'
import { readinessText } from '../catalog/record/readiness.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { answeredText, deprecatedText, failedTwice } from '../catalog/record/traits.ts'
import { installLines } from '../code/install.ts'
import { foldAccents, nameTokens, tokens } from '../query/words/words.ts'
import type { RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { shorten } from '../text/columns.ts'
import { joinParts } from '../text/join-parts.ts'
import { violationText } from './find-advice.ts'
import type { FindHit, SdkFacts } from './find-schema.ts'
import { authText, factsOf } from './sdk-facts.ts'

/** The concise form cuts a description to so many characters. */
const MAX_DESCRIPTION = 120

type Match = Pick<FindHit, 'fit' | 'reason' | 'operation'>

/** Fields that no answer shows, so that the reason quotes the whole text that has the words. */
const HIDDEN_FIELDS = {
  need: ['asked for as', 'needs'],
  derived: ['described as', 'needs'],
  alias: ['also called', 'aliases'],
} as const

/** In which ways it does not satisfy the query. */
export const notesText = ({ record, violates = [] }: RankedHit, language?: Language): string =>
  joinParts(
    '; ',
    ...violates.map(violationText),
    language !== undefined && record.languages.length === 0 && 'languages unknown',
    deprecatedText(record),
    failedTwice(record) && `its API ${answeredText(record.answered!)}`,
  )

/** Why it is a hit, and in which ways it does not satisfy the query. */
export function reasonText(hit: RankedHit, language?: Language): string {
  const { reason, record } = hit
  const notes = notesText(hit, language)
  if (reason.kind === 'name') return joinParts('; ', `exact ${reason.name}`, notes)
  const parts = reason.matches.map(({ field, words }) => {
    const text = words.join(' ')
    if (field !== 'need' && field !== 'alias') return `${field}: ${text}`
    const [label, list] = HIDDEN_FIELDS[field === 'need' && record.needs_derived ? 'derived' : field]
    return `${label}: ${textWith(text, record[list])}`
  })
  return joinParts('; ', ...parts, notes)
}

/** Finds the text that has most of the words; the first one wins a tie. */
function textWith(words: string, texts: readonly string[]): string {
  const queryWords = [...new Set(tokens(words))]
  let [best, most] = [words, 0]
  for (const text of texts) {
    const folded = foldAccents(text)
    if (!queryWords.some((word) => folded.includes(word))) continue
    const textWords = new Set([...tokens(text), ...nameTokens(text)])
    const count = queryWords.filter((word) => textWords.has(word)).length
    if (count > most) [best, most] = [text, count]
  }
  return best
}

export const concise = ({ slug, title, description }: SdkRecord, match: Match): FindHit =>
  withoutUndefined({
    slug,
    title,
    description: description === undefined ? undefined : shorten(description, MAX_DESCRIPTION),
    ...match,
  })

/** Where requests go, and with which key. */
export const callFacts = (record: SdkRecord): Pick<SdkFacts, 'auth' | 'server'> => {
  const { auth, server } = factsOf(record)
  return withoutUndefined({ auth, server })
}

export function detailed(record: SdkRecord, match: Match, catalog: Catalog, language?: Language): FindHit {
  const { slug, title, description, topics } = record
  const { url, readme_url, github_url } = catalog.entry(slug)!
  const languages = record.languages.filter((code) => language === undefined || serves(code, language))
  return withoutUndefined({
    ...{ slug, title, description, ...match, topics: nonEmpty(topics) },
    ...factsOf(record, language),
    readiness: readinessText(record),
    ...{ url, readme_url, github_url, install: nonEmpty(installLines({ ...record, languages })) },
  })
}

/** "fit weak; topic: sms; not in C": how well a hit fits, why, and in which ways it does not. */
export const hitMatchText = ({ fit, reason, operation }: Pick<FindHit, 'fit' | 'reason' | 'operation'>): string =>
  joinParts('; ', `fit ${fit}`, reason, operation && `call ${operation}`)

export function hitText(hit: FindHit, index: number): string {
  const { slug, title, description, topics, languages, auth, server, api_version } = hit
  const { license, updated, version, entities, operations, url, readme_url, github_url, install } = hit
  const about = joinParts(': ', `${title} (${slug})`, description)
  const api = joinParts(
    ' | ',
    server && `server ${server}`,
    api_version && `version ${api_version}`,
    entities !== undefined && `entities ${entities}, operations ${operations}`,
    auth && `key ${authText(auth)}`,
    license && `licence ${license}`,
    updated && `last commit ${updated}`,
    version && `SDK version ${version}`,
  )
  return joinParts(
    '\n   ',
    `${index + 1}. ${about} [${hitMatchText(hit)}]`,
    topics && `topics ${topics.join(', ')}`,
    languages && `languages ${languages.join(', ')}`,
    api,
    hit.package && `package ${hit.package}`,
    hit.readiness && `readiness ${hit.readiness}`,
    url && `page ${url} | readme ${readme_url} | code ${github_url}`,
    install && `install ${install.join(' | ')}`,
  )
}
