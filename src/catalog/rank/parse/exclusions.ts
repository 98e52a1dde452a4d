/** "not X", "without X", "other than X", "alternatives to X": what a query excludes. */
import { isStop, tokens } from '../../search/words.ts'
import { isBrandWord } from './brands.ts'
import { type Extraction, extract } from './extract.ts'
import type { Knowledge } from './translate.ts'

export interface Exclusion {
  /** As it was typed. */
  text: string
  /** Others of the same kind are wanted: "alternatives to X". */
  alternatives: boolean
}

const ALTERNATIVES =
  '(?:an? |any |some )?(?:alternatives?|replacements?|substitutes?|competitors?|rivals?)(?: (?:to|for|of))(?: using)?|(?:instead|in place) of(?: using)?|rather than(?: using)?|(?:replac(?:e|ing)|ditch(?:ing)?|(?:switch|migrat|mov)(?:e|ing|ed)?(?: away)? (?:from|off)|get(?:ting)? (?:away from|rid of|off)|sick of|tired of|fed up with|leaving|(?:something |anything )?(?:similar to|like|comparable to)(?= .*\\bbut\\b))'
const SURE =
  '(?:but |and |just |, )?(?:other than|apart from|aside from|except(?:ing)?(?: for| from)?|excluding|exclude|excludes|besides|anything but|everything but|all but|minus|leav(?:e|ing) out|outside(?: of)?|anywhere but|skip(?:ping)?|avoid(?:ing)?)'
const WEAK =
  "(?:and |but |or |though |just |, )?(?:please )?(?:(?:is|are|was|it'?s|that'?s|must|should|be) )?(?:not|no|without|w/o|sans|never|can(?:'?t|not) be|isn'?t|aren'?t|ain'?t|(?:do(?:es)? ?n[o']t|don'?t|doesn'?t|not)(?: (?:want|like|use|include|show|be|have|come|involve))+)"
const LEADING =
  '(?: (?:from|by|about|of|on|in|using|related to|based on|owned by|made by|the|a|an|any|those|these|some|my|our|their|ones|one of|all|another|yet another|more|me|use|to use|with))*'
/** What is excluded ends here. */
const END =
  '(?=$|\\s*\\.(?![\\p{L}\\p{N}])|\\s*[;:!?()]|\\s*,|\\s+(?:but|for|that|which|who|because|since|so|please|with|in|to|as|at|when|while|where|just|only|apis?|sdks?|services?|if|thanks|is|are|was|instead|anymore|any more|either)\\b)'
const WORDS = '([\\p{L}\\p{N}](?:[^,.;:!?()]|\\.(?=[\\p{L}\\p{N}]))*?)'

/** "nothing Russian", and the words of other languages in a text that is taken for English: X is a name, or nothing is meant. */
const OF_NAMES =
  '(?:and |but |, )?(?:nothing|neither|nicht|kein(?:e[nr]?)?|ohne|sans|(?<!(?:original|deadly|mortal|the|of|a|my) )sin|senza|zonder|sem)'

/** `isSure`: "no X" may be a manner of speaking, "except X" never is; `isName`: X has to be the name of something. */
const PATTERNS: readonly { pattern: RegExp; isSure: boolean; isName?: true; alternatives?: true }[] = [
  { pattern: new RegExp(`\\b(?:${ALTERNATIVES})${LEADING} ${WORDS}${END}`, 'giu'), isSure: true, alternatives: true },
  {
    pattern:
      /(?<=^|[,;] ?)([\p{L}\p{N}][\p{L}\p{N} .-]{1,30}?) (?:alternatives?|replacements?|competitors?|clone)\b/giu,
    isSure: true,
    alternatives: true,
  },
  { pattern: new RegExp(`\\b(?:${SURE})${LEADING} ${WORDS}${END}`, 'giu'), isSure: true },
  {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}-]|\\bsay(?:ing)? )(?:${WEAK})${LEADING} ${WORDS}${END}`, 'giu'),
    isSure: false,
  },
  {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${OF_NAMES})${LEADING} ${WORDS}${END}`, 'giu'),
    isSure: false,
    isName: true,
  },
  {
    pattern:
      /(?<=[,;(] ?|\band |\bbut )([\p{L}\p{N}]+(?: [\p{L}\p{N}]+)?) (?:excluded|excepted|aside|not included|does(?:n't| not) (?:interest me|count|matter))\b/giu,
    isSure: true,
  },
]

const MAX_WORDS = 5

/** Longer texts tell a story: "no" and "instead of" are rarely about the SDK. */
const MAX_WORDS_BEFORE_STORY = 14

export function extractExclusions(text: string, { isThing, isWord }: Knowledge): Extraction<Exclusion> {
  const isStory = (text.match(/[\p{L}\p{N}]+/gu) ?? []).length > MAX_WORDS_BEFORE_STORY
  const exclusions: Exclusion[] = []
  /** Words after a name that are not excluded with it. */
  const others: string[] = []
  let remainder = text
  for (const { pattern, isSure, isName = false, alternatives = false } of PATTERNS) {
    const extraction = extract(remainder, [pattern], ([, typed = '']) => {
      const parts = namesIn(typed).map((name) => {
        const excluded = isName ? isThing(name) : canExclude(name, isSure)
        return excluded ? { name, rest: '' } : splitThing(name)
      })
      if (parts.length === 0 || parts.includes(undefined)) return undefined
      return parts.map((part) => {
        others.push(part!.rest)
        return { text: part!.name, alternatives }
      })
    })
    exclusions.push(...extraction.values.flat())
    remainder = extraction.rest
  }
  const need = [remainder, ...others].filter(Boolean).join(' ')
  // "a not so random fact": nothing else is left to search for.
  const isAll = tokens(need).every(isStop) && !exclusions.some(({ text }) => isThing(text))
  return isAll ? { values: [], rest: text } : { values: exclusions, rest: need }

  /** "PayPal payments": the name, and the need after it. */
  function splitThing(name: string): { name: string; rest: string } | undefined {
    const words = name.split(/\s+/)
    for (let end = words.length - 1; end > 0; end--) {
      const first = words.slice(0, end).join(' ')
      const isProper = /^\p{Lu}/u.test(first) || isBrandWord(first.toLowerCase())
      if (isProper && isThing(first)) return { name: first, rest: words.slice(end).join(' ') }
    }
    return undefined
  }

  function canExclude(name: string, isSure: boolean): boolean {
    if (isThing(name)) return true
    const words = tokens(name)
    if (isStory || words.length > MAX_WORDS) return false
    if (isSure) return true
    const content = words.filter((word) => !isStop(word))
    return content.length > 0 && content.every(isWord)
  }
}

const LEADING_WORDS = /^(?:(?:not|no|nor|without|a|an|the|any|anything|from|about|of|with)\s+)+/i
const TRAILING_WORDS =
  /(?:-only|\s+(?:ones?|stuff|things?|related|based|itself|all|only|kinds?|sorts?|boards?|providers?|sites?|versions?))$/i

/** "Swiss or German ones" -> Swiss, German. */
const namesIn = (typed: string): string[] =>
  typed
    .split(/\s+(?:or|nor|and|&)\s+|\//)
    .map((name) => name.replace(LEADING_WORDS, '').replace(TRAILING_WORDS, '').trim())
    .filter(Boolean)
