/** Which endpoints of an SDK fit what a query asks for, by its file of operations. */
import { memoized } from '../../../system/once.ts'
import type { OperationsFile, Parameter, Point } from '../../record/facts.ts'
import { isRead, type OperationName } from '../../record/languages.ts'
import { tokens } from '../../search/words.ts'
import { byUse } from '../../usage/reference/order-parameters.ts'
import { CHOICE, PLACES } from '../weights.ts'
import { type OperationVerb, operationVerbs } from '../word-lists.ts'
import { type Asked, askedBy, isPlural, isValue } from './asked.ts'
import { type FittingOperation, judged } from './choose.ts'
import { createFinder, type Found, type Held, hold, isDestructive, nothingHeld, shareOf, wordsOfName } from './held.ts'

type Operation = OperationsFile['entities'][number]['operations'][number]

export interface FittingEndpoint extends FittingOperation {
  operation: Operation
  /** Index among the endpoints of the operation. */
  index: number
  /** It does something else to the thing than what was asked for, or to a part of it. */
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
  const find = createFinder(asked)
  const isForMany = asked.words.some(({ word }) => BULK.test(word.text))
  const heldBy = new Map(fitting.map(({ entity, op, held }) => [`${entity}.${op}`, held]))
  const looked = entities.flatMap(({ name, operations }) =>
    operations.flatMap((operation) => operation.points.map((_, index) => look(name, operation, index))),
  )
  const values = new Set(asked.kinds.flatMap((kind) => OTHER_NAMES[kind] ?? kind.split(' ', 1)))
  const head = asked.words.findIndex(({ word, isOfAll }) => word.text === asked.head && !isOfAll)
  /** Details that are one thing: "of a board". */
  const ones = new Set(asked.words.flatMap(({ word, isDetail }, at) => (isDetail && !isPlural(word.text) ? at : [])))
  const isLookUp = asked.ops.length === 0 || isRead(asked.ops[0]!)
  const unknown = asked.words.map((_, at) => looked.every(({ held }) => held.words[at] === 0))
  /** Words that no endpoint has are what is searched for. */
  const isSearched = asked.words.some(
    ({ word, isVerb, isOfAll }, at) => unknown[at] && !(word.light || isVerb || isOfAll || isValue(word.text)),
  )
  const isPlainRead = isLookUp && !asked.isSpecial
  const hasThing = ({ words }: Held): boolean =>
    asked.words.some(({ word, isDetail, isVerb }, at) => !(isDetail || isVerb || word.light) && words[at]! > 0)
  return looked.flatMap((each) => judge(each) ?? []).sort((a, b) => b.score - a.score)

  function look(entity: string, operation: Operation, index: number) {
    const { op, points } = operation
    const point = points[index]!
    const about = aboutPoint(point)
    const known = heldBy.get(`${entity}.${op}`)
    const held = known ? { ...known, words: known.words.slice() } : nothingHeld(asked.words.length)
    const [name, last] = [find(withoutNoise(entity)), find(withoutNoise(about.end))]
    const others = [find(point.select?.action ?? ''), ...about.before.map(find)]
    for (const found of [name, last]) hold(held, found, 1)
    for (const found of others) hold(held, found, PLACES.path)
    for (const parameter of point.parameters) hold(held, find(parameter.name), PLACES.parameter)
    // Models name entities in their own way; the end of the path is what the API calls it.
    held.named = Math.max(known?.named ?? 0, shareOf(name)) / 2 + shareOf(last.size > 0 ? last : name) / 2
    held.unnamed = [name, last, ...others].reduce((sum, found) => sum + Math.min(MAX_LACKING, lacking(found)), 0) / 2
    return { entity, operation, index, point, about, held, name, last, others }
  }

  function judge(each: ReturnType<typeof look>): FittingEndpoint | undefined {
    const { entity, operation, index, point, about, held, name, last, others } = each
    const { op } = operation
    const { method, path, select, parameters, deprecated, unfilled } = point
    const { end, verb } = about
    const removes = method === 'DELETE' || isDestructive(op, entity, about.last, select?.action ?? '')
    const isChange = asked.ops[0] === 'update' && op === 'create' && path.endsWith('}')
    const done = about.done ?? (isChange ? 'update' : op)
    const isWrite = !isRead(done)
    const judgement = judged(asked, held, done, removes, (at) => unknown[at]! && isLookUp)
    if (!judgement) return undefined
    const isAction = (about.before.length > 0 || verb !== undefined) && about.isLast && last.words.length === 0
    const isOther = isAction && !isIn(entity, end) && [name, ...others].some(({ named }) => named > 0)
    const isSaid = asked.isSpecial && asked.words.some(({ isVerb }, at) => isVerb && held.words[at]! > PLACES.path)
    const isInPart = !isSaid && last.missing > 0 && (isWrite || isAction)
    const isOfOne = path.endsWith('}') && (op === 'list' || op === 'create' || (isWrite && asked.ops[0] === 'create'))
    const isBulk = !isForMany && wordsOfName(end).some(({ word }) => BULK.test(word))
    const doubts = [deprecated, unfilled, isOfOne, isBulk, isInPart && isWrite].filter(Boolean).length
    const isHeadHeld = head < 0 || held.words[head]! > 0
    const takesText = isSearched && !isWrite && parameters.some(({ name }) => SEARCHED.test(name))
    // A search for something else is none for this.
    const isSearch = takesText && (isHeadHeld || name.words.length + last.words.length === 0)
    const takesValue =
      values.size > 0 &&
      parameters.some(({ name, api_name = name }) => wordsOfName(api_name).some(({ word }) => values.has(word)))
    const score =
      judgement.score -
      CHOICE.doubt * doubts +
      (takesValue ? CHOICE.value : takesText ? CHOICE.search : 0) +
      (about.owners.some((owner) => find(owner).words.some(({ index }) => ones.has(index))) ? CHOICE.owner : 0)
    // "cancel_a_deletion" undoes what "delete" asks for.
    const own = verbOf(entity)
    const isUndone = removes && own !== undefined && find(own.word).words.length === 0
    // To do something else to a thing than what was asked for does harm.
    const isOtherAction =
      isWrite && (isBulk || isUndone || (isOther && (verb !== undefined || path.endsWith(`}/${end}`))))
    // Neither the model nor the path calls it what the query does.
    const isOtherThing = isInPart && isWrite && (removes || name.missing > 0) && held.need < CHOICE.minNeed
    const isElse =
      isPlainRead && !isHeadHeld && !isSearch && !takesValue && name.missing + last.missing > 0 && !hasThing(held)
    const fits = (judgement.fits || isSearch) && !isOtherAction && !isOtherThing && !isElse
    return { entity, op, held, operation, index, score, fits, isOther: isOtherAction || (isWrite && isInPart) }
  }
}

