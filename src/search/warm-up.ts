/** Reads the word lists that the first query would otherwise wait for, in parts that each take a few milliseconds. */

import { isBrandWord } from '../query/brands.ts'
import { functionWords, lexiconOf } from '../query/languages/lexicon.ts'
import { NATURAL_LANGUAGES } from '../query/languages/natural-languages.ts'
import { isInExpression } from '../query/words/concepts.ts'
import { isEnglishStem } from '../query/words/word-lists.ts'

/** Each reads one list, or the words of one language, unless it has been read. */
export const WORD_LISTS: readonly (() => unknown)[] = [
  () => isEnglishStem(''),
  () => isInExpression(''),
  () => isBrandWord(''),
  ...NATURAL_LANGUAGES.map((language) => () => lexiconOf(language)),
  functionWords,
]
