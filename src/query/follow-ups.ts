/** What a later clause refers to: "create an issue and add a tag to it". */

import { contentOf, readSentence } from './sentence.ts'
import { tokens, wordsOfRole } from './words/words.ts'

/** Words that refer to what an earlier clause names. */
const REFERENCE =
  /\b(?:it|its|him|them|their|(?:that|this|the (?:first|last|latest|newest|oldest|same|new)) one)\b|\b(?:one of (?:them|these|those)|the (?:first|last|latest|newest|oldest))$|^\p{L}+ (?:his|her)\b|\b(?:about|for|from|to|with) her$/iu
const OBJECT_PRONOUN = /\b(?:him|it|them)\b/i
/** "its issues" */
const POSSESSIVE = /\b(?:her|his|its|their)\b/i
/** "send it by SMS": another SDK may do that with the first answer. */
const PASSES_ON = /^(?:(?:also|and|then)\s+)*(\p{L}+)\s+(?:it|them|her|him)\s+(.+)$/iu
/** Verbs of steps that a program takes itself. */
const PROGRAM_VERBS = wordsOfRole('step')
/** Words of a clause that has only a verb and "it". */
const MAX_BARE_WORDS = 3

export const refersBack = (clause: string): boolean => REFERENCE.test(clause)
/** Whether the program does what a clause says itself, such as printing. */
export const isProgramStep = (clause: string): boolean => tokens(clause).some((word) => PROGRAM_VERBS.has(word))

/** Whether another SDK may do what the clause says. */
export function passesResultOn(clause: string): boolean {
  const [, , rest = ''] = PASSES_ON.exec(clause) ?? []
  return contentOf(readSentence(rest).tokens).length > 0 && !isProgramStep(clause)
}

/** Puts a noun in place of the pronoun: "retry it" as "retry pipeline", "add a tag to it" as "add a tag to of contact". */
export function resolvePronoun(clause: string, noun: string): string {
  if (clause.split(/\s+/).length <= MAX_BARE_WORDS && OBJECT_PRONOUN.test(clause))
    return clause.replace(REFERENCE, noun)
  return POSSESSIVE.test(clause)
    ? `${clause.replace(POSSESSIVE, 'the')} of ${noun}`
    : clause.replace(REFERENCE, `of ${noun}`)
}
