/** Splits a text into commands, and resolves what a later one refers to: "create an issue and add a tag to it". */

import { operationVerbs } from './words/word-lists.ts'
import { isStop, isWeak, stem, tokens } from './words/words.ts'

/** "call a" */
const VERB_AND_ARTICLE = /^\p{L}+\s+(?:an?|the|my|its)\s/iu
/** "retry it" */
const VERB_AND_PRONOUN = /^\p{L}+\s+(?:it|them|her|him)\b/iu
const COMMAND_START = /,?\s+(?:and\s+)?(then\s+)?(?:and\s+)?(?=(\p{L}+)\s)/giu

/** The commands of a text: "weather in Rome and then send it by SMS" has two. */
export function splitCommands(text: string): string[] {
  const commands: string[] = []
  let start = 0
  for (const { 0: joint, 1: then, 2: word = '', index } of text.matchAll(COMMAND_START)) {
    const clauseStart = index + joint.length
    const clause = text.slice(clauseStart)
    const verb = operationVerbs().get(stem(word.toLowerCase()))
    const isCommand = (verb && (!verb.ordinary || VERB_AND_ARTICLE.test(clause))) || VERB_AND_PRONOUN.test(clause)
    if (then === undefined && !(/\band\b/i.test(joint) && isCommand)) continue
    commands.push(text.slice(start, index))
    start = clauseStart
  }
  return [...commands, text.slice(start)]
}

/** Words that refer to what an earlier clause names. */
const REFERENCE =
  /\b(?:it|its|him|them|their|(?:that|this|the (?:first|last|latest|newest|oldest|same|new)) one)\b|^\p{L}+ (?:his|her)\b|\b(?:about|for|from|to|with) her$/iu
const OBJECT_PRONOUN = /\b(?:him|it|them)\b/i
/** "its issues" */
const POSSESSIVE = /\b(?:her|his|its|their)\b/i
/** "send it by SMS": another SDK may do that with the first answer. */
const PASSES_ON = /^(?:(?:also|and|then)\s+)*(\p{L}+)\s+(?:it|them|her|him)\s+(.+)$/iu
const QUESTION =
  /^(?:and\s+)?(?:do|does|has|have|how|is|what|when|where|whether|which|who|whose|why)\s.*\b(?:he|it|its|she|their|they)\b/i
/** Verbs of steps that a program takes itself. */
const PROGRAM_VERBS = new Set(
  'count display filter keep log output print return save show sort store tell write'.split(' '),
)
/** Words of a clause that has only a verb and "it". */
const MAX_BARE_WORDS = 3

export const refersBack = (clause: string): boolean => REFERENCE.test(clause)
/** Whether a clause asks about the answer of the first. */
export const isFollowUpQuestion = (clause: string): boolean => QUESTION.test(clause)
/** Whether the program does what a clause says itself, such as printing. */
export const isProgramStep = (clause: string): boolean => tokens(clause).some((word) => PROGRAM_VERBS.has(word))

/** Whether another SDK may do what the clause says. */
export function passesResultOn(clause: string): boolean {
  const [, , rest = ''] = PASSES_ON.exec(clause) ?? []
  return hasContent(rest, 1) && !isProgramStep(clause)
}

/** Whether a text has at least so many content words. */
export const hasContent = (text: string, least: number): boolean =>
  tokens(text).filter((word) => !isStop(word) && !isWeak(word)).length >= least

/** Puts a noun in place of the pronoun: "retry it" as "retry pipeline", "add a tag to it" as "add a tag to of contact". */
export function resolvePronoun(clause: string, noun: string): string {
  if (clause.split(/\s+/).length <= MAX_BARE_WORDS && OBJECT_PRONOUN.test(clause))
    return clause.replace(REFERENCE, noun)
  return POSSESSIVE.test(clause)
    ? `${clause.replace(POSSESSIVE, 'the')} of ${noun}`
    : clause.replace(REFERENCE, `of ${noun}`)
}
