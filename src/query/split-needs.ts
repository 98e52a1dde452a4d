/** A long text -> its needs, each of which is searched alone; a prompt for an agent also says how the program is written. */

import { brandNamed, TO_SERVICE } from './brands.ts'
import { isPreposition, OBJECTS } from './command.ts'
import { passesResultOn, refersBack } from './follow-ups.ts'
import { contentOf, type Sentence, type SentenceToken } from './sentence.ts'
import { isEnglishWord, operationVerbs, programWords } from './words/word-lists.ts'
import { foldAccents, stem, wordsOfRole } from './words/words.ts'

/** A shorter text is one need. */
const MIN_WORDS = 12
/** A longer one tells an agent what to do. */
const MIN_PROMPT_WORDS = 25
/** Words of one need that say something. */
export const MIN_NEED_WORDS = 2
const MAX_NEEDS = 8

const SENTENCE_END = /(?<=[.!?;:])\s+|\s+[-–—•*]\s+/g
/** A few words before a colon. */
const HEADING = /^(?:\S+ ){0,2}\S+:$/
const JOINTS =
  /,\s*(?:and|or|but|then|plus|also)?\s+|\s+(?:and then|and also|and|plus|as well as|then|along with|together with|while|before|after|when|so that|because|since|which|(?<!\b(?:of|in|on|at|for|from|to|by|with|about|into|near|check|confirm|verify|ensure) )that)\s+/gi
/** Between commands; a verb follows. */
const COMMAND_START =
  /[,.;]?\s+(?:and\s+)?((?:then|after (?:that|this)|afterwards|finally|lastly|next(?=,)),?\s+)?(?:and\s+)?(?=(\p{L}+)\s)/giu
/** "call a" */
const VERB_AND_ARTICLE = /^\p{L}+\s+(?:an?|the|my|its)\s/iu
/** "retry it" */
const VERB_AND_PRONOUN = /^\p{L}+\s+(?:it|them|her|him)\b/iu
/** A clause that says more about the one before it. */
const QUALIFIER =
  /^(?:and\s+)?(?:only|just|those|\d+|with|without|sort(?:ed)?|order(?:ed)?|limit(?:ed)?|including|from|in|on|at|for|by|as|of|per|where|each|if|whether|using|via)\s/i
