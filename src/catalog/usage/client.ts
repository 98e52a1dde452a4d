/** How code constructs and calls a generated client: its options, with the key where the API reads it. */

import { withoutUndefined } from '../../system/optional-members.ts'
import type { Scalar } from '../record/facts.ts'
import type { Language } from '../record/languages.ts'
import type { SdkRecord } from '../record/record.ts'
import { serverUrl } from '../record/traits.ts'
import type { Call } from './arguments.ts'
import { nestedShape } from './body.ts'
import type { Entries, Expression, Text, Variable } from './expression.ts'
import { baseVariable, unreachable, variableFor } from './server.ts'

/** snake_case or kebab-case to PascalCase, as the generator names classes and entities. */
export const pascal = (name: string): string =>
  name
    .split(/[-_]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** `Cat.list (GET /cats)` */
export const callName = ({ entity, op, method, path }: Call): string =>
  `${pascal(entity)}.${op}${method ? ` (${method} ${path})` : ''}`

const BODIES: Partial<Record<NonNullable<Call['body']>, string>> = {
  optional: 'No member of its body is required: fill in what applies.',
  unnamed: 'Its body has no named members on record: add what it takes.',
  list: 'Its body is a list: add its values.',
  file: 'Its body is a file: add its bytes.',
  unknown: 'Its body is not on record: add what it takes.',
}

/** What a reader has to know beside the code of a call, a sentence each: the sources of its values, and why it uses `direct`. */
export function callNotes(call: Call): string[] {
  const {
    arguments: values,
    guessed = [],
    examples,
    omitted = [],
    offered = [],
    fields = {},
    items,
    op,
    method,
    body,
    direct,
    missed,
  } = call
  const isStated = examples === undefined && guessed.length === 0 && Object.keys(values).length > 0
  const lost = direct?.records === undefined ? 'anything but a list of objects' : `the records in "${direct.records}"`
  return [
    guessed.length > 0 && `Fill in ${guessed.join(', ')}.`,
    isStated && 'The values are from the API description.',
    examples?.length && `${examples.join(', ')} ${examples.length > 1 ? 'are example values' : 'is an example value'}.`,
    omitted.length > 0 && `Add ${omitted.map((each) => `${each.name}, ${nestedShape(each)}`).join('; ')}.`,
    Object.keys(fields).length > 0
      ? `Its body is not on record: fill in what it takes, such as ${Object.keys(fields).join(', ')} of the entity.`
      : offered.length > 0
        ? `No member of its body is required: fill in ${offered.join(', ')} as it applies.`
        : items
          ? `Its body is ${nestedShape({ type: 'array', members: items })}: add it.`
          : body && BODIES[body],
    method === undefined && 'Its arguments are not on record.',
    direct && `The code uses direct: ${op} would ${missed ? 'request another path' : `lose ${lost}`}.`,
  ].filter((note) => typeof note === 'string')
}

/** Environment variable from which the repositories read the key: `AI_CATS_APIKEY`. */
export const keyVariable = (record: Pick<SdkRecord, 'slug' | 'auth'>): string =>
  record.auth.env ?? variableFor(record, 'APIKEY')

/** An optional key is left out of the first code: an empty one may be refused. */
const passesKey = ({ auth }: SdkRecord): boolean => auth.scheme !== 'none' && auth.needed !== 'optional'

/** The option `base`, if the client's own URL has `{variables}` or cannot be reached. */
function baseOf(record: SdkRecord): Text | undefined {
  const url = serverUrl(record)
  return url !== undefined && (url.includes('{') || unreachable(url)) ? baseUrl(record) : undefined
}

/** The server's URL with its `{variables}` filled in; an environment variable if no server that can be reached is on record. */
export function baseUrl(record: SdkRecord): Text {
  const url = serverUrl(record)?.replace(/\/$/, '')
  if (url === undefined) return [{ env: baseVariable(record) }]
  if (unreachable(url)) return [{ env: baseVariable(record), unset: url }]
  const { auth } = record
  return url.split(/\{([^{}]+)\}/).map((part, index) => {
    if (index % 2 === 0) return part
    if (auth.in === 'path' && auth.name === part) return { env: keyVariable(record) }
    const variable = record.servers[0]?.variables?.[part]
    const value = variable?.default ?? variable?.enum?.[0]
    return value === undefined || value === '' ? { env: variableFor(record, part) } : String(value)
  })
}

/** The clients refuse an empty header. */
const UNSET = 'unset'

/** The client's options; empty if it needs none. */
export function optionsOf(record: SdkRecord, { headers: required = {} }: Call): Entries {
  const { auth } = record
  const env = keyVariable(record)
  const isKeyed = passesKey(record)
  const secrets = isKeyed ? (auth.secrets ?? []) : []
  const headers: Record<string, Expression> = { ...required }
  if (isKeyed && auth.pass === 'headers' && auth.name) {
    if (auth.in === 'cookie') headers.Cookie = [`${auth.name}=`, { env }]
    else headers[auth.name] = [auth.prefix ? `${auth.prefix} ` : '', { env, unset: UNSET }]
  }
  for (const { in: where, name, env } of secrets) {
    if (where === 'header' && name) headers[name] = [{ env: env ?? variableFor(record, name), unset: UNSET }]
  }
  return withoutUndefined({
    base: baseOf(record),
    apikey: isKeyed && (auth.pass === undefined || auth.pass === 'apikey') ? [{ env }] : undefined,
    ...Object.fromEntries(secrets.flatMap(({ option, env }) => (option && env ? [[option, [{ env }]]] : []))),
    headers: Object.keys(headers).length > 0 ? headers : undefined,
  })
}

/** Secrets besides the key that go into the query, by name. */
export const querySecrets = (record: Pick<SdkRecord, 'slug' | 'auth'>): Readonly<Record<string, Text>> =>
  Object.fromEntries(
    (record.auth.secrets ?? []).flatMap(({ in: where, name, env }) =>
      where === 'query' && name ? [[name, [{ env: env ?? variableFor(record, name) }]]] : [],
    ),
  )

/** The operation's arguments, with the key if the client passes it there. */
export function argumentsOf(record: SdkRecord, call: Call): Entries {
  const key = passesKey(record) ? call.key_argument : undefined
  const secrets = key !== undefined && { [key]: [{ env: keyVariable(record) }], ...querySecrets(record) }
  return { ...call.arguments, ...call.fields, ...secrets }
}

/**
 * What `direct` takes: the request by the API's own names. Booleans are text, as clients write them in their own way.
 * The JavaScript client sends no query, so that its path has it.
 */
export function directArgument(record: SdkRecord, call: Call, language: Language): Entries {
  const { method = 'GET', path = '/', direct = {} } = call
  const { auth } = record
  const key = passesKey(record) && call.key_argument !== undefined ? [{ env: keyVariable(record) }] : undefined
  const name = auth.name ?? call.key_argument ?? ''
  const params: Entries = { ...direct.params, ...(key && auth.in === 'path' && { [name]: key }) }
  const query: Entries = {
    ...asText(direct.query),
    ...(key && auth.in !== 'path' && { [name]: key, ...querySecrets(record) }),
  }
  const isInPath = language === 'js' && Object.keys(query).length > 0
  return withoutUndefined({
    path: isInPath ? [`${path}?`, ...queryText(query)] : path,
    method: method === 'GET' ? undefined : method,
    params: nonEmptyMap(params),
    query: isInPath ? undefined : nonEmptyMap(query),
    body: nonEmptyMap({ ...direct.body, ...call.fields }),
  })
}

const nonEmptyMap = (map: Entries): Entries | undefined => (Object.keys(map).length > 0 ? map : undefined)

const asText = (values: Readonly<Record<string, Scalar>> = {}): Entries =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]),
  )

