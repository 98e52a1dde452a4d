/** What every function of ranked search reads; openSearcher in rank.ts makes it of a catalogue. */

import { LRUCache } from 'lru-cache'
import type { Records } from '../catalog/record/records.ts'
import { brandNamed } from '../query/brands.ts'
import type { Knowledge } from '../query/languages/translate.ts'
import { conceptsIn, countryNamed } from '../query/words/concepts.ts'
import { isEnglishStem, isEnglishWord } from '../query/words/word-lists.ts'
import { foldAccents, isStop, stem } from '../query/words/words.ts'
import { memoized } from '../system/once.ts'
import { fieldBits } from './index/indexed-fields.ts'
import type { Inverted } from './index/inverted.ts'
import type { MatchNames } from './names/exact-names.ts'
import type { Scorer } from './score.ts'

export interface Searcher {
  records: Records
  index: Inverted
  matchNames: MatchNames
  score: Scorer
  /** Positions by the first word of the title: "telegram" for the Telegram Bot API. */
  makers: (name: string) => number[]
}

/** Words of operations are those of the API, in whatever language it has. */
const IN_ENTITY = fieldBits('entity')
const IN_NAME = fieldBits('title', 'alias')

/** Words of queries of which it is cached what the catalogue knows of them. */
const MAX_CACHED = 2_000

/** What the catalogue knows of words and names, for the reader of queries. */
export const knowledgeOf = memoized(({ index, matchNames, makers }: Searcher): Knowledge => {
  const words = new LRUCache<string, { term: string; fields: number; isEnglish: boolean }>({
    max: MAX_CACHED,
    memoMethod(word) {
      const term = stem(word)
      const { fields = 0 } = index.posting(term) ?? {}
      return { term, fields, isEnglish: isStop(word) || isEnglishStem(term) }
    },
  })
  /** "Yahoo", of Yahoo Finance. */
  const isMaker = (text: string): boolean => !isEnglishWord(foldAccents(text)) && makers(foldAccents(text)).length > 0
  return {
    isThing: (text) =>
      brandNamed(text) !== undefined ||
      matchNames(text).matches.length > 0 ||
      countryNamed(text) !== undefined ||
      isMaker(text),
    isWord: (word) => (words.memo(word).fields & ~IN_ENTITY) !== 0,
    isNamed: (word) => (words.memo(word).fields & IN_NAME) !== 0,
    isEnglish: (word) => words.memo(word).isEnglish,
    inExpressions(typed) {
      const terms = typed.map((word) => words.memo(word).term)
      return new Set(conceptsIn(terms, 0).flatMap(({ positions }) => (positions.length > 1 ? positions : [])))
    },
  }
})