/** What a prompt rules out, how it wants the work done ("no Epic login", "run the tests", "CI must stay green"), and a number alone. */
const NO_NEED =
  /^\W*(?:(?:and|but|so|please)\s+)*(?:avoid|commit|do not|don['’]t|ensure|explain|follow|keep|leave|make sure|never|no|not|output|respect|run|skip)\s|\bmust (?:not |never )?(?:pass|remain|run|stay)\b|^\P{L}*\p{L}?\P{L}*$/iu
/** "compare A, B and C", "A vs B": each is a need. */
const COMPARISON = /^(?:please )?compare (.+)$|^(.+? (?:vs\.?|versus) .+)$/di
const COMPARED = /\s*,\s*(?:and\s+)?|\s+(?:and|with|to|or|vs\.?|versus)\s+/gi

/** A part of a sentence, and its words. */
interface Clause {
  text: string
  start: number
  tokens: SentenceToken[]
}

/** A part that may be a need of its own. */
export interface Need {
  /** As it was typed. */
  typed: string
  tokens: SentenceToken[]
  /** What is to be done with it next, as it was typed: "add a tag to it". */
  followUps: string[]
}

/** It tells an agent what to do, and names things beside the need. */
export const isPrompt = ({ tokens }: Sentence): boolean => tokens.length > MIN_PROMPT_WORDS

const isProgram = ({ text }: SentenceToken): boolean => programWords().has(text)

const USES = wordsOfRole('use')

/**
 * Marks what a need is for, where that is a program: "weather tool for my agent", "cat pictures in a Discord bot".
 * @param isNamed whether a folded word is one of the catalogue's names
 */
export function markUse(tokens: readonly SentenceToken[], isNamed: (word: string) => boolean): void {
  for (const [at, { text }] of tokens.entries()) {
    if (!isPreposition(text) || at === 0 || !OBJECTS.has(tokens[at + 1]?.text ?? '')) continue
    const end = tokens.findIndex(({ text }, next) => next > at && isPreposition(text))
    const said = contentOf(tokens.slice(at + 1, end < 0 ? undefined : end))
    const name = said.flatMap((token) => (isProgram(token) || USES.has(token.text) ? [] : token.text))
    const isElsewhere = brandNamed(name.join(' ')) && !TO_SERVICE.has(text) && !name.every(isNamed)
    if (USES.has(said.at(-1)?.text ?? '') && (name.length === 0 ? text === 'for' : isElsewhere))
      for (const token of said) token.role = 'program'
  }
}

/** As many of its words say how the program is written as say something else. */
function isAboutProgram(tokens: readonly SentenceToken[], margin = 0): boolean {
  const program = tokens.filter(isProgram)
  const others = contentOf(tokens).filter((token) => !(isProgram(token) || /^\d+$/.test(token.text)))
  return others.length + margin <= program.length
}

const whole = ({ text, tokens }: Sentence): Clause => ({ text, start: 0, tokens: [...tokens] })

function part({ text, start, tokens }: Clause, from: number, to: number): Clause {
  const [first, last] = [start + from, start + to]
  return {
    text: text.slice(from, to),
    start: first,
    tokens: tokens.filter((token) => token.start >= first && token.end <= last),
  }
}

/** The clause cut where the pattern matches. */
function clausesOf(clause: Clause, pattern: RegExp, isEnd: (match: RegExpExecArray) => boolean = () => true): Clause[] {
  const clauses: Clause[] = []
  let from = 0
  for (const match of clause.text.matchAll(pattern)) {
    if (!isEnd(match)) continue
    clauses.push(part(clause, from, match.index))
    from = match.index + match[0].length
  }
  return [...clauses, part(clause, from, clause.text.length)]
}

/** "weather in Rome and then send it by SMS" has two commands. */
function isNextCommand({ 0: joint, 1: then, 2: word = '', index, input }: RegExpExecArray): boolean {
  const clause = input.slice(index + joint.length)
  const verb = operationVerbs().get(stem(word.toLowerCase()))
  const hasObject = verb !== undefined && VERB_AND_ARTICLE.test(clause)
  if (then !== undefined) return true
  if (!/\band\b/i.test(joint)) return joint.startsWith(',') && hasObject
  return hasObject || verb?.ordinary === false || VERB_AND_PRONOUN.test(clause)
}

const mayBeNeed = ({ text, tokens }: Clause): boolean => !(isAboutProgram(tokens) || NO_NEED.test(text))

/** "pollen" of "air quality, pollen and tides": a heading, or what is said of something else, is no need. */
const isItem = ({ text, tokens }: Clause, list: readonly Clause[]): boolean =>
  list.length > 2 && !(/:$/.test(text) || QUALIFIER.test(text) || tokens.some(isProgram))

/** The clauses of each sentence. */
const sentencesOf = (text: Clause): Clause[][] =>
  clausesOf(text, SENTENCE_END, ({ input, index }) => !isService(input.slice(0, index))).map((sentence) =>
    clausesOf(sentence, JOINTS),
  )

/** "gitlab: create an issue" names a service, and "Goal: a page for our garden" none. */
function isService(heading: string): boolean {
  const name = HEADING.test(heading) ? foldAccents(heading.slice(0, -1)) : ''
  return name !== '' && (brandNamed(name) !== undefined || !name.split(' ').every(isEnglishWord))
}

/** The parts of a text, and whether each is an item of a list. */
function piecesOf(text: Clause, isLong: boolean): { piece: Clause; isEnough: boolean }[] {
  if (isLong) {
    return sentencesOf(text)
      .map((sentence) => sentence.filter(mayBeNeed))
      .flatMap((list) =>
        list.map((piece) => ({
          piece,
          isEnough: isItem(piece, list) || operationVerbs().has(piece.tokens[0]?.stem ?? ''),
        })),
      )
  }
  const isShort = text.tokens.length < MIN_WORDS
  const compared = isShort ? COMPARISON.exec(text.text)?.indices : undefined
  const list = compared?.[1] ?? compared?.[2]
  const pieces = list
    ? clausesOf(part(text, ...list), COMPARED)
    : clausesOf(text, COMMAND_START, isNextCommand).flatMap((step) => (isShort ? step : sentencesOf(step).flat()))
  return pieces.map((piece) => ({ piece, isEnough: isShort }))
}

/** The words of a prompt without the clauses that are surely no needs. */
export const saidIn = (sentence: Sentence): SentenceToken[] =>
  sentencesOf(whole(sentence))
    .flat()
    .flatMap(({ text, tokens }) => (NO_NEED.test(text) || isAboutProgram(tokens, 1) ? [] : tokens))

/** Whether a clause is said of the need before it, and is none itself; adds it to that one. */
function isSaidOf(last: Need, typed: string, { tokens }: Clause): boolean {
  if (refersBack(typed)) {
    last.followUps.push(typed)
    return !passesResultOn(typed)
  }
  const isMore = QUALIFIER.test(typed)
  if (isMore) last.tokens.push(...tokens)
  return isMore
}

/** The commands of a sentence, as they were typed: each may be a step of a task, however few words it has. */
export const commandsIn = (sentence: Sentence): string[] =>
  clausesOf(whole(sentence), COMMAND_START, isNextCommand).map(({ text }) => text)

/** @returns empty where the sentence is one need; the only one where what follows points back to it */
export function needsIn(sentence: Sentence, isLong = isPrompt(sentence)): Need[] {
  const pieces = piecesOf(whole(sentence), isLong)
  const needs = new Map<string, Need>()
  let last: Need | undefined
  for (const { piece, isEnough } of pieces) {
    const typed = piece.text.replace(/^[ ,]+|[ ,.!?;:]+$| +(?=[ ,])/g, '')
    if (last && !isLong && isSaidOf(last, typed, piece)) continue
    if (contentOf(piece.tokens).length < (isEnough ? 1 : MIN_NEED_WORDS) || needs.has(typed)) continue
    last = { typed, tokens: piece.tokens, followUps: [] }
    needs.set(typed, last)
  }
  return needs.size > 1 || pieces.length > 1 ? [...needs.values()].slice(0, MAX_NEEDS) : []
}
