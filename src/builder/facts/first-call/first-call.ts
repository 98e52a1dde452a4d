/**
 * Which call most people need first: a read by GET about what the API is named and described as, without guessed values;
 * operations with one endpoint before those with several; auxiliary entities last.
 */

import { BOUNDS } from '../../../catalog/record/bounds.ts'
import type { Auth, EntityOperations, FirstCall, Parameter, Point } from '../../../catalog/record/facts.ts'
import { isRead } from '../../../catalog/record/languages.ts'
import { calledPoint, callTo, type Endpoint, isKey, recordedBody, requiredArguments } from '../../../code/arguments.ts'
import { type CallCandidate, type Columns, chooseEndpoint, segments } from '../../../code/choose-endpoint.ts'
import { byUse, NAMES } from '../../../code/parameter-names.ts'
import { answersJson } from '../../../code/values/sample-values.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { singular } from '../data.ts'

/** Entities that are not what an API is for. */
const AUXILIARY =
  /^(?:get_)?(?:api_?)?(?:account|balance|credit|subscription|legacy|terms|health|healthz|healthcheck|status|ping|heartbeat|version|metric|doc|documentation|swagger|openapi|schema|root|index|home|info|system_info|about|help|meta|metadata|config|configuration|setting|auth|o_?auth2?|login|logout|session|token|key|api_?key|error|log|webhook|callback|quota|usage|rate_limit|robot|favicon|well_known|stat|statistic|analytic|test|testing|debug|admin)s?(?:_.*)?$/
const AUXILIARY_PATH =
  /\/(?:account|balance|credits|me|whoami|health|healthz|healthcheck|ping|heartbeat|status|version|metrics|swagger|openapi)(?:\.\w+)?(?:\/|$)/i

interface Api {
  slug: string
  title: string | undefined
  /** What the API is for, in its own words. */
  about?: string | undefined
  auth: Auth
}

/** The call to show first; nothing where no operation can be called with plain values. */
export function chooseFirstCall(entities: readonly EntityOperations[], api: Api): FirstCall | undefined {
  const candidates = candidatesOf(entities, api)
  const best = chooseEndpoint(candidates, COLUMNS)
  if (!best) return undefined
  const reads = candidates.filter(isPlainRead).length
  const only = reads > 1 ? [] : [reads === 0 ? ('only_write' as const) : ('only_read' as const)]
  return firstCall(best, api.auth, only)
}

/** The call to the same endpoint with the values that are on record by now; as it was if it passes more than would be chosen. */
export function renewedCall(call: FirstCall, entities: readonly EntityOperations[], api: Api): FirstCall {
  const point = calledPoint(call, entities)
  const same = candidatesOf(entities, api).find((each) => each.point === point)
  const only = call.why.filter((reason) => reason === 'only_read' || reason === 'only_write')
  const passesAll = Object.keys(call.arguments).every((name) => same && name in same.call.arguments)
  return same && passesAll ? firstCall(same, api.auth, only) : call
}

function candidatesOf(entities: readonly EntityOperations[], { slug, title, about = '', auth }: Api): FirstCandidate[] {
  const subject = {
    named: wordsOf(`${slug.replace(/-sdk$/, '')} ${title ?? ''}`),
    described: wordsOf(about.slice(0, MAX_ABOUT)),
  }
  return entities.flatMap(({ name: entity, operations }) =>
    operations.flatMap((operation) =>
      operation.points.flatMap((point) => candidate({ entity, operation, point }, auth, subject) ?? []),
    ),
  )
}

/** Adds what its endpoint takes, the parameters that it passes first, and what the clients do not send or return. */
export function withTakes(call: FirstCall | undefined, entities: readonly EntityOperations[]): FirstCall | undefined {
  const point = calledPoint(call, entities)
  const { parameters = [], body, answer } = point ?? {}
  const passed = Object.keys(call?.arguments ?? {})
  const isPassed = ({ name }: Parameter): number => Number(passed.includes(name))
  const sorted = byUse(parameters).sort((a, b) => isPassed(b) - isPassed(a))
  const takes = nonEmpty(sorted.slice(0, BOUNDS.arguments))
  const sends = body === 'form' || body === 'multipart' ? body : undefined
  const answers = answer?.body === 'text' || answer?.body === 'binary' ? answer.body : undefined
  return call && withoutUndefined({ ...call, ...(point && { body: recordedBody(point) }), sends, answers, takes })
}

