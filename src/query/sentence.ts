/**
 * A query as its words, made once: each with its place in the text and its role. Whoever reads the query later filters
 * words by their roles, and cuts no text.
 */

import { siteName } from './url-names.ts'
import { isFunctionWord, isStop, isWeak, nameTokens, stem, tokens } from './words/words.ts'

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
}

export interface Sentence {
  text: string
  tokens: readonly SentenceToken[]
}

/** "Hello there," says nothing; "hello in ten languages" does. */
const GREETING =
  /^\s*(?:hello|hi|hey|dear|good (?:morning|day|evening))(?: (?:all|everyone|folks|team|there))?\s*[,.!:]/i
/** A URL, or a word; "I'd" is no word "d", and "don't" is one word. */
const PIECE =
  /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.)\S+|(?<![\p{L}\p{N}])(?:i|you|he|she|it|we|they|that|there|who|what|let)'(?:d|ll|m|re|s|ve)(?![\p{L}\p{N}])|[\p{L}\p{M}]+n't(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+/giu

/** @param isName whether a name that is written as one word is known as such, so that it is no words with capitals: "CoinGecko" */
export function readSentence(text: string, isName: (word: string) => boolean = () => false): Sentence {
  const greeting = GREETING.exec(text)?.[0].length ?? 0
  const typed = [...text.matchAll(PIECE)].flatMap(({ 0: piece, index: start }) =>
    wordsIn(piece, isName).map((word): SentenceToken => {
      const role = start < greeting || isFunctionWord(word) ? 'function' : 'need'
      return { text: word, stem: stem(word), start, end: start + piece.length, role }
    }),
  )
  return { text, tokens: typed }
}

function wordsIn(piece: string, isName: (word: string) => boolean): string[] {
  if (/[:.]/.test(piece)) return tokens(siteName(piece) ?? '')
  if (piece.includes("'")) return tokens(/n't$/i.test(piece) ? piece.replace("'", '') : piece.split("'", 1)[0]!)
  const whole = tokens(piece)
  const parts = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(piece) ? nameTokens(piece) : whole
  // "getWeatherForecast" is three words where each of them is one.
  const isWord = (word: string): boolean => isStop(word) || isName(word)
  return whole.some(isWord) || !parts.every(isWord) ? whole : parts
}

/** The words that say something. */
export const contentOf = (tokens: readonly SentenceToken[]): SentenceToken[] =>
  tokens.filter(({ text, role }) => role !== 'function' && !isWeak(text))
