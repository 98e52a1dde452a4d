/** How code constructs and calls a generated client: its options, with the key where the API reads it. */

import type { Where } from '../catalog/record/facts.ts'
import { isRead } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { serverUrl } from '../catalog/record/traits.ts'
import { withoutUndefined } from '../system/optional-members.ts'
import type { Call } from './arguments.ts'
import { baseVariable, unreachable, variableFor } from './server-url.ts'
import { type Entries, type Expression, Marked, type Text, type Variable } from './values/expression.ts'

/** Turns snake_case and kebab-case into PascalCase, as the generator names classes and entities. */
export const pascal = (name: string): string =>
  name
    .split(/[-_]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** `Cat.list (GET /cats)` */
export const callName = ({ entity, op, method, path }: Call<unknown>): string =>
  `${pascal(entity)}.${op}${method ? ` (${method} ${path})` : ''}`

const BODIES: Partial<Record<NonNullable<Call['body']>, string>> = {
  optional: 'No member of its body is required.',
  unnamed: 'Its body has no named members on record: add what it takes.',
  list: 'Its body is a list: add its values.',
  file: 'Its body is a file: add its bytes.',
  unknown: 'Its body is not on record: add what it takes.',
}

/** What a reader has to know beside the code of a call, a sentence each: its body, and why it uses `direct`. */
export function callNotes({ op, method, body, direct, missed }: Call<unknown>): string[] {
  const lost = direct?.records === undefined ? 'anything but a list of objects' : `the records in "${direct.records}"`
  return [
    body && BODIES[body],
    method === undefined && 'Its arguments are not on record.',
    direct && `The code uses direct: ${op} would ${missed ? 'request another path' : `lose ${lost}`}.`,
  ].filter((note) => typeof note === 'string')
}

/** Environment variable from which the repositories read the key: `AI_CATS_APIKEY`. */
export const keyVariable = (record: Pick<SdkRecord, 'slug' | 'auth'>): string =>
  record.auth.env ?? variableFor(record, 'APIKEY')

/** An optional key is left out of the code, and so is one that the endpoint does not take. */
export const passesKey = ({ auth }: SdkRecord, { why = [] }: Call<unknown>): boolean =>
  auth.scheme !== 'none' && auth.needed !== 'optional' && !(auth.needed === 'sometimes' && why.includes('no_key'))

/** Whether nobody knows if the call needs the key: many APIs that name one let everybody read. */
export const mayNeedKey = ({ auth: { scheme, needed, pass } }: SdkRecord, { method }: Pick<Call, 'method'>): boolean =>
  scheme === 'unknown' || (needed === undefined && (pass ?? 'apikey') === 'apikey' && method === 'GET')

/** Writes the key behind a prefix. Where it may not be needed, an unset one is an empty text. */
function keyOf(record: SdkRecord, call: Call<unknown>, prefix = ''): Expression {
  const { test_key } = record.auth
  if (test_key !== undefined) return new Marked([prefix + test_key], 'key (default)')
  return [prefix, { env: keyVariable(record), ...(mayNeedKey(record, call) && { unset: '' }) }]
}

/** The option `base`, if the client's own URL has `{variables}` or cannot be reached. */
function baseOf(record: SdkRecord): Text | undefined {
  const url = serverUrl(record)
  return url !== undefined && (url.includes('{') || unreachable(url)) ? baseUrl(record) : undefined
}

/** Fills in the `{variables}` of the server's URL. An environment variable has it if no server can be reached. */
export function baseUrl(record: SdkRecord): Text {
  const url = serverUrl(record)?.replace(/\/$/, '')
  if (url === undefined) return [{ env: baseVariable(record) }]
  if (unreachable(url)) return [{ env: baseVariable(record), ...(!url.includes('{') && { unset: url }) }]
  const { auth } = record
  return url.split(/\{([^{}]+)\}/).map((part, index) => {
    if (index % 2 === 0) return part
    return { env: auth.in === 'path' && auth.name === part ? keyVariable(record) : variableFor(record, part) }
  })
}

/** Secrets besides the key in one place of the request, by name. */
export const secretsIn = ({ slug, auth }: Pick<SdkRecord, 'slug' | 'auth'>, place: Where): Record<string, Text> =>
  Object.fromEntries(
    (auth.secrets ?? []).flatMap(({ in: where, name, env }) =>
      where === place && name ? [[name, [{ env: env ?? variableFor({ slug }, name) }]]] : [],
    ),
  )

/** Where the API reads the key, with the secrets beside it: the parts of the request that have them. */
export function keyParts<Value>(record: SdkRecord, keyOf: (prefix: string) => Value): RequestSecrets<Value | Text> {
  const { in: where, name, prefix } = record.auth
  if (!where || !name) return {}
  const places: Readonly<Record<Where, () => RequestSecrets<Value | Text>>> = {
    path: () => ({ params: { [name]: keyOf('') } }),
    query: () => ({ query: { [name]: keyOf(''), ...secretsIn(record, 'query') } }),
    header: () => ({ headers: { [name]: keyOf(prefix ? `${prefix} ` : ''), ...secretsIn(record, 'header') } }),
    cookie: () => ({ headers: { Cookie: keyOf(`${name}=`) } }),
  }
  return places[where]()
}

type RequestSecrets<Value> = Partial<Record<'params' | 'query' | 'headers', Record<string, Value>>>

/** The client's options; empty if it needs none. */
export function optionsOf(record: SdkRecord, call: Call<Expression>): Entries {
  const { pass = 'apikey', secrets = [] } = record.auth
  if (!passesKey(record, call)) return withoutUndefined({ base: baseOf(record), headers: nonEmptyMap(call.headers) })
  const keyed = pass === 'headers' ? keyParts(record, (prefix) => keyOf(record, call, prefix)).headers : {}
  return withoutUndefined({
    base: baseOf(record),
    apikey: pass === 'apikey' ? keyOf(record, call) : undefined,
    ...Object.fromEntries(secrets.flatMap(({ option, env }) => (option && env ? [[option, [{ env }]]] : []))),
    headers: nonEmptyMap({ ...call.headers, ...keyed, ...secretsIn(record, 'header') }),
  })
}

/** The operation's arguments, with the key if the client passes it there. */
export function argumentsOf(record: SdkRecord, call: Call<Expression>): Entries {
  const key = passesKey(record, call) ? call.key_argument : undefined
  const secrets = key !== undefined && { [key]: keyOf(record, call), ...secretsIn(record, 'query') }
  return { ...call.arguments, ...secrets }
}

/** What `direct` takes: the request by the API's own names. Booleans are text, as each client writes them its way. */
export function directArgument(record: SdkRecord, call: Call<Expression>): Entries {
  const { method = 'GET', path = '/', direct = {}, key_argument } = call
  const name = record.auth.name ?? key_argument
  const { params, query }: Partial<Record<string, Entries>> =
    !passesKey(record, call) || key_argument === undefined || name === undefined
      ? {}
      : record.auth.in === 'path'
        ? { params: { [name]: keyOf(record, call) } }
        : { query: { [name]: keyOf(record, call), ...secretsIn(record, 'query') } }
  return withoutUndefined({
    path,
    method: method === 'GET' ? undefined : method,
    params: nonEmptyMap({ ...direct.params, ...params }),
    query: nonEmptyMap({ ...asText(direct.query), ...query }),
    body: nonEmptyMap(direct.body),
  })
}

const nonEmptyMap = (map: Entries = {}): Entries | undefined => (Object.keys(map).length > 0 ? map : undefined)

const asText = (values: Entries = {}): Entries =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))

