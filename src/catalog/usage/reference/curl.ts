/** The plain request of a call as a line of the shell. */
import type { Point } from '../../record/facts.ts'
import type { SdkRecord } from '../../record/record.ts'
import { type Call, pointFor, requiredParameters, type StoredOperation } from '../arguments.ts'
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

/** The command line of this package for the same call, without secrets, which it reads from the environment. */
export function callLine({ slug, auth }: SdkRecord, operation: StoredOperation, point: Point, call: Call): string {
  const { arguments: values, headers, omitted = [], direct } = call
  const fixed = requiredParameters(point, auth).flatMap(({ name }) =>
    direct?.params?.[name] === undefined ? [] : [[name, direct.params[name]]],
  )
  const pairs = {
    ...headers,
    ...Object.fromEntries(fixed),
    ...values,
    ...Object.fromEntries(omitted.map(({ name }) => [name, '…'])),
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

/** The text in double quotes if it has a variable, else in single quotes. */
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
