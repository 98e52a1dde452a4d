/**
 * Which call most people need first. Measured on real repositories: a read by GET; one that needs no arguments
 * before one whose values are stated, before guesses; operations with one endpoint first; what the API is named for
 * before what only serves it.
 */

import {
  type Auth,
  type EntityOperations,
  type FirstCall,
  MOST,
  type Point,
  type Scalar,
} from '../../../catalog/record/facts.ts'
import { isKey, isNested, isReached, wantedBy } from '../../../catalog/usage/arguments.ts'
import { sampleOf } from '../../../catalog/usage/sample-values.ts'
import { compact } from '../data.ts'

/** Entities that serve the others. */
const AUXILIARY =
  /^(?:get_)?(?:api_?)?(?:health|healthz|healthcheck|status|ping|heartbeat|version|metric|doc|documentation|swagger|openapi|schema|root|index|home|info|system_info|about|help|meta|metadata|config|configuration|setting|auth|o_?auth2?|login|logout|session|token|key|api_?key|error|log|webhook|callback|quota|usage|rate_limit|robot|favicon|well_known|stat|statistic|analytic|test|testing|debug|admin)s?(?:_.*)?$/
const AUXILIARY_PATH =
  /\/(?:health|healthz|healthcheck|ping|heartbeat|status|version|metrics|swagger|openapi)(?:\.\w+)?(?:\/|$)/i

interface Candidate {
  call: FirstCall
  /** Smaller is better, the first number most. */
  rank: readonly number[]
}

interface Api {
  slug: string
  title: string | undefined
  auth: Auth
}

export function firstCallOf(entities: readonly EntityOperations[], { slug, title, auth }: Api): FirstCall | undefined {
  const words = wordsOf(`${slug.replace(/-sdk$/, '')} ${title ?? ''}`)
  const candidates = entities.flatMap(({ name, operations }) =>
    operations.flatMap(({ op, points }) =>
      points.flatMap((_, index) => candidate({ entity: name, op, points, index, auth }, words) ?? []),
    ),
  )
  const best = candidates.sort((a, b) => compare(a.rank, b.rank))[0]
  if (!best) return undefined
  const reads = candidates.filter(({ call }) => isRead(call))
  const only = reads.length === 0 ? 'only_write' : reads.length === 1 ? 'only_read' : undefined
  return { ...best.call, why: only ? [...best.call.why, only] : best.call.why }
}

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0

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

function candidate({ entity, op, points, index, auth }: Choice, words: ReadonlySet<string>): Candidate | undefined {
  const point = points[index]!
  const isOne = points.length === 1
  if (point.unfilled || op === 'remove') return undefined
  const wanted = wantedBy(point, !isOne, auth)
  // No argument reaches a header, and no value is made up for what is nested.
  if (wanted.some(({ parameter }) => parameter.in === 'header' || isNested(parameter))) return undefined
  if (wanted.length > MOST.arguments) return undefined
  const samples = wanted.map(({ key, parameter }) => ({ key, ...sampleOf(parameter) }))
  const guessed = samples.filter((sample) => sample.guessed).map(({ key }) => key)
  const given: Record<string, Scalar> = Object.fromEntries(samples.map(({ key, value }) => [key, value]))
  if (!isOne && point.select?.action) given.$action = point.select.action
  const values = samples.length === 0 ? 'none' : guessed.length === 0 ? 'stated' : 'guessed'
  const isAbout = [...wordsOf(entity)].some((word) => words.has(word))
  const isAuxiliary = (AUXILIARY.test(entity) || AUXILIARY_PATH.test(point.path)) && !isAbout
  const keyParameter = point.parameters.find((parameter) => isKey(parameter, auth))
  const keyNames = keyParameter ? [keyParameter.name, keyParameter.model_name ?? keyParameter.name] : []
  if (!isOne && !isReached(points, index, new Set([...Object.keys(given), ...keyNames]))) return undefined
  const needsKey = point.key === true || keyParameter?.required === true
  const call = { entity, op, method: point.method, path: point.path }
  const why = [
    ...(values === 'none' ? (['no_arguments'] as const) : values === 'stated' ? (['stated_values'] as const) : []),
    ...(isOne ? (['one_endpoint'] as const) : []),
    ...(isAbout ? (['about_the_subject'] as const) : []),
    ...(isFree(auth) && !needsKey ? (['no_key'] as const) : []),
  ]
  return {
    call: compact({
      ...call,
      arguments: given,
      key_argument: auth.pass === 'argument' ? (keyParameter?.name ?? auth.name) : undefined,
      values,
      guessed: guessed.length > 0 ? guessed : undefined,
      why,
    } as const),
    rank: [
      isRead(call) ? 0 : op === 'list' || op === 'load' ? 1 : 2,
      // A call of a serving entity that runs is still better than a guess.
      VALUES.indexOf(values) + (isAuxiliary ? 1.5 : 0),
      guessed.length,
      point.deprecated ? 1 : 0,
      isOne ? 0 : 1,
      needsKey ? 1 : 0,
      isAbout ? 0 : 1,
      op === 'list' ? 0 : 1,
      samples.length,
      point.path.split('/').length,
    ],
  }
}

/** Whether something tells that not every operation wants a key. */
const isFree = ({ scheme, needed }: Auth): boolean =>
  scheme === 'none' || needed === 'sometimes' || needed === 'optional'

/** Words without their plural "s"; parts of a name that say nothing are left out. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, ''))
      .filter((word) => word.length > 2 && !/^(?:api|sdk|the|and|for|rest|http|open|data|service|public)$/.test(word)),
  )
