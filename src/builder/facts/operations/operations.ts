/** Every entity of a model with its operations (some have none), and every endpoint behind each operation. */

import { type EntityOperations, MOST, type Parameter, Point } from '../../../catalog/record/facts.ts'
import { OPERATIONS } from '../../../catalog/record/languages.ts'
import { keyedOperations } from '../api/auth.ts'
import type { Description } from '../api/description.ts'
import { at, compact, type Data, entriesAt, listAt, nameAt, textAt, typeOf } from '../data.ts'
import type { Warn } from '../files.ts'
import type { Model } from '../model/model.ts'
import type { ModelObject } from '../model/read-model.ts'
import { parametersOf, placeholders } from './parameters.ts'
import { answerOf, answerWith, bodyParameters, isWriting, membersInto } from './schema-shape.ts'

const FILE = '.sdk/model'
type OperationName = (typeof OPERATIONS)[number]
const isOperation = (name: string): name is OperationName => (OPERATIONS as readonly string[]).includes(name)

export function operationsOf(model: Model, description: Description | undefined, warn: Warn): EntityOperations[] {
  const keyed = description ? keyedOperations(description) : new Set<string>()
  return Object.entries(model.entities).map(([key, entity]) => {
    const name = nameAt(entity, 'name') ?? key
    const operations = entriesAt(entity, 'op').flatMap(([op, operation]) => {
      if (!isOperation(op)) {
        warn({ kind: 'unknown_operation', file: FILE, detail: `${name}.${op} is no operation that we know` })
        return []
      }
      const points = listAt(operation, 'points')
        .filter((point) => at(point, 'active') !== false)
        .flatMap((point) => pointOf(point, `${name}.${op}`, { entity, description, keyed, warn }) ?? [])
      if (points.length > MOST.points) {
        warn({ kind: 'cut_short', file: FILE, detail: `${name}.${op} has ${points.length} endpoints` })
      }
      return points.length > 0 ? [{ op, points: points.slice(0, MOST.points) }] : []
    })
    const order = (op: OperationName): number => OPERATIONS.indexOf(op)
    return { name, operations: operations.sort((a, b) => order(a.op) - order(b.op)) }
  })
}

interface Context {
  entity: Data
  description: Description | undefined
  keyed: ReadonlySet<string>
  warn: Warn
}

function pointOf(stated: Data, label: string, { entity, description, keyed, warn }: Context): Point | undefined {
  const method = Point.shape.method.safeParse(textAt(stated, 'method')?.toUpperCase())
  const path = Point.shape.path.safeParse(textAt(stated, 'orig'))
  if (!method.success || !path.success) {
    warn({ kind: 'no_path', file: FILE, detail: `${label} has an endpoint without a method and a path` })
    return undefined
  }
  const parts = listAt(stated, 'parts').map(String)
  const endpoint = { method: method.data, path: path.data, parts, args: at(stated, 'args') }
  const described = description?.operation(path.data, method.data)
  const own = parametersOf(endpoint, description)
  const body = description && described && isWriting(method.data) ? bodyParameters(description, described) : []
  const parameters = requiredFirst([...own, ...body.filter(({ name }) => !own.some((other) => other.name === name))])
  if (parameters.length > MOST.parameters) {
    warn({ kind: 'cut_short', file: FILE, detail: `${label} has ${parameters.length} parameters` })
  }
  const fillable = new Set(own.filter((parameter) => parameter.in === 'path').map(({ name }) => name))
  const unfilled = placeholders(parts.join('/')).filter((name) => !fillable.has(name))
  if (unfilled.length > 0) {
    warn({ kind: 'unfilled_path', file: FILE, detail: `${label}: nothing fills {${unfilled.join('}, {')}}` })
  }
  return compact({
    method: method.data,
    path: path.data,
    parameters: parameters.slice(0, MOST.parameters),
    select: selection(at(stated, 'select')),
    key: keyed.has(`${method.data.toLowerCase()} ${path.data}`) ? (true as const) : undefined,
    deprecated: described?.deprecated === true ? (true as const) : undefined,
    unfilled: unfilled.length > 0 ? unfilled : undefined,
    answer: answer(stated, described, description) ?? modelledAnswer(entity),
  })
}

/** Required ones first, so that a cut takes none of them. */
const requiredFirst = (parameters: readonly Parameter[]): Parameter[] => [
  ...parameters.filter((parameter) => parameter.required),
  ...parameters.filter((parameter) => !parameter.required),
]

function selection(select: Data): Point['select'] {
  const names = listAt(select, 'exist').flatMap((name) => nameAt(name) ?? [])
  const action = nameAt(select, '$action')
  return names.length > 0 || action !== undefined ? compact({ names, action }) : undefined
}

const answer = (stated: Data, described: ModelObject | undefined, description: Description | undefined) =>
  described && description ? answerOf(description, described, membersInto(at(stated, 'transform'))) : undefined

/** The model's fields belong to the entity, whichever endpoint gave it. */
function modelledAnswer(entity: Data): Point['answer'] {
  const fields = listAt(entity, 'fields').flatMap((field) => {
    const name = nameAt(field, 'name')
    return name === undefined ? [] : [[name, typeOf(at(field, 'type')) ?? 'any'] as const]
  })
  return answerWith(fields, false)
}