const textOf = (value: Expression): Expression =>
  value instanceof Marked
    ? new Marked(textOf(value.value), value.mark, value.isOffered)
    : typeof value === 'boolean'
      ? String(value)
      : value

/** How code sends an optional key. */
const OPTIONAL: Readonly<Record<string, (name: string) => string>> = {
  headers: (name) => `: header ${name} in the option headers`,
  argument: (name) => `: argument ${name}`,
}

/** Descriptions leave out a key more often than a service that lets everybody write. */
const NO_KEY = 'No authentication is on record; most services ask for a key to write.'

/** What a reader has to know about the key beside the code: a sentence, or none where code passes no key. */
export function keyNotes(record: SdkRecord, call: Call<unknown>): string[] {
  const { scheme, needed, pass = '', name, test_key } = record.auth
  const env = keyVariable(record)
  if (scheme === 'none' && call.method !== undefined && call.method !== 'GET' && !isRead(call.op)) return [NO_KEY]
  if (scheme === 'none' || (needed !== 'optional' && !passesKey(record, call))) return []
  if (test_key !== undefined) return [`${test_key} is for trying: put your key in its place.`]
  if (scheme === 'unknown') return [`Whether it needs a key is not on record; the code reads one from ${env}.`]
  if (needed === 'optional' && pass === 'apikey') return ['A key is optional: option apikey.']
  if (needed === 'optional') return [`A key is optional${(name && OPTIONAL[pass]?.(name)) ?? ''}.`]
  if (pass === 'none' && name === undefined && !baseOf(record))
    return ['The client cannot send the key; see the provider.']
  const others = Object.entries(secretsIn(record, 'query')).map(
    ([other, [variable]]) => `${(variable as Variable).env} the ${other}`,
  )
  const held = [
    `${env} holds ${scheme === 'basic' ? 'base64 of user:password, or of a key with a colon behind it' : 'the key'}`,
    ...others,
  ]
  return [`${held.join(', ')}${mayNeedKey(record, call) ? '; whether this call needs it is not on record' : ''}.`]
}
