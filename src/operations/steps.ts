/** The steps of a query: which of them the SDK of a program leaves to another one, and which nothing does. */

import { readCommand } from '../query/command.ts'
import { isProgramStep, passesResultOn, refersBack } from '../query/follow-ups.ts'
import { readSentence } from '../query/sentence.ts'
import { commandsIn, isPrompt, needsIn } from '../query/split-needs.ts'
import type { RankFilters } from '../search/filters.ts'
import type { QueryIntent } from '../search/operations/query-intent.ts'
import type { RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'

/** Hits of one step. */
const MAX_HITS = 5

/** What has to be found first where an endpoint takes coordinates and the query names a place. */
export const PLACE = 'coordinates of a place by name'
/** "the weather at the first of them" is no matter of what they are. */
const BESIDE = /(?<=\p{L}) (?:around|at|near) (?:it|them|one of them|the (?:first|last))\b.*$/iu
const QUESTION = /^(?:do|does|how|is|what|when|where|which|who|whose|why)\s/i

/** Searches a step alone, once. */
export type FindStep = (text: string) => readonly RankedHit[]

export function stepFinder(catalog: Pick<Catalog, 'find'>, filters: RankFilters): FindStep {
  const found = new Map<string, readonly RankedHit[]>()
  return (text) => {
    const hits = found.get(text) ?? catalog.find(text, filters, MAX_HITS).hits
    found.set(text, hits)
    return hits
  }
}

/** A part of a query that asks for something of its own. */
interface Step {
  /** As it was typed. */
  text: string
  /** The text of the intent that search has for it: that of the first is the query, where the others go on from it. */
  intent: string
}

/** The steps in the order of the query; empty where it is one step, or a prompt, which names much else. */
export function stepsIn(query: string): Step[] {
  const sentence = readSentence(query)
  if (isPrompt(sentence)) return []
  const needs = needsIn(sentence)
  const all = needs.flatMap(({ typed, followUps }) => [typed, ...followUps])
  const commands = commandsIn(sentence)
  const texts = [...new Set(commands.length > all.length ? commands : all)]
  const steps = texts.map((text, at) => ({ text, intent: at === 0 && needs.length < 2 ? query : text }))
  return steps.length > 1 ? steps : []
}

/** What the steps ask for beyond what the hits were found for. */
export function furtherIntents(steps: readonly Step[], hits: readonly RankedHit[], find: FindStep): QueryIntent[] {
  const known = new Set(hits.flatMap((hit) => hit.intents().map(({ text }) => text)))
  return steps.flatMap(({ text, intent: name }) => {
    const intent = known.has(name) ? undefined : find(text)[0]?.intents()[0]
    return intent ? [{ ...intent, text }] : []
  })
}

/** The hits that do a step well which no program does; undefined where the answer need not speak of it. */
export function hitsForStep(text: string, done: readonly string[], find: FindStep): RankedHit[] | undefined {
  if (isProgramStep(text)) return undefined
  const good = find(text.replace(BESIDE, '')).filter(({ fit }) => fit === 'good')
  return good.some(({ record }) => done.includes(record.slug)) ? undefined : good
}

/** Whether a step is about what the first one made, which no other API has: "pin that message", and not "send it by mail". */
export const refersToFirst = (text: string): boolean =>
  (refersBack(text) || /\b(?:that|this|those|these)\b/i.test(text)) && !passesResultOn(text) && !BESIDE.test(text)

/** "get the lyrics" may be a matter of the first answer, too. */
export const isBare = (text: string): boolean => /^\p{L}+ the [\p{L}-]+$/u.test(text)

/** Whether a step is surely one: the first, a command or a question, and no name or date of the one before it. */
export const isCommand = (text: string, query: string): boolean =>
  (readCommand(readSentence(text)).verb !== undefined && /^\p{Ll}/u.test(text)) ||
  QUESTION.test(text) ||
  query.startsWith(text) ||
  query.includes(`then ${text}`)
