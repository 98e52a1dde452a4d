/** What a query asks of the SDK besides the need itself: "no key", "in Go", "not Stripe", "read-only". */
import type { Language } from '../catalog/record/languages.ts'
import { type Exclusion, extractExclusions } from './exclusions.ts'
import { type Extraction, extract } from './extract.ts'
import type { Knowledge } from './languages/translate.ts'
import { extractProgrammingLanguages } from './programming-languages.ts'

export interface Constraints {
  /** Each is a choice: an SDK must come in one of them. */
  languages: Language[][]
  noKey: boolean
  /** Of the code. */
  licence?: Licence | undefined
  /** Prices are not on record. */
  free: boolean
  readOnly: boolean
  exclusions: Exclusion[]
}

export const NO_CONSTRAINTS: Constraints = { languages: [], noKey: false, free: false, readOnly: false, exclusions: [] }

const KEY =
  '(?:(?:api|access|auth)[ -]?)?(?:keys?|tokens?|auth(?:entication|ori[sz]ation)?|log[ -]?ins?|sign[ -]?(?:ups?|ins?)|registration|accounts?|credentials?|oauth|passwords?|credit cards?|subscriptions?)'
const JOINED = `${KEY}(?:(?: or | and |/|, | & | nor )(?:an? )?${KEY})*`
const GET =
  '(?:sign(?:ing)?[ -]?(?:up|in)|register(?:ing)?|log(?:ging)?[ -]?in|(?:mak|creat|open|hav)(?:e|ing) an? (?:account|login)|(?:get|gett|request|apply|need|requir|us)(?:ing|e|ing for)? (?:an? )?(?:api )?(?:key|token))'
const NOT = "(?:do(?:es)? ?n[o']?t|don'?t|doesn'?t|not|never|won'?t|wouldn'?t|shouldn'?t|must ?n[o']?t|can'?t)"
const NEED = `(?:(?:have to |want to |wanna )?(?:need(?:s|ing)?|requir(?:e|es|ing)|want(?:s|ing)?|ask(?:s|ing)? for|hav(?:e|ing)|us(?:e|ing)|demand(?:s|ing)?|hand(?:ing)? over|giv(?:e|ing)|enter(?:ing)?|deal(?:ing)? with|bother(?:ing)? with|force me to))`

const NO_KEY = [
  `\\b(?:that |which |and |but )?(?:i )?(?:(?:no|without|w/o|zero|sans|needs? no|requires? no|with no|need of no)|${NOT} ${NEED})(?: need(?:ing)? (?:for|to have))?(?: (?:any|an?|the|my|own|personal|card or|requiring|needing|having|using))* ${JOINED}(?: (?:is |are |being )?(?:required|needed|necessary|at all|stuff|hassle|nonsense|thing))*(?![\\p{L}\\p{N}]| (?:check|generator|leak|strength))`,
  `\\bfree (?:of|from) (?:any |an? )?${JOINED}\\b`,
  // "without a NASA key": a key of the service itself.
  `\\b(?:without|w/o|no)(?: an?)? [\\p{L}.]+ (?:api )?(?:keys?|tokens?|accounts?|log-?ins?)\\b`,
  `\\b(?:(?:but |and )?(?:i |we )?${NOT} (?:want|need|have|wish|like|care|make|force|ask|requir)(?:e?s|e)?|without|w/o|no)(?: (?:having to|need to|me|us|to|the need to|ever))* ${GET}(?: (?:for (?:a |an |any )?(?:key|account|anything)|first|anywhere|or (?:an? )?${KEY}))?\\b`,
  `\\b(?:(?:key|auth|login|registration|sign-?up|account|token)[- ]?(?:less|free)|non?[- ]?auth(?:enticated)?|unauthenticated)\\b`,
  '\\banonymous(?:ly)? (?:access|use|usage|calls?|requests?)(?: only| allowed)?',
  `\\b(?:and )?(?:please )?(?:nothing|not anything) (?:that )?(?:i|we|you)(?:'d| would)? (?:have|need|want) to ${GET}(?: for| with| to)?`,
].map((source) => new RegExp(source, 'giu'))

