/** The plain request of a call as a line of the shell. */
import type { Point } from '../../record/facts.ts'
import type { SdkRecord } from '../../record/record.ts'
import { type Call, pointFor, requiredBy, type StoredOperation } from '../arguments.ts'
import type { Text } from '../expression.ts'
import { isSecret, readsOnly } from '../request.ts'
import { isSendable, type PlainRequest } from './plain-request.ts'

/** `curl` with method, URL, headers and body; the key comes from its environment variable. */
export function curlFor({ method, base, target, headers, body, parts = [] }: PlainRequest): string {
  const isGet = method === 'GET' || ((body || parts.length > 0) && method === 'POST')
  return [
    'curl',
    ...(isGet ? [] : [method === 'HEAD' ? '--head' : `-X ${method}`]),
    shellText([...base, ...target]),
    ...headers.filter(([name]) => isSendable(name)).map(([name, value]) => `-H ${shellText([`${name}: `, ...value])}`),
    ...(body ? [`-d ${shellText([body])}`] : []),
    // Unlike -F it reads no file that a value names.
    ...parts.map(([name, value]) => `--form-string ${shellText([`${name}=${value}`])}`),
  ].join(' ')
}

/** The same by this package, without secrets, which it reads from the environment. */
export function callLine({ slug, auth }: SdkRecord, operation: StoredOperation, point: Point, call: Call): string {
  const { arguments: values, headers, left = [], direct } = call
  const fixed = requiredBy(point, auth).flatMap(({ name }) =>
    direct?.params?.[name] === undefined ? [] : [[name, direct.params[name]]],
  )
  const pairs = {
    ...headers,
    ...Object.fromEntries(fixed),
    ...values,
    ...Object.fromEntries(left.map(({ name }) => [name, '…'])),
  }
  const isShown = (name: string) => !point.parameters.some((each) => each.name === name && isSecret(each))
  const words = Object.entries(pairs).filter(([name]) => isShown(name))
  const isOther = pointFor(operation, new Set(words.map(([name]) => name)), auth) !== point
  return [
    `sdk-catalog call ${slug} ${call.entity}.${call.op}`,
    ...words.map(([name, value]) => shellWord(`${name}=${value}`)),
    ...(isOther ? [`--endpoint ${shellWord(`${point.method} ${point.path}`)}`] : []),
    ...(readsOnly(call.op, point) ? [] : ['--write']),
  ].join(' ')
}

export const shellWord = (word: string): string => (/^[\w.,:=/+-]+$/.test(word) ? word : shellText([word]))

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
