/** The HTTP request of a call without a client: what `curl` shows, and what `sdk-catalog call` sends. */
import type { Parameter, Point } from '../../catalog/record/facts.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { allParameters, type Call, takesKey } from '../arguments.ts'
import { baseUrl, keyParts, keyVariable, mayNeedKey } from '../client-options.ts'
import { bodyKind, isFile, requestParts } from '../request-by-api-names.ts'
import type { Text, Variable } from '../values/expression.ts'

export interface PlainRequest {
  method: Point['method']
  /** URL of the server; variables hold what only the caller knows. */
  base: Text
  /** Path and query, encoded but for the variables. */
  target: Text
  headers: readonly (readonly [name: string, value: Text])[]
  /** The body is JSON, or a form, as its header says. */
  body?: string
  /** Parts of multipart/form-data, in place of a body. */
  parts?: readonly (readonly [name: string, value: string])[]
  /** Names of the parts that are files. */
  files?: readonly string[]
}

/** Whether a caller may set the header. Others say where a request goes or ends, or are no names of headers. */
export const isSendable = (name: string): boolean =>
  /^(?!(?:host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$)[\w!#$%&'*+.^`|~-]+$/i.test(
    name,
  )

/** A call with values as JSON has them. */
interface PlainCall extends Pick<Call, 'headers' | 'direct'> {
  arguments: Readonly<Record<string, unknown>>
  /** The body is this list. */
  list?: object
}

/** @param sendsKey whether the key goes where the record says; by default unless it is optional */
export function plainRequest(
  record: SdkRecord,
  point: Point,
  call: PlainCall,
  sendsKey = record.auth.needed !== 'optional' && takesKey(point, record.auth),
): PlainRequest {
  const { auth } = record
  const unset = auth.test_key ?? (mayNeedKey(record, point) ? '' : undefined)
  const key: Variable = { env: keyVariable(record), ...(unset !== undefined && { unset }) }
  const secret = auth.scheme === 'none' ? {} : keyParts(record, (prefix): Text => (prefix ? [prefix, key] : [key]))
  const sent = sendsKey ? secret : {}
  const parameters = allParameters(point, auth)
  const { params, query = {}, ...parts } = requestParts({ parameters }, call.arguments)
  const written = Object.entries(query).flatMap(([name, value]) =>
    pairsOf(parameters.find((parameter) => parameter.in === 'query' && parameter.name === name) ?? { name }, value),
  )
  const pairs: Text[] = [
    ...written.map(([name, value]) => [`${encodeURIComponent(name)}=${encode(value)}`]),
    ...Object.entries(sent.query ?? {}).map(([name, value]) => [`${name}=`, ...value]),
  ]
  const first = point.path.includes('?') ? '&' : '?'
  const { type, ...body } = bodyOf(point, call.list ?? parts.body)
  return {
    method: point.method,
    base: baseUrl(point.server ? { ...record, servers: [{ url: point.server }] } : record),
    target: [
      ...pathOf(point, { ...call.direct?.params, ...params }, secret.params),
      ...pairs.flatMap((pair, index) => [index > 0 ? '&' : first, ...pair]),
    ],
    headers: [
      ...Object.entries(call.headers ?? {}).map(([name, value]) => [name, [String(value)]] as const),
      ...Object.entries(sent.headers ?? {}),
      ...(type ? [['Content-Type', [type]] as const] : []),
    ],
    ...body,
  }
}

const SEPARATORS: Partial<Record<NonNullable<Parameter['style']>, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

type Pairs = [name: string, value: string][]

/** A list or an object as its parameter is written: OpenAPI 3.1.1, 4.8.12.2, and `collectionFormat` of Swagger 2.0. */
export function pairsOf(
  {
    name,
    in: where,
    style = where === 'path' ? 'simple' : 'form',
    explode = style === 'form',
  }: Pick<Parameter, 'name' | 'style' | 'explode'> & Partial<Parameter>,
  value: unknown,
): Pairs {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  if (style === 'deepObject') return deepPairs(name, value)
  const joined = (items: unknown[]): Pairs => [[name, items.map(textOf).join(SEPARATORS[style] ?? ',')]]
  if (Array.isArray(value)) return explode ? value.map((item) => [name, textOf(item)]) : joined(value)
  const members = Object.entries(value)
  return explode ? members.map(([member, each]) => [member, textOf(each)]) : joined(members.flat())
}

/** `filter[place][0]=brest`, as those who read this style do for lists and deeper members, too. */
const deepPairs = (name: string, value: unknown): Pairs =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([member, each]) => deepPairs(`${name}[${member}]`, each))
    : [[name, String(value)]]

/** Fills in the path. The key is in it whether it is needed or not; what has no value stays a placeholder. */
const pathOf = ({ path }: Point, values: Readonly<Record<string, unknown>>, secrets: Record<string, Text> = {}): Text =>
  path
    .replace(/#.*/, '')
    .split(/\{([^{}]+)\}/)
    .flatMap((part, index): Text => {
      if (index % 2 === 0) return [part]
      if (secrets[part]) return secrets[part]
      const [[, text] = []] = pairsOf({ name: part, in: 'path' }, values[part] ?? `{${part}}`)
      return [values[part] === undefined ? text! : encodeURIComponent(text!)]
    })

/** The body as the endpoint takes it, with its media type. */
function bodyOf(point: Point, body: object | undefined) {
  if (!body) return {}
  const { parameters } = point
  const kind = bodyKind(point)
  const fields = Object.entries(body).flatMap(([name, value]): Pairs => {
    const parameter = parameters.find((each) => each.in === 'body' && each.name === name) ?? { name }
    // OpenAPI 3.1.1, 4.8.15: an object without a style is JSON.
    return Array.isArray(value) || 'style' in parameter ? pairsOf(parameter, value) : [[name, textOf(value)]]
  })
  if (kind === 'multipart') return { parts: fields, files: parameters.filter(isFile).map(({ name }) => name) }
  if (kind !== 'form') return { type: 'application/json', body: JSON.stringify(body) }
  const form = String(new URLSearchParams(fields))
  return { type: 'application/x-www-form-urlencoded', body: form }
}

const encode = (value: unknown): string => encodeURIComponent(String(value)).replaceAll('%2C', ',')
