/** "not X", "without X", "other than X", "alternatives to X": what a query does not want. */
import { once } from '../../../system/once.ts'
import { readWordList } from '../../../system/word-list.ts'
import { isStop, tokens } from '../../search/words.ts'
import { cut } from './cut.ts'

export interface Exclusion {
  /** As it was typed. */
  text: string
  /** Others of the same kind are wanted: "alternatives to X". */
  alternatives: boolean
}

/** First words after "no" or "not" that make it a manner of speaking: "no idea", "not sure". */
const idioms = once(
  (): ReadonlySet<string> => new Set(readWordList(new URL('../word-lists/not-exclusions.txt', import.meta.url))),
)

const ALTERNATIVES =
  '(?:an? |any |some )?(?:alternatives?|replacements?|substitutes?|competitors?|rivals?)(?: (?:to|for|of))(?: using)?|(?:instead|in place) of(?: using)?|rather than(?: using)?|(?:replac(?:e|ing)|ditch(?:ing)?|(?:switch|migrat|mov)(?:e|ing|ed)?(?: away)? (?:from|off)|get(?:ting)? (?:away from|rid of|off)|sick of|tired of|fed up with|leaving|(?:something |anything )?(?:similar to|like|comparable to)(?= .*\\bbut\\b))'
const SURE =
  '(?:but |and |just |, )?(?:other than|apart from|aside from|except(?:ing)?(?: for| from)?|excluding|exclude|excludes|besides|anything but|everything but|all but|minus|leav(?:e|ing) out|outside(?: of)?|anywhere but|skip(?:ping)?|avoid(?:ing)?)'
const WEAK =
  "(?:and |but |or |though |just |, )?(?:please )?(?:(?:is|are|was|it'?s|that'?s|must|should|be) )?(?:not|no|without|w/o|never|can(?:'?t|not) be|isn'?t|aren'?t|ain'?t|(?:do(?:es)? ?n[o']t|don'?t|doesn'?t|not)(?: (?:want|like|use|include|show|be|have|come|involve))+)"
const LEADING =
  '(?: (?:from|by|about|of|on|in|using|related to|based on|owned by|made by|the|a|an|any|those|these|some|my|our|their|ones?|all|another|yet another|more|me|use|to use|with))*'
/** What is excluded ends here. */
const END =
  '(?=$|\\s*[.;:!?()]|\\s*,|\\s+(?:but|for|that|which|who|because|since|so|please|with|in|to|as|at|when|while|where|just|only|apis?|sdks?|services?|if|thanks|is|are|was|instead|anymore|any more|either)\\b)'
const WORDS = '([\\p{L}\\p{N}](?:[^,.;:!?()]|\\.(?=[\\p{L}\\p{N}]))*?)'

/** `sure`: "no X" may be a manner of speaking, "except X" never is. */
const PATTERNS: readonly { pattern: RegExp; alternatives: boolean; sure: boolean }[] = [
  { pattern: new RegExp(`\\b(?:${ALTERNATIVES})${LEADING} ${WORDS}${END}`, 'giu'), alternatives: true, sure: true },
  {
    pattern:
      /(?<=^|[,;] ?)([\p{L}\p{N}][\p{L}\p{N} .-]{1,30}?) (?:alternatives?|replacements?|competitors?|clone)\b/giu,
    alternatives: true,
    sure: true,
  },
  { pattern: new RegExp(`\\b(?:${SURE})${LEADING} ${WORDS}${END}`, 'giu'), alternatives: false, sure: true },
  {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${WEAK})${LEADING} ${WORDS}${END}`, 'giu'),
    alternatives: false,
    sure: false,
  },
  {
    pattern: /(?<![\p{L}\p{N}])non[- ](?!fiction|profit|stop|veg|toxic|fungible|linear)([\p{L}\p{N}]+)/giu,
    alternatives: false,
    sure: false,
  },
  {
    pattern: /\b(?:leave|keep|skip) ([\p{L}\p{N} .-]{2,30}?) out(?: of (?:it|this|that|there))?\b/giu,
    alternatives: false,
    sure: true,
  },
  { pattern: /(?<=\s)-([\p{L}][\p{L}\p{N}]+)/giu, alternatives: false, sure: true },
  {
    pattern:
      /(?<=[,;(] ?|\band |\bbut )([\p{L}\p{N}]+(?: [\p{L}\p{N}]+)?) (?:excluded|excepted|aside|not included)\b/giu,
    alternatives: false,
    sure: true,
  },
]

const MAX_WORDS = 5

/** Longer texts tell a story: "no" and "instead of" are rarely about the SDK. */
const STORY_WORDS = 14

/**
 * @param isThing whether a text names a record, a service or a country
 * @param isKnown whether a folded word is one of the catalogue
 */
export function readExclusions(
  text: string,
  isThing: (name: string) => boolean,
  isKnown: (word: string) => boolean,
): { exclusions: Exclusion[]; text: string } {
  const isStory = (text.match(/[\p{L}\p{N}]+/gu) ?? []).length > STORY_WORDS
  let rest = text
  const exclusions = PATTERNS.flatMap(({ pattern, alternatives, sure }) => {
    const { found, text } = cut(rest, [pattern], (match) => {
      const names = namesIn(match[1] ?? '')
      return names.length > 0 && names.every((name) => isExcluded(name, sure))
        ? names.map((text) => ({ text, alternatives }))
        : undefined
    })
    rest = text
    return found.flat()
  })
  return { exclusions, text: rest }

  function isExcluded(name: string, sure: boolean): boolean {
    if (isThing(name)) return true
    const words = tokens(name)
    if (isStory || words.length > MAX_WORDS) return false
    return (
      sure ||
      (!idioms().has(words[0] ?? '') &&
        words.some((word) => !isStop(word)) &&
        words.every((word) => isStop(word) || isKnown(word)))
    )
  }
}

/** "Swiss or German ones" -> Swiss, German. */
const namesIn = (typed: string): string[] =>
  typed
    .split(/\s+(?:or|nor|and|&)\s+|\//)
    .map((name) =>
      name
        .replace(/^(?:(?:a|an|the|any|anything|from|about|of|with)\s+)+/i, '')
        .replace(
          /(?:-only|\s+(?:ones?|stuff|things?|related|based|itself|all|only|boards?|providers?|sites?|versions?))$/i,
          '',
        )
        .trim(),
    )
    .filter(Boolean)
