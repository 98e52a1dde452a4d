/** Rules for names, and for the texts that a query searches for. */
import { countryValue, isLanguage, languageValue } from './codes.ts'
import { allOf, isRequired, isText, matchesNoun, type Rule, rule, SEARCH, TITLE } from './rule.ts'
import type { QueryContext, SlotTest } from './slots.ts'

const PLACE = /^(?:city|city name|location|place|place ?name|town|address|near|location ?name)$/
const PERSON = /^(?:author|artist|creator|composer|director|writer|poet|performer|(?:author|artist|creator) ?name)$/
const FROM = /^(?:from|origin|source|start|departure|from ?(?:station|city|airport|place|location))$/
const TO = /^(?:to|destination|dest|end|arrival|to ?(?:station|city|airport|place|location))$/

const WORD = "\\p{Lu}[\\p{L}\\p{N}'’.&-]*(?<!['’.&-])"
/** Source of a pattern for a name: Jane Austen, Rio de Janeiro. */
const PROPER = `${WORD}(?: (?:(?:of|the|de|da|di|du|la|le|van|von|der) ){0,2}${WORD})*`
const NO_NAME =
  /^(?:I|APIs?|SDK|REST|JSON|CSV|XML|PDF|HTML?|HTTPS?|URLs?|SMS|QR|IP|ISBN|ZIP|IDs?|CRM|AI|UTC|UV|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)$/
const COUNTRY = /^(?:(?:source|location) ?)?countr(?:y|ies)(?: ?(?:iso)? ?codes?)?$|^(?:nationality|geo|market|gl|cc)$/
const LANGUAGE = /^(?:lang|language|locale|hl)s?(?: ?codes?)?$/
/** Describes what is to be generated. */
const PROMPT = allOf(isRequired, isText, /^(?:(?:text|image) ?)?prompt$/)

const CUE = '(?:in|near|around|at|from|to|by|for|of|about|on|with|between|is|named|called|titled|via)'

/** Words that nobody searches for, and words after a noun that are not its name. */
const ORDINARY =
  '(?:my|our|your|his|her|their|its?|me|us|them|own|all|any|each|every|both|this|these|those|one|some|other|another|the|an?|new|latest|current|many|more|most|how|what|when|where|which|who|given|certain|specific|accounts?|data|details?|info(?:rmation)?|names?|ids?|numbers?|codes?|lists?|results?|records?|items?|types?|status|values?|pages?|profiles?|settings?|search|queries|query|api|code|example)\\b'
/** End of a text that is searched for. */
const END =
  '(?=$|[\\uE000.,;:!?()]| (?:in|on|from|for|with|by|at|to|of|that|which|and|or|the|sorted|using|via|as|near|since|please|today|now|between|over|under|is|are)\\b)'
const TERM = `(?!${ORDINARY})\\p{Ll}[\\p{L}'-]+(?: (?!${ORDINARY})\\p{Ll}[\\p{L}'-]+){0,2}?${END}`

const isOnlyText: SlotTest = allOf(
  isRequired,
  isText,
  /^(?!.*\b(?:id|key|slug|code|token|hash|uuid|type|version|path|date|format)$)/,
)

/** A search parameter that may take a place. */
const searchesPlaces: SlotTest = ({ required, parameter: { example } }) =>
  example === undefined ? required : /^\p{Lu}[\p{L} ,]+$/u.test(String(example))

