/** One form for the letters of any language, so that words meet however they are typed. */

/** Letters that other people write for the same word. Unicode decomposes none of these. */
const EQUIVALENTS = new Map(
  'ß:ss ø:o ł:l đ:d ı:i æ:ae œ:oe ё:е أ:ا إ:ا آ:ا ى:ي ة:ه \u0901:\u0902'
    .split(' ')
    .map((pair) => pair.split(':') as [letter: string, equivalent: string]),
)
const EQUIVALENT = new RegExp(`[${[...EQUIVALENTS.keys()].join('')}]`, 'gu')

/** Lower case, without the accents of Latin, Greek, Cyrillic and Arabic letters; the vowel signs of other scripts stay. */
export function normalizeLetters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(EQUIVALENT, (letter) => EQUIVALENTS.get(letter)!)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0640\u093c]+/g, '')
    .normalize('NFC')
}
