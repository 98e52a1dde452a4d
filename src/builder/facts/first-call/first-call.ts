/**
 * Which call most people need first. Measured on real repositories: a read by GET; one that needs no arguments
 * before one whose values are stated, before guesses; operations with one endpoint first; what the API is named for
 * before what only serves it.
 */
import { compact } from '../data.ts'
import { type EntityOperations, type FirstCall, MOST, type Parameter, type Point, type Value } from '../schema.ts'
import { sampleOf } from './sample-values.ts'

/** Entities that serve the others. */
const AUXILIARY =
  /^(?:api_?)?(?:health|healthz|healthcheck|status|ping|heartbeat|version|metric|doc|documentation|swagger|openapi|schema|root|index|home|info|about|meta|metadata|config|configuration|setting|auth|oauth|login|logout|session|token|key|api_?key|error|log|webhook|callback|quota|usage|limit|robot|favicon|well_known|get_api_doc|test|debug|admin)s?(?:_.*)?$/

interface Candidate {
  call: FirstCall
  /** Smaller is better, the first number most. */
  rank: readonly number[]
}

interface Subject {
  slug: string
  title: string | undefined
}

export function firstCallOf(entities: readonly EntityOperations[], subject: Subject): FirstCall | undefined {
  const words = wordsOf(`${subject.slug.replace(/-sdk$/, '')} ${subject.title ?? ''}`)
  const candidates = entities.flatMap(({ name, operations }) =>
    operations.flatMap(({ op, points }) =>
      points.flatMap((_, index) => candidate({ entity: name, op, points, index }, words) ?? []),
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
}

const VALUES = ['none', 'stated', 'guessed'] as const

function candidate({ entity, op, points, index }: Choice, words: ReadonlySet<string>): Candidate | undefined {
  const point = points[index]!
  if (point.unfilled || op === 'remove') return undefined
  const wanted = wantedBy(point, points.length > 1)
  if (!wanted || wanted.length > MOST.arguments) return undefined
  const samples = wanted.map(({ key, parameter }) => ({ key, ...sampleOf(parameter) }))
  const guessed = samples.filter((sample) => sample.guessed).map(({ key }) => key)
  const given: Record<string, Value> = Object.fromEntries(samples.map(({ key, value }) => [key, value]))
  if (points.length > 1 && point.select?.action) given.$action = point.select.action
  if (points.length > 1 && !isReached(points, index, given)) return undefined
  const values: FirstCall['values'] = samples.length === 0 ? 'none' : guessed.length === 0 ? 'stated' : 'guessed'
  const about = wordsOf(entity)
  const isAbout = [...about].some((word) => words.has(word))
  const isAuxiliary = AUXILIARY.test(entity) && !isAbout
  const call = { entity, op, method: point.method, path: point.path }
  const why: FirstCall['why'] = [
    ...(values === 'none' ? (['no_arguments'] as const) : values === 'stated' ? (['stated_values'] as const) : []),
    ...(points.length === 1 ? (['one_endpoint'] as const) : []),
    ...(isAbout ? (['about_the_subject'] as const) : []),
    ...(point.key ? [] : (['no_key'] as const)),
  ]
  return {
    call: compact({ ...call, arguments: given, values, guessed: guessed.length > 0 ? guessed : undefined, why }),
    rank: [
      isRead(call) ? 0 : op === 'list' || op === 'load' ? 1 : 2,
      // A call of a serving entity that runs is still better than a guess.
      VALUES.indexOf(values) + (isAuxiliary ? 1.5 : 0),
      point.deprecated ? 1 : 0,
      points.length === 1 ? 0 : 1,
      point.key ? 1 : 0,
      isAbout ? 0 : 1,
      op === 'list' ? 0 : 1,
      samples.length,
      point.path.split('/').length,
    ],
  }
}

interface Wanted {
  key: string
  parameter: Parameter
}

/** The arguments to give; nothing where a required header cannot be given as one. */
function wantedBy(point: Point, isOneOfSeveral: boolean): Wanted[] | undefined {
  const chosenBy = new Set(isOneOfSeveral ? point.select?.names : [])
  const needed = point.parameters.filter(
    (parameter) => parameter.required || chosenBy.has(parameter.model_name ?? parameter.name),
  )
  if (needed.some(({ in: where, name, required }) => where === 'header' && required && !isCarried(name)))
    return undefined
  return needed.flatMap((parameter) => {
    const { in: where, name, model_name: own } = parameter
    if (where === 'header' && !chosenBy.has(own ?? name)) return []
    const selects = own !== undefined && chosenBy.has(own) ? [{ key: own, parameter }] : []
    return [{ key: name, parameter }, ...selects]
  })
}

/** Headers that the clients send by themselves, or that the key is in. */
const isCarried = (name: string): boolean => /^(?:authorization|content-type|accept|x-api-key|user-agent)$/i.test(name)

/**
 * Whether the clients take this endpoint with these arguments. They take the first of which all names and the action
 * are given; without any argument, PHP takes the first whatever it wants.
 */
function isReached(points: readonly Point[], index: number, given: Readonly<Record<string, Value>>): boolean {
  if (Object.keys(given).length === 0 && index > 0) return false
  const taken = points.findIndex(
    ({ select }) => (select?.names ?? []).every((name) => name in given) && select?.action === given.$action,
  )
  return taken === index
}

/** Words without their plural "s"; parts of a name that say nothing are left out. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, ''))
      .filter((word) => word.length > 2 && !/^(?:api|sdk|the|and|for|rest|http|open|data|service|public)$/.test(word)),
  )
