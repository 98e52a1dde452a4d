/** The natural languages with a lexicon, and what building and reading a lexicon have in common. */

const WEST_EUROPEAN = ['es', 'pt', 'fr', 'de', 'it', 'nl', 'ro', 'da', 'no', 'sv'] as const
/** Languages that share Latin letters with English. */
export const LATIN = [...WEST_EUROPEAN, 'pl', 'tr', 'id', 'vi', 'cs', 'hu', 'fi'] as const
const OTHERS = ['ru', 'uk', 'ar', 'hi', 'ja', 'zh', 'zh-Hant', 'ko', 'el', 'he', 'th'] as const
export const NATURAL_LANGUAGES = [...LATIN, ...OTHERS] as const
export type NaturalLanguage = (typeof NATURAL_LANGUAGES)[number]

/** Least number of letters that two forms of one word share. */
export const MIN_SHARED = 3
const SPACELESS: ReadonlySet<string> = new Set(['ja', 'zh', 'zh-Hant', 'th'])
export const isSpaceless = (language: NaturalLanguage): boolean => SPACELESS.has(language)

/** Letters, digits and the marks that some scripts write vowels with. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu

export const LEXICON_FOLDER = new URL('../words/word-lists/lexicon/', import.meta.url)
/** What scripts/lexicons.ts makes of the folder, and the version of its arrays. */
export const LEXICONS = new URL('../words/word-lists/lexicons.bin.br', import.meta.url)
export const LEXICONS_VERSION = 4

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
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0640\u093c]+|(?<=[א-ת])['"’׳״](?=[א-ת])/g, '')
    .normalize('NFC')
}
