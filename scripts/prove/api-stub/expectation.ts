/** What the first call of an SDK must be, and what is wrong with a request that was sent. */
import type { Auth, OperationsFile, Parameter, Point, Server } from '../../../src/catalog/record/facts.ts'
import type { SdkRecord } from '../../../src/catalog/record/record.ts'

export interface Expectation {
  servers: readonly Server[]
  /** Endpoints that the call may reach. */
  points: readonly Point[]
  auth: Auth
  /** The key in the environment. */
  key: string
}

/** A request as the stub received it; the URL is absolute. */
export interface SentRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string | undefined>>
}

type Answered = { point: Point; problem?: undefined } | { point?: undefined; problem: string }

/** Endpoints of the operation that the first call uses; of every operation where the record has no first call. */
export function expectationOf(record: SdkRecord, operations: OperationsFile | undefined, key: string): Expectation {
  const call = record.first_call
  const points = (operations?.entities ?? [])
    .filter(({ name }) => !call || name === call.entity)
    .flatMap((entity) => entity.operations)
    .filter(({ op }) => !call || op === call.op)
    .flatMap((operation) => operation.points)
  return { servers: record.servers, points, auth: record.auth, key }
}

/** Servers with their variables at the default or the first choice; one with neither is read from the environment. */
export const filledServers = ({ servers, key }: Pick<Expectation, 'servers' | 'key'>): string[] =>
  servers.map(({ url, variables }) =>
    url.replaceAll(/\{([^{}]+)\}/g, (_, name) => {
      const { default: usual, enum: choices } = variables?.[name] ?? {}
      return String((usual === '' ? undefined : usual) ?? choices?.[0] ?? key)
    }),
  )

/** Names of the hosts that a call may ask for. */
export const hostsOf = (expected: Pick<Expectation, 'servers' | 'key'>): string[] => [
  ...new Set(
    filledServers(expected)
      .map(hostOf)
      .filter((host) => host !== undefined),
  ),
]

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined)

/** The endpoint that the request reaches, or the first thing that is wrong with it. */
export function judge(request: SentRequest, expected: Expectation): Answered {
  const written = decoded(request.url)
  const brace = /[{}]/.exec(written.split('?')[0]!)
  if (brace) return { problem: `sent a literal ${/\{[^{}]*\}?/.exec(written)?.[0] ?? brace[0]} in the URL` }
  const url = new URL(request.url)
  const hosts = hostsOf(expected)
  if (!hosts.includes(url.hostname))
    return { problem: `asked ${url.hostname} instead of ${hosts.join(' or ') || 'a known server'}` }
  const reached = expected.points
    .filter(({ path }) => filledServers(expected).some((server) => isAt(url.pathname, server, path)))
    .sort((a, b) => placeholders(a.path) - placeholders(b.path))
  if (reached.length === 0) return { problem: `${request.method} ${url.pathname} is not the operation's path` }
  const point = reached.find(({ method }) => method === request.method)
  if (!point) return { problem: `sent ${request.method} instead of ${reached[0]!.method}` }
  const missing = point.parameters.find((parameter) => parameter.required && !isPresent(parameter, url, request))
  if (missing) return { problem: `left out the required ${missing.in} parameter ${missing.api_name ?? missing.name}` }
  const keyless = keyProblem(url, request, expected, point)
  return keyless === undefined ? { point } : { problem: keyless }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Whether the path is the endpoint's on that server. Clients drop a slash at the end, which counts as the same. */
function isAt(pathname: string, server: string, path: string): boolean {
  const base = URL.canParse(server) ? new URL(server).pathname.replace(/\/$/, '') : ''
  const pattern = (base + path)
    .replace(/\/$/, '')
    .split(/\{[^{}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
    .join('[^/]+')
  return new RegExp(`^${pattern}/?$`).test(pathname.replaceAll('//', '/'))
}

const placeholders = (path: string): number => path.split('{').length

/** The members of a body are left to the API: descriptions rarely say truly which it needs. */
function isPresent(
  { name, api_name: apiName = name, in: place }: Parameter,
  url: URL,
  { headers }: SentRequest,
): boolean {
  if (place === 'query') return [apiName, `${apiName}[]`].some((key) => Boolean(url.searchParams.get(key)))
  if (place === 'header') return Boolean(headers[apiName.toLowerCase()])
  return true
}

function keyProblem(url: URL, { headers }: SentRequest, expected: Expectation, point: Point): string | undefined {
  const { scheme, needed, in: place, name = 'Authorization', prefix } = expected.auth
  const isWanted = needed === 'always' || (point.key && needed !== 'optional')
  if (scheme === 'none' || scheme === 'unknown' || !isWanted) return undefined
  if (place === 'query')
    return url.searchParams.get(name) === expected.key ? undefined : `sent no key as query parameter ${name}`
  if (place === 'path') return url.pathname.includes(expected.key) ? undefined : 'sent no key in the path'
  if (place === 'cookie') return headers.cookie?.includes(expected.key) ? undefined : `sent no key as cookie ${name}`
  const sent = headers[name.toLowerCase()] ?? ''
  if (!sent.includes(expected.key)) return `sent no key as header ${name}`
  const isPrefixed = prefix === undefined || sent.toLowerCase().startsWith(prefix.toLowerCase())
  return isPrefixed ? undefined : `sent the key in ${name} without ${prefix}`
}
