/** Every entity of a model with its operations (some have none), and every endpoint behind each operation. */

import { type EntityOperations, MOST, type Parameter, Point } from '../../../catalog/record/facts.ts'
import { OPERATIONS } from '../../../catalog/record/languages.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { keyedOperations } from '../api/auth.ts'
import { type OpenApiDescription, placeholderNames } from '../api/description.ts'
import { at, type Data, entriesAt, flag, listAt, nameAt, textAt } from '../data.ts'
import type { Warn } from '../files.ts'
import type { Model } from '../model/model.ts'
import { answerOf, modelledAnswer, resultOf } from './answer.ts'
import { parametersOf } from './parameters.ts'
import { bodyParameters } from './schema-shape.ts'

const FILE = '.sdk/model'
type OperationName = (typeof OPERATIONS)[number]
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
      if (points.length > MOST.points) warn(FILE, `${name}.${op} has ${points.length} endpoints`)
      return points.length > 0 ? [{ op, points: points.slice(0, MOST.points) }] : []
    })
    return { name, operations: operations.sort((a, b) => OPERATIONS.indexOf(a.op) - OPERATIONS.indexOf(b.op)) }
  })
}

interface Context {
  name: string
  op: OperationName
  entity: Data
  description: OpenApiDescription | undefined
  keyed: ReadonlySet<string>
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
  const described = description?.operation(path, method)
  const outside = parametersOf({ method, path, parts, args: at(stated, 'args') }, description)
  const isWriting = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const body = description && described && isWriting ? bodyParameters(description, described) : []
  const result = resultOf(at(stated, 'transform'))
  const parameters = [...outside, ...body.filter(({ name }) => !outside.some((other) => other.name === name))]
  if (parameters.length > MOST.parameters) warn(FILE, `${label} has ${parameters.length} parameters`)
  const fillable = outside.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : []))
  const unfilled = placeholderNames(parts.join('/')).filter((name) => !fillable.includes(name))
  if (unfilled.length > 0) {
    warn(FILE, `${label}: nothing fills {${unfilled.join('}, {')}}`)
  }
  return withoutUndefined({
    method,
    path,
    parameters: requiredFirst(parameters).slice(0, MOST.parameters),
    select: selection(at(stated, 'select')),
    key: flag(keyed.has(`${method.toLowerCase()} ${path}`)),
    deprecated: flag(described?.deprecated === true),
    unfilled: nonEmpty(unfilled),
    result,
    answer:
      (description && described && answerOf(description, described, { entity: name, isList: op === 'list', result })) ??
      (isWithoutBody(described) ? undefined : modelledAnswer(entity)),
  })
}

/** Whether success has no content: 204. */
const isWithoutBody = (described: Data): boolean => {
  const successes = entriesAt(described, 'responses').filter(([code]) => /^2/.test(code))
  return successes.length > 0 && successes.every(([code]) => code === '204')
}

/** Required ones first, so that the limit drops none of them. */
const requiredFirst = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))

function selection(select: Data): Point['select'] {
  const names = listAt(select, 'exist').flatMap((name) => nameAt(name) ?? [])
  const action = nameAt(select, '$action')
  return names.length > 0 || action !== undefined ? withoutUndefined({ names, action }) : undefined
}
