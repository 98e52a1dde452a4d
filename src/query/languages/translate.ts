/** A query in another language than English -> the same need in English words, as far as the lexicon has them. */
import { once } from '../../system/once.ts'
import { isBrandWord } from '../brands.ts'
import { isStop } from '../words/words.ts'
import { functionWords, lexiconOf } from './lexicon.ts'
import { isSpaceless, LATIN, type NaturalLanguage, normalizeLetters, WORD } from './natural-languages.ts'
import { expressionAt } from './word-forms.ts'

export interface Translation {
  /** The language as which it is read. */
  language: NaturalLanguage
  /** English words, and as they were typed the words that are not in the lexicon. */
  text: string
  /** What was read as what: ["clima", "weather"]. */
  read: [typed: string, english: string][]
}

/** Languages by a script that only they use here; the first that knows most of the words is taken. */
const SCRIPTS: readonly (readonly [RegExp, readonly NaturalLanguage[]])[] = [
  [/[\u3040-\u30ff]/, ['ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Han}/u, ['zh', 'zh-Hant', 'ja']],
  [/\p{Script=Devanagari}/u, ['hi']],
  [/\p{Script=Arabic}/u, ['ar']],
  [/\p{Script=Greek}/u, ['el']],
  [/\p{Script=Hebrew}/u, ['he']],
  [/\p{Script=Thai}/u, ['th']],
  [/[іїєґ]/i, ['uk']],
  [/\p{Script=Cyrillic}/u, ['ru', 'uk']],
]

export interface EnglishWords {
  /** Whether a folded word is an ordinary English one. */
  isEnglish: (word: string) => boolean
  /** Whether a folded word is one of the catalogue's texts. */
  isWord: (word: string) => boolean
  /** Positions of the words that are part of a longer known expression: "rio de janeiro". */
  inExpressions: (words: readonly string[]) => ReadonlySet<number>
}

/** What the catalogue knows of names and words. */
export interface Knowledge extends EnglishWords {
  /** Whether a text names a record, a service or a country. */
  isThing: (text: string) => boolean
  /** Whether a folded word is in a name of some record. */
  isNamed: (word: string) => boolean
}

/** What a word counts that may be something else: a name of the catalogue, another form of a listed word. */
const AS_NAME = 0.5
const AS_FORM = 0.6
const AS_SHARED = 0.5
/** Share of the words of a query that English lacks, at least. */
const MIN_FOREIGN = 0.15
/** The first so many words show the language. */
const MAX_READ = 16
/** Languages of one script are compared by this many characters. */
const MAX_COMPARED = 60

/** A text with clauses in English has as many words of another language, at least. */
const MIN_MIXED = 2
const NONE: ReadonlySet<number> = new Set()
/** A clause with as many function words of English is in English, and stays as it is. */
const MIN_ENGLISH = 2

/** @returns undefined for a query in English */
export function translate(query: string, english: EnglishWords): Translation | undefined {
  const pieces = (query.match(WORD) ?? []).slice(0, MAX_READ)
  const [words, names] = [pieces.map(normalizeLetters), namesIn(pieces)]
  const inExpressions = english.inExpressions(words)
  const isEnglish = words.map((word, at) => inExpressions.has(at) || /^\d+$/.test(word) || english.isEnglish(word))
  const weights = words.map((word, at) => (isEnglish[at] ? 0 : english.isWord(word) ? AS_NAME : 1))
  const script = SCRIPTS.find(([script]) => script.test(query))?.[1]
  const foreign = weights.reduce<number>((sum, weight) => sum + weight, 0)
  if (!script && foreign < Math.max(1, MIN_FOREIGN * words.length)) return undefined
  const best = (script ?? LATIN).map(likelihoodOf).sort((a, b) => b.value - a.value)[0]!
  const readable = script ?? (best.value > 0 ? [best.language] : [])
  const language = readable.length > 1 ? likeliestOf(readable) : readable[0]
  const translation = language && translateFrom(language, query, english)
  return translation && (!script || translation.read.length > 0) ? translation : undefined

  /** The one of several languages that reads most of the beginning. */
  function likeliestOf(languages: readonly NaturalLanguage[]): NaturalLanguage {
    const beginning = query.slice(0, MAX_COMPARED)
    const compared = languages.map((language) => {
      const { read } = translateFrom(language, beginning, english)
      return { language, letters: read.reduce((sum, [typed]) => sum + typed.length, 0) }
    })
    return compared.sort((a, b) => b.letters - a.letters)[0]!.language
  }

  /** How many of the words are of the language; 0 where English has more. */
  function likelihoodOf(language: NaturalLanguage): { language: NaturalLanguage; value: number } {
    const functional = functionWords().get(language)
    const lexicon = lexiconOf(language)
    let value = 0
    for (let at = 0, length = 1; at < words.length; at += length) {
      const word = words[at]!
      length = 1
      // Two words that are English say nothing of another language.
      if (weights[at] === 0 && !weights[at + 1]) continue
      const expression = expressionAt(words, at, lexicon, language)
      length = expression?.length ?? 1
      if (length > 1 || functional?.has(word)) {
        for (const part of weights.slice(at, at + length)) value += part
      } else if (expression && expression.english !== word) value += weights[at]! * (lexicon.has(word) ? 1 : AS_FORM)
    }
    if (value < 1) return { language, value: 0 }
    // Clauses in English say nothing of the language of the others.
    const clauses =
      value < MIN_MIXED ? NONE : englishClauses(words, (word, at) => isEnglish[at]! || english.isWord(word), functional)
    const isShared = (word: string, at: number): boolean =>
      isEnglish[at]! && !inExpressions.has(at) && (functional?.has(word) === true || lexicon.has(word))
    const shared = words.filter((word, at) => !clauses.has(at) && isShared(word, at)).length
    // "New York" says nothing of the language.
    const onlyEnglish = words.filter((_, at) => isEnglish[at] && !names.has(at) && !clauses.has(at)).length - shared
    return { language, value: value + shared > onlyEnglish ? value + AS_SHARED * shared : 0 }
  }
}

/** Places of the words of clauses that are in English: with articles and the like that the language does not have. */
function englishClauses(
  words: readonly string[],
  isEnglish: (word: string, at: number) => boolean,
  functional: ReadonlySet<string> | undefined,
): ReadonlySet<number> {
  const runs: number[][] = [[]]
  for (const [at, word] of words.entries()) {
    if (isEnglish(word, at) && !(functional?.has(word) && !isStop(word))) runs.at(-1)!.push(at)
    else runs.push([])
  }
  const isOnlyEnglish = (at: number): boolean => isStop(words[at]!) && !functional?.has(words[at]!)
  return new Set(runs.filter((run) => run.filter(isOnlyEnglish).length >= MIN_ENGLISH).flat())
}

/** A word, with the signs that may be part of it, or a sign that ends what a "not" is about. */
const PIECE = /[\p{L}\p{N}\p{M}]+(?:[.+#״][\p{L}\p{N}\p{M}]+)*[+#]*|[,.;:!?。、，！？؟،]/gu
/** They join needs, which are searched apart. */
const AND = new Set('und et e og och en ve ja oraz és și y и та και'.split(' '))
const SPACELESS = /[\u3040-\u30ff\p{Script=Han}\p{Script=Thai}]/u

/** Capitalised words among others: Paris is no bet ("pari"). In German, any noun has a capital; in a title, any word. */
function namesIn(pieces: readonly string[], language?: NaturalLanguage): ReadonlySet<number> {
  const capitals = pieces.flatMap((piece, at) => (at > 0 && /^\p{Lu}\p{Ll}/u.test(piece) ? at : []))
  const isTitle = 2 * capitals.length > pieces.length
  return new Set(language === 'de' || isTitle ? [] : capitals)
}

function translateFrom(language: NaturalLanguage, query: string, { isEnglish, isWord }: EnglishWords): Translation {
  const hasTones = language === 'vi' && normalizeLetters(query) !== query.toLowerCase()
  const normalize = (text: string) => (hasTones ? text.normalize('NFC').toLowerCase() : normalizeLetters(text))
  const lexicon = lexiconOf(language)
  const functional = functionWords().get(language)
  // Making one takes as long as a word's translation.
  const segmenter = once(() => new Intl.Segmenter(language, { granularity: 'word' }))
  const read: [string, string][] = []
  const pieces = (query.match(PIECE) ?? []).flatMap((piece) => {
    if (!/[\p{L}\p{N}]/u.test(piece)) return [/[,、，،]/u.test(piece) ? ',' : '.']
    return isSpaceless(language) && SPACELESS.test(piece) ? splitSpaceless(piece) : [piece]
  })
  const spelled = pieces.map((piece) => piece.toLowerCase().normalize('NFC'))
  const words = spelled.map((word) => (lexicon.word(word) ? word : normalize(word)))
  const english: string[] = []
  const names = namesIn(pieces, language)
  const isEnglishWord = (word: string) => isEnglish(word) || isWord(word) || /^[,\d]/.test(word)
  const inEnglish = englishClauses(spelled, isEnglishWord, functional)
  for (let at = 0; at < pieces.length; ) {
    if (inEnglish.has(at)) {
      english.push(pieces[at++]!)
      continue
    }
    const expression = expressionAt(words, at, lexicon, language)
    if (expression && (expression.length > 1 || !isOther(at))) {
      english.push(expression.english)
      read.push([pieces.slice(at, at + expression.length).join(' '), expression.english])
    } else if (AND.has(spelled[at]!)) english.push('and')
    else if (!functional?.has(words[at]!) && mayBeName(pieces[at]!)) english.push(pieces[at]!)
    at += expression?.length ?? 1
  }
  return { language, text: english.join(' '), read }

  /** Whether a word that might be translated is a function word or a name. */
  function isOther(at: number): boolean {
    const word = words[at]!
    // Turkish "şu" is no water ("su").
    if (word !== spelled[at] && functional?.has(spelled[at]!)) return true
    // Suisse is no name that the catalogue has; Paris is. Stripe is no form of a listed word.
    const isListed = lexicon.has(word)
    return names.has(at) ? isWord(word) || !isListed : !isListed && (isBrandWord(word) || isEnglish(word))
  }

  /** What is neither a name nor English is a word that the lexicon lacks. */
  function mayBeName(piece: string): boolean {
    const folded = piece.toLowerCase()
    if (/^[^\p{L}]|\./u.test(piece) || isWord(folded)) return true
    return /\p{Script=Latin}/u.test(piece) && (/^\p{Lu}/u.test(piece) || isEnglish(folded))
  }

  /** "天気予報" -> the expressions in it; between them the words of Unicode's segmentation. */
  function splitSpaceless(text: string): string[] {
    const segments = [...segmenter().segment(text)]
    const ends = segments.map(({ index, segment }) => index + segment.length)
    const parts: string[] = []
    for (let at = 0, next = 0; at < text.length; ) {
      while (ends[next]! <= at) next++
      const end = expressionEnd(text, at) ?? ends[next]!
      parts.push(text.slice(at, end))
      at = end
    }
    return parts
  }

  /** End of the longest expression that begins here. */
  function expressionEnd(text: string, start: number): number | undefined {
    let longest: number | undefined
    for (let end = start + 1; end <= text.length; end++) {
      const letters = normalize(text.slice(start, end))
      if (!lexicon.hasBeginning(letters)) break
      if (lexicon.has(letters)) longest = end
    }
    return longest
  }
}
