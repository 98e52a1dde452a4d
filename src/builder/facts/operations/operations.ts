/** Every entity of a model with its operations (some have none), and every endpoint behind each operation. */

import { BOUNDS } from '../../../catalog/record/bounds.ts'
import { type EntityOperations, type Parameter, Point } from '../../../catalog/record/facts.ts'
import { OPERATIONS, type OperationName } from '../../../catalog/record/languages.ts'
import { placeholderNames } from '../../../code/arguments.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { textLine } from '../../derive/text.ts'
import { keyedOperations } from '../api/auth.ts'
import type { OpenApiDescription } from '../api/description.ts'
import { at, type Data, entriesAt, flag, listAt, nameAt, textAt } from '../data.ts'
import type { Model } from '../model/generator-model.ts'
import type { Warn } from '../repository-files.ts'
import { describedParameters, modelledParameters } from './parameters.ts'
import { answerOf, modelledAnswer, resultOf } from './response-shape.ts'
import { bodyOf } from './schema-shape.ts'

const FILE = '.sdk/model'
const isOperation = (name: string): name is OperationName => (OPERATIONS as readonly string[]).includes(name)

export function operationsOf(
  model: Model,
  description: OpenApiDescription | undefined,
  warn: Warn,
): EntityOperations[] {
  const keyed = description ? keyedOperations(description) : new Set<string>()
  return Object.entries(model.entities).map(([key, entity]) => {
    const name = nameAt(entity, 'name') ?? key
    const operations = entriesAt(entity, 'op').flatMap(([op, operation]) => {
      if (!isOperation(op)) {
        warn(FILE, `${name}.${op} is no operation that we know`)
        return []
      }
      const points = listAt(operation, 'points')
        .filter((point) => at(point, 'active') !== false)
        .flatMap((point) => pointOf(point, { name, op, entity, description, keyed, warn }) ?? [])
      if (points.length > BOUNDS.points)
        warn(
          FILE,
          `${name}.${op} has ${points.length} endpoints; ${points.length - BOUNDS.points} of them are left out`,
        )
      return points.length > 0 ? [{ op, points: points.slice(0, BOUNDS.points) }] : []
    })
    return { name, operations: operations.sort((a, b) => OPERATIONS.indexOf(a.op) - OPERATIONS.indexOf(b.op)) }
  })
}

interface Described {
  description: OpenApiDescription
  /** Operations for which the description requires a key. */
  keyed: ReadonlySet<string>
}

interface Context extends Omit<Described, 'description'> {
  name: string
  op: OperationName
  entity: Data
  description: OpenApiDescription | undefined
  warn: Warn
}

function pointOf(stated: Data, { name, op, entity, description, keyed, warn }: Context): Point | undefined {
  const label = `${name}.${op}`
  const endpoint = Point.pick({ method: true, path: true }).safeParse({
    method: textAt(stated, 'method')?.toUpperCase(),
    path: textAt(stated, 'orig'),
  })
  if (!endpoint.success) {
    warn(FILE, `${label} has an endpoint without a method and a path`)
    return undefined
  }
  const { method, path } = endpoint.data
  const parts = listAt(stated, 'parts').map(String)
  const parameters = modelledParameters({ method, path, parts, args: at(stated, 'args') })
  const fillable = parameters.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : []))
  const unfilled = placeholderNames(parts.join('/')).filter((name) => !fillable.includes(name))
  if (unfilled.length > 0) {
    warn(FILE, `${label}: nothing fills {${unfilled.join('}, {')}}`)
  }
  const point = withoutUndefined({
    method,
    path,
    parameters,
    select: selection(listAt(stated, 'select', 'exist'), at(stated, 'select', '$action')),
    unfilled: nonEmpty(unfilled),
    result: resultOf(at(stated, 'transform')),
    answer: modelledAnswer(entity),
  })
  const described = description ? describedPoint(point, { entity: name, op, description, keyed }) : point
  if (described.parameters.length > BOUNDS.parameters)
    warn(FILE, `${label} has ${described.parameters.length} parameters`)
  return bounded(described)
}

