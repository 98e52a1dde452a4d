/** The words of a caller -> the call that they mean, or an error that names everything that is wrong. */

import { BOUNDS } from '../catalog/record/bounds.ts'
import type { Parameter, Point, Type } from '../catalog/record/facts.ts'
import { operationName } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { allParameters, isKey, isNested, requiredParameters, type StoredOperation } from '../code/arguments.ts'
import { easiestEndpoint, pointFor } from '../code/choose-endpoint.ts'
import { keyVariable } from '../code/client-options.ts'
import { shellWord } from '../code/reference/curl.ts'
import { isFile, isSecret } from '../code/request-by-api-names.ts'
import { variableFor } from '../code/server-url.ts'
import { sampleOf } from '../code/values/sample-values.ts'
import { parseOperation, readOperation } from '../operations/resolve-operation.ts'
import { nearest } from '../search/suggest.ts'
import type { LookUp } from '../store/look-up.ts'
import { joinParts } from '../text/join-parts.ts'
import { jsonOf } from '../text/typed-text.ts'
import { CatalogError, echoed, type FieldError, refusedFields } from '../tools/define/catalog-error.ts'
import { didYouMean, recordOf } from '../tools/define/not-found.ts'
import { refuse, type Variables } from './prepare-request.ts'

export interface Words {
  slug: string
  /** `entity.op` in any spelling, or with an endpoint as find_sdk prints it; without `.op` the entity's first. */
  operation: string
  /** `name=value` */
  arguments?: readonly string[] | undefined
  /** Path or action of one of several endpoints. */
  endpoint?: string | undefined
}

export type PreparedCall = Awaited<ReturnType<typeof prepareCall>>

/** @throws CatalogError that names what is wrong, and what there is */
export async function prepareCall(words: Words, environment: Variables, catalog: LookUp) {
  const { slug, operation: name, arguments: pairs = [] } = words
  const record = recordOf(slug, { catalog })
  const names = { ...parseOperation(name), ...(words.endpoint !== undefined && { endpoint: words.endpoint }) }
  const { call, endpoint } = await readOperation(record, names, { catalog })
  if (!endpoint) refuse(`No endpoint of ${operationName(call)} is on record.`, `Look it up in ${record.github_url}.`)
  const { entity, operation } = endpoint
  const named = names.endpoint === undefined ? undefined : endpoint.point
  const given = readArguments(record, operation, pairs, named, environment)
  return { record, endpoint: { entity, operation, point: given.point }, given }
}

/**
 * The endpoint, and what to pass to it by the names of its parameters.
 * @param named the endpoint, where the caller chose one
 * @throws CatalogError invalid_request that names every wrong or missing argument
 */
export function readArguments(
  record: SdkRecord,
  operation: StoredOperation,
  words: readonly string[],
  named: Point | undefined,
  environment: Variables,
) {
  const { auth } = record
  const pairs = words.map(pairOf)
  const candidates = operation.points.flatMap((point) => allParameters(point, auth))
  // What no endpoint takes says nothing about which one is meant.
  const names = new Set(pairs.flatMap(({ name }) => parameterNamed(candidates, name)?.name ?? []))
  const point = named ?? pointFor(operation, names, auth) ?? easiestEndpoint('', operation, auth).point
  const parameters = allParameters(point, auth)
  const { texts, errors } = readPairs(record, point, pairs, candidates)
  for (const parameter of parameters.filter((each) => isSecret(each) && !isKey(each, auth) && !texts.has(each))) {
    const variable = variableFor(record, parameter.name)
    const value = environment[variable]
    // The key of the API is nothing else's value.
    if (value && variable !== keyVariable(record)) texts.set(parameter, value)
  }
  const required = requiredParameters(point, auth)
  const mentioned = new Set([...Array.from(texts.keys(), ({ name }) => name), ...errors.map(({ field }) => field)])
  for (const parameter of required.filter(({ name }) => !mentioned.has(name)))
    errors.push({ field: parameter.name, message: `is required${about(parameter, record)}` })
  if (errors.length > 0) {
    const samples = required.filter((parameter) => !isSecret(parameter)).map((each) => shellWord(sampleWord(each)))
    const resolution = samples.length > 0 ? `For example: ${samples.join(' ')}` : ''
    throw new CatalogError('invalid_request', { ...refusedFields('invalid_request', errors).info, resolution })
  }
  const values = { point, arguments: {} as Record<string, unknown>, headers: {} as Record<string, string> }
  for (const [parameter, text] of texts) {
    // RFC 9110 §5.3: a list in a header field has commas.
    if (parameter.in === 'header')
      values.headers[parameter.name] = parameter.type === 'array' ? itemsOf(parameter, text).join(',') : text
    else values.arguments[parameter.name] = typedValue(parameter, text)
  }
  return values
}

