/** What is wrong with a request that code sent, by the API description alone. */
import {
  type ApiDescription,
  isNode,
  listOf,
  type Node,
  nodeOf,
  type Operation,
  type Parameter,
} from './description.ts'
import { bodyProblem, valueProblem } from './values.ts'

/** A request as the stub received it; the URL is absolute. */
export interface SentRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

export interface Expectation {
  api: ApiDescription
  /** Of the record, where the description names no host. */
  servers: readonly string[]
  /** A host of the reader's own, where nobody else reaches those of the API. */
  ownHost?: string | undefined
  /** Method and path that the code is shown for. */
  shown?: { method: string; path: string } | undefined
  /** Of every variable in the environment. */
  key: string
}

export type Judged = { operation: Operation; problem?: undefined } | { operation?: undefined; problem: string }

/** A parameter that every HTTP client sends by itself. */
const OWN_HEADERS = /^(?:accept|authorization|content-type|user-agent)$/i

/** Base URLs with their variables at the default or the first choice; one with neither is read from the environment. */
export function serversOf(operation: Operation, expected: Expectation): string[] {
  const { ownHost } = expected
  const urls = statedServers(operation, expected)
  return ownHost === undefined ? urls : urls.map((url) => `https://${ownHost}${pathOf(url)}`)
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '')

function statedServers({ servers: stated }: Operation, { servers, key }: Expectation): string[] {
  const urls = stated.map(({ url = '', variables = {} }) =>
    String(url).replaceAll(/\{([^{}]+)\}/g, (_, name) => {
      const { default: usual, enum: choices } = nodeOf(nodeOf(variables)[name])
      return String((usual === '' ? undefined : usual) ?? listOf(choices)[0] ?? key)
    }),
  )
  const whole = urls.filter((url) => URL.canParse(url))
  if (whole.length > 0) return whole
  const relative = urls.length > 0 ? urls : ['']
  return servers.flatMap((server) => relative.map((url) => (url ? new URL(url, server).href : server)))
}

/** Names of the hosts that the code may ask for. */
export const hostsOf = (expected: Expectation): string[] => [
  ...new Set(
    expected.api.operations
      .flatMap((operation) => serversOf(operation, expected))
      .filter((url) => URL.canParse(url))
      .map((url) => new URL(url).hostname),
  ),
]

/** The operation that the request reaches, or the first thing that is wrong with it. */
export function judge(request: SentRequest, expected: Expectation): Judged {
  const problem = (text: string): Judged => ({ problem: text })
  // In the path, or as the whole value of a parameter.
  const literal = /^[^?]*?(\{[^{}]*\}?)|=(\{\w+\})/.exec(decoded(request.url))
  if (literal) return problem(`sent a literal ${literal[1] ?? literal[2]} in the URL`)
  const url = new URL(request.url)
  const hosts = hostsOf(expected)
  if (!hosts.includes(url.hostname))
    return problem(`asked ${url.hostname} instead of ${hosts.join(' or ') || 'a known server'}`)
  const reached = expected.api.operations
    .filter((operation) => valuesIn(url, operation, expected) && isFixed(url, operation))
    .sort((a, b) => openness(a) - openness(b))
  if (reached.length === 0) return problem(`${request.method} ${url.pathname} is no path of the API`)
  const operation = reached.find(({ method }) => method === request.method)
  if (!operation) return problem(`sent ${request.method} instead of ${reached[0]!.method} ${url.pathname}`)
  const { shown } = expected
  if (shown && !(shown.method === operation.method && unnamed(shown.path) === unnamed(operation.written)))
    return problem(`reached ${operation.method} ${operation.written} instead of ${shown.method} ${shown.path}`)
  const wrong =
    parameterProblem(url, request, operation, expected) ??
    unknownProblem(url, operation, expected) ??
    keyProblem(url, request, operation, expected) ??
    sentBodyProblem(request, operation, expected.api)
  return wrong === undefined ? { operation } : problem(wrong)
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Paths differ in the names of their placeholders, and clients drop a slash at the end. */
const unnamed = (path: string): string =>
  path
    .replace(/[?#].*$/, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .replace(/\/$/, '')

/** How little the path says itself: `/poets/{name}` is more open than `/poets/{name}:all`. */
const openness = ({ path, fixed }: Operation): number =>
  path.split('{').length - fixed.size / 100 - unnamed(path).length / 100_000

const isFixed = (url: URL, { fixed }: Operation): boolean =>
  [...fixed].every(([name, value]) => value.includes('{') || url.searchParams.get(name) === value)

/** Values of the placeholders where the URL is the operation's on one of its servers. */
function valuesIn(url: URL, operation: Operation, expected: Expectation): Map<string, string> | undefined {
  const names = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!)
  for (const server of serversOf(operation, expected)) {
    if (!URL.canParse(server) || new URL(server).hostname !== url.hostname) continue
    const whole = new URL(server).pathname.replace(/\/$/, '') + operation.path
    const parts = whole.replace(/\/$/, '').split(/\{[^{}]*\}/)
    const pattern = parts.map((part) => part.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&')).join('([^/]+)')
    const found = new RegExp(`^${pattern}/?$`).exec(decoded(url.pathname).replaceAll('//', '/'))
    if (found) return new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
  }
  return undefined
}

/** The clients repeat the values of the path in the query, by the model's name: `id` or `country_id` for `{country}`. */
function isRepeated(name: string, value: string, values: ReadonlyMap<string, string>): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]|_?id$/g, '')
  return [...values].some(([own, filled]) => filled === value && (name === 'id' || plain(own) === plain(name)))
}

