/** Whether a query is in another language than the catalogue, which is in English. */
import { isStop } from '../../search/words.ts'
import { FOREIGN_WORDS } from '../word-lists.ts'

export const isForeignFunctionWord = (word: string): boolean => FOREIGN_WORDS.has(word)

/**
 * @param words folded, in order
 * @param isKnown whether a word is one of the catalogue or of English
 */
export function isForeign(words: readonly string[], isKnown: (word: string) => boolean): boolean {
  const others = words.filter((word) => !FOREIGN_WORDS.has(word) && !isStop(word))
  if (others.some((word) => !/^[\p{Script=Latin}\p{N}]+$/u.test(word))) return !others.some(isKnown)
  const foreign = words.filter((word) => FOREIGN_WORDS.has(word)).length
  if (foreign === 0 || words.length < 2) return false
  const known = others.filter(isKnown).length
  return known < foreign || (known === foreign && known < others.length)
}
