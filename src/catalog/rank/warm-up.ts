/** Reading what the first query would wait for, in parts that each take a few milliseconds. */
import { isInExpression } from './concepts.ts'
import { isEnglishStem } from './query/english.ts'
import { brandNamed } from './reading/brands.ts'
import { functionWords, lexiconOf } from './reading/lexicon.ts'
import { englishWords } from './word-lists.ts'

/** Each reads a word list, if nobody has asked for it yet. */
export const WORD_LISTS: readonly (() => unknown)[] = [
  englishWords,
  () => isEnglishStem(''),
  () => isInExpression(''),
  () => brandNamed(''),
  () => lexiconOf('de'),
  functionWords,
]