const isPlainRead = ({ operation: { op }, point: { method } }: Endpoint): boolean => method === 'GET' && isRead(op)

interface Subject {
  named: ReadonlySet<string>
  described: ReadonlySet<string>
}

/** Characters of a description that say what the API is for. */
const MAX_ABOUT = 300

interface FirstCandidate extends CallCandidate {
  /** How near the entity and the path are to what the API is about: 0 by the name of the entity, 3 not at all. */
  distance: number
  isAuxiliary: boolean
  needsKey: boolean
}

const COLUMNS: Columns<FirstCandidate> = {
  writes: (each) => (isPlainRead(each) ? 0 : isRead(each.operation.op) ? 1 : 2),
  answersNoJson: ({ point }) => !answersJson(point),
  auxiliary: ({ isAuxiliary }) => isAuxiliary,
  guesses: ({ call }) => call.guessed !== undefined,
  distance: ({ distance }) => distance,
  guessed: ({ call }) => call.guessed?.length ?? 0,
  deprecated: ({ point }) => point.deprecated ?? false,
  needsKey: ({ needsKey }) => needsKey,
  missed: ({ call }) => call.missed ?? false,
  severalEndpoints: ({ operation }) => operation.points.length > 1,
  listsNothing: ({ operation }) => operation.op !== 'list',
  arguments: ({ call }) => Object.keys(call.arguments).length,
  segments,
}

/** Calls an endpoint; not if it removes something, and not with made-up values of headers or nested data. */
function candidate(endpoint: Endpoint, auth: Auth, { named, described }: Subject): FirstCandidate | undefined {
  const { entity, operation, point } = endpoint
  if (point.unfilled || operation.op === 'remove') return undefined
  const call = callTo(endpoint, auth, undefined, tellingOf(point, auth))
  const isMadeUp = Object.keys(call.headers ?? {}).some((name) => call.guessed?.includes(name))
  if (isMadeUp || call.omitted || Object.keys(call.arguments).length > BOUNDS.arguments) return undefined
  const names = [...wordsOf(entity)]
  const words = [...names, ...wordsOf(point.path.replace(/\{[^}]*\}/g, ' '))]
  const distance = [
    names.some((word) => named.has(word)),
    words.some((word) => named.has(word)),
    words.some((word) => described.has(word)),
    true,
  ].indexOf(true)
  const isAuxiliary = (AUXILIARY.test(entity) && distance > 0) || AUXILIARY_PATH.test(point.path)
  const key = point.parameters.find((parameter) => isKey(parameter, auth))
  return { ...endpoint, call, distance, isAuxiliary, needsKey: point.key === true || key?.required === true }
}

/** The call as records have it, with what it has over the others. */
function firstCall({ call, ...best }: FirstCandidate, auth: Auth, only: FirstCall['why']): FirstCall {
  const source = call.guessed ? 'guessed' : Object.keys(call.arguments).length > 0 ? 'stated' : 'none'
  const reasons = {
    no_arguments: source === 'none',
    stated_values: source === 'stated',
    one_endpoint: best.operation.points.length === 1,
    about_the_subject: best.distance === 0,
    no_key: isFree(auth) && !best.needsKey,
  }
  const why = (Object.keys(reasons) as (keyof typeof reasons)[]).filter((reason) => reasons[reason])
  return { ...call, values: source, why: [...why, ...only] } as FirstCall
}

/** An endpoint that requires nothing may look for something: these optional parameters have examples that say what. */
function tellingOf(point: Point, auth: Auth): Parameter[] {
  if (requiredArguments(point, auth).length > 0 || point.path.includes('{')) return []
  const stated = point.parameters.filter(({ in: where, example }) => where === 'query' && example !== undefined)
  const sought = stated.find(({ name }) => NAMES.sought.test(name))
  return sought ? [sought] : stated.filter(({ name }) => NAMES.coordinate.test(name))
}

/** Whether some operation is known to need no key. */
const isFree = ({ scheme, needed }: Auth): boolean =>
  scheme === 'none' || needed === 'sometimes' || needed === 'optional'

/** Splits a text into words without their plural "s", and leaves out those that say nothing of an API. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map(singular)
      .filter((word) => word.length > 2 && !/^(?:api|sdk|the|and|for|rest|http|open|data|service|public)$/.test(word)),
  )
