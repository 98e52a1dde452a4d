/** Reads the word lists that the first query would otherwise wait for, in parts that each take a few milliseconds. */
import { isInExpression } from './concepts.ts'
import { isBrandWord } from './parse/brands.ts'
import { functionWords, lexiconOf, unreadWords } from './parse/lexicon.ts'
import { NATURAL_LANGUAGES } from './parse/natural-languages.ts'
import { isEnglishStem } from './word-lists.ts'

/** Each reads one list, or the words of one language, unless it has been read. */
export const WORD_LISTS: readonly (() => unknown)[] = [
  () => isEnglishStem(''),
  () => isInExpression(''),
  () => isBrandWord(''),
  ...NATURAL_LANGUAGES.map((language) => () => lexiconOf(language)),
  functionWords,
  unreadWords,
]
