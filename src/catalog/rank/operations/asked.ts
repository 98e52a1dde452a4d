/** What a query asks an operation for: its words, and what is to be done. */
import type { OperationName } from '../../record/languages.ts'
import { isStop, isWeak, stem, tokens } from '../../search/words.ts'
import type { QueryWord } from '../terms/query-words.ts'
import { ASKED_WORDS } from '../weights.ts'
import { operationVerbs } from '../word-lists.ts'

export interface Asked {
  words: readonly AskedWord[]
  /** By acronym, such as "apod" for "astronomy picture of the day": the indexes of its words. */
  acronyms: ReadonlyMap<string, readonly number[]>
  /** Operations that the verb of the query stands for, the likeliest first; empty where it has none. */
  ops: readonly OperationName[]
  /** It asks for several things: "shows in 1997". */
  isPlural: boolean
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

/** Words before the verb: "I want to send". */
const LEADING = new Set(
  'a and app can code could do example help how i in let lets me my need please program script should then to us use want we with would write you'.split(
    ' ',
  ),
)
/** Words that only a verb has after it. */
const ARTICLES = new Set('a an the my our this that these new some one it all every'.split(' '))

const PREPOSITIONS = new Set(
  'above about after at before below between by for from in into near of on over since to under using via with within'.split(
    ' ',
  ),
)

/** @param words of the same text */
export function askedBy(text: string, words: readonly QueryWord[]): Asked {
  const typed = tokens(text)
  const titles = new Set(words.flatMap((word) => (word.variants[0]?.posting.inTitle ? word.text : [])))
  const verb = verbOf(typed, titles)
  const thing = typed.findIndex((word) => !isStop(word) && word !== verb?.text)
  const details = typed.findIndex((word, at) => thing >= 0 && at > thing && PREPOSITIONS.has(word))
  return {
    ops: verb?.ops ?? [],
    isPlural: typed.slice(0, details < 0 ? undefined : details).some((word) => !isStop(word) && isPlural(word)),
    acronyms: acronymsOf(typed, words),
    words: words.map((word) => {
      const isDetail = details >= 0 && typed.indexOf(word.text) >= details
      return { word, isDetail, isVerb: word.text === verb?.text, worth: worthOf(word, isDetail) }
    }),
  }

  function worthOf({ text, variants }: QueryWord, isDetail: boolean): number {
    const idf = Math.max(0, ...variants.map(({ idf }) => idf)) || ASKED_WORDS.unknown
    if (verb && !verb.specific && text === verb.text) return idf * ASKED_WORDS.verb
    if (isStop(text) || PREPOSITIONS.has(text)) return idf * ASKED_WORDS.stop
    return idf * (isWeak(text) ? ASKED_WORDS.weak : 1) * (isDetail ? ASKED_WORDS.detail : 1)
  }
}

const isPlural = (word: string): boolean => word.endsWith('s') && stem(word) !== word

/** Least and most words. */
const ACRONYM = { min: 3, max: 5 }

function acronymsOf(typed: readonly string[], words: readonly QueryWord[]): Asked['acronyms'] {
  const acronyms = new Map<string, number[]>()
  for (let start = 0; start < typed.length; start++) {
    for (let end = start + ACRONYM.min; end <= Math.min(typed.length, start + ACRONYM.max); end++) {
      const run = typed.slice(start, end).filter((word) => !ARTICLES.has(word))
      const indexes = run.map((text) => words.findIndex((word) => word.text === text)).filter((at) => at >= 0)
      acronyms.set(run.map((word) => word[0]).join(''), indexes)
    }
  }
  return acronyms
}

interface Verb {
  text: string
  ops: readonly OperationName[]
  specific: boolean
}

/** The verb of a command: of the first one, if there are several. @param titles words of names: "Magic: The Gathering" */
function verbOf(typed: readonly string[], titles: ReadonlySet<string>): Verb | undefined {
  const read = typed.map((text, at) => {
    const next = typed[at + 1] === 'on' ? typed[at + 2] : typed[at + 1]
    const isBefore = ARTICLES.has(next ?? '')
    const isCommand = typed.slice(0, at).every((word) => LEADING.has(word)) || typed[at - 1] === 'to'
    const verb = operationVerbs().get(stem(text))
    const isVerb = verb !== undefined && ((!verb.ordinary && !isPlural(text)) || isBefore)
    return { text, isBefore, isCommand, ...(isVerb && verb) }
  })
  const known =
    read.find(({ ops, isCommand }) => ops && isCommand) ?? read.find(({ ops, text }) => ops && !text.endsWith('ed'))
  // "mint a token": a command, whatever it means.
  const command =
    known ??
    read.find(({ isCommand, isBefore, text }) => isCommand && isBefore && !LEADING.has(text) && !titles.has(text))
  return command && { text: command.text, ops: command.ops ?? UNKNOWN_VERB, specific: command.specific ?? true }
}

const UNKNOWN_VERB: readonly OperationName[] = ['create', 'update', 'patch', 'load', 'list']

export const isRead = (op: OperationName): boolean => op === 'list' || op === 'load'

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
