/** What a query asks an operation to do: its verb, its head noun and the weights of its words. */
import { isRead, type OperationName } from '../../catalog/record/languages.ts'
import type { ParsedQuery } from '../../query/parse-query.ts'
import { type OperationVerb, operationVerbs } from '../../query/words/word-lists.ts'
import { isStop, stem, tokens } from '../../query/words/words.ts'
import type { QueryWord } from '../words/query-words.ts'

/** The weight of a query word is its idf times the factor of its role. */
const INTENT_WEIGHTS = {
  /** Idf of a word that no record has. */
  unknown: 6,
  /** A verb already decides the kind of the operation. */
  verb: 0.2,
  /** A word after a preposition: "issues of a repository". */
  detail: 0.6,
  stop: 0.05,
}

export interface QueryIntent {
  /** The query as typed. */
  text: string
  words: readonly IntentWord[]
  /** Kinds of operations that the verb stands for, likeliest first; empty without a verb. */
  ops: readonly OperationName[]
  /** The verb says more than the kind of the operation: "retry" is not any update. */
  hasSpecificVerb: boolean
  /** Only an operation whose name has the verb does it. */
  needsVerbInName: boolean
  /** The query asks for several things: "shows in 1997". */
  isPlural: boolean
  /** The noun that the query is about: "contact" in "find an Intercom contact by e-mail". */
  headNoun?: string | undefined
}

export interface IntentWord {
  word: QueryWord
  /** Idf times the factor of its role in the query. */
  weight: number
  /** It qualifies the noun before it: "repository" in "issues of a repository". */
  isDetail: boolean
  isVerb: boolean
  /** A word of the SDK's title says little about one of its operations. */
  isInSdkTitle?: boolean
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** Words before the verb: "I want to send". */
const LEADING = wordSet(
  'a also and app can code could do example help how i in let lets me my need please program script should then to us use want we with would write you',
)
/** First words of questions, which ask for no change. */
const QUESTIONS = wordSet('are did do does has have is was were what when where which who whose why')
/** First words of an object, which follow a verb. */
const OBJECTS = wordSet(
  'a an the my our your his her their its this these new some one two three half it them me us all every',
)
/** Between a verb and its object: "set up a", "comment on a". */
const PARTICLES = wordSet('back down off on out over through to up')
const PREPOSITIONS = wordSet(
  'above about after along around at before below between by called during for from in inside into named near of on onto over since through titled to that under until using via when where which who whose with within without',
)

const CAPITAL = /(?<!^)\b\p{Lu}[\p{L}\d]*/gu

/**
 * @param queryWords of the same text
 * @param values of the query, which an operation takes as arguments, so that its name does not have them
 */
export function parseIntent(
  text: string,
  queryWords: readonly QueryWord[],
  values: ParsedQuery['values'] = new Set(),
): QueryIntent {
  const typed = tokens(text)
  const verb = findVerb(typed)
  const isContent = (word: string): boolean => !isStop(word) && word !== verb?.text && !PREPOSITIONS.has(word)
  /** "the planet Tatooine", "search TVmaze for a show" */
  const properNames = new Set((text.match(CAPITAL) ?? []).flatMap(tokens))
  const isNoun = (word: string): boolean => isContent(word) && !properNames.has(word) && !isLiteral(word)
  const hasNoun = typed.some(isNoun)
  const start = typed.findIndex((word) => isContent(word) && !(properNames.has(word) && hasNoun))
  const preposition = typed.findIndex((word, at) => start >= 0 && at > start && PREPOSITIONS.has(word))
  const detailsStart = preposition < 0 ? typed.length : preposition
  const mainWords = typed.slice(0, detailsStart).filter(isContent)
  const isSeveral = mainWords.some(isPlural)
  const lists = isSeveral && verb !== undefined && isRead(verb.ops[0]!)
  return {
    text,
    ops: lists ? [...new Set<OperationName>(['list', ...verb.ops])] : (verb?.ops ?? []),
    hasSpecificVerb: verb?.specific ?? false,
    needsVerbInName: verb?.mustBeNamed ?? false,
    isPlural: isSeveral,
    headNoun: mainWords.findLast(isNoun) ?? mainWords.at(-1),
    words: queryWords
      .filter((word) => !values.has(word.text))
      .map((word) => {
        const isDetail = typed.indexOf(word.text) >= detailsStart
        return { word, isDetail, isVerb: word.text === verb?.text, weight: weightOf(word, isDetail) }
      }),
  }

  function weightOf({ text, variants }: QueryWord, isDetail: boolean): number {
    const idf = Math.max(0, ...variants.map(({ idf }) => idf)) || INTENT_WEIGHTS.unknown
    if (text === verb?.text && !verb.specific) return idf * INTENT_WEIGHTS.verb
    if (isStop(text) || PREPOSITIONS.has(text)) return idf * INTENT_WEIGHTS.stop
    return idf * (isDetail ? INTENT_WEIGHTS.detail : 1)
  }
}

/** Whether a word is a value by its form: it begins with a digit, or is a single letter. */
export const isLiteral = (word: string): boolean => /^(?:\d.*|[a-z])$/.test(word)

export const isPlural = (word: string): boolean => word.endsWith('s') && stem(word) !== word

interface Verb extends Pick<OperationVerb, 'ops' | 'specific' | 'mustBeNamed'> {
  text: string
}

/** The verb of the first command. */
function findVerb(typed: readonly string[]): Verb | undefined {
  const isQuestion = QUESTIONS.has(typed[0] ?? '')
  const candidates = typed.map((text, at) => {
    const hasObject = isObject(typed[at + 1]) || (PARTICLES.has(typed[at + 1] ?? '') && isObject(typed[at + 2]))
    const isCommand = typed.slice(0, at).every((word) => LEADING.has(word)) || typed[at - 1] === 'to'
    const verb = operationVerbs().get(stem(text))
    const mayAsk = !isQuestion || verb?.ops.some(isRead)
    const isVerb = verb !== undefined && mayAsk && (!verb.ordinary || hasObject)
    return { text, hasObject, isCommand, ...(isVerb && verb) }
  })
  const verb =
    candidates.find(({ ops, isCommand }) => ops && isCommand) ??
    candidates.find(({ ops, hasObject, specific }) => ops && (hasObject || !specific)) ??
    // "mint a token" is a command, though no list has its verb.
    candidates.find(({ isCommand, text }, at) => isCommand && OBJECTS.has(typed[at + 1] ?? '') && !LEADING.has(text))
  return verb && { ...UNKNOWN_VERB, ...verb }
}

const isObject = (word = ''): boolean => OBJECTS.has(word) || isLiteral(word)

/** A verb that is in no list. */
const UNKNOWN_VERB = {
  ops: ['create', 'update', 'patch', 'load', 'list'] as readonly OperationName[],
  specific: true,
  mustBeNamed: true,
}

/** How well an operation does what the verb says, from -1 to 1; undefined if it must not be offered. */
export function verbFit({ ops, isPlural }: QueryIntent, op: OperationName, isDestructive: boolean): number | undefined {
  const removes = ops[0] === 'remove'
  if (isDestructive && !removes) return undefined
  if (removes) return isDestructive ? 1 : -1
  if (ops.length === 0 && !isRead(op)) return -0.6
  if (ops.length === 0) return op === 'list' ? 0.5 : isPlural ? 0 : 0.4
  const at = ops.indexOf(op)
  if (at >= 0) return 1 - 0.15 * at
  return isRead(op) === isRead(ops[0]!) ? 0.5 : -1
}
