/** The request of a call as it is sent: the plain request with the caller's variables, or a refusal that says why. */
import querystring from 'node:querystring'
import type { Point } from '../catalog/record/facts.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { keyVariable } from '../catalog/usage/client.ts'
import type { Text } from '../catalog/usage/expression.ts'
import { isSendable, type PlainRequest, plainRequest } from '../catalog/usage/reference/plain-request.ts'
import { isSecret } from '../catalog/usage/request.ts'
import { baseVariable, serverNotes, unreachable, variableFor } from '../catalog/usage/server.ts'
import { CatalogError } from '../tools/errors.ts'

export interface OutgoingRequest {
  method: Point['method']
  /** On the server of the record; without a fragment and without user information. */
  url: URL
  headers: Readonly<Record<string, string>>
  /** The same with variables in the place of keys, and the body. */
  plain: PlainRequest
  /** Replaces the key and other secrets, in whatever is printed. */
  mask: (text: string) => string
}

export type Variables = Readonly<Record<string, string | undefined>>

export interface RequestOptions {
  environment: Variables
  allowLocal?: boolean | undefined
  /** Base URL: another one on record, or the caller's own where none on record can be reached. */
  server?: string | undefined
}

type Given = Parameters<typeof plainRequest>[2]

/** Leaves what is no escape as it is. */
const { unescape: decoded } = querystring

export function refuse(detail: string, resolution?: string): never {
  throw new CatalogError('invalid_request', { detail, ...(resolution && { resolution }) })
}

/** @throws CatalogError invalid_request */
export function requestOf(stored: SdkRecord, point: Point, given: Given, options: RequestOptions): OutgoingRequest {
  const { server } = options
  const record = server === undefined ? stored : withServer(stored, server)
  // The option wins over the variable.
  const environment = { ...options.environment, ...(server !== undefined && { [baseVariable(stored)]: undefined }) }
  const key = keyOf(record, point, environment)
  const plain = plainRequest(record, point, given, key !== undefined)
  const base = baseOf(record, plain.base, { ...options, environment })
  const target = filled(plain.target, environment, (value) => encodeURIComponent(value).replaceAll('%3A', ':'))
  const url = URL.parse(base.href.replace(/\/$/, '') + target)
  const [path = ''] = `${base.pathname}${target}`.split('?')
  const [, unfilled] = /\{([^{}]*)\}/.exec(target) ?? []
  if (unfilled !== undefined) refuse(`${unfilled}: is required, as it is a part of the path.`)
  if (/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(decoded(decoded(path))) || path.includes('\\'))
    refuse('A value would lead out of the path, with "." or ".." as a part of it; nothing was sent.')
  if (!url || url.origin !== base.origin || url.username || url.password || url.hash)
    refuse('The arguments lead to another server than the one on record; nothing was sent.')
  const headers = plain.headers.map(([name, value]): [string, string] => [name, filled(value, environment)])
  for (const [name, value] of headers) {
    if (!isSendable(name)) refuse(`The header ${name} cannot be set.`)
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) refuse(`${name}: must be one line of Latin-1 text, as it is a header.`)
  }
  return {
    method: plain.method,
    url,
    headers: Object.fromEntries(headers),
    // Without a key the line for the shell still says where it goes.
    plain: key === undefined ? plainRequest(record, point, given) : plain,
    mask: masker([...(key ? [key] : []), ...secretsIn(record, point, given, environment)]),
  }
}

export const needsKey = ({ auth }: SdkRecord, point: Point): boolean => auth.needed === 'always' || point.key === true

/** @throws CatalogError where the call needs one and it is not set */
function keyOf(record: SdkRecord, point: Point, environment: Variables): string | undefined {
  if (record.auth.scheme === 'none') return undefined
  const variable = keyVariable(record)
  // A README could name the secret of somebody else.
  if (!variable.startsWith(variableFor(record, '')))
    refuse(`The record names the variable ${variable} for its key, which is not one of this SDK; it is not read.`)
  const key = environment[variable]
  if (!key && needsKey(record, point)) refuse(`It needs a key, and ${variable} is not set.`, keyHelp(record))
  return key || undefined
}

