/** Titles: the API's own name without document words, or the words of the slug where there is no such name. */

import { baseName } from '../../code/install.ts'
import { isEnglishWord } from '../../query/words/word-lists.ts'
import { readWordList } from '../../system/word-list.ts'
import { stripMarkup, truncate } from './text.ts'

/** Names that frameworks and templates leave behind. */
const SAYS_NOTHING =
  /^(?:fast\s?api|flask|express|swagger(?: ui| petstore)?|open\s?api(?: definition| spec(?:ification)?)?|(?:my |the |rest |web |public |sample )?api|title|untitled|default|test|documentation|api v?\d+(?:\.\d+)*)$/i

/** Endings that describe a document, not an API. */
const DOCUMENT_ENDING =
  /[\s:–—-]+(?:\(v\d+(?:\.\d+)*\)|\(?open\s?api(?: \d(?:\.\d)*)?\)?(?: (?:definition|description|spec(?:ification)?|documentation|document))?|swagger(?: documentation)?|(?:api )?(?:documentation|docs|reference)|spec(?:ification)?)$/i

/** Words before "API" with which it makes one name. */
const BOUND_TO_API =
  /^(?:the|my|a|an|rest|restful|public|open|json|web|http|external|internal|content|core|data|v\d+)$/i

const readList = (name: string): string[] => readWordList(new URL(`word-lists/${name}.txt`, import.meta.url))
const SMALL = new Set(readList('title-small-words'))
const SPELLINGS = new Map(readList('title-spellings').map((word) => [word.toLowerCase(), word]))

const LATIN = /\p{Script=Latin}|\p{N}/u
const MAX_LENGTH = 70

/** @param readmeName name in the README's first heading */
export function deriveTitle(slug: string, apiTitle?: string, readmeName?: string): string {
  const name = cleanTitle(apiTitle) || wordsOfName(readmeName, slug)
  const fromSlug = slugWords(slug)
  if (name === '') return fromSlug
  // A name in another script follows one that everybody can type.
  const isLatin = LATIN.test(name.replace(/\bAPI\b/gi, ''))
  return !isLatin || namesSomethingElse(name, slug) ? `${fromSlug} (${name})` : name
}

