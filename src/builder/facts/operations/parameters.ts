/** Parameters of one endpoint: the model knows the client's names, the description the API's own and the values. */

import { MOST, type Parameter } from '../../../catalog/record/facts.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { type OpenApiDescription, placeholderNames } from '../api/description.ts'
import {
  at,
  type Data,
  entriesAt,
  flag,
  listAt,
  nameAt,
  scalarOf,
  scalarsOf,
  singular,
  textAt,
  typeOf,
} from '../data.ts'
import type { ModelObject } from '../model/read-model.ts'

interface Endpoint {
  method: string
  path: string
  /** As the client builds the path: its own placeholders. */
  parts: readonly string[]
  args: Data
}

const PLACES = { params: 'path', query: 'query', header: 'header' } as const

export function parametersOf(endpoint: Endpoint, description: OpenApiDescription | undefined): Parameter[] {
  const described = new Set(description?.parameters(endpoint.path, endpoint.method) ?? [])
  const apiNames = pathNames(endpoint)
  const modelled = Object.entries(PLACES).flatMap(([kind, place]) =>
    listAt(endpoint.args, kind).flatMap((argument) => {
      const clientName = nameAt(argument, 'name')
      if (clientName === undefined || at(argument, 'active') === false) return []
      const expected = (place === 'path' && apiNames.get(clientName)) || nameAt(argument, 'orig') || clientName
      const stated = takeSimilar(described, place, expected)
      const statedName = nameAt(stated, 'name') ?? expected
      const names = namesOf(place, clientName, place === 'path' ? placeholderOf(endpoint.path, statedName) : statedName)
      const required = place === 'path' || at(argument, 'reqd') === true || stated?.required === true
      const parameter = parameterFrom(names, stated ?? {}, required)
      const type = parameter.type ?? typeOf(at(argument, 'type'))
      return [withoutUndefined({ ...parameter, type, example: parameter.example ?? scalarOf(at(argument, 'example')) })]
    }),
  )
  const others = [...described].flatMap((stated) => {
    const name = nameAt(stated, 'name')
    const place = textAt(stated, 'in')
    if (name === undefined || (place !== 'query' && place !== 'header')) return []
    return [parameterFrom({ name, in: place }, stated, stated.required === true)]
  })
  return [...modelled, ...others]
}

/** Descriptions may write a placeholder in other letters than the path does. */
const placeholderOf = (path: string, name: string): string =>
  placeholderNames(path).find((placeholder) => lettersOf(placeholder) === lettersOf(name)) ?? name

/** Clients send every other key of a call as a query parameter of that name, so that the API's own name is the one to pass. */
function namesOf(place: 'path' | 'query' | 'header', clientName: string, apiName: string) {
  const isSame = apiName === clientName
  if (place === 'path') return { name: clientName, in: place, ...(!isSame && { api_name: apiName }) }
  return { name: apiName, in: place, ...(!isSame && { model_name: clientName }) }
}

/** The client's placeholders -> the API's, which have the same order. */
function pathNames({ path, parts }: Endpoint): ReadonlyMap<string, string> {
  const apiNames = placeholderNames(path)
  const clientNames = placeholderNames(parts.join('/'))
  return new Map(
    clientNames.length === apiNames.length ? clientNames.map((name, index) => [name, apiNames[index]!]) : [],
  )
}

/** Models write names in lower case with "_" and in the singular: `maxResults` as `max_result`. */
const canonical = (name: string): string =>
  name
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/)
    .map((word) => singular(word.toLowerCase()))
    .join('')
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Removes the described parameter of that name, or of the most similar spelling, from the set and returns it. */
function takeSimilar(described: Set<ModelObject>, place: string, name: string): ModelObject | undefined {
  const candidates = [...described].filter((stated) => textAt(stated, 'in') === place)
  for (const spell of [(text: string) => text, lettersOf, canonical]) {
    const match = candidates.find((stated) => spell(textAt(stated, 'name') ?? '') === spell(name))
    if (match && described.delete(match)) return match
  }
  return undefined
}

/** What a description's parameter, or a member of a body with its schema, states of itself. */
export function parameterFrom(
  names: Pick<Parameter, 'name' | 'in'> & Partial<Pick<Parameter, 'api_name' | 'model_name'>>,
  stated: ModelObject,
  required: boolean,
): Parameter {
  const read = (member: string): Data => at(stated, 'schema', member) ?? stated[member]
  const choices = scalarsOf(listAt(read('enum') ?? at(read('items'), 'enum')))
  const example = at(entriesAt(stated, 'examples')[0]?.[1], 'value')
  const inSchema = ['example', 'examples'].map((member) => at(stated, 'schema', member))
  return withoutUndefined({
    ...names,
    type: typeOf(read('type')),
    required: flag(required),
    example: scalarsOf([stated.example, example, stated['x-example'], ...inSchema])[0],
    default: scalarOf(read('default')),
    enum: nonEmpty(choices.slice(0, MOST.enum)),
    format: nameAt(read('format')),
  })
}
