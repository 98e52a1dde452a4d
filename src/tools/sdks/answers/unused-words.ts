/** Finds the words of a query that a program neither says nor sends. */
import type { QueryIntent } from '../../../catalog/rank/operations/query-intent.ts'
import { operationVerbs } from '../../../catalog/rank/word-lists.ts'
import type { Point } from '../../../catalog/record/facts.ts'
import { LANGUAGES } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { isStop, isWeak, nameStems, stem, tokens } from '../../../catalog/search/words.ts'
import type { Call } from '../../../catalog/usage/arguments.ts'
import { MASK } from '../../../catalog/usage/query/query-values.ts'
import { memoized, once } from '../../../system/once.ts'

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))
/** Function words, in addition to stop words and verbs. */
const FUNCTION_WORDS = wordSet(
  `above according across against along among around away back before belong belongs below beside between beyond both called came contain containing
  contains down during each either else except greater have higher including inside instead kind larger least less like
  likes lower mention mentioning mentions might more most named near next off only onto over own page pages per same several should
  since sort sorted such than till titled together top toward towards under until up upon various versus when where
  whether while whose within without written key keys auth login free`,
)
const LANGUAGE_NAMES = new Set(Object.values(LANGUAGES).flatMap((label) => tokens(label)))
/** Weak words that are values. */
const TIME_WORDS = wordSet('day days now today tomorrow tonight week weeks')
/** Words that belong to the value after them, or before them. */
const BEFORE_VALUE = /^(?:first|last|past|latest|newest|most|next|top|number)$/i
const AFTER_VALUE =
  /^(?:(?:second|minute|hour|day|week|month|year|dollar|euro|result|record|item|row|hit|example)s?|percent|entries|or|them|those)$/i

/** A quoted text, or the text between two spaces without its punctuation. */
const TOKEN =
  /"[^"\uE000]+"|“[^”\uE000]+”|(?<![\p{L}\p{N}])'[^'\uE000]+'(?!\p{L})|(?:[#@+$€£]|-(?=\d))?[\p{L}\p{N}](?:[^\s"“”()<>\uE000]*[\p{L}\p{N}\p{M}%°+])?/gu
/** Tokens that are never joined to a longer phrase. */
const SINGLE = /["“”/@]|'$/
const MAX_PHRASES = 10

interface Program {
  record: SdkRecord
  intent: QueryIntent | undefined
  call: Pick<Call, 'entity' | 'op' | 'path' | 'arguments'>
  point?: Pick<Point, 'parameters'> | undefined
}

/** @param text of the query, in which values that the program has are masked */
export function unusedWords(text: string, program: Program): string[] {
  const isUsed = createUsageTest(program)
  const phrases: { text: string; end: number }[] = []
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isBefore = text.startsWith(` ${MASK}`, index + token.length) && BEFORE_VALUE.test(token)
    const isAfter = text[index - 2] === MASK && AFTER_VALUE.test(token)
    if (isBefore || isAfter || isUsed(token, index === 0)) continue
    const last = phrases.at(-1)
    const end = index + token.length
    if (last && text.slice(last.end, index) === ' ' && ![last.text, token].some((text) => SINGLE.test(text))) {
      Object.assign(last, { text: `${last.text} ${token}`, end })
    } else phrases.push({ text: token, end })
  }
  return phrases.map(({ text }) => text.replaceAll(/^["“']|["”']$/g, '')).slice(0, MAX_PHRASES)
}

const aboutOf = memoized(({ description = '', topics = [] }: SdkRecord) => nameStems(description, ...topics))

/** @returns whether a token names the SDK, its operation, a parameter or its subject, or is a function word */
function createUsageTest({ record, intent, call, point }: Program) {
  const { title, api_title = '', slug } = record
  const passed = point?.parameters.filter(({ name }) => call.arguments[name] !== undefined) ?? []
  const parameters = passed.flatMap(({ name, api_name = '' }) => [name, api_name])
  const named = nameStems(title, api_title, slug, call.entity, call.path ?? '', ...parameters)
  const about = aboutOf(record)
  const sent = Object.values(call.arguments).flatMap((value) => tokens(String(value)))
  /** Choices and examples of parameters are values, even if the description has them. */
  const choices = once(() =>
    nameStems(
      ...(point?.parameters ?? []).flatMap(({ example, enum: all = [] }) => [example ?? '', ...all].map(String)),
    ),
  )
  const verbs = new Set(intent?.words.flatMap(({ word, isVerb }) => (isVerb ? word.text : [])))
  return (token: string, isFirst: boolean): boolean => {
    if (/^["“']/.test(token)) return false
    const isPlain = isFirst ? /^\p{L}+$/u.test(token) : /^\p{Ll}[\p{Ll}'’-]*$/u.test(token)
    return tokens(token.replace(/['’]s$|(?<=\p{L})-(?=\p{L})/gu, '')).every((word) => {
      const wordStem = stem(word)
      if (isStop(word) || named.has(wordStem) || sent.includes(word)) return true
      if (/\d/.test(word)) return false
      if (about.has(wordStem) && !choices().has(wordStem)) return true
      return isPlain && (isFunctionWord(word) || verbs.has(word) || isKnownForm(wordStem))
    })
  }

  function isKnownForm(wordStem: string): boolean {
    const names = choices().has(wordStem) ? [...named] : [...named, ...about]
    return names.some((name) => isForm(name, wordStem))
  }
}

const isFunctionWord = (word: string): boolean =>
  FUNCTION_WORDS.has(word) ||
  LANGUAGE_NAMES.has(word) ||
  (operationVerbs().has(stem(word)) && !word.endsWith('ed')) ||
  (isWeak(word) && !TIME_WORDS.has(word))

const MIN_SHARED = 5
/** "electric" and "electricity", "magnitude" and "minmagnitude" */
const isForm = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= MIN_SHARED && (a.includes(b) || b.includes(a))