/** The name in the README as words, unless it has the letters of the slug, which is already divided into words. */
const wordsOfName = (name = '', slug: string): string =>
  lettersOf(name) === lettersOf(baseName(slug)) ? '' : cleanTitle(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2'))

/** Empty where nothing is left that names an API. */
export function cleanTitle(text = ''): string {
  let title = stripMarkup(text).replace(/^["'“”]+|["'“”.,;:]+$/gu, '')
  for (let before = ''; before !== title; ) {
    before = title
    title = title.replace(DOCUMENT_ENDING, '').trim()
  }
  title = title.replace(/\s+sdk$/i, '').replace(/\bApi(?=s?$)/, 'API')
  if (SAYS_NOTHING.test(title)) return ''
  return truncate(withoutApi(inWords(withoutRepetition(title))), MAX_LENGTH)
}

/** "Free Movie DB - The Free Movie Database" is its first half: most words of the second are in it. */
function withoutRepetition(title: string): string {
  const [, first = '', second = ''] = /^(.+?)\s+[–—-]\s+(.+)$/.exec(title) ?? []
  const wordsOf = (text: string) => text.toLowerCase().split(/\s+/)
  const words = wordsOf(second).filter((word) => !SMALL.has(word))
  const repeated = words.filter((word) => wordsOf(first).includes(word))
  return words.length > 1 && repeated.length > words.length / 2 ? first : title
}

/** "AnApiOfIceAndFire" as words: a name of so many parts with a small one among them is a sentence, not a spelling. */
function inWords(title: string): string {
  if (!/^(?:\p{Lu}\p{Ll}+){4,}$/u.test(title)) return title
  const words = title.match(/\p{Lu}\p{Ll}+/gu)!.map((word) => word.toLowerCase())
  return words.slice(1).some((word) => SMALL.has(word)) ? spelled(words) : title
}

/** "Open Brewery API" is Open Brewery here, where all are APIs; "Dog API" and "The Cat API" are names. */
function withoutApi(title: string): string {
  const words = title.replace(/[\s-]API$/, '').split(' ')
  if (words.join(' ') === title || BOUND_TO_API.test(words[0]!) || BOUND_TO_API.test(words.at(-1)!)) return title
  const distinct = words.length > 1 || /.[A-Z0-9].|\./.test(words[0]!.replace(/^[A-Z]+$/, ''))
  return distinct ? words.join(' ') : title
}

/** One word that shares nothing with the slug: "Country" for ip-geolocation-api2-sdk. */
function namesSomethingElse(title: string, slug: string): boolean {
  const shortTitle = title.replace(/[\s-]API$/i, '')
  const [name, base] = [lettersOf(shortTitle), lettersOf(baseName(slug))]
  if (/\s/.test(shortTitle) || base.includes(name) || name.slice(0, 3) === base.slice(0, 3)) return false
  return !name.includes(base) && !slug.split('-').some((word) => word.length > 2 && name.includes(word))
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** `ip-geolocation-api2-sdk` as words: "IP Geolocation API 2". */
function slugWords(slug: string): string {
  // The generator puts an n before a leading digit, and writes a second edition as "api2".
  const words = baseName(slug)
    .replace(/^n(?=\d)/, '')
    .split('-')
    .filter(Boolean)
  return spelled(words.flatMap((word) => /^(apis?)(\d+)$/.exec(word)?.slice(1) ?? word))
}

/** Lower-case words as a title. */
const spelled = (words: readonly string[]): string =>
  words
    .map((word, at) => {
      const spelling = SPELLINGS.get(word)
      if (spelling !== undefined) return spelling
      return at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')

interface TitledRecord {
  slug: string
  title: string
}

/** So many SDKs whose slugs begin with one word that is no ordinary one are of one vendor. */
const VENDOR_SDKS = 3

/** Puts the vendor before titles that do not name it: "Bluefin Decryptx APIs". */
export function nameVendors(records: readonly TitledRecord[]): void {
  for (const [vendor, sdks] of Map.groupBy(records, ({ slug }) => slug.split('-')[0]!)) {
    if (sdks.length < VENDOR_SDKS || isEnglishWord(vendor) || SPELLINGS.has(vendor)) continue
    for (const record of sdks) {
      const letters = lettersOf(record.title)
      const words = baseName(record.slug).split('-')
      const named = words.findIndex((word) => letters.includes(word))
      const unnamed = words.slice(0, named < 0 ? 1 : named)
      if (unnamed.length > 0) record.title = `${spelled(unnamed)} ${record.title}`
    }
  }
}

/**
 * Makes equal titles differ by the words of the slug that the title does not hold: "Kiprio API (IBAN Validation)".
 * Returns the slugs whose title was changed.
 */
export function distinguishTitles(records: readonly TitledRecord[]): Set<string> {
  const changed = new Set<string>()
  for (const group of groupsOfEqualTitle(records)) {
    const [unchanged] = group
      .filter((record) => extraWords(record) === '')
      .sort((a, b) => Number(isSpelledOut(b)) - Number(isSpelledOut(a)))
    for (const record of group) {
      if (record === unchanged) continue
      record.title = `${record.title} (${extraWords(record) || baseName(record.slug)})`
      changed.add(record.slug)
    }
  }
  for (const group of groupsOfEqualTitle(records)) {
    for (const record of group.slice(1)) {
      record.title = `${record.title} (${record.slug})`
      changed.add(record.slug)
    }
  }
  return changed
}

const isSpelledOut = ({ slug, title }: TitledRecord): boolean => slugWords(slug).toLowerCase() === title.toLowerCase()

function groupsOfEqualTitle(records: readonly TitledRecord[]): TitledRecord[][] {
  const groups = Map.groupBy(records, ({ title }) => title.normalize('NFKC').toLowerCase())
  return [...groups.values()].filter((group) => group.length > 1)
}

function extraWords({ slug, title }: TitledRecord): string {
  const words = baseName(slug)
    .split('-')
    .map((word) => word.replace(/^apis?(?=\d+$)/, ''))
  const extra = words.filter((word) => !lettersOf(title).includes(lettersOf(word)) && word !== 'api')
  return slugWords(extra.join('-'))
}
