/** A query in another language than English -> the same need in English words, as far as the lexicon has them. */
import { functionWords, type Lexicon, type LexiconEntry, lexiconOf } from './lexicon.ts'
import { isSpaceless, MIN_SHARED, type NaturalLanguage, normalizeLetters, WORD } from './natural-languages.ts'

export interface Translation {
  language: NaturalLanguage
  /** English words, and as they were typed the words that are not in the lexicon. */
  text: string
  /** What was read as what: ["clima", "weather"]. */
  read: [typed: string, english: string][]
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

/** @returns undefined for a query in English, or in a language without a lexicon */
export function translate(query: string, english: EnglishWords): Translation | undefined {
  const candidates = SCRIPTS.find(([script]) => script.test(query))?.[1]
  if (candidates) {
    const translations = candidates.map((language) => translateFrom(language, query, english))
    const max = Math.max(...translations.map(lettersRead))
    return max === 0 ? undefined : translations.find((translation) => lettersRead(translation) === max)
  }
  const language = latinLanguageOf(query.match(WORD) ?? [], english)
  return language && translateFrom(language, query, english)
}

const lettersRead = ({ read }: Translation): number => read.reduce((sum, [typed]) => sum + typed.length, 0)

/** What a word counts that may be something else: a typo, a name of the catalogue, another form of a listed word. */
const AS_TYPO = 0.3
const AS_NAME = 0.5
const AS_FORM = 0.6
const AS_SHARED = 0.5

/** The language that has most of the words that are not English; undefined where English has most. */
function latinLanguageOf(pieces: readonly string[], english: EnglishWords): NaturalLanguage | undefined {
  const words = pieces.map(normalizeLetters)
  const inExpressions = english.inExpressions(words)
  const isEnglish = words.map((word, at) => inExpressions.has(at) || /^\d+$/.test(word) || english.isEnglish(word))
  if (isEnglish.every(Boolean)) return undefined
  const isAccented = pieces.some((piece) => normalizeLetters(piece) !== piece.toLowerCase())
  const weights = words.map((word, at) => {
    if (isEnglish[at]) return 0
    if (english.isWord(word)) return AS_NAME
    return !isAccented && english.isTypo(word) ? AS_TYPO : 1
  })
  let best: { language: NaturalLanguage; value: number } | undefined
  for (const language of LATIN) {
    const functional = functionWords().get(language)
    const lexicon = lexiconOf(language)
    let [value, shared, onlyEnglish] = [0, 0, 0]
    for (const [at, word] of words.entries()) {
      const isFunctional = functional?.has(word) === true
      const isListed = isFunctional || lexicon.has(word)
      if (isEnglish[at]) isListed && !inExpressions.has(at) ? shared++ : onlyEnglish++
      else if (isFunctional) value++
      else if (isListed) value += weights[at]!
      else if (wordOf(word, lexicon, language)) value += AS_FORM * weights[at]!
    }
    if (value < 1 || value + shared <= onlyEnglish) continue
    value += AS_SHARED * shared
    if (!best || value > best.value) best = { language, value }
  }
  return best?.language
}

/** A word, with the signs that may be part of it, or a sign that ends what a "not" is about. */
const PIECE = /[\p{L}\p{N}\p{M}]+(?:[-'’.+#][\p{L}\p{N}\p{M}]+)*[+#]*|[,.;:!?。、，！？؟،]/gu
const HAN_OR_KANA = /[\u3040-\u30ff\p{Script=Han}]/u
const HIRAGANA = /^[\u3040-\u309f]+$/

function translateFrom(
  language: NaturalLanguage,
  query: string,
  { isEnglish, isTypo, isWord }: EnglishWords,
): Translation {
  const hasTones = language === 'vi' && normalizeLetters(query) !== query.toLowerCase()
  const normalize = (text: string) => (hasTones ? text.normalize('NFC').toLowerCase() : normalizeLetters(text))
  const lexicon = lexiconOf(language)
  const read: [string, string][] = []
  const pieces = (query.match(PIECE) ?? []).flatMap((piece) => {
    if (!/[\p{L}\p{N}]/u.test(piece)) return [',']
    return isSpaceless(language) && HAN_OR_KANA.test(piece) ? splitSpaceless(piece) : [piece]
  })
  const words = pieces.map(normalize)
  const english: string[] = []
  for (let at = 0; at < pieces.length; ) {
    const expression = expressionAt(words, at, lexicon, language)
    if (expression) {
      english.push(...expression.english)
      read.push([pieces.slice(at, at + expression.length).join(' '), expression.english.join(' ')])
    } else if (!functionWords().get(language)?.has(words[at]!) && mayBeName(pieces[at]!)) english.push(pieces[at]!)
    at += expression?.length ?? 1
  }
  return { language, text: english.join(' '), read }

  /** What is neither a name nor English is a word that the lexicon lacks. */
  function mayBeName(piece: string): boolean {
    const folded = piece.toLowerCase()
    return (
      /^\p{Lu}|^[^\p{L}]|\./u.test(piece) ||
      (/\p{Script=Latin}/u.test(piece) && (isWord(folded) || isEnglish(folded) || isTypo(folded)))
    )
  }

  /** "天気予報" -> the expressions in it; between them the words of Unicode's segmentation. */
  function splitSpaceless(text: string): string[] {
    const parts: string[] = []
    const ends = new Set<number>()
    const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
    for (const { index, segment } of segmenter.segment(text)) ends.add(index + segment.length)
    for (let at = 0; at < text.length; ) {
      let length = expressionLength(text, at)
      const isExpression = length > 0
      if (!isExpression) {
        length = 1
        while (at + length < text.length && !ends.has(at + length) && expressionLength(text, at + length) < 2) length++
      }
      const part = text.slice(at, at + length)
      // Particles and endings.
      if (isExpression || !HIRAGANA.test(part)) parts.push(part)
      at += length
    }
    return parts
  }

  /** Length of the longest expression that begins here; 0 for none. */
  function expressionLength(text: string, at: number): number {
    let longest = 0
    for (let length = 1; length <= Math.min(lexicon.maxLength, text.length - at); length++) {
      const letters = normalize(text.slice(at, at + length))
      if (!lexicon.hasBeginning(letters)) break
      if (lexicon.has(letters)) longest = length
    }
    return longest
  }
}

/**
 * The longest expression that begins here, else the word in another of its forms.
 * @param words normalized
 */
function expressionAt(
  words: readonly string[],
  at: number,
  lexicon: Lexicon,
  language: NaturalLanguage,
): { english: string[]; length: number } | undefined {
  const first = words[at]!
  for (const { text, english } of lexicon.startingWith(first)) {
    const expression = text.split(' ')
    if (expression.every((word, next) => next === 0 || isSameWord(words[at + next] ?? '', word))) {
      return { english: [english], length: expression.length }
    }
  }
  if (functionWords().get(language)?.has(first)) return undefined
  const lacking = language === 'tr' ? TURKISH_WITHOUT.exec(first)?.[1] : undefined
  const lacked = lacking === undefined ? undefined : wordOf(lacking, lexicon, language)
  if (lacked) return { english: [lacked.english, 'without'], length: 1 }
  const umlauts = language === 'de' ? first.replace(/([aou])e/g, '$1') : first
  const word = wordOf(first, lexicon, language) ?? (umlauts === first ? undefined : wordOf(umlauts, lexicon, language))
  if (word) return { english: [word.english], length: 1 }
  const parts = COMPOUNDING.has(language) ? compoundOf(first, lexicon, language) : undefined
  return parts && { english: parts, length: 1 }
}

const isSameWord = (typed: string, listed: string): boolean =>
  typed === listed ||
  (typed.length >= 5 && listed.length >= 5 && typed.slice(0, -2) === listed.slice(0, typed.length - 2))

/** Letters at the end of a word that its forms may differ in: of the listed one, and of the one typed. */
const MAX_LISTED_END = 3
const MAX_TYPED_END: Partial<Record<NaturalLanguage, number>> = { tr: 7, ko: 4, ja: 0, zh: 0, 'zh-Hant': 0, vi: 0 }
const USUAL_MAX_TYPED_END = 4
/** A short word may have an ending of this many letters: "smsów". */
const MAX_SHORT_END = 2
/** Share of the longer form that both forms have in common. */
const MIN_SHARED_PART = 0.55
/** The article and the prepositions that are written with the word. */
const ARABIC_PREFIX = /^(?:[وفبلك]?ال|لل|[وفبلك])(?=.{3})/

const INDONESIAN_PREFIX = /^(?:di|ber|ter|per|pen|pem|pe|meng|men|mem|me|se|ke)(?=.{3})/
const INDONESIAN_ENDING = /(?:nya|kan|an|ku|mu)$/

/** The listed word that this one is most likely a form of. */
function wordOf(typed: string, lexicon: Lexicon, language: NaturalLanguage): LexiconEntry | undefined {
  if (language === 'ar') {
    const bare = typed.replace(ARABIC_PREFIX, '')
    if (bare !== typed) return lexicon.word(bare) ?? wordOf(bare, lexicon, language)
  }
  if (language === 'ko') return koreanWordOf(typed, lexicon)
  if (language === 'id') {
    const root = typed.replace(INDONESIAN_ENDING, '').replace(INDONESIAN_PREFIX, '')
    const entry = root === typed ? undefined : lexicon.word(root)
    if (entry) return entry
  }
  const exact = lexicon.word(typed)
  if (exact) return exact
  const maxTypedEnd = MAX_TYPED_END[language] ?? USUAL_MAX_TYPED_END
  let best: { entry: LexiconEntry; value: number } | undefined
  for (const entry of lexicon.formsOf(typed)) {
    const word = entry.text
    let shared = MIN_SHARED
    while (shared < word.length && word[shared] === typed[shared]) shared++
    const [listedEnd, typedEnd] = [word.length - shared, typed.length - shared]
    const isStem = listedEnd === 0 && typedEnd <= MAX_SHORT_END
    if (shared < 4 && !isStem && language !== 'ar' && language !== 'hi') continue
    if (listedEnd > MAX_LISTED_END || typedEnd > maxTypedEnd) continue
    if (shared < MIN_SHARED_PART * Math.max(word.length, Math.min(typed.length, 9))) continue
    const value = shared - 0.6 * listedEnd - 0.3 * typedEnd
    if (!best || value > best.value) best = { entry, value }
  }
  return best?.entry
}

/** Particles follow a noun without a space. */
function koreanWordOf(typed: string, lexicon: Lexicon): LexiconEntry | undefined {
  for (let length = typed.length - 1; length >= 2; length--) {
    const entry = lexicon.word(typed.slice(0, length))
    if (entry && typed.length - length <= MAX_TYPED_END.ko!) return entry
  }
  return undefined
}

/** "anahtarsız": without a key. */
const TURKISH_WITHOUT = /^(.{3,})s[iu]z$/

const MIN_PART = 4
const LINKING = /^(?:s|n|en|es|e)(?=.{3})/

/** "Wetterdaten" -> weather, data. */
function compoundOf(typed: string, lexicon: Lexicon, language: NaturalLanguage): string[] | undefined {
  const single = (word: string): LexiconEntry | undefined =>
    lexicon.word(word) ?? (word.length > MIN_PART ? wordOf(word, lexicon, language) : undefined)
  for (let length = typed.length - 3; length >= MIN_PART; length--) {
    const first = lexicon.word(typed.slice(0, length))
    if (!first) continue
    const end = typed.slice(length)
    const second = single(end) ?? single(end.replace(LINKING, ''))
    if (second) return [first.english, second.english]
  }
  return undefined
}
