/**
 * Which call most people need first. Measured on real repositories: a read by GET; one that needs no arguments
 * before one whose values are stated, before guesses; operations with one endpoint first; what the API is named after
 * before auxiliary entities.
 */

import type { Auth, EntityOperations, FirstCall, Point, Scalar } from '../../../catalog/record/facts.ts'
import { MOST } from '../../../catalog/record/facts.ts'
import { isKey, isNested, isReached, wantedBy } from '../../../catalog/usage/arguments.ts'
import { directCall } from '../../../catalog/usage/request.ts'
import { sampleOf } from '../../../catalog/usage/sample-values.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { singular } from '../data.ts'

/** Entities that are not what an API is for. */
const AUXILIARY =
  /^(?:get_)?(?:api_?)?(?:health|healthz|healthcheck|status|ping|heartbeat|version|metric|doc|documentation|swagger|openapi|schema|root|index|home|info|system_info|about|help|meta|metadata|config|configuration|setting|auth|o_?auth2?|login|logout|session|token|key|api_?key|error|log|webhook|callback|quota|usage|rate_limit|robot|favicon|well_known|stat|statistic|analytic|test|testing|debug|admin)s?(?:_.*)?$/
const AUXILIARY_PATH =
  /\/(?:health|healthz|healthcheck|ping|heartbeat|status|version|metrics|swagger|openapi)(?:\.\w+)?(?:\/|$)/i

interface Api {
  slug: string
  title: string | undefined
  auth: Auth
}

/** The call to show first; nothing where no operation can be called with plain values. */
export function chooseFirstCall(
  entities: readonly EntityOperations[],
  { slug, title, auth }: Api,
): FirstCall | undefined {
  const subject = wordsOf(`${slug.replace(/-sdk$/, '')} ${title ?? ''}`)
  const candidates = entities.flatMap(({ name, operations }) =>
    operations.flatMap(({ op, points }) =>
      points.flatMap((_, index) => candidate({ entity: name, op, points, index, auth }, subject) ?? []),
    ),
  )
  const best = candidates.sort((a, b) => compareRanks(a.rank, b.rank))[0]
  if (!best) return undefined
  const reads = candidates.filter(({ call }) => isRead(call)).length
  if (reads > 1) return best.call
  return { ...best.call, why: [...best.call.why, reads === 0 ? 'only_write' : 'only_read'] }
}

const compareRanks = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, index) => value - b[index]!).find((difference) => difference !== 0) ?? 0

const isRead = ({ op, method }: Pick<FirstCall, 'op' | 'method'>): boolean =>
  method === 'GET' && (op === 'list' || op === 'load')

interface Choice {
  entity: string
  op: FirstCall['op']
  points: readonly Point[]
  index: number
  auth: Auth
}

const VALUES = ['none', 'stated', 'guessed'] as const

/** The call of one endpoint, and its rank: smaller is better, the first number matters most. */
function candidate({ entity, op, points, index, auth }: Choice, subject: ReadonlySet<string>) {
  const point = points[index]!
  const isOnly = points.length === 1
  if (point.unfilled || op === 'remove') return undefined
  const required = wantedBy(point, !isOnly, auth)
  // No argument reaches a header, and no value is made up for nested data.
  if (required.some(({ parameter }) => parameter.in === 'header' || isNested(parameter))) return undefined
  if (required.length > MOST.arguments) return undefined
  const samples = required.map(({ key, parameter }) => ({ key, ...sampleOf(parameter) }))
  const guessed = samples.filter((sample) => sample.guessed).map(({ key }) => key)
  const values: Record<string, Scalar> = Object.fromEntries(samples.map(({ key, value }) => [key, value]))
  if (!isOnly && point.select?.action) values.$action = point.select.action
  const source = samples.length === 0 ? 'none' : guessed.length === 0 ? 'stated' : 'guessed'
  const isAbout = [...wordsOf(entity)].some((word) => subject.has(word))
  const isAuxiliary = (AUXILIARY.test(entity) || AUXILIARY_PATH.test(point.path)) && !isAbout
  const keyParameter = point.parameters.find((parameter) => isKey(parameter, auth))
  const keyNames = keyParameter ? [keyParameter.name, keyParameter.model_name ?? keyParameter.name] : []
  if (!isOnly && !isReached(points, index, new Set([...Object.keys(values), ...keyNames]))) return undefined
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
      key_argument: auth.pass === 'argument' ? (keyParameter?.name ?? auth.name) : undefined,
      values: source,
      guessed: nonEmpty(guessed),
      direct: directCall(op, point, values),
      why: why as FirstCall['why'],
    } as const),
    rank: [
      isRead(call) ? 0 : op === 'list' || op === 'load' ? 1 : 2,
      // A call of an auxiliary entity that runs is still better than a guess.
      VALUES.indexOf(source) + (isAuxiliary ? 1.5 : 0),
      guessed.length,
      ...[point.deprecated ?? false, !isOnly, needsKey, !isAbout, op !== 'list'].map(Number),
      samples.length,
      point.path.split('/').length,
    ],
  }
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
