/** The plain request of a call as a line of the shell. */
import type { Text } from '../expression.ts'
import type { PlainRequest } from './plain-request.ts'

/** `curl` with method, URL, headers and body; the key comes from its environment variable. */
export function curlFor({ method, base, target, headers, body, parts = [] }: PlainRequest): string {
  const isGet = method === 'GET' || ((body || parts.length > 0) && method === 'POST')
  return [
    'curl',
    ...(isGet ? [] : [method === 'HEAD' ? '--head' : `-X ${method}`]),
    shellText([...base, ...target]),
    ...headers.map(([name, value]) => `-H ${shellText([`${name}: `, ...value])}`),
    ...(body ? [`-d ${shellText([body])}`] : []),
    ...parts.map(([name, value]) => `-F ${shellText([`${name}=${value}`])}`),
  ].join(' ')
}

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
