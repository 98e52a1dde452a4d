/** A long text -> its needs, each of which is searched alone; a prompt for an agent also says how the program is written. */
import { isStop, isWeak } from '../../search/words.ts'
import { hasContent, isFollowUpQuestion, passesResultOn, refersBack, splitCommands } from '../operations/follow-ups.ts'
import { programWords } from '../word-lists.ts'

/** A shorter text is one need. */
const MIN_WORDS = 12
/** A longer one tells an agent what to do. */
const MIN_PROMPT_WORDS = 25
/** Fewer words about programs may be about the need. */
const MIN_PROGRAM_WORDS = 3
/** Words of one need that say something. */
const MIN_NEED_WORDS = 2
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

/** Takes what is about the program out of a prompt and its parts; nothing where there is hardly anything of it. */
export function programRemover(text: string): (part: string) => string {
  const count = new Set(wordsIn(text).filter(isProgram)).size
  if (!isPrompt(text) || count < MIN_PROGRAM_WORDS) return (part) => part
  return (part) =>
    part
      .split(CLAUSE_END)
      .filter((clause) => !isAboutProgram(clause))
      .map((clause) => clause.replace(/[\p{L}\p{N}]+/gu, (word) => (isProgram(word) ? '' : word)))
      .join(' ')
}

/** As many of its words say how the program is written as say something else. */
function isAboutProgram(clause: string): boolean {
  const words = wordsIn(clause).filter((word) => isProgram(word) || !(isStop(word) || isWeak(word)))
  return words.length <= 2 * words.filter(isProgram).length
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

/** What a prompt rules out, or wants as it is: "no Epic login", "keep the OpenAI fallback". */
const INSTRUCTION = /^(?:(?:and|but|so|please)\s+)*(?:avoid|do not|don['’]t|keep|leave|never|no|not|output|skip)\s/i

/** "compare A, B and C", "A vs B": each is a need. */
const COMPARISON = /^(?:please )?compare (.+)$|^(.+? (?:vs\.?|versus) .+)$/i
const COMPARED = /\s*,\s*(?:and\s+)?|\s+(?:and|with|to|or|vs\.?|versus)\s+/i

/** The clauses of each sentence. */
const sentencesOf = (text: string): string[][] => text.split(SENTENCE_END).map((sentence) => sentence.split(JOINTS))

/** @returns empty where the text is one need; the only one where what follows points back to it */
export function needsIn(text: string, withoutProgram: (part: string) => string): Need[] {
  // A step says what is done, which counts as a word.
  const isShort = wordsIn(text).length < MIN_WORDS
  const isLong = isPrompt(text)
  const sentences = isLong ? sentencesOf(text) : []
  const [, list, versus] = (isShort && COMPARISON.exec(text)) || []
  const compared = (list ?? versus)?.split(COMPARED)
  const pieces =
    compared ??
    (isLong ? sentences.flat() : splitCommands(text).flatMap((step) => (isShort ? step : sentencesOf(step).flat())))
  const least = isShort ? 1 : MIN_NEED_WORDS
  const parts = new Map<string, Need>()
  let last: Need | undefined
  for (const piece of pieces) {
    const typed = piece.replace(/^[ ,]+|[ ,.!?;:]+$/g, '')
    if (isLong && INSTRUCTION.test(typed)) continue
    const need = { typed, text: withoutProgram(typed), followUps: [] }
    if (last && !isLong) {
      const isNext = refersBack(typed) && !isFollowUpQuestion(typed)
      if (isNext) last.followUps.push(typed)
      else if (QUALIFIER.test(typed)) last.text += ` ${need.text}`
      if (isNext ? !passesResultOn(typed) : QUALIFIER.test(typed) || isFollowUpQuestion(typed)) continue
    }
    if (!hasContent(need.text, isItem(piece) ? 1 : least) || parts.has(need.text)) continue
    parts.set(need.text, need)
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
