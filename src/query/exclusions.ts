/** "not X", "without X", "other than X", "alternatives to X": what a query excludes. */

import { isBrandWord } from './brands.ts'
import { type Extraction, extract } from './extract.ts'
import type { Knowledge } from './languages/translate.ts'
import { isStop, tokens } from './words/words.ts'

export interface Exclusion {
  /** As it was typed. */
  text: string
  /** Others of the same kind are wanted: "alternatives to X". */
  alternatives: boolean
}

const ALTERNATIVES =
  '(?:an? |any |some )?(?:alternatives?|replacements?|substitutes?|competitors?|rivals?)(?: (?:to|for|of))(?: using)?|(?:instead|in place|in lieu) of(?: using)?|unlike|rather than(?: using)?|(?:(?:something|anything|services?) like|(?:similar|comparable) to)(?= [^,.;]*,? but not\\b)'
const LEAVES =
  'replac(?:e|ing)|ditch(?:ing)?|(?:switch|migrat|mov)(?:e|ing|ed)?(?: away)? (?:from|off)|get(?:ting)? (?:away from|rid of|off)|sick of|tired of|fed up with|leaving'
const SURE =
  '(?:but |and |just |, )?(?:other than|apart from|aside from|except(?:ing)?(?: for| from)?|excluding|exclude|excludes|besides|anything but|everything but|all but|minus|leav(?:e|ing) out|outside(?: of)?|anywhere but|au(?:ß|ss)er|(?:an)?statt|sauf|excepto|salvo|tranne|exceto|skip(?:ping)?|avoid(?:ing)?)'
const WEAK =
  "(?:and |but |or |though |just |, )?(?:please )?(?:(?:is|are|was|it'?s|that'?s|must|should|be) )?(?:not|no|without|w/o|sans|never|can(?:'?t|not) be|isn'?t|aren'?t|ain'?t|(?:do(?:es)? ?n[o']t|don'?t|doesn'?t|not)(?: (?:want|like|use|include|show|be|have|come|involve))+)"
const LEADING =
  '(?: (?:from|by|about|of|on|in|using|related to|based on|owned by|made by|the|a|an|any|those|these|some|my|our|their|ones|one of|all|another|yet another|more|me|use|to use|with))*'
const AFTER =
  '\\s+(?:but|for|that|which|who|because|since|so|please|with|in|to|as|at|when|while|where|just|only|apis?|sdks?|services?|if|thanks|is|are|was|instead|anymore|any more|either)\\b'
/** What is excluded ends here. */
const END = `(?=$|\\s*\\.(?![\\p{L}\\p{N}])|\\s*[,;:!?()]|${AFTER})`
const IN_CLAUSE = '(?:[^,.;:!?()]|\\.(?=[\\p{L}\\p{N}]))'
const WORDS = `([\\p{L}\\p{N}]${IN_CLAUSE}*?)`

/** "nothing Russian", and the words of other languages in a text that is taken for English: X is a name, or nothing is meant. */
const OF_NAMES =
  '(?:and |but |, )?(?:nothing|neither|nicht|kein(?:e[nr]?)?|ohne|sans|(?<!(?:original|deadly|mortal|the|of|a|my) )sin|senza|zonder|sem)'

const BEFORE = '(?<![\\p{L}\\p{N}-]|\\bsay(?:ing)? )'
const after = (negation: string) => new RegExp(`${BEFORE}(?:${negation})${LEADING} ${WORDS}${END}`, 'giu')

/** "except X" excludes all that X may be, "no X" may be a manner of speaking. */
type Scope = 'all' | 'words' | 'names'