function parameterProblem(
  url: URL,
  { headers }: SentRequest,
  operation: Operation,
  expected: Expectation,
): string | undefined {
  const values = valuesIn(url, operation, expected)!
  for (const parameter of operation.parameters) {
    const { name, in: place, required } = parameter
    if (place === 'header' && OWN_HEADERS.test(name)) continue
    const sent: Record<string, readonly (string | undefined)[]> = {
      path: [values.get(name)],
      query: [...url.searchParams.getAll(name), ...url.searchParams.getAll(`${name}[]`)],
      header: [headers[name.toLowerCase()]],
      cookie: [cookiesIn(headers.cookie).get(name) ?? undefined],
    }
    const present = (sent[place] ?? []).filter((value) => value !== undefined)
    const isSpread = [...url.searchParams.keys()].some((key) => isMemberOf(key, parameter))
    if (required && !isSpread && present.every((value) => value === '') && place !== 'path')
      return `left out the required ${place} parameter ${name}`
    for (const value of present) {
      const wrong = value === '' ? undefined : valueProblem(value, parameter, expected.api)
      if (wrong !== undefined) return wrong
    }
  }
  return undefined
}

const cookiesIn = (header = ''): URLSearchParams => new URLSearchParams(header.replaceAll(/; ?/g, '&'))

const isMemberOf = (key: string, { name, schema, spread }: Parameter): boolean =>
  spread === 'brackets'
    ? key.startsWith(`${name}[`)
    : spread === 'members' && (Object.hasOwn(nodeOf(schema.properties), key) || isOpen(schema))

const isOpen = ({ properties: stated, additionalProperties: others }: Node): boolean =>
  stated === undefined || (others !== undefined && others !== false)

function unknownProblem(url: URL, operation: Operation, expected: Expectation): string | undefined {
  const values = valuesIn(url, operation, expected)!
  const stated = operation.parameters.filter((parameter) => parameter.in === 'query')
  const keys = expected.api
    .securityOf(operation)
    .flat()
    .filter((scheme) => scheme.in === 'query')
  const isKnown = (name: string): boolean =>
    stated.some((parameter) => name.replace(/\[\]$/, '') === parameter.name) ||
    stated.some((parameter) => isMemberOf(name, parameter)) ||
    keys.some((scheme) => scheme.name === name) ||
    operation.fixed.has(name)
  const unknown = [...url.searchParams].find(([name, value]) => !(isKnown(name) || isRepeated(name, value, values)))
  return unknown && `sent the query parameter ${unknown[0]}, which the API does not know`
}

function keyProblem(
  url: URL,
  { headers }: SentRequest,
  operation: Operation,
  { api, key }: Expectation,
): string | undefined {
  const alternatives = api.securityOf(operation)
  const missing = ({ type, in: place = 'header', name = 'Authorization', scheme }: Node): string | undefined => {
    if (type === undefined || type === 'mutualTLS') return undefined
    const isNamed = type === 'apiKey'
    const header = isNamed ? String(name) : 'Authorization'
    if (isNamed && place === 'query')
      return url.searchParams.get(header) === key ? undefined : `sent no key as query parameter ${name}`
    // OpenAPI has no keys in the path, but some APIs and their descriptions do.
    if (isNamed && place === 'path') return url.pathname.includes(key) ? undefined : 'sent no key in the path'
    if (isNamed && place === 'cookie')
      return headers.cookie?.includes(`${name}=${key}`) ? undefined : `sent no key as cookie ${name}`
    const sent = headers[header.toLowerCase()] ?? ''
    if (!sent.includes(key)) return `sent no key as header ${header}`
    const prefix = isNamed ? '' : type === 'http' ? String(scheme ?? 'bearer') : 'bearer'
    const isPrefixed = sent.toLowerCase().startsWith(prefix.toLowerCase())
    return isPrefixed ? undefined : `sent the key in ${header} without ${prefix}`
  }
  const problems = alternatives.map((wanted) => wanted.map(missing).find((problem) => problem !== undefined))
  return problems.includes(undefined) ? undefined : problems[0]
}

function sentBodyProblem({ body, headers }: SentRequest, { node }: Operation, api: ApiDescription): string | undefined {
  const stated = api.resolve(node.requestBody)
  const content = Object.entries(nodeOf(stated.content))
  if (content.length === 0) return body === '' ? undefined : 'sent a body, which the API does not know'
  if (body === '') return stated.required === true ? 'left out the required body' : undefined
  const json = content.find(([type]) => /json|\*\/\*/i.test(type))
  const sent = headers['content-type'] ?? ''
  if (!json)
    return content.some(([type]) => sent.startsWith(type))
      ? undefined
      : `sent ${headers['content-type']} instead of ${content[0]![0]}`
  const { schema } = nodeOf(json[1])
  return isNode(schema) ? bodyProblem(body, schema, api) : undefined
}
