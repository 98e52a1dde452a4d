/** Asks each SDK's API once, for data that needs no key: one request at a time, with a pause before the next to a host. */
import { MAX_ANSWER_BYTES } from '../catalog/record/bounds.ts'
import { isRead, operationName } from '../catalog/record/languages.ts'
import type { AnswerLine } from '../catalog/record/observed.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { needsNoKey, serverUrl } from '../catalog/record/traits.ts'
import { easiestEndpoint } from '../code/choose-endpoint.ts'
import { unreachable } from '../code/server-url.ts'
import { entitiesIn, type OperationsReader } from '../store/operations.ts'
import { replaceUnsafe } from '../text/unsafe-characters.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'
import { refuse, requestOf } from './prepare-request.ts'
import { textOf } from './response.ts'
import { type ApiAnswer, type SendOptions, send } from './send.ts'

/** A reason is cut to so many characters. */
const MAX_REASON = 200

export interface ProbeOptions extends SendOptions {
  /** Hosts that are not asked, with all hosts below them. */
  optOut: readonly string[]
  /** Is called before another request to a host. */
  pause(): Promise<unknown>
}

/** A line for each SDK, with the answer, or why there is none. */
export async function* probe(
  records: Iterable<SdkRecord>,
  operations: OperationsReader,
  options: ProbeOptions,
): AsyncGenerator<AnswerLine> {
  const hostnames = new Set<string>()
  for (const record of records) {
    const line: AnswerLine = { slug: record.slug, date: new Date().toISOString() }
    try {
      const { operation, request, hostname } = planOf(record, await operations(record.slug), options)
      if (hostnames.has(hostname)) await options.pause()
      hostnames.add(hostname)
      line.operation = operation
      Object.assign(line, recorded(await send(request, { ...options, limits: { bytes: MAX_ANSWER_BYTES } }), record))
    } catch (error) {
      const reason = error instanceof CatalogError ? error.message : `it cannot be asked (${(error as Error).message})`
      line.why = replaceUnsafe(reason).replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, MAX_REASON)
    }
    yield line
  }
}

/** @throws CatalogError that says why nothing is sent */
function planOf(record: SdkRecord, file: Awaited<ReturnType<OperationsReader>>, { optOut, allowLocal }: ProbeOptions) {
  const { auth, first_call: first } = record
  const server = serverUrl(record) ?? refuse('no server is on record')
  if (!allowLocal && unreachable(server)) refuse(`the server on record is ${unreachable(server)}`)
  if (!needsNoKey(record) && auth.needed !== 'sometimes') refuse('that it needs no key is not on record')
  const calls = entitiesIn(file).flatMap(({ name, operations }) =>
    operations
      .filter(({ op }) => isRead(op))
      .map((operation) => easiestEndpoint(name, operation, auth))
      .filter(({ point }) => point.method === 'GET' && !point.key && !point.deprecated)
      .filter(({ call: { guessed, omitted, key_argument } }) => !guessed && !omitted && !key_argument),
  )
  const { call, point } =
    calls.find(({ call: { entity, op } }) => entity === first?.entity && op === first.op) ??
    calls[0] ??
    refuse('no operation reads without a key, with values that the description states')
  // Nothing of this machine's environment is sent.
  const request = requestOf(record, { point, ...call }, { environment: {}, allowLocal })
  const { hostname } = request.url
  if (optOut.some((host) => hostname === host || hostname.endsWith(`.${host}`))) refuse(`${hostname} has opted out`)
  return { operation: operationName(call), request, hostname }
}

/** Licences under which the repository, and examples in it, may be copied by anybody. */
const OPEN_LICENCE = /^(?:MIT|MIT-0|ISC|0BSD|Unlicense|Zlib|CC0-1\.0|CC-BY-4\.0|(?:Apache|MPL)-2\.0|BSD-[23]-Clause)$/

/** What may be stored of an answer. */
function recorded({ status, milliseconds, ...answer }: ApiAnswer, { license }: SdkRecord): Partial<AnswerLine> {
  const line = { status, milliseconds, ...(answer.type && { content_type: answer.type }) }
  // The body of an error may name who asked.
  if (status >= 400) return line
  if (license === undefined) return { ...line, why: 'no licence is on record' }
  if (!OPEN_LICENCE.test(license))
    return { ...line, why: `the licence ${license} does not say that anybody may copy it` }
  const text = textOf(answer)
  return { ...line, ...(text ? { text } : { why: text === '' ? 'it is empty' : 'it is no text' }) }
}