/** The endpoint with what the description says of it; as it is where the description does not have it. */
export function describedPoint(
  point: Point,
  { entity, op, description, keyed }: { entity: string; op: OperationName } & Described,
): Point {
  const { method, path, parameters, result, answer, key, deprecated, ...rest } = point
  const described = description.operation(path, method)
  if (!described) return point
  const outside = describedParameters({ method, path }, parameters, description)
  const isWriting = method !== 'GET' && method !== 'HEAD'
  const none = { parameters: [], kind: undefined, items: undefined }
  const body = isWriting ? withinBytes(MAX_BYTES.body, 2, (levels) => bodyOf(description, described, levels)) : none
  const asked = { entity, isList: op === 'list', result }
  const isElsewhere = ({ name }: Parameter) => outside.some((other) => other.name === name && other.in !== 'body')
  const inBody = body.parameters.filter((parameter) => !isElsewhere(parameter))
  const isInBody = ({ name, in: where }: Parameter) => where === 'body' && inBody.some((other) => other.name === name)
  return withoutUndefined({
    ...rest,
    method,
    path,
    server: serverOf(description, described, path),
    purpose: textLine(textAt(described, 'summary') ?? textAt(described, 'description'), BOUNDS.purpose),
    parameters: [...outside.filter((parameter) => !isInBody(parameter)), ...inBody],
    body: body.parameters.length > 0 && inBody.length === 0 ? 'none' : body.kind,
    body_items: body.items,
    key: flag(keyed.has(`${method.toLowerCase()} ${path}`)) ?? key,
    deprecated: flag(described.deprecated === true) ?? deprecated,
    result,
    answer: withinBytes(MAX_BYTES.answer, 1, (levels) => answerOf(description, described, asked, levels)),
  })
}

/** The server of one endpoint, if it is of the same site as that of the API: a key must go nowhere else. */
function serverOf({ root }: OpenApiDescription, operation: Data, path: string): string | undefined {
  const [own] = [...listAt(operation, 'servers'), ...listAt(at(root, 'paths', path), 'servers')]
  const url = textAt(own, 'url')?.replace(/\/$/, '')
  const hostOf = (text = ''): string => URL.parse(text)?.hostname ?? ''
  const api = hostOf(textAt(listAt(root, 'servers')[0], 'url'))
  const site = api.replace(/^(?:api|www)\./, '')
  return url?.startsWith('https://') && hostOf(url) !== api && `.${hostOf(url)}`.endsWith(`.${site}`) ? url : undefined
}

/** Members of members are left out where their JSON takes more. */
const MAX_BYTES = { body: 12_000, answer: 6_000 }

/** What is read of three levels, or of fewer that take less. @param least levels that are read in any case */
function withinBytes<T>(bytes: number, least: number, read: (levels: number) => T): T {
  for (let levels = 3; levels > least; levels--) {
    const value = read(levels)
    if (JSON.stringify([value]).length <= bytes) return value
  }
  return read(least)
}

/** The same entities with other endpoints. */
export const mapPoints = (
  entities: readonly EntityOperations[],
  map: (point: Point, place: { entity: string; op: OperationName }) => Point,
): EntityOperations[] =>
  entities.map(({ name, operations }) => ({
    name,
    operations: operations.map(({ op, points }) => ({
      op,
      points: points.map((point) => map(point, { entity: name, op })),
    })),
  }))

/** Required parameters first, so that the limit drops none of them. */
export const bounded = (point: Point): Point => ({
  ...point,
  parameters: point.parameters
    .toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
    .slice(0, BOUNDS.parameters),
})

/** What selects an endpoint: names of arguments, and an action. */
export function selection(exist: readonly Data[], stated: Data): Point['select'] {
  const names = exist.flatMap((name) => nameAt(name) ?? [])
  const action = nameAt(stated)
  return names.length > 0 || action !== undefined ? withoutUndefined({ names, action }) : undefined
}