/** application/x-www-form-urlencoded, with the variables as they are. */
function queryText(query: Entries): Text {
  return Object.entries(query).flatMap(([name, value], index) => {
    const before = `${index > 0 ? '&' : ''}${encodeURIComponent(name)}=`
    return Array.isArray(value) ? [before, ...(value as Text)] : [before + encodeURIComponent(String(value))]
  })
}

/** What a reader has to know about the key beside the code, a sentence each. */
export function keyNotes(record: SdkRecord): string[] {
  const { scheme, needed, pass, name } = record.auth
  const env = keyVariable(record)
  if (scheme === 'none') return []
  if (scheme === 'unknown') return [`Whether it needs a key is not on record; the code reads one from ${env}.`]
  if (needed === 'optional') {
    if (pass === 'apikey') return ['A key is optional: option apikey.']
    if (name === undefined || pass === 'none' || pass === undefined) return ['A key is optional.']
    return [`A key is optional: ${pass === 'headers' ? `header ${name} in the option headers` : `argument ${name}`}.`]
  }
  if (pass === 'none' && !baseOf(record)) return ['The client cannot send the key; see the provider.']
  const others = Object.entries(querySecrets(record)).map(
    ([other, [variable]]) => `${(variable as Variable).env} the ${other}`,
  )
  const held = [`${env} holds ${scheme === 'basic' ? 'base64 of user:password' : 'the key'}`, ...others]
  return [`${held.join(', ')}.`]
}