export function keyHelp(record: SdkRecord): string {
  const provider = record.source_website
  return `Set ${keyVariable(record)} to your key in the environment.${provider ? ` The provider: ${provider}` : ''}`
}

/** Besides the key: arguments that are secrets by their names, and secrets that the record names. */
export function secretsIn(record: SdkRecord, point: Point, given: Given, environment: Variables): string[] {
  const values: Readonly<Record<string, unknown>> = { ...given.headers, ...given.arguments }
  const named = point.parameters.filter(isSecret).map(({ name }) => values[name])
  const stated = (record.auth.secrets ?? []).map(({ env, name = '' }) => environment[env ?? variableFor(record, name)])
  return [...named, ...stated].filter((value) => value !== undefined).map(String)
}

function withServer(record: SdkRecord, server: string): SdkRecord {
  const { servers, slug } = record
  const isAsked = (url: string) => url.replace(/\/$/, '') === server.replace(/\/$/, '')
  const other = servers.find(({ url }) => isAsked(url))
  if (!other && servers[0] && !unreachable(servers[0].url))
    refuse(`${server} is no server of ${slug}.`, `Use one of ${servers.map(({ url }) => url).join(', ')}.`)
  return { ...record, servers: [other ?? { url: server }] }
}

const WITH_ALLOW_LOCAL = 'Addresses of this machine and its networks are called with --allow-local.'

/** The server's URL. @throws CatalogError for one that nobody else reaches, unless the caller allows it */
function baseOf(record: SdkRecord, base: Text, { environment, allowLocal, server }: RequestOptions): URL {
  const variable = baseVariable(record)
  const [note] = serverNotes(record)
  if (note && !allowLocal && !environment[variable])
    refuse(server === undefined ? note : `${server} is ${unreachable(server)}.`, WITH_ALLOW_LOCAL)
  const text = filled(base, environment, (value, name) => {
    if (name === variable || /^\w[\w.~:-]*$/.test(value)) return value
    return refuse(`${name}: must be letters, digits, dots and hyphens, as it is a part of the server's URL.`)
  })
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    refuse(`${text} is no http or https URL.`, server === undefined ? `Set ${variable} to one.` : undefined)
  if (url.username || url.password || url.search || url.hash || /[\\\s]/.test(text))
    refuse('The URL of the server has user information, a query, a space or a backslash in it; it is not called.')
  return url
}

/** @throws CatalogError for a variable that is not set */
function filled(text: Text, environment: Variables, encode = (value: string, _name: string) => value): string {
  const parts = text.map((part) => {
    if (typeof part === 'string') return part
    const value = environment[part.env]
    if (value) return encode(value, part.env)
    return part.unset || refuse(`${part.env} is not set in the environment, and the request needs it.`)
  })
  return parts.join('')
}

/** A shorter value is no secret: the public key of some APIs is "1". */
const MIN_SECRET = 6

/** Replaces secrets, however a server quotes them back. */
export function masker(secrets: readonly string[]): (text: string) => string {
  const values = secrets.flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
    // The key of basic authentication is base64 of user:password.
    ...(/^[\x20-\x7e]+?:([\x20-\x7e]*)$/.exec(Buffer.from(secret, 'base64').toString()) ?? []),
  ])
  const longest = values.filter(({ length }) => length >= MIN_SECRET).sort((a, b) => b.length - a.length)
  const spelled = longest.map((value) => Array.from(value.toWellFormed(), spellings).join(''))
  const pattern = new RegExp(spelled.join('|') || '(?!)', 'giu')
  return (text) => text.replace(pattern, '***')
}

/** A pattern of one character: as it is, as bytes, and as URLs, forms, JSON and the shell write it. */
function spellings(character: string): string {
  const bytes = Buffer.from(character)
  const units = Array.from(character.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const percent = bytes.toString('hex').replace(/../g, '%$&')
  const others = { ' ': ['+'], "'": [`'\\''`] }[character] ?? []
  const escaped = /\w/.test(character) ? [] : [`\\${character}`]
  const forms = [character, bytes.toString('latin1'), percent, units.join(''), ...escaped, ...others]
  const literal = (form: string) => Array.from(form, (each) => `\\u{${each.codePointAt(0)!.toString(16)}}`).join('')
  return `(?:${forms.map(literal).join('|')})`
}
