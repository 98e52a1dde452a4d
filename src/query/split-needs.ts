/** A long text -> its needs, each of which is searched alone; a prompt for an agent also says how the program is written. */

import { hasContent, isFollowUpQuestion, passesResultOn, refersBack, splitCommands } from './follow-ups.ts'
import { programWords } from './words/word-lists.ts'
import { isStop, isWeak } from './words/words.ts'

/** A shorter text is one need. */
const MIN_WORDS = 12
/** A longer one tells an agent what to do. */
const MIN_PROMPT_WORDS = 25
/** Words of one need that say something. */
export const MIN_NEED_WORDS = 2
/** A sentence of as many clauses about the program lists its tools, in as many words each. */
const [MIN_TOOLS, MAX_TOOL_WORDS] = [2, 3]
/** A clause of as many words may be a need by a single word that says something. */
const MIN_CLAUSE_WORDS = 4
const MAX_NEEDS = 12

const SENTENCE_END = /(?<=[.!?;:])\s+|\s*[\n\r]+\s*|\s+[-–—•*]\s+/
/** After the sign that ends a clause. */
const CLAUSE_END = /(?<=[.!?;:,])\s+|\s*[\n\r]+\s*/
const JOINTS =
  /,\s*(?:and|or|but|then|plus|also)?\s+|\s+(?:and then|and also|and|plus|as well as|then|along with|together with|while|before|after|when|so that|because|since|which|(?<!\b(?:of|in|on|at|for|from|to|by|with|about|into|near|check|confirm|verify|ensure) )that)\s+/i

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

const isProgram = (word: string): boolean => programWords().has(word.toLowerCase())

/** It tells an agent what to do, and names things beside the need. */
export const isPrompt = (text: string): boolean => wordsIn(text).length > MIN_PROMPT_WORDS

/** A prompt without what is about the program. */
export const withoutProgram = (text: string): string =>
  isPrompt(text)
    ? text
        .split(CLAUSE_END)
        .filter((clause) => !isAboutProgram(clause))
        .join(' ')
    : text

/** As many of its words say how the program is written as say something else. */
function isAboutProgram(clause: string): boolean {
  const words = wordsIn(clause).filter(
    (word) => isProgram(word) || !(isStop(word) || isWeak(word) || /^\d+$/.test(word)),
  )
  return words.length <= 2 * words.filter(isProgram).length
}

/** The clauses that may be needs. "Python 3.12, uv, pytest": the short clauses of a list of tools are tools, too. */
function needClauses(clauses: string[]): string[] {
  const others = clauses.filter((clause) => !(isAboutProgram(clause) || NO_NEED.test(clause)))
  const tools = clauses.length - others.length
  const isList = tools >= MIN_TOOLS && 2 * tools >= clauses.length
  return isList ? others.filter((clause) => wordsIn(clause).length > MAX_TOOL_WORDS) : others
}

/** A part of a text that may be a need of its own. */
export interface Need {
  /** As it was typed. */
  typed: string
  text: string
  /** What is to be done with it next, as it was typed: "add a tag to it". */
  followUps: string[]
}

/** A clause that says more about the one before it. */
const QUALIFIER =
  /^(?:and\s+)?(?:only|just|those|\d+|with|without|sort(?:ed)?|order(?:ed)?|limit(?:ed)?|including|from|in|on|at|for|by|as|of|per|where|each|if|whether|using|via)\s/i

/** What a prompt rules out, or wants as it is ("no Epic login", "keep the OpenAI fallback"), and a number alone. */
const NO_NEED =
  /^\W*(?:(?:and|but|so|please)\s+)*(?:avoid|do not|don['’]t|keep|leave|never|no|not|output|skip)\s|^\P{L}*\p{L}?\P{L}*$/iu

/** "compare A, B and C", "A vs B": each is a need. */
const COMPARISON = /^(?:please )?compare (.+)$|^(.+? (?:vs\.?|versus) .+)$/i
const COMPARED = /\s*,\s*(?:and\s+)?|\s+(?:and|with|to|or|vs\.?|versus)\s+/i

/** The clauses of each sentence. */
const sentencesOf = (text: string): string[][] => text.split(SENTENCE_END).map((sentence) => sentence.split(JOINTS))

/** @returns empty where the text is one need; the only one where what follows points back to it */
export function needsIn(text: string): Need[] {
  const isShort = wordsIn(text).length < MIN_WORDS
  const isLong = isPrompt(text)
  const sentences = isLong ? sentencesOf(text).map(needClauses) : []
  const [, list, versus] = (isShort && COMPARISON.exec(text)) || []
  const compared = (list ?? versus)?.split(COMPARED)
  const pieces =
    compared ??
    (isLong ? sentences.flat() : splitCommands(text).flatMap((step) => (isShort ? step : sentencesOf(step).flat())))
  const parts = new Map<string, Need>()
  let last: Need | undefined
  for (const piece of pieces) {
    const typed = piece.replace(/^[ ,]+|[ ,.!?;:]+$/g, '')
    const need = { typed, text: typed, followUps: [] }
    if (last && !isLong) {
      const isNext = refersBack(typed) && !isFollowUpQuestion(typed)
      if (isNext) last.followUps.push(typed)
      else if (QUALIFIER.test(typed)) last.text += ` ${typed}`
      if (isNext ? !passesResultOn(typed) : QUALIFIER.test(typed) || isFollowUpQuestion(typed)) continue
    }
    const isEnough = isShort || isItem(piece) || (isLong && wordsIn(typed).length >= MIN_CLAUSE_WORDS)
    if (!hasContent(typed, isEnough ? 1 : MIN_NEED_WORDS) || parts.has(typed)) continue
    parts.set(typed, need)
    last = need
  }
  const needs = [...parts.values()].slice(0, MAX_NEEDS)
  return needs.length > 1 || pieces.length > 1 ? needs : []

  /** "pollen" of "air quality, pollen and tides": a heading, or what is said of something else, is no need. */
  function isItem(piece: string): boolean {
    const isListed = sentences.some((parts) => parts.length > 2 && parts.includes(piece))
    return isListed && !(/:$/.test(piece) || QUALIFIER.test(piece) || wordsIn(piece).some(isProgram))
  }
}
