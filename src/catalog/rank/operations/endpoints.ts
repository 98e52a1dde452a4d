/** Which endpoints of an SDK fit what a query asks for, by its file of operations. */
import { memoized } from '../../../system/once.ts'
import type { OperationsFile, Parameter, Point } from '../../record/facts.ts'
import { isRead } from '../../record/languages.ts'
import { tokens } from '../../search/words.ts'
import { byUse } from '../../usage/reference/order-parameters.ts'
import { operationVerbs } from '../word-lists.ts'
import { type Asked, askedBy, isValue } from './asked.ts'
import { CHOICE, PLACES } from './choice-weights.ts'
import { type FittingOperation, judged } from './choose.ts'
import { type Found, finderOf, hold, isDestructive, nothingHeld, shareOf, wordsOfName } from './held.ts'

type Operation = OperationsFile['entities'][number]['operations'][number]

export interface FittingEndpoint extends FittingOperation {
  operation: Operation
  /** Index among the endpoints of the operation. */
  index: number
  /** It writes something else than the query asks, or a part of it. */
  isOther: boolean
}

/**
 * @param fitting the operations of the record that have anything of the query
 * @returns endpoints that have, best first
 */
export function endpointsFor(
  asked: Asked,
  fitting: readonly FittingOperation[],
  entities: OperationsFile['entities'],
): FittingEndpoint[] {
  const find = finderOf(asked)
  const heldBy = new Map(fitting.map(({ entity, op, held }) => [`${entity}.${op}`, held]))
  const looked = entities.flatMap(({ name, operations }) =>
    operations.flatMap((operation) => operation.points.map((_, index) => look(name, operation, index))),
  )
  const isLookUp = asked.ops.length === 0 || isRead(asked.ops[0]!)
  const unknown = asked.words.map((_, at) => looked.every(({ held }) => held.words[at] === 0))
  /** Words that no endpoint has are what is searched for. */
  const isSearched = asked.words.some(
    ({ word, isVerb, isOfAll }, at) => unknown[at] && !(word.light || isVerb || isOfAll || isValue(word.text)),
  )
  return looked.flatMap(judge).sort((a, b) => b.score - a.score)

  function ownerWorth({ words, missing }: Found): number {
    const literal = words.filter(({ factor }) => factor > CHOICE.concept)
    if (missing > 0 || literal.length === 0) return -CHOICE.owner
    return literal.some(({ index }) => asked.words[index]!.isDetail) ? CHOICE.owner : 0
  }

  function look(entity: string, operation: Operation, index: number) {
    const { op, points } = operation
    const point = points[index]!
    const about = aboutPoint(point)
    const ofRecord = heldBy.get(`${entity}.${op}`)
    const held = ofRecord ? { ...ofRecord, words: ofRecord.words.slice() } : nothingHeld(asked.words.length)
    const [name, last] = [find(withoutNoise(entity)), find(withoutNoise(about.end))]
    const others = [find(point.select?.action ?? ''), ...about.before.map(find)]
    for (const part of [name, last]) hold(held, part, 1)
    for (const part of others) hold(held, part, PLACES.path)
    for (const parameter of point.parameters) hold(held, find(parameter.name), PLACES.parameter)
    // Models name entities in their own way; the end of the path is what the API calls it.
    held.named = Math.max(ofRecord?.named ?? 0, shareOf(name)) / 2 + shareOf(last.size > 0 ? last : name) / 2
    held.unnamed = [name, last, ...others].reduce((sum, { size, named }) => sum + size - named, 0) / 2
    return { entity, operation, index, point, about, held, name, last }
  }

  function judge({ entity, operation, index, point, about, held, name, last }: ReturnType<typeof look>) {
    const { op } = operation
    const { method, select, parameters, deprecated, unfilled } = point
    // To post a deletion is to delete.
    const isPosted = method === 'POST' && wordsOfName(about.end).some(({ stem }) => opOf(stem) === 'remove')
    const removes = method === 'DELETE' || isPosted || isDestructive(op, entity, about.last, select?.action ?? '')
    const isWrite = !isRead(op)
    const judgement = judged(asked, held, op, removes, (at) => unknown[at]! && isLookUp)
    if (!judgement) return []
    const isSaid = asked.isSpecial && asked.words.some(({ isVerb }, at) => isVerb && held.words[at]! > PLACES.path)
    const isOther = isWrite && !isSaid && last.missing > 0
    const doubts = [deprecated, unfilled, isOther].filter(Boolean).length
    const takesText = isSearched && !isWrite && parameters.some(({ name }) => SEARCHED.test(name))
    const score =
      judgement.score -
      CHOICE.doubt * doubts +
      (takesText ? CHOICE.search : 0) +
      about.owners.reduce((sum, owner) => sum + ownerWorth(find(owner)), 0)
    // Neither the model nor the path calls it what the query does.
    const isOtherThing = isOther && (removes || name.missing > 0) && held.need < CHOICE.minNeed
    return [{ entity, op, held, operation, index, score, fits: judgement.fits && !isOtherThing, isOther }]
  }
}