const assignName: Rule['assign'] = (
  { cue = '', noun, after, v },
  { reads, isEndpointWord, isSdkWord }: QueryContext,
) => {
  if (NO_NAME.test(v) || isLanguage(v) || /^\p{Lu}{2,5}$/u.test(v)) return []
  const value = v.replace(/['’]s$/, '')
  const byNoun = allOf(matchesNoun(noun, after), isText)
  const place = allOf(PLACE, isText)
  const searched = !isSdkWord(value) && (noun === undefined || isEndpointWord(noun)) ? [SEARCH] : []
  if (!reads) return [{ to: [byNoun, ...(/^(?:named|called|titled)$/i.test(cue) ? [TITLE] : [])], value }]
  if (/^(?:in|near|around|at)$/i.test(cue))
    return [{ to: [byNoun, place, ...searched.map((each) => allOf(each, searchesPlaces))], value }]
  if (/^by$/i.test(cue)) return [{ to: [byNoun, allOf(PERSON, isText), SEARCH], value }]
  if (/^(?:named|called|is)$/i.test(cue)) return [{ to: [byNoun, allOf(TITLE, isText), SEARCH, isOnlyText], value }]
  if (/^(?:from|to|via|with|on|between)$/i.test(cue)) return [{ to: [byNoun], value }]
  return [{ to: [byNoun, ...searched, place, allOf(isOnlyText, TITLE)], value }]
}

const caseSensitive = (source: string): RegExp => new RegExp(source, 'gu')

export const NAME_RULES: readonly Rule[] = [
  rule(caseSensitive(PROPER), ({ v }) => [{ to: [COUNTRY], value: ({ parameter }) => countryValue(v, parameter) }]),
  rule(caseSensitive(`(?<=\\b(?:in|into|to|language|lang):? )${PROPER}`), ({ v }) => [
    { to: [LANGUAGE], value: ({ parameter }) => languageValue(v, parameter) },
  ]),
  rule(caseSensitive(`(?<=\\bfrom )(?<a>${PROPER}) to (?<b>${PROPER})`), ({ a = '', b = '' }) => [
    { to: [allOf(FROM, isText)], value: a },
    { to: [allOf(TO, isText)], value: b },
  ]),
  rule(
    caseSensitive(
      `(?=\\p{Lu})(?<=[^.!?] (?:(?<cue>${CUE}) )?(?:the |an? )?(?:(?<noun>(?<!\\p{L})(?!(?:${CUE}|the|an?) )\\p{Ll}+) (?:of |called |named )?)?)${PROPER}(?= (?<after>\\p{Ll}+)|)`,
    ),
    assignName,
  ),
  rule(
    caseSensitive(
      `(?<=(?:\\b(?:the|for|of|by|in|with)|,) (?<noun>\\p{Ll}+) )(?!${ORDINARY})\\p{Ll}[\\w-]*[^\\Ws]${END}`,
    ),
    ({ noun, v }, { isSdkWord }) =>
      isSdkWord(v) ? [] : [{ to: [allOf(matchesNoun(noun), isText, /^(?!.*\b(?:id|key|number)$)/)], value: v }],
  ),
  // "pokemon pikachu"
  rule(
    /(?<=\b(?<noun>\p{L}{3,}) )\p{Ll}[\p{Ll}\d-]{2,}(?![\p{L}\p{N}@./-])/gu,
    ({ noun, v }, { isSdkWord, isEnglishWord }) =>
      isSdkWord(v) || isEnglishWord(v) ? [] : [{ to: [allOf(isRequired, matchesNoun(noun))], value: v }],
  ),
  // Text to search for, unless the SDK is described by it.
  rule(
    caseSensitive(
      `(?<=\\b(?:(?:about|containing|contains?|mention(?:ing|s)?|search(?:ing)? for|matching|related to|on the topic of)|(?:of|with|for|like|showing)(?: an?| some)?|(?:define|(?:definition|meaning|synonyms|rhymes) (?:of|for|with))|the (?:word|phrase|keyword|term)) )${TERM}`,
    ),
    ({ v }, { reads, isSdkWord }) => {
      const words = v.split(' ')
      const isNew = (word: string): boolean => !isSdkWord(word)
      // "sunflowers paintings" of a museum of paintings
      const value = words.slice(Math.max(0, words.findIndex(isNew)), words.findLastIndex(isNew) + 1).join(' ')
      return value ? [{ to: reads ? [/^(?:word|phrase|keyword|term)$/, SEARCH] : [PROMPT], value }] : []
    },
  ),
]
