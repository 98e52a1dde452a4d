/** The plain request of a call as a line of the shell. */
import type { Point } from '../../record/facts.ts'
import type { SdkRecord } from '../../record/record.ts'
import type { Call } from '../arguments.ts'
import { baseUrl, keyVariable } from '../client.ts'
import type { Text, Variable } from '../expression.ts'
import { requestParts } from '../request.ts'

/** `curl` with method, URL, headers and body; the key comes from its environment variable. */
export function curlFor(record: SdkRecord, point: Point, call: Call): string {
  const { auth } = record
  const key: Variable | undefined = auth.scheme === 'none' ? undefined : { env: keyVariable(record) }
  const { params = {}, query = {}, body } = requestParts(point, call.arguments)
  const isKeyed = (where: string, name: string) => key && auth.in === where && auth.name === name
  const path = point.path.split(/\{([^{}]+)\}/).map((part, index): string | Variable => {
    if (index % 2 === 0) return part
    if (isKeyed('path', part)) return key!
    return params[part] === undefined ? `{${part}}` : encodeURIComponent(String(params[part]))
  })
  const pairs = Object.entries(query).map(([name, value]) => [`${encodeURIComponent(name)}=${encode(value)}`])
  const keyPair = key && auth.in === 'query' && auth.name && auth.needed !== 'optional' ? [[`${auth.name}=`, key]] : []
  const queryText = [...pairs, ...keyPair].flatMap((pair, index) => [index > 0 ? '&' : '?', ...pair])
  const headers: Text[] = Object.entries(call.headers ?? {}).map(([name, value]) => [`${name}: ${value}`])
  if (key && auth.name && auth.needed !== 'optional' && (auth.in === 'header' || auth.in === 'cookie')) {
    const isCookie = auth.in === 'cookie'
    headers.push([`${isCookie ? 'Cookie' : auth.name}: ${isCookie ? `${auth.name}=` : prefixed(auth.prefix)}`, key])
  }
  if (body) headers.push(['Content-Type: application/json'])
  const isGet = point.method === 'GET' || (body && point.method === 'POST')
  return [
    'curl',
    ...(isGet ? [] : [point.method === 'HEAD' ? '--head' : `-X ${point.method}`]),
    shellText([...baseUrl(record), ...path, ...queryText]),
    ...headers.map((header) => `-H ${shellText(header)}`),
    ...(body ? [`-d ${shellText([JSON.stringify(body)])}`] : []),
  ].join(' ')
}

const prefixed = (prefix: string | undefined): string => (prefix ? `${prefix} ` : '')
const encode = (value: unknown): string => encodeURIComponent(String(value)).replaceAll('%2C', ',')

/** In double quotes where a variable is in it, else in single ones. */
export function shellText(text: Text): string {
  if (text.every((part) => typeof part === 'string')) return `'${text.join('').replaceAll("'", `'\\''`)}'`
  const parts = text.map((part) =>
    typeof part === 'string'
      ? part.replace(/["$`\\]/g, '\\$&')
      : part.unset
        ? `\${${part.env}:-${part.unset}}`
        : `$${part.env}`,
  )
  return `"${parts.join('')}"`
}
