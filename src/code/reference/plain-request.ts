/** The HTTP request of a call without a client: what `curl` shows, and what `sdk-catalog call` sends. */
import type { Point } from '../../catalog/record/facts.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { allParameters, type Call, takesKey } from '../arguments.ts'
import { baseUrl, keyVariable, querySecrets } from '../client-options.ts'
import { isFile, requestParts } from '../request-by-api-names.ts'
import { variableFor } from '../server-url.ts'
import type { Text, Variable } from '../values/expression.ts'

export interface PlainRequest {
  method: Point['method']
  /** URL of the server; variables hold what only the caller knows. */
  base: Text
  /** Path and query, encoded but for the variables. */
  target: Text
  headers: readonly (readonly [name: string, value: Text])[]
  /** JSON, or a form as its header says. */
  body?: string
  /** Parts of multipart/form-data, in place of a body. */
  parts?: readonly (readonly [name: string, value: string])[]
  /** Names of the parts that are files. */
  files?: readonly string[]
}

/** Whether a caller may set the header: others say where a request goes and where it ends, or are no names. */
export const isSendable = (name: string): boolean =>
  /^(?!(?:host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$)[\w!#$%&'*+.^`|~-]+$/i.test(
    name,
  )

/** A call with values as JSON has them. */
interface PlainCall extends Pick<Call, 'headers' | 'direct'> {
  arguments: Readonly<Record<string, unknown>>
  /** A body that is a list. */
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
  const key: Variable | undefined =
    auth.scheme === 'none' ? undefined : { env: keyVariable(record), ...(auth.test_key && { unset: auth.test_key }) }
  const { params = {}, query = {}, ...parts } = requestParts({ parameters: allParameters(point, auth) }, call.arguments)
  const path = point.path
    .replace(/#.*/, '')
    .split(/\{([^{}]+)\}/)
    .map((part, index): string | Variable => {
      if (index % 2 === 0) return part
      if (key && auth.in === 'path' && auth.name === part) return key
      const value = params[part] ?? call.direct?.params?.[part]
      return value === undefined ? `{${part}}` : encodeURIComponent(String(value))
    })
  const pairs: Text[] = Object.entries(query).map(([name, value]) => [`${encodeURIComponent(name)}=${encode(value)}`])
  if (key && sendsKey && auth.in === 'query' && auth.name) {
    pairs.push(
      [`${auth.name}=`, key],
      ...Object.entries(querySecrets(record)).map(([name, value]) => [`${name}=`, ...value]),
    )
  }
  const first = point.path.includes('?') ? '&' : '?'
  const headers: [string, Text][] = Object.entries(call.headers ?? {}).map(([name, value]) => [name, [String(value)]])
  if (key && sendsKey && auth.name && auth.in === 'header') {
    headers.push([auth.name, [auth.prefix ? `${auth.prefix} ` : '', key]])
    for (const { in: where, name, env } of auth.secrets ?? [])
      if (where === 'header' && name) headers.push([name, [{ env: env ?? variableFor(record, name) }]])
  }
  if (key && sendsKey && auth.name && auth.in === 'cookie') headers.push(['Cookie', [`${auth.name}=`, key]])
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const body = call.list ?? parts.body
  const fields = Object.entries(parts.body ?? {}).map(([name, value]) => [name, textOf(value)] as const)
  const isForm = point.body === 'form'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const isParts = point.body === 'multipart'
  const files = point.parameters.filter(isFile).map(({ name }) => name)
  if (body && !isParts) headers.push(['Content-Type', [type]])
  return {
    method: point.method,
    base: baseUrl(record),
    target: [...path, ...pairs.flatMap((pair, index) => [index > 0 ? '&' : first, ...pair])],
    headers,
    ...(body &&
      !isParts && { body: isForm ? String(new URLSearchParams(Object.fromEntries(fields))) : JSON.stringify(body) }),
    ...(body && isParts && { parts: fields, files }),
  }
}

const encode = (value: unknown): string => encodeURIComponent(String(value)).replaceAll('%2C', ',')
