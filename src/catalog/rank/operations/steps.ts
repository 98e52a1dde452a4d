/** Consecutive commands of one text, and how a later one refers to the thing of an earlier one. */
import { isStop, isWeak, stem, tokens } from '../../search/words.ts'
import { operationVerbs } from '../word-lists.ts'

/** "call a", "retry it" */
const BEFORE_THING = /^\p{L}+\s+(?:an?|the|my|its)\s/iu
const BEFORE_POINTER = /^\p{L}+\s+(?:it|them|her|him)\b/iu
const STEP = /,?\s+(?:and\s+)?(then\s+)?(?:and\s+)?(?=(\p{L}+)\s)/giu

/** "weather in Rome and then send it by SMS": the two commands. */
export function stepsIn(text: string): string[] {
  const parts = ['']
  let end = 0
  for (const match of text.matchAll(STEP)) {
    const [joint, then, next = ''] = match
    const verb = operationVerbs().get(stem(next.toLowerCase()))
    const rest = text.slice(match.index + joint.length)
    const isCommand = (verb && (!verb.ordinary || BEFORE_THING.test(rest))) || BEFORE_POINTER.test(rest)
    const isStep = then !== undefined || (/\band\b/i.test(joint) && isCommand)
    parts[parts.length - 1] += text.slice(end, match.index) + (isStep ? '' : joint)
    if (isStep) parts.push('')
    end = match.index + joint.length
  }
  parts[parts.length - 1] += text.slice(end)
  return parts
}

/** That a clause is about what an earlier one names. */
const POINTER =
  /\b(?:it|its|him|them|their|(?:that|this|the (?:first|last|latest|newest|oldest|same|new)) one)\b|^\p{L}+ (?:his|her)\b|\b(?:about|for|from|to|with) her$/iu
const OBJECT = /\b(?:him|it|them)\b/i
/** "its issues": what comes after it belongs to the thing. */
const OWNER = /\b(?:her|his|its|their)\b/i
/** "send it by SMS": another SDK may do that to what came of the first. */
const PASSED_ON = /^(?:(?:also|and|then)\s+)*(\p{L}+)\s+(?:it|them|her|him)\s+(.+)$/iu
const QUESTION =
  /^(?:and\s+)?(?:do|does|has|have|how|is|what|when|where|whether|which|who|whose|why)\s.*\b(?:he|it|its|she|their|they)\b/i
/** What a program does with an answer itself. */
const OWN_STEPS = new Set(
  'count display filter keep log output print return save show sort store tell write'.split(' '),
)
/** Words of a clause that only says what is done to "it". */
const MAX_BARE = 3

export const pointsBack = (clause: string): boolean => POINTER.test(clause)
/** It asks about the answer of the first. */
export const isQuestion = (clause: string): boolean => QUESTION.test(clause)
/** Whether a clause that points back is a step that the program takes on its own. */
export const isOwnStep = (clause: string): boolean => tokens(clause).some((word) => OWN_STEPS.has(word))

/** Whether another SDK may do what the clause says. */
export function isPassedOn(clause: string): boolean {
  const [, , rest = ''] = PASSED_ON.exec(clause) ?? []
  return hasContent(rest, 1) && !isOwnStep(clause)
}

/** Whether so many words say something. */
export const hasContent = (text: string, least: number): boolean =>
  tokens(text).filter((word) => !isStop(word) && !isWeak(word)).length >= least

/** With the thing that it points to: "retry it" as "retry pipeline", "add a tag to it" as "add a tag to of contact". */
export function withThing(clause: string, thing: string): string {
  if (clause.split(/\s+/).length <= MAX_BARE && OBJECT.test(clause)) return clause.replace(POINTER, thing)
  return OWNER.test(clause) ? `${clause.replace(OWNER, 'the')} of ${thing}` : clause.replace(POINTER, `of ${thing}`)
}
