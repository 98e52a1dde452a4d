/** Which endpoints of an SDK fit what a query asks for, by its file of operations. */
import type { OperationsFile, Parameter } from '../../record/facts.ts'
import { nameTokens, stem, tokens } from '../../search/words.ts'
import { byUse } from '../../usage/reference/order-parameters.ts'
import { CHOICE, PLACES } from '../weights.ts'
import { type Asked, askedBy, isRead } from './asked.ts'
import { createFinder, type FittingOperation, hold, isDestructive, judged, nothingHeld } from './choose.ts'

type Operation = OperationsFile['entities'][number]['operations'][number]

export interface FittingEndpoint extends FittingOperation {
  operation: Operation
  /** Index among the endpoints of the operation. */
  index: number
  /** The end of a path about something more, or something else, than the query asks for. */
  unasked?: string
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
  const find = createFinder(asked)
  const isForMany = asked.words.some(({ word }) => BULK.test(word.text))
  const heldBy = new Map(fitting.map(({ entity, op, held }) => [`${entity}.${op}`, held]))
  const endpoints = entities.flatMap(({ name, operations }) =>
    operations.flatMap((operation) => operation.points.flatMap((_, index) => judge(name, operation, index) ?? [])),
  )
  return endpoints.sort((a, b) => b.score - a.score)

  function judge(entity: string, operation: Operation, index: number): FittingEndpoint | undefined {
    const { op, points } = operation
    const { method, path, select, parameters, deprecated, unfilled } = points[index]!
    const known = heldBy.get(`${entity}.${op}`)
    const held = { ...nothingHeld(asked.words.length), ...(known && { need: known.need, words: known.words.slice() }) }
    const parts = path.split('/').filter(isWord)
    const end = parts.at(-1) ?? ''
    const [name, last] = [find(entity), find(end)]
    const others = [find(select?.action ?? ''), ...parts.slice(0, -1).map(find)]
    for (const found of [name, last]) hold(held, found, 1)
    for (const found of others) hold(held, found, PLACES.path)
    for (const parameter of parameters) hold(held, find(parameter.name), PLACES.parameter)
    // Models name entities in their own way; the end of the path is what the API calls it.
    held.named = Math.max(known?.named ?? 0, shareOf(name)) / 2 + shareOf(last.size > 0 ? last : name) / 2
    held.unnamed =
      [name, ...(GENERIC.has(end) ? [] : [last]), ...others].reduce((sum, found) => sum + lacking(found), 0) / 2
    const removes = method === 'DELETE' || isDestructive(op, [entity, end, select?.action].join(' '))
    const judgement = judged(asked, held, op, removes)
    if (!judgement) return undefined
    const isAction = parts.length > 1 && end === path.split('/').at(-1) && last.words.length === 0 && !isIn(entity, end)
    const isOther = isAction && others.some(({ named }) => named > 0)
    const isInPart = !isRead(op) && shareOf(name) < 1 && last.size > 0 && shareOf(last) < 1
    const unasked = isOther || isInPart ? end : undefined
    const isOfOne = path.endsWith('}') && (op === 'list' || op === 'create')
    const isBulk = !isForMany && nameTokens(end).some((word) => BULK.test(word))
    const doubts = [deprecated, isOfOne, isBulk, isInPart].filter(Boolean).length + (unfilled ? 1 / 4 : 0)
    const placeholders = path.split('{').length - 1
    const score = judgement.score - CHOICE.doubt * doubts - CHOICE.placeholder * placeholders
    // To do something else to a thing than what was asked for does harm.
    const isOtherAction = isOther && !isRead(op) && path.endsWith(`}/${end}`)
    const fits = judgement.fits && !isOtherAction
    return { entity, op, held, operation, index, score, fits, ...(unasked !== undefined && { unasked }) }
  }
}

/** Ends of a path that say nothing. */
const GENERIC = new Set(['find', 'get', 'list', 'query', 'search'])
/** That an endpoint is for many things at once. */
const BULK = /^(?:all$|batch|bulk|many$|multiple)/

/** Whether words of the entity's name are in the text. */
const isIn = (entity: string, text: string): boolean => {
  const words = new Set(nameTokens(text).map(stem))
  return nameTokens(entity).some((word) => words.has(stem(word)))
}

/** Operations of the file that a text such as "add repository" may mean, best first. */
export function operationsLike(text: string, entities: OperationsFile['entities']): string[] {
  const words = tokens(text).map((word) => ({ text: word, variants: [], weight: 1, light: false }))
  const endpoints = endpointsFor(askedBy(text, words), [], entities)
  return [...new Set(endpoints.map(({ entity, op }) => `${entity}.${op}`))]
}

/** "last week", "since 2020" */
const TIME =
  /\b(?:last|next|since|until|between|before|after|during|yesterday|today|tomorrow|days?|weeks?|months?|years?|(?:19|20)\d\d)\b/
const OF_TIME = /time|date|since|until|before|after|^(?:from|to|start|end|year|month|day)/i

/** Optional parameters of an endpoint: those that the query names first, then those that most calls set. */
export function optionalFor(asked: Asked, parameters: readonly Parameter[]): Parameter[] {
  const find = createFinder(asked)
  const isTimed = TIME.test(asked.words.map(({ word }) => word.text).join(' '))
  const rank = ({ name, enum: choices = [] }: Parameter): number => {
    const isNamed = [name, ...choices.map(String)].some((text) => find(text).words.length > 0)
    return isNamed || (isTimed && OF_TIME.test(name)) ? 1 : 0
  }
  const optional = parameters.filter(({ required, in: where }) => !required && where !== 'header')
  return byUse(optional).sort((a, b) => rank(b) - rank(a))
}

const isWord = (part: string): boolean => part !== '' && !part.includes('{') && !/^(?:api|rest|v\d.*)$/i.test(part)

type Found = ReturnType<ReturnType<typeof createFinder>>
const shareOf = ({ named, size }: Found): number => (size > 0 ? named / size : 0)
const lacking = ({ named, size }: Found): number => size - named
