/** One line on what an API gives, chosen from what its documents say. */
import type { SdkRecord } from '../../catalog/record/record.ts'
import { proseOf, sentences, truncate } from './text.ts'

/** Characters of a description; with ENOUGH no further sentence is added. */
const MAX_LENGTH = 240
const ENOUGH = 60
/** A first sentence up to this length stays whole. */
const MAX_FIRST = 300

/** Sentences that greet, instruct, advertise or describe the documentation instead of the API. */
const NOT_ABOUT_IT: readonly RegExp[] = [
  /^(?:welcome|bienvenue|willkommen|bienvenid|hello|hi\b|please|note\b|warning|important|attention|disclaimer|deprecated|timestamp|base url|authentication|for (?:further|more)\b|more (?:information|info|details|about)\b|see\b|contact\b|source ?code\b|we have used\b|as a result, we\b)/i,
  /^(?:you can )?(?:find|learn|read) (?:out )?more\b/i,
  /^this is an? (?:sample|demo|example|test)\b[^.]*\bserver\b/i,
  /\bREST(?:ful)? (?:conventions|principles)\b|\borgani[sz]ed around REST\b/i,
  /^[^,.]{0,40}\bAPI is an? (?:[\w-]+ ){0,3}REST(?:ful)? (?:web )?(?:service|API)[.!]?$/i,
  /\b(?:is|are) for you\b|\bnow has an?\b.*!$|\bis provided (?:for free|free of charge|as[ -]is)\b/i,
  /\b\d+ (?:calls?|req(?:uest)?s?) ?(?:\/|per\b|an?\b|each\b|every\b) ?(?:s\b|sec|min|hour|day|month)/i,
  /^(?:rate[- ]limit(?:s|ing)?|limits|\d{3} responses?|(?:every|each|all) responses?)\b/i,
  /⭐|\bstar (?:us|it|this|the repo)/i,
  /[?:]$/,
]
/** Sentences about the text itself, used only where there are no others. */
const ABOUT_THE_TEXT =
  /^(?:this|the following) (?:page|document|documentation|specification|guide|section)\b|^[^,.]{0,60}\bdocumentation[.!]?$/i
/** Sections that come before or instead of what the API is. */
const OTHER_SECTION =
  /^\s*(?:#{1,6}\s*|<h[1-6][^>]*>\s*)[^\n<]*(?:conduct|limit|authenti|timestamp|format|error|terms|change|version|getting started)/i
/** What templates leave behind. */
const PLACEHOLDER =
  /^(?:description|todo|tbd|n\/?a|none|no description(?: provided)?|api description|unofficial generated|your description)\b/i
/** Words that name the document instead of the API. */
const DOCUMENT =
  /^(?:the |an? )?(?:official )?(?:open ?api|swagger) (?:specification|spec|definition|description) (?:for|of) (\p{L})/iu

export interface DescriptionSources {
  title: string
  /** Summary and description of the API, in this order. */
  api: readonly (string | undefined)[]
  /** Whatever else may describe it, likeliest first. */
  others: readonly (string | undefined)[]
  entities?: SdkRecord['entities']
}

/**
 * The description, `thin` where no text says more than the title; nothing where there is neither text nor an entity with a
 * meaningful name.
 */
export function describe({
  title,
  api,
  others,
  entities = [],
}: DescriptionSources): { line: string; thin?: true } | undefined {
  const [summary = '', description = ''] = api.map(aboutIt)
  // The generator cuts summaries at the first full stop, that of "U.S." too, or at a length; the whole text knows better.
  const begins = summary.replace(/(?:…|\.\.\.)$/, '').replaceAll('\n', ' ')
  const first = summary && description.replaceAll('\n', ' ').startsWith(begins) ? description : summary
  const lines = [first, description, ...others.map(aboutIt)]
    .map((text) => opening(text, title))
    .filter((line) => isText(line))
  const informative = lines.find((line) => saysMore(line, title))
  if (informative) return { line: finished(informative) }
  const thin = covered(entities) ?? lines[0]
  return thin === undefined ? undefined : { line: finished(thin), thin: true }
}

const aboutIt = (text = ''): string => (OTHER_SECTION.test(text.slice(0, 200)) ? '' : proseOf(text))

const finished = (line: string): string => (/[.!?…。！？)]$/u.test(line) ? line : `${line}.`)

/** Whole sentences from the beginning, as many as fit and are about the API; a first one that does not fit is cut. */
function opening(text: string, title: string): string {
  const about = sentences(text).filter((each) => !NOT_ABOUT_IT.some((pattern) => pattern.test(each)))
  const start = about.findIndex((each) => !ABOUT_THE_TEXT.test(each) && saysMore(each, title))
  const [first = '', ...more] = about.slice(Math.max(start, 0))
  const named = first.replace(DOCUMENT, (_, letter: string) => letter.toUpperCase())
  let line = named.length > MAX_FIRST ? truncate(named, MAX_LENGTH) : named
  for (const sentence of more) {
    if (line.length >= ENOUGH || line.length + sentence.length >= MAX_LENGTH) break
    line = /[。！？]$/u.test(line) ? line + sentence : `${finished(line)} ${sentence}`
  }
  return line
}

const isText = (line: string): boolean => line.length >= 12 && !PLACEHOLDER.test(line)

const COMMON_WORDS =
  'the a an this is for of to api apis sdk client documentation rest restful web service services interface official public fastapi openapi swagger'.split(
    ' ',
  )

function saysMore(line: string, title: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const implied = new Set([...words(title), ...COMMON_WORDS])
  return words(line).some((word) => !implied.has(word))
}

/** Names that come from the code behind an API, or that every API could have. */
const OF_THE_CODE =
  /(?:^|_)(?:api|model|dto|dict|request|response|result|controller|domain|entit(?:y|ies)\d*|info|status|health|check|version|update|list|paged|with|create|get|set|error|test|domain|type)(?:_|$)/

/** "Covers frequency, price and public power forecast": from the entities, where no text describes the API. */
function covered(entities: SdkRecord['entities']): string | undefined {
  const names = entities
    .map(({ name }) => name)
    .filter((name) => !OF_THE_CODE.test(name) && name.split('_').length <= 3)
  if (names.length < 2) return undefined
  const shown = names.slice(0, 6).map((name) => name.replaceAll('_', ' '))
  const last = names.length > shown.length ? 'more' : shown.pop()
  return `Covers ${shown.join(', ')} and ${last}.`
}
