/** A query in another language than English -> the same need in English words, as far as the lexicon knows them. */

import { foldCase, foldLetters } from './fold.ts'
import { type Expression, functionWords, type Lexicon, lexiconOf } from './lexicon.ts'
import { BEGINNING, isSpaceless, type NaturalLanguage, WORD } from './natural-languages.ts'

export interface Translation {
  language: NaturalLanguage
  /** English words, and the words that the lexicon does not know as they were typed. */
  text: string
  /** What was read as what: ["clima", "weather"]. */
  read: [typed: string, english: string][]
  /** English words of the text -> what their words may mean as well: weather -> climate. */
  also: ReadonlyMap<string, readonly string[]>
}

/** Languages that share Latin letters with English. */
const LATIN = ['es', 'pt', 'fr', 'de', 'it', 'nl', 'pl', 'tr', 'id', 'vi'] as const
/** Languages by a script that only they use here; the first that knows most of the words is taken. */
const SCRIPTS: readonly (readonly [RegExp, readonly NaturalLanguage[]])[] = [
  [/[\u3040-\u30ff]/, ['ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Han}/u, ['zh', 'zh-Hant', 'ja']],
  [/\p{Script=Devanagari}/u, ['hi']],
  [/\p{Script=Arabic}/u, ['ar']],
  [/[іїєґ]/i, ['uk']],
  [/\p{Script=Cyrillic}/u, ['ru', 'uk']],
]
/** A word stands after the noun that it is about. */
const POSTPOSITIVE: ReadonlySet<NaturalLanguage> = new Set(['ja', 'ko', 'tr', 'hi'])
const NEGATING = new Set(['without', 'except', 'other than', 'not', 'alternative to', 'in'])
/** Languages that write compounds as one word. */
const COMPOUNDING: ReadonlySet<NaturalLanguage> = new Set(['de', 'nl'])

export interface EnglishWords {
  /** Whether a folded word is an ordinary English one. */
  isEnglish: (word: string) => boolean
  /** Whether a folded word is one of the catalogue's texts. */
  isWord: (word: string) => boolean
  /** Whether a folded word is likely a mistyped one of the catalogue. */
  isTypo: (word: string) => boolean
  /** Positions of the words that are part of a longer known expression: "rio de janeiro". */
  inExpressions: (words: readonly string[]) => ReadonlySet<number>
}

/** @returns undefined for a query in English, or in a language that there is no lexicon of */
export function translate(query: string, english: EnglishWords): Translation | undefined {
  const candidates = SCRIPTS.find(([script]) => script.test(query))?.[1]
  if (candidates) {
    const translations = candidates.map((language) => translateFrom(language, query))
    const most = Math.max(...translations.map(lettersRead))
    return most === 0 ? undefined : translations.find((one) => lettersRead(one) === most)
  }
  const language = latinLanguageOf(query.match(WORD) ?? [], english)
  return language && translateFrom(language, query)
}

const lettersRead = ({ read }: Translation): number => read.reduce((sum, [typed]) => sum + typed.length, 0)

/** What a word counts that may be something else: a typo, a name of the catalogue, another form of a listed word. */
const AS_TYPO = 0.3
const AS_NAME = 0.5
const AS_FORM = 0.6
const AS_SHARED = 0.5

/** The language whose words are most of those that English does not have; undefined where English has most. */
function latinLanguageOf(pieces: readonly string[], english: EnglishWords): NaturalLanguage | undefined {
  const words = pieces.map(foldLetters)
  const known = english.inExpressions(words)
  const isEnglish = words.map((word, at) => known.has(at) || /^\d+$/.test(word) || english.isEnglish(word))
  if (isEnglish.every(Boolean)) return undefined
  const isAccented = pieces.some((piece) => foldLetters(piece) !== piece.toLowerCase())
  const weights = words.map((word, at) => {
    if (isEnglish[at]) return 0
    if (english.isWord(word)) return AS_NAME
    return !isAccented && english.isTypo(word) ? AS_TYPO : 1
  })
  let best: { language: NaturalLanguage; value: number } | undefined
  for (const language of LATIN) {
    const own = functionWords().get(language)
    const lexicon = lexiconOf(language)
    let value = 0
    let shared = 0
    let foreign = 0
    words.forEach((word, at) => {
      const isOwn = own?.has(word) === true || lexicon.has(word)
      if (isEnglish[at]) isOwn && !known.has(at) ? shared++ : foreign++
      else if (own?.has(word)) value++
      else if (isOwn) value += weights[at]!
      else if (wordOf(word, lexicon, language)) value += AS_FORM * weights[at]!
    })
    if (value < 1 || value + shared <= foreign) continue
    value += AS_SHARED * shared
    if (!best || value > best.value) best = { language, value }
  }
  return best?.language
}

function translateFrom(language: NaturalLanguage, query: string): Translation {
  const fold = language === 'vi' && foldLetters(query) !== query.toLowerCase() ? foldCase : foldLetters
  const lexicon = lexiconOf(language)
  const own = functionWords().get(language) ?? new Set()
  const read: [string, string][] = []
  const also = new Map<string, readonly string[]>()
  const out: string[] = []
  // Commas, full stops and the like end what a "not" is about, so they stay.
  for (const piece of query.match(/[\p{L}\p{N}\p{M}]+(?:[-'’.+#][\p{L}\p{N}\p{M}]+)*[+#]*|[,.;:!?。、，！？؟،]/gu) ??
    []) {
    if (!/[\p{L}\p{N}]/u.test(piece)) out.push(',')
    else if (isSpaceless(language) && /[\u3040-\u30ff\p{Script=Han}]/u.test(piece)) out.push(...spaceless(piece))
    else out.push(piece)
  }
  const english: string[] = []
  const folded = out.map(fold)
  for (let at = 0; at < out.length; ) {
    const found = expressionAt(folded, at, lexicon, language)
    if (found) {
      const typed = out.slice(at, at + found.length).join(' ')
      for (const word of found.english) english.push(word)
      read.push([typed, found.english.join(' ')])
      if (found.others.length > 0) also.set(found.english[0]!, found.others)
      at += found.length
    } else {
      if (!own.has(folded[at]!)) english.push(out[at]!)
      at++
    }
  }
  return { language, text: inEnglishOrder(english, language).join(' '), read, also }

  /** "天気予報" -> the expressions in it; what no expression holds goes by the words of Unicode's segmentation. */
  function spaceless(text: string): string[] {
    const parts: string[] = []
    const ends = new Set<number>()
    const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
    for (const { index, segment } of segmenter.segment(text)) ends.add(index + segment.length)
    for (let at = 0; at < text.length; ) {
      let length = Math.min(lexicon.longest, text.length - at)
      while (length > 0 && !lexicon.has(fold(text.slice(at, at + length)))) length--
      if (length === 0) {
        length = 1
        while (!ends.has(at + length) && at + length < text.length && !startsExpression(text, at + length)) length++
        if (/^[\u3040-\u309f]+$/.test(text.slice(at, at + length))) {
          at += length
          continue
        }
      }
      parts.push(text.slice(at, at + length))
      at += length
    }
    return parts
  }

  function startsExpression(text: string, at: number): boolean {
    for (let length = Math.min(lexicon.longest, text.length - at); length > 1; length--) {
      if (lexicon.has(fold(text.slice(at, at + length)))) return true
    }
    return false
  }
}

/**
 * The longest expression that begins here, else the word in another of its forms.
 * @param words folded
 */
function expressionAt(
  words: readonly string[],
  at: number,
  lexicon: Lexicon,
  language: NaturalLanguage,
): { english: string[]; others: readonly string[]; length: number } | undefined {
  const first = words[at]!
  for (const { text, english, others } of lexicon.startingWith(first)) {
    const wanted = text.split(' ')
    if (wanted.every((word, next) => next === 0 || sameWord(words[at + next] ?? '', word))) {
      return { english: [english], others, length: wanted.length }
    }
  }
  if (functionWords().get(language)?.has(first)) return undefined
  const privative = language === 'tr' ? TURKISH_WITHOUT.exec(first)?.[1] : undefined
  const lacked = privative === undefined ? undefined : wordOf(privative, lexicon, language)
  if (lacked) return { english: [lacked.english, 'without'], others: [], length: 1 }
  const umlauts = language === 'de' ? first.replace(/([aou])e/g, '$1') : first
  const word = wordOf(first, lexicon, language) ?? (umlauts === first ? undefined : wordOf(umlauts, lexicon, language))
  if (word) return { english: [word.english], others: word.others, length: 1 }
  const parts = COMPOUNDING.has(language) ? compoundOf(first, lexicon, language) : undefined
  return parts && { english: parts, others: [], length: 1 }
}

const sameWord = (typed: string, wanted: string): boolean =>
  typed === wanted ||
  (typed.length >= 5 && wanted.length >= 5 && typed.slice(0, -2) === wanted.slice(0, typed.length - 2))

/** Letters at the end of a word that its forms may differ in: of the listed one, and of the one typed. */
const LISTED_END = 3
const TYPED_END: Partial<Record<NaturalLanguage, number>> = { tr: 7, ko: 4, ja: 0, zh: 0, 'zh-Hant': 0, vi: 0 }
const USUAL_TYPED_END = 4
/** A short word may have an ending of this many letters: "smsów". */
const SHORT_END = 2
/** Share of the longer form that both forms have in common. */
const SHARED = 0.55
/** The article and the prepositions that are written with the word. */
const ARABIC_PREFIX = /^(?:[وفبلك]?ال|لل|[وفبلك])(?=.{3})/

const INDONESIAN_PREFIX = /^(?:di|ber|ter|per|pen|pem|pe|meng|men|mem|me|se|ke)(?=.{3})/
const INDONESIAN_ENDING = /(?:nya|kan|an|ku|mu)$/

/** The listed word that this one is most likely a form of. */
function wordOf(typed: string, lexicon: Lexicon, language: NaturalLanguage): Expression | undefined {
  if (language === 'ar') {
    const bare = typed.replace(ARABIC_PREFIX, '')
    const known = bare !== typed && lexicon.word(bare)
    if (known) return known
    if (bare !== typed) return wordOf(bare, lexicon, language)
  }
  if (language === 'ko') return koreanWordOf(typed, lexicon)
  if (language === 'id') {
    const root = typed.replace(INDONESIAN_ENDING, '').replace(INDONESIAN_PREFIX, '')
    const known = root !== typed && lexicon.word(root)
    if (known) return known
  }
  const most = TYPED_END[language] ?? USUAL_TYPED_END
  const exact = lexicon.word(typed)
  if (exact) return exact
  let best: { expression: Expression; value: number } | undefined
  for (const expression of lexicon.formsOf(typed.slice(0, BEGINNING))) {
    const word = expression.text
    let shared = BEGINNING
    while (shared < word.length && word[shared] === typed[shared]) shared++
    const [listedEnd, typedEnd] = [word.length - shared, typed.length - shared]
    const isStem = listedEnd === 0 && typedEnd <= SHORT_END
    if (shared < 4 && !isStem && language !== 'ar' && language !== 'hi') continue
    if (listedEnd > LISTED_END || typedEnd > most || shared < SHARED * Math.max(word.length, Math.min(typed.length, 9)))
      continue
    const value = shared - 0.6 * listedEnd - 0.3 * typedEnd
    if (!best || value > best.value) best = { expression, value }
  }
  return best?.expression
}

/** Particles follow a noun without a space. */
function koreanWordOf(typed: string, lexicon: Lexicon): Expression | undefined {
  for (let length = typed.length - 1; length >= 2; length--) {
    const known = lexicon.word(typed.slice(0, length))
    if (known && typed.length - length <= TYPED_END.ko!) return known
  }
  return undefined
}

/** "anahtarsız": without a key. */
const TURKISH_WITHOUT = /^(.{3,})s[iu]z$/

const MIN_PART = 4
const LINKING = /^(?:s|n|en|es|e)(?=.{3})/

/** "Wetterdaten" -> weather, data. */
function compoundOf(typed: string, lexicon: Lexicon, language: NaturalLanguage): string[] | undefined {
  const single = (word: string): Expression | undefined =>
    lexicon.word(word) ?? (word.length > MIN_PART ? wordOf(word, lexicon, language) : undefined)
  for (let length = typed.length - 3; length >= MIN_PART; length--) {
    const first = lexicon.word(typed.slice(0, length))
    if (!first) continue
    const rest = typed.slice(length)
    const second = single(rest) ?? single(rest.replace(LINKING, ''))
    if (second) return [first.english, second.english]
  }
  return undefined
}

/** In some languages "without" stands after its noun. */
function inEnglishOrder(words: readonly string[], language: NaturalLanguage): string[] {
  if (!POSTPOSITIVE.has(language)) return [...words]
  const out: string[] = []
  for (const word of words) {
    const last = out.at(-1)
    if (NEGATING.has(word) && last !== undefined && last !== ',') out.splice(-1, 1, word, last, ',')
    else out.push(word)
  }
  return out
}
