/** Expressions of a lexicon in the forms that people type: with the endings and prefixes of the language. */
import type { Lexicon, LexiconEntry } from './lexicon.ts'
import { isSpaceless, MIN_SHARED, type NaturalLanguage } from './natural-languages.ts'

/**
 * The longest expression that begins here, else the word in another of its forms.
 * @param words normalized
 */
export function expressionAt(
  words: readonly string[],
  at: number,
  lexicon: Lexicon,
  language: NaturalLanguage,
): { english: string; length: number } | undefined {
  const first = words[at]!
  const isHere = (word: string, next: number): boolean => isSameWord(words[at + next] ?? '', word)
  const listed = lexicon.startingWith(first).find(({ text }) => text.split(' ').every(isHere))
  if (listed) return { english: listed.english, length: listed.text.split(' ').length }
  const word = wordOf(first, lexicon, language)
  return word && { english: word.english, length: 1 }
}

/** Letters that two forms of a word of an expression may differ in. */
const MAX_END = 3

const isSameWord = (typed: string, listed: string): boolean =>
  typed === listed ||
  (typed.length >= 5 &&
    listed.length >= 5 &&
    Math.abs(typed.length - listed.length) <= MAX_END &&
    typed.slice(0, -2) === listed.slice(0, typed.length - 2))

/** Letters at the end of a word that its forms may differ in: of the listed one, and of the one typed. */
const MAX_LISTED_END = 3
const MAX_TYPED_END = 4
/** A short word may have an ending of this many letters: "smsów". */
const MAX_SHORT_END = 2
/** Share of the longer form that both forms have in common. */
const MIN_SHARED_PART = 0.55
/** The article and the prepositions that are written with the word. */
const PREFIX: Partial<Record<NaturalLanguage, RegExp>> = {
  ar: /^(?:[وفبلك]?ال|لل|[وفبلك])(?=.{3})/,
  he: /^[והבלמשכ](?=.{2})/,
}

/** The listed word that this one is most likely a form of. */
function wordOf(typed: string, lexicon: Lexicon, language: NaturalLanguage): LexiconEntry | undefined {
  const bare = PREFIX[language] ? typed.replace(PREFIX[language], '') : typed
  const prefixed = bare === typed ? undefined : (lexicon.word(bare) ?? wordOf(bare, lexicon, language))
  if (prefixed) return prefixed
  if (language === 'ko') return koreanWordOf(typed, lexicon)
  const exact = lexicon.word(typed)
  if (exact || isSpaceless(language)) return exact
  let best: { entry: LexiconEntry; value: number } | undefined
  for (const entry of lexicon.formsOf(typed)) {
    const value = likeness(entry.text, typed, language)
    if (value > (best?.value ?? 0)) best = { entry, value }
  }
  return best?.entry
}

/** How likely two words with the same first letters are forms of one; 0 if they are not. */
function likeness(word: string, typed: string, language: NaturalLanguage): number {
  let shared = MIN_SHARED
  while (shared < word.length && word[shared] === typed[shared]) shared++
  const [listedEnd, typedEnd] = [word.length - shared, typed.length - shared]
  const isStem = listedEnd === 0 && typedEnd <= MAX_SHORT_END
  if (shared < 4 && !isStem && language !== 'ar' && language !== 'hi') return 0
  if (listedEnd > MAX_LISTED_END || typedEnd > MAX_TYPED_END) return 0
  if (shared < MIN_SHARED_PART * Math.max(word.length, Math.min(typed.length, 9))) return 0
  return shared - 0.6 * listedEnd - 0.3 * typedEnd
}

/** Particles follow a noun without a space. */
function koreanWordOf(typed: string, lexicon: Lexicon): LexiconEntry | undefined {
  for (let length = typed.length - 1; length >= 2; length--) {
    const entry = lexicon.word(typed.slice(0, length))
    if (entry && typed.length - length <= MAX_TYPED_END) return entry
  }
  return undefined
}