/** What a path says, whatever is asked for. */
const aboutPoint = memoized(({ path }: Point) => {
  const parts = path.split('/').filter(isWord)
  const isPlain = parts.length > 1 && NOISE.test(parts.at(-1)!.toLowerCase())
  const words = isPlain ? parts.slice(0, -1) : parts
  /** What the thing belongs to: "boards" in /boards/{id}/lists. */
  const owners = [...path.matchAll(/([^/{}]+)\/\{[^/]*(?=\/[^{])/g)].map(([, owner = '']) => owner)
  return { owners, end: words.at(-1) ?? '', last: parts.at(-1) ?? '', before: words.slice(0, -1) }
})

const opOf = (stem: string) => operationVerbs().get(stem)?.ops[0]

const isWord = (part: string): boolean =>
  part !== '' && !part.includes('{') && !/^(?:api|rest|v\d.*|[\d-]+)$/i.test(part)

/** Parameters that take any words. */
const SEARCHED = /^(?:q|s|query|search|keywords?|terms?|search_?terms?|text|name|title)$/i
/** What models add to the name of a thing, and what the kind of the operation says. */
const NOISE =
  /^(?:add|api|basic|collection|create|delete|details?|dto|edit|entit(?:y|ies)|find|forward|get|list|new|object|output|paged?|paging|public|query|re(?:move|quest|sponse)|schema|search|send|set|total|update|view|with)\d*$/

const withoutNoise = (name: string): string => {
  const words = wordsOfName(name).filter(({ word }) => !NOISE.test(word))
  return words.length > 0 ? words.map(({ word }) => word).join(' ') : name
}

/** Operations of the file that a text such as "add repository" may mean, best first. */
export function operationsLike(text: string, entities: OperationsFile['entities']): string[] {
  const words = tokens(text).map((word) => ({ text: word, variants: [], weight: 1, light: false }))
  const asked = askedBy(text, words)
  const find = finderOf(asked)
  const isNear = (name: string): boolean => find(name).words.some(({ index }) => !asked.words[index]!.isVerb)
  const near = entities.map(({ name, operations }) => ({
    name,
    operations: isNear(name)
      ? operations
      : operations.filter(({ points }) => points.some((point) => isNear(aboutPoint(point).end))),
  }))
  return [...new Set(endpointsFor(asked, [], near).map(({ entity, op }) => `${entity}.${op}`))]
}

/** "last week", "since 2020" */
const TIME =
  /\b(?:last|next|since|until|between|before|after|during|yesterday|today|tomorrow|days?|weeks?|months?|years?|(?:19|20)\d\d)\b/i
const OF_TIME = /time|date|since|until|before|after|^(?:from|to|start|end|year|month|day)/i

/** Optional parameters of an endpoint: those that the query names first, then those that most calls set. */
export function optionalFor(asked: Asked, parameters: readonly Parameter[]): Parameter[] {
  const find = finderOf(asked)
  const isTimed = TIME.test(asked.text)
  const rank = ({ name, enum: choices = [] }: Parameter): number => {
    const isNamed = [name, ...choices.map(String)].some((text) => find(text).words.length > 0)
    return isNamed || (isTimed && OF_TIME.test(name)) ? 1 : 0
  }
  const optional = parameters.filter(({ required, in: where }) => !required && where !== 'header')
  return byUse(optional).sort((a, b) => rank(b) - rank(a))
}
