/**
 * Which call most people need first: a read by GET about what the API is named and described as, without guessed values;
 * operations with one endpoint before those with several; auxiliary entities last.
 */

import { MOST } from '../../../catalog/record/bounds.ts'
import type { Auth, EntityOperations, FirstCall, Parameter, Point, Scalar } from '../../../catalog/record/facts.ts'
import { isRead } from '../../../catalog/record/languages.ts'
import {
  isKey,
  isNested,
  isSelected,
  type RequiredArgument,
  recordedBody,
  requiredArguments,
  takesKey,
} from '../../../code/arguments.ts'
import { byUse } from '../../../code/reference/order-parameters.ts'
import { directCall, requestParts } from '../../../code/request-by-api-names.ts'
import { answersJson, sampleOf } from '../../../code/values/sample-values.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { flag, singular } from '../data.ts'

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
export function chooseFirstCall(
  entities: readonly EntityOperations[],
  { slug, title, about = '', auth }: Api,
): FirstCall | undefined {
  const subject = {
    named: wordsOf(`${slug.replace(/-sdk$/, '')} ${title ?? ''}`),
    described: wordsOf(about.slice(0, MAX_ABOUT)),
  }
  const candidates = entities.flatMap(({ name, operations }) =>
    operations.flatMap(({ op, points }) =>
      points.flatMap((_, index) => {
        const choice = { entity: name, op, points, index, auth }
        const byHand = points.length > 1 ? candidate({ ...choice, byHand: true }, subject) : undefined
        return [candidate(choice, subject), byHand].filter((each) => each !== undefined)
      }),
    ),
  )
  const best = candidates.sort((a, b) => compareRanks(a.rank, b.rank))[0]
  if (!best) return undefined
  const reads = candidates.filter(({ call }) => isPlainRead(call)).length
  if (reads > 1) return best.call
  return { ...best.call, why: [...best.call.why, reads === 0 ? 'only_write' : 'only_read'] }
}

export function calledPoint(call: FirstCall | undefined, entities: readonly EntityOperations[]): Point | undefined {
  const operations = entities.find(({ name }) => name === call?.entity)?.operations ?? []
  const points = operations.find(({ op }) => op === call?.op)?.points ?? []
  return points.find(({ method, path }) => method === call?.method && path === call.path)
}

/** The call with the parameters of its endpoint, those that it passes first, and what of it the clients do not send or return. */
export function withTakes(call: FirstCall | undefined, entities: readonly EntityOperations[]): FirstCall | undefined {
  const { parameters = [], body, answer } = calledPoint(call, entities) ?? {}
  const passed = Object.keys(call?.arguments ?? {})
  const isPassed = ({ name }: Parameter): number => Number(passed.includes(name))
  const sorted = byUse(parameters).sort((a, b) => isPassed(b) - isPassed(a))
  const takes = nonEmpty(sorted.slice(0, MOST.arguments))
  const sends = body === 'form' || body === 'multipart' ? body : undefined
  const answers = answer?.body === 'text' || answer?.body === 'binary' ? answer.body : undefined
  return call && withoutUndefined({ ...call, sends, answers, takes })
}

const compareRanks = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, index) => value - b[index]!).find((difference) => difference !== 0) ?? 0

const isPlainRead = ({ op, method }: Pick<FirstCall, 'op' | 'method'>): boolean => method === 'GET' && isRead(op)

interface Choice {
  entity: string
  op: FirstCall['op']
  points: readonly Point[]
  index: number
  auth: Auth
  /** By the client's `direct`, which reaches an endpoint that the operation's arguments do not select. */
  byHand?: boolean
}

interface Subject {
  named: ReadonlySet<string>
  described: ReadonlySet<string>
}

/** Characters of a description that say what the API is for. */
const MAX_ABOUT = 300

