/** Whether a word is ordinary English: then it was typed right, whether an SDK has it or not. */
import { once } from '../../../system/once.ts'
import { stem } from '../../search/words.ts'
import { englishWords } from '../word-lists.ts'

const stems = once((): ReadonlySet<string> => new Set([...englishWords()].map(stem)))
const SUFFIXES =
  /(?:ly|ally|er|ers|est|or|ors|ness|ment|ments|able|ible|ive|al|ity|ful|less|ion|ions|ation|ations|ism|ist|ists|ish|ing|ings|ed|es|s|y|i[sz](?:e|ed|es|er|ers|ing|ation))$/
const PREFIXES = /^(?:un|re|non|dis|mis|in|im|ir|over|under|pre|sub|out)/
const MIN_BASE = 3
/** Of a word that is on no list: "sentment" is a typo, no form of sent. */
const MIN_BASE_OF_UNKNOWN = 5

/** @param term a stem */
export const isEnglishStem = (term: string): boolean => stems().has(term)

/** The ordinary words that a word may be a form of: "correctly", "bigger", "happiest". */
export function englishBases(word: string): string[] {
  const base = word.replace(SUFFIXES, '')
  if (base === word || base.length < (englishWords().has(word) ? MIN_BASE : MIN_BASE_OF_UNKNOWN)) return []
  const bases = [base, `${base}e`]
  if (/i(?:e[drs]|est|ly|ness)$/.test(word)) bases.push(`${base.slice(0, -1)}y`)
  if (/^[aeiouy]/.test(word.slice(base.length))) bases.push(base.replace(/([^aeiou])\1$/, '$1'))
  return bases.filter((one) => englishWords().has(one))
}

/** "unlikely", "invalid": a form of an ordinary word, but with another meaning. */
export function isPrefixedEnglish(word: string): boolean {
  const base = word.replace(PREFIXES, '')
  return base !== word && base.length >= MIN_BASE_OF_UNKNOWN && englishWords().has(base)
}
