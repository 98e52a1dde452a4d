/** The plain request of a call as a line of the shell. */
import type { Point } from '../../catalog/record/facts.ts'
import { operationName } from '../../catalog/record/languages.ts'
import { allParameters, requiredParameters } from '../arguments.ts'
import { pointFor } from '../choose-endpoint.ts'
import { isFile, isSecret, readsOnly, requestParts } from '../request-by-api-names.ts'
import { type Mark, markedCall, marksOf, type Plan, plainValue } from '../shown-call.ts'
import { commentText, type Entries, type Expression, type Text } from '../values/expression.ts'
import { markedSample, sampleShape } from './marks.ts'
import { isSendable, type PlainRequest, plainRequest } from './plain-request.ts'

/** A `curl` below a comment for each of its values. */
export function shownCurl({ record, call, shown }: Plan<Expression>): string {
  const { method, path = '/' } = call
  const { body: sent = call.body, answer = { fields: {} } } = shown
  const point: Point = { ...shown, method: method as Point['method'], path, parameters: [...shown.parameters] }
  const { arguments: entries, headers = {}, direct } = markedCall(call, shown)
  const parts = requestParts({ parameters: allParameters(point, record.auth) }, entries)
  const whole: Entries =
    sent === 'list'
      ? { body: markedSample({ name: 'body', in: 'body', type: 'array', members: shown.body_items }) }
      : sent === 'file'
        ? { body: markedSample({ name: 'body', in: 'body', type: 'file' }) }
        : {}
  const params = { ...direct?.params, ...parts.params }
  const plain = plainValue({ entries, headers, params, whole }) as Record<string, Record<string, never>>
  const request = plainRequest(record, point, {
    arguments: plain.entries!,
    headers: plain.headers!,
    direct: { params: plain.params! },
    ...(sent === 'list' && { list: plain.whole!.body! }),
  })
  const [, kind = ''] = /\/(\w+)$/.exec(answer.media ?? '') ?? []
  return [
    ...shellComments({
      ' in the path': params,
      ' in the query': parts.query ?? {},
      ' in the body': { ...parts.body, ...whole },
      ' as a header': headers,
    }),
    ...bodyComment(request, { record, call, shown }, point),
    curlFor(request) +
      (sent === 'file' ? " -H 'Content-Type: application/octet-stream' --data-binary @FILE" : '') +
      (answer.body === 'binary' ? ` -o answer${kind && `.${kind}`}` : ''),
  ].join('\n')
}

/** Few members show how a body is written, and seldom contradict each other. */
const MAX_WRITTEN = 3

/** How a body is written that requires no member: with the first of those that are offered. */
function bodyComment({ body, parts }: PlainRequest, { record, call, shown }: Plan<Expression>, point: Point): string[] {
  if (body || parts || point.method === 'GET' || point.method === 'HEAD') return []
  if (call.body === 'unknown' || call.body === 'unnamed') return ['# body: not on record, add it with -d']
  const members = shown.offered.filter((each) => each.in === 'body' && !isFile(each)).slice(0, MAX_WRITTEN)
  if (members.length === 0) return []
  const values = Object.fromEntries(members.map((each) => [each.name, sampleShape(each)]))
  const { headers: _, ...sent } = plainRequest(record, point, { arguments: values }, false)
  const flags = bodyFlags(sent).join(' ').replaceAll('%5B', '[').replaceAll('%5D', ']')
  return [commentText(`# a body is written so: ${flags}`)]
}

/** A comment for each value; then for what is offered, by its place. */
export function shellComments(places: Readonly<Record<string, Entries>>): string[] {
  const lines = Object.entries(places).map(([place, entries]) => ({ place, marks: marksOf(entries) }))
  const offers = lines.flatMap(({ place, marks }) => {
    const offered = marks.filter(({ isOffered }) => isOffered)
    return offered.length > 0 ? [`# optional${place}:`, ...offered.map(comment)] : []
  })
  return [...lines.flatMap(({ marks }) => marks.filter(({ isOffered }) => !isOffered).map(comment)), ...offers]
}

const comment = ({ name, value, mark }: Mark): string =>
  commentText(`# ${name}${value === undefined ? '' : `=${value}`}: ${mark}`)

/** `curl` with method, URL, headers and body; the key comes from its environment variable. */
export function curlFor(request: PlainRequest): string {
  const { method, base, target, headers, body, parts = [] } = request
  const isGet = method === 'GET' || ((body || parts.length > 0) && method === 'POST')
  return [
    'curl',
    ...(isGet ? [] : [method === 'HEAD' ? '--head' : `-X ${method}`]),
    shellText([...base, ...target]),
    ...headers.filter(([name]) => isSendable(name)).map(([name, value]) => `-H ${shellText([`${name}: `, ...value])}`),
    ...bodyFlags(request),
  ].join(' ')
}

const bodyFlags = ({ body, parts = [], files = [] }: Pick<PlainRequest, 'body' | 'parts' | 'files'>): string[] => [
  ...(body ? [`-d ${shellText([body])}`] : []),
  // Unlike -F, --form-string reads no file that a value names.
  ...parts.map(([name, value]) =>
    files.includes(name) ? `-F ${shellWord(`${name}=@${value}`)}` : `--form-string ${shellText([`${name}=${value}`])}`,
  ),
]

/**
 * The command line of this package for the same call, without secrets, which it reads from the environment; undefined for
 * a file, which it does not send.
 */
export function callLine({ record: { slug, auth }, call, endpoint }: Omit<Plan, 'shown'>): string | undefined {
  if (!endpoint) return undefined
  const { operation, point } = endpoint
  if (point.body === 'file' || point.parameters.some(isFile)) return undefined
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
    `sdk-catalog call ${slug} ${operationName(call)}`,
    ...words.map(([name, value]) => shellWord(`${name}=${value}`)),
    ...(isOther ? [`--endpoint ${shellWord(`${point.method} ${point.path}`)}`] : []),
    ...(readsOnly(call.op, point) ? [] : ['--write']),
  ].join(' ')
}

export const shellWord = (word: string): string => (/^[\w.,:=/@+-]+$/.test(word) ? word : shellText([word]))

/** The text in double quotes if it has a variable, else in single quotes. */
export function shellText(text: Text): string {
  if (text.every((part) => typeof part === 'string')) return `'${text.join('').replaceAll("'", `'\\''`)}'`
  const parts = text.map((part) => {
    if (typeof part === 'string') return part.replace(/["$`\\]/g, '\\$&')
    const { env, unset } = part
    // A bracket in the other value would end the expansion.
    return `\${${env}:${unset === undefined || unset.includes('}') ? '?' : `-${unset}`}}`
  })
  return `"${parts.join('')}"`
}
