/** What a query asks an operation for: its words, and what is to be done. */
import { isRead, type OperationName } from '../../record/languages.ts'
import { isStop, stem, tokens } from '../../search/words.ts'
import type { ParsedQuery } from '../parse/parse-query.ts'
import type { QueryWord } from '../terms/query-words.ts'
import { operationVerbs } from '../word-lists.ts'
import { ASKED_WORDS } from './choice-weights.ts'

export interface Asked {
  /** As it was typed. */
  text: string
  words: readonly AskedWord[]
  /** Operations that the verb of the query stands for, the likeliest first; empty where it has none. */
  ops: readonly OperationName[]
  /** The verb says more than the kind of the operation: "retry", which is no other change. */
  isSpecial: boolean
  /** Only an operation that has the verb does it. */
  isOwn: boolean
  /** It asks for several things: "shows in 1997". */
  isPlural: boolean
  /** The word for what it is about: "contact" in "find an Intercom contact by e-mail". */
  head?: string | undefined
}

export interface AskedWord {
  word: QueryWord
  /** How much it says. */
  worth: number
  /** It says more about the thing before it: "issues of a repository". */
  isDetail: boolean
  /** It says what is to be done. */
  isVerb: boolean
  /** It is in a name of the SDK, so that it says little about one of its operations. */
  isOfAll?: boolean
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** Words before the verb: "I want to send". */
const LEADING = wordSet(
  'a also and app can code could do example help how i in let lets me my need please program script should then to us use want we with would write you',
)
/** What begins a question asks for no change. */
const QUESTIONS = wordSet('are did do does has have is was were what when where which who whose why')
/** Words that only a verb has before it. */
const OBJECTS = wordSet(
  'a an the my our your his her their its this that these those new some one two three half both whether if it them me us all every',
)
/** Between a verb and its object: "set up a", "comment on a". */
const PARTICLES = wordSet('back down off on out over through to up')
const PREPOSITIONS = wordSet(
  'above about after along around at before below between by called during for from in inside into named near of on onto over since through titled to that under until using via when where which who whose with within without',
)

const CAPITAL = /(?<!^)\b\p{Lu}[\p{L}\d]*/gu

/**
 * @param found words of the same text
 * @param values of the query, which are passed to an operation rather than in its name
 */
export function askedBy(text: string, found: readonly QueryWord[], values: ParsedQuery['values'] = new Set()): Asked {
  const typed = tokens(text)
  const verb = verbOf(typed)
  const isThing = (word: string): boolean => !isStop(word) && word !== verb?.text && !PREPOSITIONS.has(word)
  /** "the planet Tatooine", "search TVmaze for a show" */
  const names = new Set((text.match(CAPITAL) ?? []).flatMap(tokens))
  const isNoun = (word: string): boolean => isThing(word) && !names.has(word) && !isValue(word)
  const start = typed.findIndex((word) => isThing(word) && !(names.has(word) && typed.some(isNoun)))
  const details = typed.findIndex((word, at) => start >= 0 && at > start && PREPOSITIONS.has(word))
  const things = typed.slice(0, details < 0 ? undefined : details).filter(isThing)
  const isSeveral = things.some(isPlural)
  const words = found
    .filter((word) => !values.has(word.text))
    .map((word) => {
      const isDetail = details >= 0 && typed.indexOf(word.text) >= details
      return { word, isDetail, isVerb: word.text === verb?.text, worth: worthOf(word, isDetail) }
    })
  return {
    text,
    ops:
      verb === undefined
        ? []
        : isSeveral && isRead(verb.ops[0]!)
          ? [...new Set<OperationName>(['list', ...verb.ops])]
          : verb.ops,
    isSpecial: verb?.specific ?? false,
    isOwn: verb?.own ?? false,
    isPlural: isSeveral,
    head: things.findLast(isNoun) ?? things.at(-1),
    words,
  }

  function worthOf({ text, variants }: QueryWord, isDetail: boolean): number {
    const idf = Math.max(0, ...variants.map(({ idf }) => idf)) || ASKED_WORDS.unknown
    if (verb && !verb.specific && text === verb.text) return idf * ASKED_WORDS.verb
    if (isStop(text) || PREPOSITIONS.has(text)) return idf * ASKED_WORDS.stop
    return idf * (isDetail ? ASKED_WORDS.detail : 1)
  }
}

/** What is passed to an operation rather than in its name: a number, a letter. */
export const isValue = (word: string): boolean => /^(?:\d.*|[a-z])$/.test(word)

export const isPlural = (word: string): boolean => word.endsWith('s') && stem(word) !== word

interface Verb {
  text: string
  ops: readonly OperationName[]
  specific: boolean
  own: boolean
}

/** The verb of a command: of the first one, if there are several. */
function verbOf(typed: readonly string[]): Verb | undefined {
  const isQuestion = QUESTIONS.has(typed[0] ?? '')
  const read = typed.map((text, at) => {
    const isBefore = isObject(typed[at + 1]) || (PARTICLES.has(typed[at + 1] ?? '') && isObject(typed[at + 2]))
    const isCommand = typed.slice(0, at).every((word) => LEADING.has(word)) || typed[at - 1] === 'to'
    const verb = operationVerbs().get(stem(text))
    const isAsked = !isQuestion || verb?.ops.some(isRead)
    const isVerb = verb !== undefined && isAsked && (!verb.ordinary || isBefore)
    return { text, isBefore, isCommand, ...(isVerb && verb) }
  })
  const listed =
    read.find(({ ops, isCommand }) => ops && isCommand) ??
    read.find(({ ops, isBefore, specific }) => ops && (isBefore || !specific))
  // "mint a token": a command, whatever it means.
  const command =
    listed ??
    read.find(({ isCommand, text }, at) => isCommand && OBJECTS.has(typed[at + 1] ?? '') && !LEADING.has(text))
  return command && { ...UNKNOWN_VERB, ...command }
}

const isObject = (word = ''): boolean => OBJECTS.has(word) || isValue(word)

/** A verb that is in no list. */
const UNKNOWN_VERB = {
  ops: ['create', 'update', 'patch', 'load', 'list'] as readonly OperationName[],
  specific: true,
  own: true,
}

/** How well the operation does what the verb says, from -1 to 1; undefined where it must not be offered. */
export function agreement({ ops, isPlural }: Asked, op: OperationName, isDestructive: boolean): number | undefined {
  const removes = ops[0] === 'remove'
  if (isDestructive && !removes) return undefined
  if (removes) return isDestructive ? 1 : -1
  if (ops.length === 0) return isRead(op) ? (op === 'list' ? 0.5 : isPlural ? 0 : 0.4) : -0.6
  const at = ops.indexOf(op)
  if (at >= 0) return 1 - 0.15 * at
  return isRead(op) === isRead(ops[0]!) ? 0.5 : -1
}
