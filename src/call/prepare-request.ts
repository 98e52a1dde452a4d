/** The request of a call as it is sent: the plain request with the caller's variables, or a refusal that says why. */
import querystring from 'node:querystring'
import type { Point } from '../catalog/record/facts.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { serverUrl } from '../catalog/record/traits.ts'
import { keyVariable } from '../code/client-options.ts'
import { isSendable, plainRequest } from '../code/reference/plain-request.ts'
import { isSecret } from '../code/request-by-api-names.ts'
import { baseVariable, unreachable, unreachableNotes, variableFor } from '../code/server-url.ts'
import type { Text } from '../code/values/expression.ts'
import { escapeMarkup } from '../text/markup.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'

export type OutgoingRequest = ReturnType<typeof requestOf>

/** Replaces the key and other secrets, in whatever is printed. */
export type Mask = (text: string) => string

export type Variables = Readonly<Record<string, string | undefined>>

export interface RequestOptions {
  environment: Variables
  allowLocal?: boolean | undefined
  /** Base URL: another one on record, or the caller's own where none on record can be reached. */
  server?: string | undefined
}

/** An endpoint, and what is passed to it by the names of its parameters. */
type Given = Parameters<typeof plainRequest>[2] & { point: Point }

/** Decodes escapes and leaves all else as it is. */
const { unescape: decoded } = querystring

export function refuse(detail: string, resolution?: string): never {
  throw new CatalogError('invalid_request', { detail, ...(resolution && { resolution }) })
}

/** @throws CatalogError invalid_request */
export function requestOf(stored: SdkRecord, given: Given, { server, allowLocal, ...options }: RequestOptions) {
  const { point } = given
  const record = server === undefined ? stored : withServer(stored, server)
  // The option wins over the variable; one with variables is filled by the environment or their defaults.
  const isWhole = !!server && !server.includes('{')
  const set = { ...options.environment, ...(isWhole && { [baseVariable(stored)]: server }) }
  const key = keyOf(record, point, set)
  const isBasic = record.auth.scheme === 'basic' && record.auth.in === 'header'
  const environment = key && isBasic ? { ...set, [keyVariable(record)]: basicCredentials(key) } : set
  // What is sent holds what is set, which would leave the rest of it unmasked.
  const masks = [maskFor(record, given, environment), maskFor(record, given, set)]
  const plain = plainRequest(record, point, given, key !== undefined)
  const base = baseOf(record, plain.base, { environment, allowLocal })
  const target = filled(plain.target, environment, (value) => encodeURIComponent(value).replaceAll('%3A', ':'))
  const url = urlOf(base, target)
  const headers = plain.headers.map(([name, value]): [string, string] => [name, filled(value, environment)])
  for (const [name, value] of headers) {
    if (!isSendable(name)) refuse(`The header ${name} cannot be set.`)
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) refuse(`${name}: must be one line of Latin-1 text, as it is a header.`)
  }
  return {
    method: plain.method,
    /** The URL is on the server of the record and has no fragment and no user information. */
    url,
    headers: Object.fromEntries(headers),
    /** The plain request has the body, and variables in place of keys: it says where a key goes even if none is set. */
    plain: key === undefined ? plainRequest(record, point, given) : plain,
    mask: (text: string) => masks.reduce((masked, mask) => mask(masked), text),
  }
}

/** RFC 7617 §2: base64 of `user:password`. A key alone is the user; what is base64 of such a pair stays as it is. */
export function basicCredentials(key: string): string {
  const decoded = Buffer.from(key, 'base64')
  if (decoded.toString('base64') === key && /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(decoded.toString())) return key
  return Buffer.from(key.includes(':') ? key : `${key}:`).toString('base64')
}

/** @throws CatalogError for a target that leaves the path or the server of the base */
function urlOf(base: URL, target: string): URL {
  const url = URL.parse(base.href.replace(/\/$/, '') + target)
  const [path = ''] = `${base.pathname}${target}`.split('?')
  const [, unfilled] = /\{([^{}]*)\}/.exec(target) ?? []
  if (unfilled !== undefined) refuse(`${unfilled}: is required, as it is a part of the path.`)
  if (/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(decoded(decoded(path))) || path.includes('\\'))
    refuse('A value would lead out of the path, with "." or ".." as a part of it; nothing was sent.')
  if (url?.origin !== base.origin || url.username || url.password || url.hash)
    refuse('The arguments lead to another server than the one on record; nothing was sent.')
  return url
}

export const needsKey = ({ auth }: SdkRecord, point: Point): boolean => auth.needed === 'always' || point.key === true

/** @throws CatalogError where the call needs one and it is not set */
function keyOf(record: SdkRecord, point: Point, environment: Variables): string | undefined {
  const { scheme, secrets = [] } = record.auth
  if (scheme === 'none') return undefined
  const variable = keyVariable(record)
  const variables = [variable, ...secrets.flatMap(({ env = [] }) => env)]
  // A README could name the secret of somebody else.
  const foreign = variables.find((name) => !name.startsWith(variableFor(record, '')))
  if (foreign)
    refuse(`The record names the variable ${foreign} for a key, which is not one of this SDK; it is not read.`)
  const key = environment[variable]
  if (!key && needsKey(record, point)) refuse(`It needs a key, and ${variable} is not set.`, keyHelp(record))
  return key || undefined
}