/** What a path says, whatever is asked for. */
const aboutPoint = memoized(({ method, path, select }: Point) => {
  const parts = path.split('/').filter(isWord)
  const isPlain = parts.length > 1 && NOISE.test(parts.at(-1)!.toLowerCase())
  const words = isPlain ? parts.slice(0, -1) : parts
  const end = words.at(-1) ?? ''
  const verb = verbOf(select?.action ?? parts.at(-1) ?? '')
  const isQuery = method === 'POST' && parts.some((word) => /^(?:search|query|find)$/i.test(word))
  const said = method === 'POST' && verb && !verb.ops.includes('create') ? verb.ops[0] : undefined
  const done: OperationName | undefined = isQuery ? 'list' : said
  const isLast = path.replace(/\/$/, '').endsWith(end)
  /** What the thing belongs to: "boards" in /boards/{id}/lists. */
  const owners = [...path.matchAll(/([^/{}]+)\/\{[^/]*(?=\/[^{])/g)].map(([, owner = '']) => owner)
  return {
    owners,
    end,
    last: parts.at(-1) ?? '',
    before: words.slice(0, -1),
    isLast,
    verb: isPlain ? undefined : verb,
    done,
  }
})

/** The verb that a name begins with. */
function verbOf(name: string): OperationVerb | undefined {
  const [first] = wordsOfName(name)
  const verb = first && operationVerbs().get(first.stem)
  return verb?.word === first?.word && verb?.ordinary === false ? verb : undefined
}

const isWord = (part: string): boolean =>
  part !== '' && !part.includes('{') && !/^(?:api|rest|v\d.*|[\d-]+)$/i.test(part)

/** That an endpoint is for many things at once. */
const BULK = /^(?:all$|batch|bulk|many$|multiple)/
/** Words of parameters for a kind of value that is called otherwise. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  coordinates: ['lat', 'latitude', 'lng', 'lon', 'longitude'],
  url: ['link', 'uri', 'url'],
}
/** Parameters that take any words. */
const SEARCHED = /^(?:q|s|query|search|keywords?|terms?|search_?terms?|text|name|title)$/i
/** Words of a name that are counted as lacking at most: some are sentences. */
const MAX_LACKING = 3
/** What models add to the name of a thing, and what the kind of the operation says. */
const NOISE =
  /^(?:add|api|basic|collection|create|delete|details?|dto|edit|entit(?:y|ies)|find|forward|get|list|new|object|output|paged?|paging|public|query|re(?:move|quest|sponse)|schema|search|send|set|total|update|view|with)\d*$/

const withoutNoise = (name: string): string => {
  const words = wordsOfName(name).filter(({ word }) => !NOISE.test(word))
  return words.length > 0 ? words.map(({ word }) => word).join(' ') : name
}

/** Whether words of the entity's name are in the text. */
const isIn = (entity: string, text: string): boolean => {
  const stems = new Set(wordsOfName(text).map(({ stem }) => stem))
  return wordsOfName(entity).some(({ stem }) => stems.has(stem))
}

/** Operations of the file that a text such as "add repository" may mean, best first. */
export function operationsLike(text: string, entities: OperationsFile['entities']): string[] {
  const words = tokens(text).map((word) => ({ text: word, variants: [], weight: 1, light: false }))
  const asked = askedBy(text, words)
  const find = createFinder(asked)
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
  const find = createFinder(asked)
  const isTimed = TIME.test(asked.text)
  const rank = ({ name, enum: choices = [] }: Parameter): number => {
    const isNamed = [name, ...choices.map(String)].some((text) => find(text).words.length > 0)
    return isNamed || (isTimed && OF_TIME.test(name)) ? 1 : 0
  }
  const optional = parameters.filter(({ required, in: where }) => !required && where !== 'header')
  return byUse(optional).sort((a, b) => rank(b) - rank(a))
}

const lacking = ({ named, size }: Found): number => size - named
