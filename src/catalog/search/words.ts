/**
 * Text -> the words that ranked search compares: marks and case folded, compound names taken apart, endings reduced
 * so that "validates", "validation" and "validator" meet. Light on purpose: a stem is compared, never shown.
 */

/** Lower case without diacritics, in one Unicode form. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** Letters and digits only: how names are compared when spaces, dots and hyphens are a matter of taste. */
export const compact = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Words in order, as typed but folded: "E-Mail API" -> e, mail, api. */
export const tokens = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Words of a name, its inner capitals taken as borders too: "TheMealDB" -> the, meal, db. */
export const nameTokens = (name: string): string[] =>
  tokens(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'))

/** Words that say nothing here, where everything is an SDK for an API and everybody is looking for one. */
const STOP = new Set(
  `a about after all also am an and any api apis application applications are as at available based be been before being
  best but by can could did do does easy endpoint endpoints every fetch find for from get gets getting give gives giving
  good had has have having he help her him his how i if in info information integrate integration interface into is it its
  just know lib libraries like look looking make making me module most my nice of on one or our out
  over per please provide provides providing query recommend rest retrieve return returns s sdk sdks see she so some
  someone something somewhere suggest t that the their them then there these they thing things this those through to tool
  tools use used using via want wants was way we were what whats when where which while who will with within would
  wrapper you your`.split(/\s+/),
)

/** Words that matter only as part of a longer expression: "no key", "day off", "library book", "web page". */
const WEAK = new Set(
  `access against app apps around ask build building built call called can cannot come comes coming contain contains
  client clients current currently data day days develop developer did display down every free go goes going keep known large
  let library list many me much must my name names near nearby nearest need needed needs new no not now number numbers off often online own
  package people program probably project public pull put question really reported right same say says send service services
  should show showing shows simple small somebody speak take taken takes tell today tomorrow tonight try turn turns type
  up user users value values very web week while without work working worth`.split(/\s+/),
)

export const isStop = (word: string): boolean => STOP.has(word)
export const isWeak = (word: string): boolean => WEAK.has(word)

/** Words that only look like the form of another one. */
const WHOLE = new Set(
  `booking boxing building clothing direction evening feed hosting limited lightning marketing meeting morning news nothing
  odds parking question shipping spelling streaming training united warning wedding`.split(/\s+/),
)
const kept = new Map<string, string>()
const MOST_KEPT = 50_000

export function stem(word: string): string {
  const known = kept.get(word)
  if (known !== undefined) return known
  const made = reduce(word)
  if (kept.size < MOST_KEPT) kept.set(word, made)
  return made
}

function reduce(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const one = singular(word)
  return WHOLE.has(one) ? one : ending(spelling(one))
}

function singular(word: string): string {
  if (WHOLE.has(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word
}

/** British and American spellings meet; which one wins does not matter. */
const spelling = (word: string): string =>
  word
    .replace(/isation$/, 'ization')
    .replace(/is(e|er|ed|ing)$/, 'iz$1')
    .replace(/(..)our$/, '$1or')
    .replace(/(..)tre$/, '$1ter')
    .replace(/(..)gue$/, '$1g')
    .replace(/(.)mme$/, '$1m')
    .replace(/ence$/, 'ense')

function ending(word: string): string {
  let end = word
  if (end.length >= 7) end = end.replace(/ator$/, 'at').replace(/ization$/, 'iz')
  if (end.length >= 8) end = end.replace(/([ts])ion$/, '$1')
  if (end.length >= 7) end = unended(end, /ing$/)
  if (end.length >= 6) end = unended(end, /(?<=[^e])ed$/)
  if (end.length >= 5 && !MUTE.test(end)) end = end.replace(/e$/, '')
  return end.length > 3 ? end.replace(/([^\W\d_aeiou])\1$/, '$1') : end
}

/** "stripe", "price": without its e it would be another word. Porter (1980), *o in step 5a. */
const MUTE = /^[^aeiouy]+[aeiouy][^aeiouywx]e$/

/** Without the ending, and with the e that the ending took: "striping" is of stripe, "stripping" of strip. */
function unended(word: string, form: RegExp): string {
  const left = word.replace(form, '')
  return left !== word && MUTE.test(`${left}e`) ? `${left}e` : left
}