const PATTERNS: readonly { pattern: RegExp; scope: Scope; alternatives?: true }[] = [
  {
    pattern:
      /(?<=^|[,;(] ?|\band |\bbut )([\p{L}\p{N}.]+(?: [\p{L}\p{N}]+)?) (?:excluded|excepted|aside|not included|does(?:n't| not) (?:interest me|count|matter)|(?:is not|isn't) (?:an option|allowed)|is (?:out of the question|off the table|no option))(?![\p{L}\p{N}])/giu,
    scope: 'all',
  },
  {
    pattern:
      /(?<![\p{L}\p{N}])(?:leav|keep)(?:e|ing)? ([\p{L}\p{N}.]+(?: [\p{L}\p{N}.]+)?) out(?: of (?:it|this))?(?![\p{L}\p{N}])/giu,
    scope: 'words',
  },
  { pattern: after(ALTERNATIVES), scope: 'all', alternatives: true },
  // "replace swear words" is a need.
  { pattern: after(LEAVES), scope: 'names', alternatives: true },
  {
    pattern: /(?<=^|[,;] ?)([\p{L}\p{N}][\p{L}\p{N} .-]{1,30}?) alternatives?\b/giu,
    scope: 'all',
    alternatives: true,
  },
  { pattern: after(SURE), scope: 'all' },
  { pattern: after(WEAK), scope: 'words' },
  { pattern: after(OF_NAMES), scope: 'names' },
]

/** What is excluded up to the end of a clause, and the beginning of the next one. */
const NEGATED = new RegExp(
  `${BEFORE}(?:(${SURE})|${ALTERNATIVES}|${LEAVES}|${WEAK}|${OF_NAMES})${LEADING} ((?:(?!${AFTER})${IN_CLAUSE})+)$`,
  'iu',
)
const FIRST = new RegExp(`^${WORDS}${END}`, 'iu')

const MAX_WORDS = 5

/** Longer texts tell a story: "no" and "instead of" are rarely about the SDK. */
const MAX_WORDS_BEFORE_STORY = 14

/** The names that one expression excludes, and the need after them, which stays. */
interface ReadNames {
  exclusions: Exclusion[]
  rest: string
}

export function extractExclusions(text: string, { isThing, isWord }: Knowledge): Extraction<ReadNames> {
  const isStory = (text.match(/[\p{L}\p{N}]+/gu) ?? []).length > MAX_WORDS_BEFORE_STORY
  const clauses = text.split(/,(?! *n?or )/)
  const whole: Extraction<ReadNames> = { values: [], left: '', spans: [] }
  // A slash joins names too, and takes as much room as the comma.
  whole.left = clauses.reduce((left, next) => `${left}${isMore(left, next.trimStart()) ? '/' : ','}${next}`)
  for (const { pattern, scope, alternatives = false } of PATTERNS) {
    const { values, left, spans } = extract(
      whole.left,
      [pattern],
      ([, typed = '']) => {
        const parts = namesIn(typed).map((name) => readName(name, scope))
        if (parts.length === 0 || parts.includes(undefined)) return undefined
        const exclusions = parts.flatMap((part) => part!.names.map((name) => ({ text: name, alternatives })))
        return { exclusions, rest: parts.at(-1)!.rest }
      },
      ({ rest }) => rest,
    )
    whole.values.push(...values)
    whole.spans.push(...spans)
    whole.left = left
  }
  // "a not so random fact": nothing else is left to search for.
  const names = whole.values.flatMap(({ exclusions }) => exclusions)
  const isAll = tokens(whole.left).every(isStop) && !names.some(({ text }) => isThing(text))
  return isAll ? { values: [], left: text, spans: [] } : whole

  /** Whether a clause goes on with what is excluded ("without X, Y or Z"), and not with the need ("without X, send Y"). */
  function isMore(left: string, next: string): boolean {
    const [negated, sure, listed] = NEGATED.exec(left.slice(left.lastIndexOf(',') + 1)) ?? []
    const typed = FIRST.exec(next)?.[1]
    if (negated === undefined || !typed) return false
    const names = namesIn(`${listed} or ${typed}`)
    const areProper = names.every(isProper)
    const scope = sure ? 'all' : areProper || /\b(?:no|without) /i.test(negated) ? 'words' : 'names'
    const isList = (areProper || sure ? / (?:or|and|&) / : / or /).test(typed)
    const isAfterNeed = !tokens(left.slice(0, -negated.length)).every(isStop)
    return (areProper ? isList || isAfterNeed : isList && isAfterNeed) && names.every((name) => readName(name, scope))
  }

  /** "PayPal payments": the names that it begins with, and the need after them. */
  function readName(name: string, scope: Scope): { names: string[]; rest: string } | undefined {
    if (canExclude(name, scope)) return { names: [name], rest: '' }
    const words = name.split(/\s+/)
    const start = (end: number): string => words.slice(0, end).join(' ')
    const end = words.findLastIndex((_, at) => isProper(start(at)) && isThing(start(at)))
    if (end <= 0) return undefined
    const rest = words.slice(end).join(' ')
    const next = isProper(rest) ? readName(rest, 'names') : undefined
    return { names: [start(end), ...(next?.names ?? [])], rest: next?.rest ?? rest }
  }

  function canExclude(name: string, scope: Scope): boolean {
    if (isThing(name)) return true
    const words = tokens(name)
    if (scope === 'names' || isStory || words.length > MAX_WORDS) return false
    if (scope === 'all' || (words.length === 1 && /^\p{Lu}/u.test(name))) return true
    const content = words.filter((word) => !isStop(word))
    return content.length > 0 && content.every(isWord)
  }
}

const isProper = (name: string): boolean => /^\p{Lu}/u.test(name) || isBrandWord(name.toLowerCase())

const LEADING_WORDS = /^(?:(?:not|no|nor|without|a|an|the|any|anything|from|about|of|with)\s+)+/i
const TRAILING_WORDS =
  /(?:-only|\s+(?:ones?|stuff|things?|related|based|itself|all|only|kinds?|sorts?|boards?|providers?|sites?|versions?))$/i

/** "Swiss or German ones" -> Swiss, German. */
const namesIn = (typed: string): string[] =>
  typed
    .split(/,?\s+(?:or|nor|and|&|ni|et|und|oder)\s+|\s*\/\s*/)
    .map((name) => name.replace(LEADING_WORDS, '').replace(TRAILING_WORDS, '').trim())
    .filter(Boolean)
