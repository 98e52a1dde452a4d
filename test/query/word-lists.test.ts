import { expect, it } from 'vitest'
import { isEnglishStem, isEnglishWord } from '../../src/query/words/word-lists.ts'
import { stem } from '../../src/query/words/words.ts'
import { readWordList } from '../../src/system/word-list.ts'

const LIST = new URL('../../src/query/words/word-lists/english-words.txt', import.meta.url)
const words = readWordList(LIST)

it('knows every word of the English list, and its stem', () =>
  expect(words.filter((word) => !(isEnglishWord(word) && isEnglishStem(stem(word))))).toEqual([]))
