/** Asks each SDK's API once, for data that needs no key: one request at a time to a host, with a pause after each. */

import { MAX_ANSWER_BYTES } from '../catalog/record/bounds.ts'
import type { OperationsFile } from '../catalog/record/facts.ts'
import { isRead } from '../catalog/record/languages.ts'
import { type AnswerLine, MediaType } from '../catalog/record/observed.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { needsNoKey, serverUrl } from '../catalog/record/traits.ts'
import { callOf } from '../catalog/usage/arguments.ts'
import { unreachable } from '../catalog/usage/server.ts'
import { replaceUnsafe } from '../text/unsafe-characters.ts'
import { CatalogError } from '../tools/errors.ts'
import type { Reach } from './address.ts'
import { textOf } from './answer.ts'
import { requestOf } from './request.ts'
import { type ApiAnswer, send } from './send.ts'

export interface ProbeOptions extends Reach {
  userAgent: string
  /** Hosts that are not asked, with all hosts below them. */
  optOut: readonly string[]
  pauseMs: number
  onLine(line: AnswerLine): void
  now(): Date
  sleep(milliseconds: number): Promise<unknown>
}

export interface ProbedSdk {
  record: SdkRecord
  file: OperationsFile | undefined
}

const HOSTS_AT_A_TIME = 4

export async function probe(sdks: readonly ProbedSdk[], options: ProbeOptions): Promise<void> {
  const { onLine, now, sleep, pauseMs } = options
  const plans = sdks.flatMap((sdk) => {
    try {
      return [planOf(sdk, options)]
    } catch (error) {
      onLine({ slug: sdk.record.slug, date: now().toISOString(), why: reasonOf(error) })
      return []
    }
  })
  const hosts = Map.groupBy(plans, ({ request }) => request.url.hostname).values()
  const worker = async () => {
    for (const host of hosts) {
      for (const [at, plan] of host.entries()) {
        if (at > 0) await sleep(pauseMs)
        onLine(await ask(plan, options))
      }
    }
  }
  await Promise.all(Array.from({ length: HOSTS_AT_A_TIME }, worker))
}

function skip(detail: string): never {
  throw new CatalogError('invalid_request', { detail })
}

/** @throws CatalogError that says why nothing is sent */
function planOf({ record, file }: ProbedSdk, { optOut, allowLocal }: ProbeOptions) {
  const { auth, first_call: first } = record
  const server = serverUrl(record) ?? skip('no server is on record')
  const reason = allowLocal ? undefined : unreachable(server)
  if (reason) skip(`the server on record is ${reason}`)
  if (!needsNoKey(record) && auth.needed !== 'sometimes') skip('that it needs no key is not on record')
  const calls = (file?.entities ?? []).flatMap(({ name, operations }) =>
    operations
      .filter(({ op }) => isRead(op))
      .map((operation) => callOf(name, operation, auth))
      .filter(({ point }) => point.method === 'GET' && !point.key && !point.deprecated)
      .filter(({ call: { guessed, left, key_argument } }) => !guessed && !left && !key_argument),
  )
  const { call, point } =
    calls.find(({ call: { entity, op } }) => entity === first?.entity && op === first.op) ??
    calls[0] ??
    skip('no operation reads without a key, with values that the description states')
  // Nothing of this machine's environment is sent.
  const request = requestOf(record, point, call, { environment: {}, allowLocal })
  const { hostname } = request.url
  if (optOut.some((host) => hostname === host || hostname.endsWith(`.${host}`))) skip(`${hostname} has opted out`)
  return { record, operation: `${call.entity}.${call.op}`, request }
}

async function ask(
  { record, operation, request }: ReturnType<typeof planOf>,
  options: ProbeOptions,
): Promise<AnswerLine> {
  const { userAgent, allowLocal, lookup } = options
  const about = { slug: record.slug, operation, date: options.now().toISOString() }
  try {
    const limits = { bytes: MAX_ANSWER_BYTES }
    const { status, type, milliseconds, body } = await send(request, { userAgent, allowLocal, lookup, limits })
    const content_type = MediaType.safeParse(type).data
    const line = { ...about, status, milliseconds, ...(content_type && { content_type }) }
    // The body of an error may name who asked.
    return status < 400 ? { ...line, ...textIn(record, { body, type }) } : line
  } catch (error) {
    return { ...about, why: reasonOf(error) }
  }
}

/** Licences under which the repository, and examples in it, may be copied by anybody. */
const OPEN_LICENCE = /^(?:MIT|MIT-0|ISC|0BSD|Unlicense|Zlib|CC0-1\.0|CC-BY-4\.0|(?:Apache|MPL)-2\.0|BSD-[23]-Clause)$/

function textIn({ license }: SdkRecord, answer: Pick<ApiAnswer, 'body' | 'type'>): Pick<AnswerLine, 'text' | 'why'> {
  if (license === undefined) return { why: 'no licence is on record' }
  if (!OPEN_LICENCE.test(license)) return { why: `the licence ${license} does not say that anybody may copy it` }
  const text = textOf(answer)
  return text ? { text } : { why: text === '' ? 'it is empty' : 'it is no text' }
}

const MAX_REASON = 200

function reasonOf(error: unknown): string {
  const reason = error instanceof CatalogError ? error.info.detail : `it cannot be asked (${(error as Error).message})`
  return replaceUnsafe(reason).replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, MAX_REASON)
}
