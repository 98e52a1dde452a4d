/**
 * Text -> the words that ranked search compares: accents and case folded, compound names split, endings reduced so that
 * "validates", "validation" and "validator" meet. The stemmer is light on purpose: a stem is compared, never shown.
 */
import { readKeyedLists, readWordList } from '../../system/word-list.ts'

const file = (name: string): URL => new URL(`word-lists/${name}.txt`, import.meta.url)

const FUNCTION_WORDS = readKeyedLists(file('function-words'))
/** The words that may have a role; the head of function-words.txt says what each role is. */
export const wordsOfRole = (role: string): ReadonlySet<string> =>
  new Set(FUNCTION_WORDS.flatMap(([word, roles]) => (roles.includes(role) ? word : [])))

const STOP = wordsOfRole('stop')
const POLITE = wordsOfRole('polite')
const WEAK = wordsOfRole('weak')
const UNINFLECTED: ReadonlySet<string> = new Set(readWordList(file('uninflected-words')))

/** Lower case without diacritics, in one Unicode form. */
export const foldAccents = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** Letters and digits only: how names are compared when spaces, dots and hyphens are a matter of taste. */
export const lettersAndDigits = (text: string): string => foldAccents(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Pattern of a letter with a hyphen, which is the beginning of its word: e-mail, x-ray. */
export const INITIAL = String.raw`(?<![\p{L}\p{N}-])\p{L}[-\u2010\u2011](?=\p{L}{2})`
const INITIALS = new RegExp(INITIAL, 'gu')

/** Folded words in order: "E-Mail API" -> email, api. */
export const tokens = (text: string): string[] =>
  foldAccents(/[-\u2010\u2011]/.test(text) ? text.replace(INITIALS, (initial) => initial.slice(0, -1)) : text).match(
    isAscii(text) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu,
  ) ?? []

/** The text with words as they were read, by the folded words that were typed. */
export const respelled = (text: string, readAs: readonly (readonly [typed: string, read: string])[]): string =>
  text.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => readAs.find(([typed]) => typed === foldAccents(word))?.[1] ?? word)

/** Words of a name, split at inner capitals too: "TheMealDB" -> the, meal, db. */
export const nameTokens = (name: string): string[] =>
  tokens(
    !/\p{Lu}/u.test(name)
      ? name
      : name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'),
  )

/** Stop words: those that say nothing in a catalogue where everything is an SDK for an API. */
export const isStop = (word: string): boolean => STOP.has(word)
/** Stop words, and words of politeness: a query has them, and no SDK. */
export const isFunctionWord = (word: string): boolean => STOP.has(word) || POLITE.has(word)
/** Words that matter only as part of a longer expression. */
export const isWeak = (word: string): boolean => WEAK.has(word)

export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  // "movie" meets "movies", which may be of "movy".
  const base = word.endsWith('s') ? singular(word) : word.replace(/(?<=..)ie$/, 'y')
  if (UNINFLECTED.has(base)) return base
  const end = LAST_LETTERS.includes(base.at(-1)!) ? withoutSuffix(unifiedSpelling(base)) : base
  return end.length > 3 && end.at(-1) === end.at(-2) ? end.replace(/([^aeiou])\1$/, '$1') : end
}

/** Every ending that is reduced ends in one of these. */
const LAST_LETTERS = 'degnr'

function singular(word: string): string {
  if (UNINFLECTED.has(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word
}

/** British and American spellings meet; which one wins does not matter. */
function unifiedSpelling(word: string): string {
  if (!/(?:is(?:ation|e|er|ed|ing)|our|tre|gue|mme|ence)$/.test(word)) return word
  return word
    .replace(/isation$/, 'ization')
    .replace(/is(e|er|ed|ing)$/, 'iz$1')
    .replace(/(..)our$/, '$1or')
    .replace(/(..)tre$/, '$1ter')
    .replace(/(..)gue$/, '$1g')
    .replace(/(.)mme$/, '$1m')
    .replace(/ence$/, 'ense')
}

function withoutSuffix(word: string): string {
  let end = word
  if (end.length >= 7) end = end.replace(/ator$/, 'at').replace(/ization$/, 'iz')
  if (end.length >= 8) end = end.replace(/([ts])ion$/, '$1')
  if (end.length >= 7) end = strip(end, 'ing')
  if (end.length >= 6) end = end.endsWith('eed') ? end : strip(end, 'ed')
  return end.length >= 5 && end.endsWith('e') && !NEEDS_E.test(end) ? end.slice(0, -1) : end
}

/** "stripe", "price": without its e it would be another word. Porter (1980), *o in step 5a. */
const NEEDS_E = /^[^aeiouy]+[aeiouy][^aeiouywx]e$/

/** Without the suffix, and with the e that the suffix replaced: "striping" comes from stripe, "stripping" from strip. */
function strip(word: string, suffix: string): string {
  if (!word.endsWith(suffix)) return word
  const left = word.slice(0, -suffix.length)
  return NEEDS_E.test(`${left}e`) ? `${left}e` : left
}