/** What to do about a key that is missing, or refused by the status of an answer; undefined where there is nothing. */
export function keyHelp(record: SdkRecord, status = 401): string | undefined {
  const { auth, source_website: provider } = record
  if (![401, 403].includes(status) || auth.scheme === 'none') return undefined
  const held = auth.scheme === 'basic' ? 'user:password, or to a key alone,' : 'your key'
  return `Set ${keyVariable(record)} to ${held} in the environment.${provider ? ` The provider: ${provider}` : ''}`
}

/** The record with one of its servers, as it stands there or with its variables filled. */
function withServer(record: SdkRecord, server: string): SdkRecord {
  const { servers, slug } = record
  const asked = server.replace(/\/$/, '')
  const stated = servers.find(({ url }) => url.replace(/\/$/, '') === asked)
  if (stated) return { ...record, servers: [stated] }
  if (servers.some(({ url }) => templateOf(url).test(asked))) return { ...record, servers: [{ url: asked }] }
  const urls = servers.flatMap((each) => serverUrl({ servers: [each] }) ?? [])
  if (urls[0] && !unreachable(urls[0])) refuse(`${server} is no server of ${slug}.`, `Use one of ${urls.join(', ')}.`)
  return record
}

/** What a server's URL may be, with values that its variables may have. */
function templateOf(url: string): RegExp {
  const fixed = url.replace(/\/$/, '').split(/\{[^{}]*\}/)
  const pattern = fixed.map((part) => part.replace(/[^\w]/g, String.raw`\$&`)).join(String.raw`\w[\w.~:-]*`)
  return new RegExp(`^${pattern}$`)
}

/** The server's URL. @throws CatalogError for one that nobody else reaches, unless the caller allows it */
function baseOf(record: SdkRecord, base: Text, { environment, allowLocal }: RequestOptions): URL {
  const variable = baseVariable(record)
  const [note] = unreachableNotes(record)
  if (note && !allowLocal && !environment[variable])
    refuse(note, 'Addresses of this machine and its networks are called with --allow-local.')
  const text = filled(base, environment, (value, name) => {
    if (name === variable || /^\w[\w.~:-]*$/.test(value)) return value
    return refuse(`${name}: must be letters, digits, dots and hyphens, as it is a part of the server's URL.`)
  })
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    refuse(`Its server has no http or https URL.`, `Name one with --server, or set ${variable} to one.`)
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

/** Masks the key and all other secrets of the call, however a server quotes them back. */
export function maskFor(record: SdkRecord, { point, headers, arguments: values }: Given, environment: Variables): Mask {
  const sent: Readonly<Record<string, unknown>> = { ...headers, ...values }
  const secrets = [
    environment[keyVariable(record)],
    ...point.parameters.filter(isSecret).map(({ name }) => sent[name]),
    ...(record.auth.secrets ?? []).map(({ env, name = '' }) => environment[env ?? variableFor(record, name)]),
  ].flatMap((value) => (value === undefined ? [] : String(value)))
  // Larger than all else of a request, and not needed by those that are only shown or compared.
  let pattern: RegExp | undefined
  return (text) => {
    pattern ??= patternOf(secrets)
    return text.replace(pattern, '***')
  }
}

function patternOf(secrets: readonly string[]): RegExp {
  const quoted = secrets.flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('hex'),
    ...inBase64(secret),
    // The key of basic authentication is base64 of user:password.
    ...(/^[\x20-\x7e]+?:([\x20-\x7e]*)$/.exec(Buffer.from(secret, 'base64').toString()) ?? []),
  ])
  const longest = [...new Set(quoted)].filter(({ length }) => length >= MIN_SECRET).sort((a, b) => b.length - a.length)
  const patterns = longest.map((value) => Array.from(value.toWellFormed(), spellings).join(''))
  return new RegExp(patterns.join('|') || '(?!)', 'giu')
}

/** The part of base64 that is the same whatever comes before and after the secret in one text: `user:KEY` and the like. */
const inBase64 = (secret: string): string[] =>
  (['base64', 'base64url'] as const).flatMap((form) =>
    [0, 1, 2].flatMap((bytesBefore) => {
      const text = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)])
        .toString(form)
        .replace(/=+$/, '')
      const without = text.slice(Math.ceil((bytesBefore * 8) / 6))
      // Whole where the text ends with the secret; else its last character has bits of what follows.
      return [without, without.slice(0, -1)]
    }),
  )

/** A pattern of one character: as it is, as bytes, and as URLs, forms, JSON, HTML and the shell write it. */
function spellings(character: string): string {
  const bytes = Buffer.from(character)
  const units = Array.from(character.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const code = (radix: number) => character.codePointAt(0)!.toString(radix)
  const entities = [`&#0*${code(10)};?`, `&#x0*${code(16)};?`]
  const others = { ' ': ['+'], "'": [`'\\''`, '&apos;'] }[character] ?? []
  const forms = [character, bytes.toString('latin1'), units.join(''), escapeMarkup(character), ...others]
  const literal = (form: string) => Array.from(form, (each) => `\\u{${each.codePointAt(0)!.toString(16)}}`).join('')
  // A URL in a URL is encoded twice, and JSON in JSON escapes twice.
  const percent = bytes.toString('hex').replace(/../g, '%(?:25)*$&')
  // Each once: with one of them twice, half a key takes time that doubles with each of its characters.
  const all = new Set([percent, ...entities, ...forms.map(literal)])
  return `${/\w/.test(character) ? '' : '\\\\*'}(?:${[...all].join('|')})`
}
