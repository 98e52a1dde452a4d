/** What a query asks an operation to do: its verb, its head noun and the weights of its words. */
import { isRead, OPERATIONS, type OperationName } from '../../catalog/record/languages.ts'
import { type Command, isPreposition, readCommand } from '../../query/command.ts'
import { readSentence } from '../../query/sentence.ts'
import { tokens } from '../../query/words/words.ts'
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

/** What a command asks for. @param queryWords those that it is about */
export function intentOf(text: string, command: Command, queryWords: readonly QueryWord[]): QueryIntent {
  const { verb, isPlural } = command
  const lists = isPlural && verb !== undefined && isRead(verb.ops[0]!)
  return {
    text,
    ops: lists ? [...new Set<OperationName>(['list', ...verb.ops])] : (verb?.ops ?? []),
    hasSpecificVerb: verb?.specific ?? false,
    needsVerbInName: verb?.mustBeNamed ?? false,
    isPlural,
    headNoun: command.headNoun,
    // An operation takes values as arguments, so that its name does not have them.
    words: queryWords
      .filter(({ token }) => token?.role !== 'value')
      .map((word) => {
        const isDetail = word.token?.role === 'detail'
        const isVerb = word.text === verb?.text
        return { word, isDetail, isVerb, weight: weightOf(word, isDetail, isVerb && !verb.specific) }
      }),
  }
}

function weightOf({ variants, token }: QueryWord, isDetail: boolean, isOrdinaryVerb: boolean): number {
  const idf = Math.max(0, ...variants.map(({ idf }) => idf)) || INTENT_WEIGHTS.unknown
  if (isOrdinaryVerb) return idf * INTENT_WEIGHTS.verb
  if (token && (token.role === 'function' || isPreposition(token.text))) return idf * INTENT_WEIGHTS.stop
  return idf * (isDetail ? INTENT_WEIGHTS.detail : 1)
}

/** @param queryWords of the same text */
export function parseIntent(text: string, queryWords: readonly QueryWord[]): QueryIntent {
  const sentence = readSentence(text)
  const command = readCommand(sentence)
  const tokenOf = ({ text }: QueryWord) => sentence.tokens.find((token) => token.text === text)
  return intentOf(
    text,
    command,
    queryWords.map((word) => ({ ...word, token: tokenOf(word) })),
  )
}

/** Whether a query reads: what has no verb does. */
export const isReading = ({ ops }: QueryIntent): boolean => isRead(ops[0] ?? 'list')

/** The intent of a text that nothing was searched for. */
export const intentOfText = (text: string): QueryIntent =>
  parseIntent(
    text,
    tokens(text).map((word) => ({ text: word, variants: [], weight: 1, light: false })),
  )

/** How well an operation does what the verb says, from -1 to 1; undefined if it must not be offered. */
export function verbFit({ ops, isPlural }: QueryIntent, op: OperationName, isDestructive: boolean): number | undefined {
  const removes = ops[0] === 'remove'
  if (isDestructive && !removes) return undefined
  if (removes) return isDestructive ? 1 : -1
  if (ops.length === 0 && !isRead(op)) return -0.6
  if (ops.length === 0) return op === 'list' ? 0.5 : isPlural ? 0 : 0.4
  // A verb that no list has may be of any kind.
  if (ops.length === OPERATIONS.length - 1) return 0.5
  const at = ops.indexOf(op)
  if (at >= 0) return 1 - 0.15 * at
  return isRead(op) === isRead(ops[0]!) ? 0.5 : -1
}

/** A word counts as named above this: in names, paths, purposes and keywords, and not in parameters or answers alone. */
const NAMED = 0.55
/** Words of this weight together say nothing, such as articles. */
const NAMELESS = 0.5

/**
 * Whether an operation has most of the words that say what is asked for: those of the SDK's title only if there are no
 * others. @param scores by word @param isTaken whether a word, by its place, needs no name
 */
export function hasMost(
  intent: QueryIntent,
  scores: readonly number[],
  isTaken: (at: number) => boolean | undefined,
): boolean {
  const sums = { own: 0, ownNamed: 0, title: 0, titleNamed: 0 }
  for (const [at, { weight, isVerb, isInSdkTitle }] of intent.words.entries()) {
    if ((isTaken(at) && !isInSdkTitle) || (isVerb && !intent.hasSpecificVerb)) continue
    const named = scores[at]! > NAMED ? weight : 0
    sums[isInSdkTitle ? 'title' : 'own'] += weight
    sums[isInSdkTitle ? 'titleNamed' : 'ownNamed'] += named
  }
  return sums.own > NAMELESS ? 2 * sums.ownNamed >= sums.own : 2 * sums.titleNamed >= sums.title
}
