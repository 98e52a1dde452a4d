/** Whether a query is in another language than the catalogue, which is in English. */

import { isStop } from '../../search/words.ts'

/** Small words of other languages that are no English words. */
const SMALL = new Set(
  `aber als auf aus bei bin das dem den der des diese ein eine einem einen einer fur gibt ich ist kein mit morgen nach
  nicht oder sind uber und vom von wann warum wer wie wir wo zu zum zur
  aux avec ce cette chez dans de du elle est et je la le les leur mes mon nous ou pour quand que quel quelle qui sont sur
  une vous
  como con cual cuando del donde el en esta hoy las los para pero por quiero sin sobre una
  com da dos em meu na nas nao nos os qual quero sao sem uma voce
  alla che chi cosa dei della delle di dove gli il lo nel perche piu quale quando
  aan dat een het hoe ik naar niet op te van voor waar wat welke zijn
  att av det ett jag och om till vad
  czy dla gdzie jak jest nie od sie
  bir bu icin nasil ve`.split(/\s+/),
)

export const isForeignSmall = (word: string): boolean => SMALL.has(word)

/**
 * @param words folded, in order
 * @param isKnown whether a word is one of the catalogue or of English
 */
export function isForeign(words: readonly string[], isKnown: (word: string) => boolean): boolean {
  const others = words.filter((word) => !SMALL.has(word) && !isStop(word))
  if (others.some((word) => !/^[\p{Script=Latin}\p{N}]+$/u.test(word))) return !others.some(isKnown)
  const small = words.filter((word) => SMALL.has(word)).length
  if (small === 0 || words.length < 2) return false
  const known = others.filter(isKnown).length
  return known < small || (known === small && known < others.length)
}
