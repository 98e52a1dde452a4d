/** Parameters of one endpoint: the model knows the client's names, the description the API's own and the values. */

import { MOST, type Parameter } from '../../../catalog/record/facts.ts'
import type { Description } from '../api/description.ts'
import { at, compact, type Data, entriesAt, listAt, nameAt, scalarOf, textAt, typeOf } from '../data.ts'
import type { ModelObject } from '../model/read-model.ts'

interface Endpoint {
  method: string
  path: string
  /** As the client builds the path: its own placeholders. */
  parts: readonly string[]
  args: Data
}

const KINDS = [
  ['params', 'path'],
  ['query', 'query'],
  ['header', 'header'],
] as const

export function parametersOf(endpoint: Endpoint, description: Description | undefined): Parameter[] {
  const described = new Set(description?.parameters(endpoint.path, endpoint.method) ?? [])
  const inPath = pathNames(endpoint)
  const modelled = KINDS.flatMap(([kind, where]) =>
    listAt(endpoint.args, kind).flatMap((argument) => {
      const own = nameAt(argument, 'name')
      if (own === undefined || at(argument, 'active') === false) return []
      const wanted = (where === 'path' && inPath.get(own)) || nameAt(argument, 'orig') || own
      const stated = takeLike(described, where, wanted)
      const api = nameAt(stated, 'name') ?? wanted
      const required = where === 'path' || at(argument, 'reqd') === true || stated?.required === true
      const example = scalarOf(at(argument, 'example'))
      const type = typeOf(at(argument, 'type'))
      const parameter = parameterFrom(namesOf(where, own, api), stated ?? {}, required)
      return [compact({ ...parameter, type: parameter.type ?? type, example: parameter.example ?? example })]
    }),
  )
  const others = [...described].flatMap((stated) => {
    const name = nameAt(stated, 'name')
    const where = textAt(stated, 'in')
    if (name === undefined || (where !== 'query' && where !== 'header')) return []
    return [parameterFrom({ name, in: where }, stated, stated.required === true)]
  })
  return [...modelled, ...others]
}

/** Clients send every other key of a call as a query parameter of that name, so that the API's own name is the one to pass. */
function namesOf(where: 'path' | 'query' | 'header', own: string, api: string) {
  if (where === 'path') return compact({ name: own, in: where, api_name: api !== own ? api : undefined })
  return compact({ name: api, in: where, model_name: api !== own ? own : undefined })
}

const PLACEHOLDER = /\{([^{}]+)\}/g
export const placeholders = (path: string): string[] => [...path.matchAll(PLACEHOLDER)].map(([, name]) => name!)

/** The client's placeholders -> the API's, which stand in the same order. */
function pathNames({ path, parts }: Endpoint): ReadonlyMap<string, string> {
  const theirs = placeholders(path)
  const ours = placeholders(parts.join('/'))
  return new Map(ours.length === theirs.length ? ours.map((name, index) => [name, theirs[index]!]) : [])
}

/** Models write names in lower case with "_" and in the singular: `maxResults` as `max_result`. */
const canonical = (name: string): string =>
  name
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/)
    .map((word) =>
      word
        .toLowerCase()
        .replace(/ies$/, 'y')
        .replace(/(?<=[^s])s$/, ''),
    )
    .join('')
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The described parameter of that name, or of the most similar spelling; no two take the same. */
function takeLike(described: Set<ModelObject>, where: string, name: string): ModelObject | undefined {
  const candidates = [...described].filter((stated) => textAt(stated, 'in') === where)
  const found = [(text: string) => text, lettersOf, canonical]
    .map((spell) => candidates.find((stated) => spell(textAt(stated, 'name') ?? '') === spell(name)))
    .find(Boolean)
  if (found) described.delete(found)
  return found
}

/** What a description's parameter, or a member of a body with its schema, states of itself. */
export function parameterFrom(
  names: Pick<Parameter, 'name' | 'in'> & Partial<Pick<Parameter, 'api_name' | 'model_name'>>,
  stated: ModelObject,
  required: boolean,
): Parameter {
  const read = (member: string): Data => at(stated, 'schema', member) ?? stated[member]
  const choices = listAt(read('enum') ?? at(read('items'), 'enum')).flatMap((value) => scalarOf(value) ?? [])
  const [named] = entriesAt(stated, 'examples').map(([, one]) => at(one, 'value'))
  const example = [
    stated.example,
    named,
    stated['x-example'],
    at(stated, 'schema', 'example'),
    at(stated, 'schema', 'examples'),
  ]
  return compact({
    ...names,
    type: typeOf(read('type')),
    required: required ? (true as const) : undefined,
    example: example.map(scalarOf).find((value) => value !== undefined),
    default: scalarOf(read('default')),
    enum: choices.length > 0 ? choices.slice(0, MOST.enum) : undefined,
    format: nameAt(read('format')),
  })
}
