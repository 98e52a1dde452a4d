/** How a generated client is made and called: its options, with the key where the API looks for it. */

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

/** Where the values are from. */
export function aboutArguments({ arguments: given, guessed = [], left = [], method, key_argument }: Call): string {
  if (left.length > 0) return `add ${left.join(', ')}`
  if (guessed.length > 0) return `${guessed.join(', ')} ${guessed.length > 1 ? 'are guesses' : 'is a guess'}`
  if (Object.keys(given).some((name) => name !== '$action')) return 'values from the API description'
  if (method === undefined) return 'arguments are not on record'
  return key_argument === undefined ? 'needs no arguments' : 'needs no other arguments'
}

const variable = (name: string): string => name.replace(/\W+/g, '_').toUpperCase()

/** Environment variable that the repositories read the key from: `AI_CATS_APIKEY`. */
export const keyVariable = ({ slug, auth }: Pick<SdkRecord, 'slug' | 'auth'>): string =>
  auth.env ?? `${variable(baseName(slug))}_APIKEY`

const secretVariable = ({ slug }: SdkRecord, name: string): string => `${variable(baseName(slug))}_${variable(name)}`

/** Whether the first code hands over a key. One that is optional is left out: an empty one may be refused. */
const handsKey = ({ auth }: SdkRecord): boolean => auth.scheme !== 'none' && auth.needed !== 'optional'

/** Where servers have `{variables}`, the client's own base has them, too, and nothing fills them. */
function baseOf(record: SdkRecord): Text | undefined {
  const url = serverUrl(record)
  if (!url?.includes('{')) return undefined
  const { auth } = record
  return url.split(/\{([^{}]+)\}/).map((part, at) => {
    if (at % 2 === 0) return part
    if (auth.in === 'path' && auth.name === part) return { env: keyVariable(record) }
    const { default: usual, enum: choices } = record.servers[0]?.variables?.[part] ?? {}
    const value = usual ?? choices?.[0]
    return value === undefined || value === '' ? { env: secretVariable(record, part) } : String(value)
  })
}

/** The clients refuse to be made with an empty header. */
const UNSET = 'unset'

const given = (entries: Record<string, Expression | undefined>): Entries =>
  Object.fromEntries(Object.entries(entries).filter((entry): entry is [string, Expression] => entry[1] !== undefined))

/** The client's options; empty where it needs none. */
export function optionsOf(record: SdkRecord, { headers: required = {} }: Call): Entries {
  const { auth } = record
  const key = { env: keyVariable(record) }
  const secrets = handsKey(record) ? (auth.secrets ?? []) : []
  const sentAs = (name: string, env: string): [string, Text] =>
    auth.in === 'cookie'
      ? ['Cookie', [`${name}=`, { env }]]
      : [name, [auth.prefix ? `${auth.prefix} ` : '', { env, unset: UNSET }]]
  const headers: Entries = Object.fromEntries([
    ...Object.entries(required),
    ...(handsKey(record) && auth.pass === 'headers' && auth.name ? [sentAs(auth.name, key.env)] : []),
    ...secrets.flatMap(({ in: where, name, env }) =>
      where === 'header' && name ? [[name, [{ env: env ?? secretVariable(record, name), unset: UNSET }]]] : [],
    ),
  ])
  return given({
    base: baseOf(record),
    apikey: handsKey(record) && (auth.pass === undefined || auth.pass === 'apikey') ? [key] : undefined,
    ...Object.fromEntries(secrets.flatMap(({ option, env }) => (option && env ? [[option, [{ env }]]] : []))),
    headers: Object.keys(headers).length > 0 ? headers : undefined,
  })
}

/** What is passed to the operation, the key among it where the client sends it so. */
export function argumentsOf(record: SdkRecord, call: Call): Entries {
  const key = handsKey(record) ? call.key_argument : undefined
  return given({ ...call.arguments, ...(key !== undefined && { [key]: [{ env: keyVariable(record) }] }) })
}

/** What the code does not say of the key, a sentence each. */
export function keyNotes(record: SdkRecord): string[] {
  const { auth } = record
  const env = keyVariable(record)
  if (auth.scheme === 'none') return []
  if (auth.scheme === 'unknown') return [`Whether it needs a key is not on record; the code reads one from ${env}.`]
  if (auth.needed === 'optional') return [`A key is optional${howToPass(record)}.`]
  if (auth.pass === 'none' && !baseOf(record)) return ['The client cannot send the key; see the provider.']
  const value = auth.scheme === 'basic' ? 'base64 of user:password' : 'the key'
  return [`${env} holds ${value}.`]
}

/** The way of a key that the code leaves out. */
function howToPass({ auth: { pass, name } }: SdkRecord): string {
  if (pass === 'apikey') return ': option apikey'
  if (name === undefined || pass === 'none' || pass === undefined) return ''
  return pass === 'headers' ? `: header ${name} in the option headers` : `: argument ${name}`
}