const FREE = [
  /\b(?:for free|free of (?:charge|cost)|at no cost|costs? nothing|(?:completely|totally|100%|truly) free|no[- ]cost|gratis|free[- ]tier|free plan|without (?:paying|costs?)|no (?:payment|paywall|fees?|charge)|(?:does ?n[o']t|doesn't) cost (?:anything|money)|zero[- ]cost)\b/giu,
  /\bfree(?= (?:and |or )?(?:open |public |online |rest |web |json |[\p{L}]+ )?(?:api|apis|sdk|sdks|service|services|endpoint|library)\b)/giu,
  /(?<=[\p{L}\p{N}] )(?<!\b(?:feel|am i|gluten|sugar|tax|duty|smoke|lactose|ad|cruelty|royalty|set|are) )free$/giu,
]
const READ_ONLY = [
  /\b(?:with )?(?:strictly |only )?read[- ]only(?: access)?\b/giu,
  /\b(?:only|just) (?:to )?read(?:s|ing)?(?: access)?(?=$| *[,.;]| and| but| no)/giu,
  /\b(?:(?:that|which) )?(?:never|cannot|can't|(?:does|must|should|may) ?n[o']t|won't) (?:writes?|modif(?:y|ies)|mutates?|alters?)(?: (?:anything|data))?\b/giu,
  /\b(?:without|no) (?:any )?(?:writes?|writing|write access|mutations?)\b/giu,
]

/** `ids`: the SPDX identifiers that satisfy it. */
interface Licence {
  name: string
  ids: RegExp
}

const LICENCE_NAME = '(mit|apache(?:[- ]?2(?:\\.0)?)?|bsd|isc|mpl|[al]?gpl(?:[- ]?v?[23])?|unlicense|permissive(?:ly)?)'
const LICENCE = [
  `\\b(?:(?:released|published|available|licen[cs]ed|distributed) )?under (?:an? |the )?${LICENCE_NAME}(?:[- ]licen[cs]e)?\\b`,
  `\\b(?:(?:that|which) (?:is|are|has|have) |with |having )?(?:an? |the )?${LICENCE_NAME}[- ]licen[cs]e[ds]?\\b`,
  `\\b(?:the )?licen[cs]ed?(?: (?:must|should|has to) be| is|:| of)? (?:an? |the )?${LICENCE_NAME}\\b`,
  `\\(${LICENCE_NAME}\\)`,
].map((source) => new RegExp(source, 'giu'))

function licenceOf([, typed = '']: readonly (string | undefined)[]): Licence {
  const [name = ''] = /^[a-z]+/i.exec(typed)!
  return /^permissive/i.test(name)
    ? { name: 'under a permissive licence', ids: /^(?:MIT|Apache|BSD|0BSD|ISC|Unlicense|CC0|Zlib)/ }
    : { name: `under ${name.length > 4 ? name : name.toUpperCase()}`, ids: new RegExp(`^${name}`, 'i') }
}

/** @param text in English, with straight quotes @returns its constraints, and what of it says them */
export function extractConstraints(text: string, knowledge: Knowledge) {
  let left = text
  const constraint: Extraction<unknown>['spans'] = []
  const take = <T>(extraction: Extraction<T>): T[] => {
    // A query that is nothing else is about the thing itself.
    if (extraction.values.length === 0 || !/[\p{L}\p{N}]/u.test(extraction.left)) return []
    left = extraction.left
    constraint.push(...extraction.spans)
    return extraction.values
  }
  const has = (patterns: readonly RegExp[]): boolean => take(extract(left, patterns, () => true)).length > 0
  const noKey = has(NO_KEY)
  const free = has(FREE)
  const readOnly = has(READ_ONLY)
  const [licence] = take(extract(left, LICENCE, licenceOf))
  const languages = take(extractProgrammingLanguages(left))
  const excluded = extractExclusions(left, knowledge)
  const exclusions = excluded.values.flatMap(({ exclusions }) => exclusions)
  const constraints: Constraints = { languages, noKey, free, readOnly, licence, exclusions }
  return { constraints, left: excluded.left, spans: { constraint, excluded: excluded.spans } }
}