/** The text of each parameter, and what is wrong. @param candidates parameters of any endpoint of the operation */
function readPairs(
  record: SdkRecord,
  point: Point,
  pairs: readonly { name: string; value: string }[],
  candidates: readonly Parameter[],
) {
  const parameters = allParameters(point, record.auth)
  const errors: FieldError[] = []
  const texts = new Map<Parameter, string>()
  for (const { name, value: text } of pairs) {
    const parameter = parameterNamed(parameters, name)
    const before = parameter && texts.get(parameter)
    const isList = parameter?.type === 'array'
    const value = isList ? listText(parameter, text, before) : text
    const message = !parameter
      ? `is no parameter of ${point.method} ${point.path}. ${suggestion(name, candidates, parameters)}`
      : isKey(parameter, record.auth)
        ? `is the key: set ${keyVariable(record)} instead`
        : before !== undefined && !isList
          ? 'is given twice'
          : valueProblem(parameter, value)
    if (message) errors.push({ field: echoed(name), message })
    else texts.set(parameter!, value)
  }
  return { texts, errors }
}

/** Items of a list: of a list in JSON, or one that is written as it is. A name that is given again adds to the list. */
function itemsOf({ items }: Parameter, text: string): unknown[] {
  const value = jsonOf(text)
  if (Array.isArray(value)) return value
  return [items !== 'string' && String(value) === text ? value : text]
}

/** The items so far and those of the text, as JSON. In a body, what is no list is refused rather than made one. */
function listText(parameter: Parameter, text: string, before?: string): string {
  if (before === undefined && parameter.in === 'body') return text
  return JSON.stringify([...(before === undefined ? [] : itemsOf(parameter, before)), ...itemsOf(parameter, text)])
}

function pairOf(word: string): { name: string; value: string } {
  const at = word.indexOf('=')
  if (at <= 0)
    throw refusedFields('invalid_request', [{ field: echoed(word), message: 'must be name=value, such as limit=10' }])
  return { name: word.slice(0, at), value: word.slice(at + 1).toWellFormed() }
}

/** Finds a parameter by the client's name, else by the model's or the API's. */
const parameterNamed = (parameters: readonly Parameter[], name: string): Parameter | undefined =>
  parameters.find((parameter) => parameter.name === name) ??
  parameters.find(({ model_name, api_name }) => model_name === name || api_name === name)

/** Names the nearest parameter of any endpoint of the operation, and those of this one. */
function suggestion(name: string, all: readonly Parameter[], parameters: readonly Parameter[]): string {
  const names = [...new Set(all.map((each) => each.name))]
  return didYouMean(nearest(name, names, 1), `It takes ${parameters.map((each) => each.name).join(', ') || 'none'}`)
}

/** What a value must be by its type, and whether it is. */
const TYPES: Partial<Record<Type, readonly [is: (text: string) => boolean, message: string]>> = {
  integer: [(text) => /^[+-]?\d+$/.test(text), 'must be a whole number'],
  number: [(text) => text.trim() !== '' && Number.isFinite(Number(text)), 'must be a number'],
  boolean: [(text) => /^(?:true|false)$/.test(text), 'must be true or false'],
}

function valueProblem(parameter: Parameter, text: string): string | undefined {
  const { in: where, type, example, default: usual, enum: choices = [] } = parameter
  if (isFile(parameter)) return 'is a file, which this does not send: use curl'
  if (where === 'path' && text === '') return 'must not be empty, as it is a part of the path'
  // Descriptions contradict themselves.
  if ([example, usual, ...choices].some((value) => String(value) === text)) return undefined
  const [is, message] = (type && TYPES[type]) ?? []
  if (is && !is(text)) return message
  if (isNested(parameter) && formOf(text) !== type)
    return `must be ${type === 'array' ? 'a list' : 'an object'} in JSON`
  // A longer list is on record in part.
  const isListed = choices.length > 0 && choices.length < BOUNDS.enum && type !== 'array'
  return isListed ? `must be one of ${choices.join(', ')}` : undefined
}

function formOf(text: string): string | null | undefined {
  const value = jsonOf(text)
  return Array.isArray(value) ? 'array' : value === null ? null : typeof value
}

/** Gives the text its JSON type, unless it has more digits than a number of JavaScript holds. */
function typedValue({ in: where, type }: Parameter, text: string): unknown {
  const value = type === 'string' ? undefined : jsonOf(text)
  if (where === 'body' && type === 'number') return value
  if (value !== null && typeof value === 'object' && (where === 'body' || formOf(text) === (type ?? ''))) return value
  return typeof value !== 'object' && String(value) === text ? value : text
}

/** ` (query, integer, date): one of a, b; or set VARIABLE` */
function about(parameter: Parameter, record: SdkRecord): string {
  const { name, in: where, type, format, enum: choices } = parameter
  const variable = isSecret(parameter) && `or set ${variableFor(record, name)}`
  const values = joinParts('; ', choices && `one of ${choices.join(', ')}`, variable)
  return ` (${joinParts(', ', where, type, format)})${values && `: ${values}`}`
}

/** `name=value` with a value that is stated or guessed. */
function sampleWord(parameter: Parameter): string {
  const { name, type } = parameter
  return `${name}=${isNested(parameter) ? (type === 'array' ? '[]' : '{}') : sampleOf(parameter).value}`
}
