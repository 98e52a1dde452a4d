/** How a generated client is made and called: its options, with the key where the API looks for it. */

import { withoutUndefined } from '../../system/optional-members.ts'
import { type SdkRecord, serverUrl } from '../record/record.ts'
import type { Call } from './arguments.ts'
import type { Entries, Expression, Text } from './expression.ts'
import { baseName } from './install.ts'

/** snake_case or kebab-case to PascalCase, as the generator names classes and entities. */
export const pascal = (name: string): string =>
  name
    .split(/[-_]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** `Cat.list (GET /cats)` */
export const callName = ({ entity, op, method, path }: Call): string =>
  `${pascal(entity)}.${op}${method ? ` (${method} ${path})` : ''}`

/** Where the values of the arguments are from. */
export function aboutArguments({ arguments: values, guessed = [], left = [], method, key_argument }: Call): string {
  if (left.length > 0) return `add ${left.join(', ')}`
  if (guessed.length > 0) return `${guessed.join(', ')} ${guessed.length > 1 ? 'are guesses' : 'is a guess'}`
  if (Object.keys(values).some((name) => name !== '$action')) return 'values from the API description'
  if (method === undefined) return 'arguments are not on record'
  return key_argument === undefined ? 'needs no arguments' : 'needs no other arguments'
}

const variable = (name: string): string => name.replace(/\W+/g, '_').toUpperCase()

/** Environment variable that the repositories read the key from: `AI_CATS_APIKEY`. */
export const keyVariable = (record: Pick<SdkRecord, 'slug' | 'auth'>): string =>
  record.auth.env ?? secretVariable(record, 'APIKEY')

const secretVariable = ({ slug }: Pick<SdkRecord, 'slug'>, name: string): string =>
  `${variable(baseName(slug))}_${variable(name)}`

/** An optional key is left out of the first code: an empty one may be refused. */
const passesKey = ({ auth }: SdkRecord): boolean => auth.scheme !== 'none' && auth.needed !== 'optional'

/** The base URL with its `{variables}` filled in, as the clients leave them; undefined if there are none. */
function baseOf(record: SdkRecord): Text | undefined {
  const url = serverUrl(record)
  if (!url?.includes('{')) return undefined
  const { auth } = record
  return url.split(/\{([^{}]+)\}/).map((part, index) => {
    if (index % 2 === 0) return part
    if (auth.in === 'path' && auth.name === part) return { env: keyVariable(record) }
    const variable = record.servers[0]?.variables?.[part]
    const value = variable?.default ?? variable?.enum?.[0]
    return value === undefined || value === '' ? { env: secretVariable(record, part) } : String(value)
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
    if (where === 'header' && name) headers[name] = [{ env: env ?? secretVariable(record, name), unset: UNSET }]
  }
  return withoutUndefined({
    base: baseOf(record),
    apikey: isKeyed && (auth.pass === undefined || auth.pass === 'apikey') ? [{ env }] : undefined,
    ...Object.fromEntries(secrets.flatMap(({ option, env }) => (option && env ? [[option, [{ env }]]] : []))),
    headers: Object.keys(headers).length > 0 ? headers : undefined,
  })
}

/** The operation's arguments, with the key if the client passes it there. */
export function argumentsOf(record: SdkRecord, call: Call): Entries {
  const key = passesKey(record) ? call.key_argument : undefined
  return { ...call.arguments, ...(key !== undefined && { [key]: [{ env: keyVariable(record) }] }) }
}

/** What the code does not say about the key, a sentence each. */
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
  return [`${env} holds ${scheme === 'basic' ? 'base64 of user:password' : 'the key'}.`]
}
