/** Reading what the first query would wait for, in parts that each take a few milliseconds. */
import { isInExpression } from './concepts.ts'
import { isEnglishStem } from './query/english.ts'
import { brandNamed } from './reading/brands.ts'
import { functionWords, lexiconOf } from './reading/lexicon.ts'
import { NATURAL_LANGUAGES, type NaturalLanguage } from './reading/natural-languages.ts'
import { englishWords } from './word-lists.ts'

/** Each reads a word list, or the words of one language, if nobody has asked for it yet. */
export const WORD_LISTS: readonly (() => unknown)[] = [
  englishWords,
  () => isEnglishStem(''),
  () => isInExpression(''),
  () => brandNamed(''),
  ...(Object.keys(NATURAL_LANGUAGES) as NaturalLanguage[]).map((language) => () => lexiconOf(language)),
  functionWords,
]
