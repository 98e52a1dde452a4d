import { expect, it } from 'vitest'
import { LOOSE, readCommand } from '../../src/query/command.ts'
import { readSentence } from '../../src/query/sentence.ts'
import { isEnglishStem, isEnglishWord, operationVerbs, saidWords } from '../../src/query/words/word-lists.ts'
import { stem } from '../../src/query/words/words.ts'
import { readWordList } from '../../src/system/word-list.ts'

const LIST = new URL('../../src/query/words/word-lists/english-words.txt', import.meta.url)
const words = readWordList(LIST)

it('knows every word of the English list, and its stem', () =>
  expect(words.filter((word) => !(isEnglishWord(word) && isEnglishStem(stem(word))))).toEqual([]))

it('no word of operations stands for itself, and each expression is found by its first word', () => {
  let seen = 0
  for (const [first, expressions] of saidWords()) {
    for (const [text, { said, terms }] of expressions) {
      seen++
      expect(said.join(' ')).toBe(text)
      expect(said[0]).toBe(first)
      expect(terms, text).not.toContain(text)
    }
  }
  expect(seen).toBeGreaterThan(1_000)
})

/** Every verb of two words, its particle right behind it and after its object. */
const phrases = [...operationVerbs().values()].filter(({ word }) => word.includes(' '))
it.each(phrases.map(({ word, ops }) => [word, ops[0]]))('“%s” means %s', (word, op) => {
  const [verb, particle] = word.split(' ')
  const says = [`${word} the booking`, ...(LOOSE.test(particle!) ? [`${verb} the booking ${particle}`] : [])]
  for (const say of says) expect(readCommand(readSentence(say)).verb?.ops[0], say).toBe(op)
})

it.each(['donations of a charity', 'messages posted by a user', 'connections of an account'])(
  '“%s” has no verb',
  (text) => expect(readCommand(readSentence(text)).verb).toBeUndefined(),
)
