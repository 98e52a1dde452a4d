/**
 * A query as its words, made once: each with its place in the text and its role. Whoever reads the query later filters
 * words by their roles, and cuts no text.
 */

import { INITIAL, isFunctionWord, isWeak, stem, tokens } from './words/words.ts'

/**
 * What a word is for: the need, its `verb`, and what qualifies it (`detail`); a well-known `service`; a `value` that goes to
 * an operation; a `constraint` of the SDK, or what is `excluded`; what is said about the `program`; or a `function` word.
 */
export type Role = 'need' | 'verb' | 'detail' | 'service' | 'value' | 'constraint' | 'excluded' | 'program' | 'function'

export interface SentenceToken {
  /** Folded. */
  text: string
  stem: string
  /** Place in the text of the sentence. */
  start: number
  end: number
  role: Role
  /** The abbreviation that it is a word of. */
  short?: string
}

export interface Sentence {
  text: string
  tokens: readonly SentenceToken[]
}

/** A word; "I'd" is no word "d", and "don't" and "e-mail" are one word. */
const PIECE = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:i|you|he|she|it|we|they|that|there|who|what|let)'(?:d|ll|m|re|s|ve)(?![\p{L}\p{N}])`,
    String.raw`[\p{L}\p{M}]+n't(?![\p{L}\p{N}])`,
    String.raw`(?:${INITIAL})?[\p{L}\p{N}\p{M}]+`,
  ].join('|'),
  'giu',
)

export function readSentence(text: string): Sentence {
  const typed = [...text.matchAll(PIECE)].flatMap(({ 0: piece, index: start }) =>
    tokens(/n't$/i.test(piece) ? piece.replace("'", '') : piece.split("'", 1)[0]!).map((word): SentenceToken => {
      const role = isFunctionWord(word) ? 'function' : 'need'
      return { text: word, stem: stem(word), start, end: start + piece.length, role }
    }),
  )
  return { text, tokens: typed }
}

/** The words that say something. */
export const contentOf = (tokens: readonly SentenceToken[]): SentenceToken[] =>
  tokens.filter(({ text, role }) => role !== 'function' && !isWeak(text))