/** The call of one endpoint, and its rank: smaller is better, the first number matters most. */
function candidate({ entity, op, points, index, auth, byHand = false }: Choice, { named, described }: Subject) {
  const point = points[index]!
  const isOnly = points.length === 1
  if (point.unfilled || op === 'remove') return undefined
  const required = requiredArguments(point, auth)
  // No argument reaches a header, and no value is made up for nested data.
  if (required.some(({ parameter }) => parameter.in === 'header' || isNested(parameter))) return undefined
  if (required.length > MOST.arguments) return undefined
  const samples = [...required, ...tellingOf(point, required)].map(({ key, parameter }) => ({
    key,
    ...sampleOf(parameter),
  }))
  const guessed = samples.filter(({ source }) => source === 'made up' || source === 'placeholder').map(({ key }) => key)
  const values: Record<string, Scalar> = Object.fromEntries(samples.map(({ key, value }) => [key, value]))
  const source = samples.length === 0 ? 'none' : guessed.length === 0 ? 'stated' : 'guessed'
  const words = [...wordsOf(`${entity} ${point.path.replace(/\{[^}]*\}/g, ' ')}`)]
  const isAbout = [...wordsOf(entity)].some((word) => named.has(word))
  const isNamed = words.some((word) => named.has(word))
  const isDescribed = words.some((word) => described.has(word))
  const relation = isAbout ? 0 : isNamed ? 1 : isDescribed ? 2 : 3
  const isAuxiliary = (AUXILIARY.test(entity) && !isAbout) || AUXILIARY_PATH.test(point.path)
  const isPlain = !answersJson(point)
  const keyParameter = point.parameters.find((parameter) => isKey(parameter, auth))
  const keyNames = keyParameter ? [keyParameter.name, keyParameter.model_name ?? keyParameter.name] : []
  if (!isOnly && !byHand && !isSelected(points, index, new Set([...Object.keys(values), ...keyNames]))) return undefined
  const needsKey = point.key === true || keyParameter?.required === true
  const call = { entity, op, method: point.method, path: point.path }
  const reasons = {
    no_arguments: source === 'none',
    stated_values: source === 'stated',
    one_endpoint: isOnly,
    about_the_subject: isAbout,
    no_key: isFree(auth) && !needsKey,
  }
  const why = (Object.keys(reasons) as (keyof typeof reasons)[]).filter((reason) => reasons[reason])
  return {
    call: withoutUndefined({
      ...call,
      arguments: values,
      key_argument: auth.pass === 'argument' && takesKey(point, auth) ? (keyParameter?.name ?? auth.name) : undefined,
      values: source,
      guessed: nonEmpty(guessed),
      direct: directCall(op, point, values) ?? (byHand ? requestParts(point, values) : undefined),
      missed: flag(byHand),
      body: recordedBody(point),
      why: why as FirstCall['why'],
    } as const),
    rank: [
      isPlainRead(call) ? 0 : isRead(op) ? 1 : 2,
      ...[isPlain, isAuxiliary, guessed.length > 0].map(Number),
      relation,
      guessed.length,
      ...[point.deprecated ?? false, needsKey, byHand, !isOnly, op !== 'list'].map(Number),
      samples.length,
      point.path.split('/').length,
    ],
  }
}

/** What a search, or the load of one record, looks for. */
const SOUGHT =
  /^(?:q|query|search|keywords?|terms?|text|name|title|symbols?|city|country|place|location|address|zip|ip|domain|url|word|code|id)$/i
const COORDINATES = /^(?:lat|lon|lng|latitude|longitude)$/i

/** Of an endpoint that requires nothing and looks for something, the optional parameters whose examples say what. */
function tellingOf({ path, parameters }: Point, required: readonly RequiredArgument[]): RequiredArgument[] {
  if (required.length > 0 || /[{]/.test(path)) return []
  const stated = parameters.filter(({ in: where, example }) => where === 'query' && example !== undefined)
  const sought = stated.find(({ name }) => SOUGHT.test(name))
  const telling = sought ? [sought] : stated.filter(({ name }) => COORDINATES.test(name))
  return telling.map((parameter) => ({ key: parameter.name, parameter }))
}

/** Whether some operation is known to need no key. */
const isFree = ({ scheme, needed }: Auth): boolean =>
  scheme === 'none' || needed === 'sometimes' || needed === 'optional'

/** Words without their plural "s"; parts of a name that say nothing are left out. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map(singular)
      .filter((word) => word.length > 2 && !/^(?:api|sdk|the|and|for|rest|http|open|data|service|public)$/.test(word)),
  )
