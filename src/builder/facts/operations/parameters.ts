/** Parameters of one endpoint: the model knows the client's names, the description the API's own and the values. */

import { BOUNDS } from '../../../catalog/record/bounds.ts'
import type { Parameter, Scalar } from '../../../catalog/record/facts.ts'
import { placeholderNames } from '../../../code/arguments.ts'
import { withoutUndefined } from '../../../system/optional-members.ts'
import { identifierWords } from '../../../text/identifier-words.ts'
import { textLine } from '../../derive/text.ts'
import type { OpenApiDescription } from '../api/description.ts'
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
import { saidExample } from './said-values.ts'
import { boundsOf, serialisation, valueFacts } from './value-facts.ts'

interface Endpoint {
  method: string
  path: string
  /** As the client builds the path: its own placeholders. */
  parts: readonly string[]
  args: Data
}

const PLACES = { params: 'path', query: 'query', header: 'header' } as const

/** What the model alone says; some state a parameter twice. */
export function modelledParameters(endpoint: Endpoint): Parameter[] {
  const apiNames = pathNames(endpoint)
  const stated = Object.entries(PLACES).flatMap(([kind, place]) =>
    listAt(endpoint.args, kind).flatMap((argument) => {
      const clientName = nameAt(argument, 'name')
      if (clientName === undefined || at(argument, 'active') === false) return []
      const apiName = (place === 'path' && apiNames.get(clientName)) || nameAt(argument, 'orig') || clientName
      return [
        withoutUndefined({
          ...namesOf(place, clientName, apiName),
          type: typeOf(at(argument, 'type')),
          required: flag(place === 'path' || at(argument, 'reqd') === true),
          example: exampleOf([at(argument, 'example')]),
        }),
      ]
    }),
  )
  return stated.filter((each, index) => stated.findIndex((other) => keyOf(other) === keyOf(each)) === index)
}

/** The first value. What stands in quotes is the text in them, as whoever wrote it meant; `'a' or 'b'` is prose. */
function exampleOf(values: readonly Data[]): Scalar | undefined {
  const [first] = scalarsOf(values)
  const quoted = typeof first === 'string' && /^(["'`])(.+)\1$/.exec(first)
  if (!quoted) return first
  return quoted[2]!.includes(quoted[1]!) ? undefined : quoted[2]
}

const keyOf = ({ in: place, name }: Parameter): string => `${place} ${name}`

/** The same by the names of the description and with what it states, and those that only the description has. */
export function describedParameters(
  { path, method }: Pick<Endpoint, 'path' | 'method'>,
  modelled: readonly Parameter[],
  description: OpenApiDescription,
): Parameter[] {
  const described = new Set(description.parameters(path, method))
  const stated = new Map<Parameter, ModelObject>()
  for (const spell of SPELLINGS) {
    for (const parameter of modelled.filter((each) => !stated.has(each))) {
      const match = [...described].find((each) => isSame(each, parameter, spell))
      if (match && described.delete(match)) stated.set(parameter, match)
    }
  }
  // Models have what Swagger 2.0 states of the body among the parameters of the query.
  const inBody = [...described].filter(({ in: place }) => place === 'body' || place === 'formData')
  const isBody = (parameter: Parameter) =>
    parameter.in !== 'path' && inBody.some((facts) => isSame({ ...facts, in: parameter.in }, parameter, canonical))
  const ofModel = modelled.flatMap((parameter) => {
    const facts = stated.get(parameter)
    return facts ? completed(parameter, facts, path, description) : isBody(parameter) ? [] : parameter
  })
  const others = [...described].flatMap((facts) => {
    const name = nameAt(facts, 'name')
    const place = textAt(facts, 'in')
    if (name === undefined || (place !== 'query' && place !== 'header')) return []
    return [parameterFrom({ name, in: place }, facts, facts.required === true, description)]
  })
  return [...new Map([...others, ...ofModel].map((each) => [keyOf(each), each])).values()].toSorted(
    (a, b) => Number(ofModel.includes(b)) - Number(ofModel.includes(a)),
  )
}

function completed(parameter: Parameter, facts: ModelObject, path: string, description: OpenApiDescription): Parameter {
  const { name, in: place, model_name = name, required } = parameter
  const stated = nameAt(facts, 'name') ?? name
  const names =
    place === 'path'
      ? namesOf(place, name, placeholderOf(path, stated))
      : namesOf(place as 'query' | 'header', model_name, stated)
  const { type, example, default: usual, enum: choices } = parameter
  const ofModel = withoutUndefined({ type, example, default: usual, enum: choices })
  return { ...ofModel, ...parameterFrom(names, facts, required || facts.required === true, description) }
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

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
/** Models write names in lower case with "_" and in the singular: `maxResults` as `max_result`. */
export const wordsOf = (name: string): string[] => identifierWords(name).map((word) => singular(word.toLowerCase()))
export const canonical = (name: string): string => wordsOf(name).join('')

/** Without what singulars may end in: `derivatives` is `derivatif` in a model, and `addresses` is `addresse`. */
const rootOf = (name: string): string => canonical(name).replace(/(?:ves?|fe?|[es]+)$/, '')

/** The same name first, then more and more different ones. */
const SPELLINGS = [(name: string) => name, lettersOf, canonical, rootOf]

const isSame = (stated: ModelObject, parameter: Parameter, spell: (name: string) => string): boolean =>
  stated.in === parameter.in && spell(textAt(stated, 'name') ?? '') === spell(parameter.api_name ?? parameter.name)

/** What a description's parameter, or a member of a body with its schema, states of itself. */
export function parameterFrom(
  names: Pick<Parameter, 'name' | 'in'> & Partial<Pick<Parameter, 'api_name' | 'model_name'>>,
  stated: ModelObject,
  required: boolean,
  description: OpenApiDescription,
): Parameter {
  const read = (member: string): Data => at(stated, 'schema', member) ?? stated[member]
  const { type, items, format, enum: choices } = valueFacts(description, read)
  const example = at(entriesAt(stated, 'examples')[0]?.[1], 'value')
  const inSchema = ['example', 'examples'].map((member) => at(stated, 'schema', member))
  const written = serialisation(stated, names.in, type)
  const text = textAt(stated, 'description') ?? textAt(read('description'))
  const usual = scalarOf(read('default'))
  const isOpen =
    choices === undefined && usual === undefined && (type === undefined || type === 'string' || items === 'string')
  const said = isOpen && text && names.in !== 'header' ? saidExample(text, written.explode === false) : undefined
  return withoutUndefined({
    ...names,
    type,
    items,
    required: flag(required),
    about: textLine(text, BOUNDS.about),
    example: exampleOf([stated.example, example, stated['x-example'], ...inSchema]) ?? said,
    default: usual,
    enum: choices,
    format,
    ...boundsOf(read, type),
    ...written,
  })
}
