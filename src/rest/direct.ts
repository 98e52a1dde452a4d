/**
 * Answers that need no router and no Request or Response object: kept representations, found by one look-up, and most
 * MCP messages. Whatever is not found here goes through the app, which gives the same answer.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { EVERY_ANSWER } from '../http/headers.ts'
import { codingFor, matches, type Representation, type WholeAnswer, wholeAnswer } from '../http/representation.ts'
import { boundedMap } from '../system/bounded-map.ts'
import type { McpAnswer, McpEndpoint } from './app.ts'

export interface DirectAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Several parts are sent one after the other. */
  body?: Buffer | string | readonly (Buffer | string)[]
  /** Of a body that is one text. */
  encoding?: 'latin1' | 'utf8'
}

/** @returns undefined where the app has to answer; a body that was read has had no effect then */
type BodyReader = (body: Buffer) => DirectAnswer | undefined | Promise<DirectAnswer | undefined>

export type Direct = ReturnType<typeof createDirect>

/** Callers choose what is kept: which address they ask for, and with which header fields. In bytes. */
const MOST_KEPT = 16 * 1024 * 1024
const LONGEST_KEY = 1_000
/** Of the header fields of one answer, about. */
const HEAD_BYTES = 1_000

const NO_BODY = { 'cache-control': 'no-store', ...EVERY_ANSWER }

export function createDirect(mcp: McpEndpoint) {
  const kept = boundedMap<WholeAnswer & { size: number }>(MOST_KEPT, ({ size }, key) => size + 2 * key.length)

  return { get, post, keep }

  /** @param target of the request, as it was sent */
  function get(target: string, fields: IncomingHttpHeaders): DirectAnswer | undefined {
    const known = kept.get(keyOf(target, fields.accept, fields['accept-encoding']))
    if (!known) return undefined
    if (matches(fields['if-none-match'], known.etag)) return { status: 304, headers: known.unchanged }
    return { status: 200, headers: known.headers, body: known.body }
  }

  /** Keeps the answer to a GET that depends on nothing but the target and these two header fields. */
  async function keep(target: string, request: Headers, representation: Representation): Promise<void> {
    const { lifetime } = representation
    if (lifetime === 'once') return
    const encoding = request.get('accept-encoding') ?? undefined
    const key = keyOf(target, request.get('accept') ?? undefined, encoding)
    if (key.length > LONGEST_KEY) return
    const answer = await wholeAnswer(representation, codingFor(representation, encoding))
    // What is there anyway costs no more by being found here too.
    kept.set(key, { ...answer, size: HEAD_BYTES + (lifetime === 'always' ? 0 : answer.body.length) })
  }

  function post(target: string, fields: IncomingHttpHeaders): BodyReader | undefined {
    const answer = target === '/mcp' ? mcp.direct(fields) : undefined
    return (
      answer &&
      ((body) => {
        const made = answer(body)
        return made instanceof Promise ? made.then((made) => made && message(made)) : made && message(made)
      })
    )
  }
}

function message({ status, message }: NonNullable<McpAnswer>): DirectAnswer {
  if (message === undefined) return { status, headers: NO_BODY }
  if (typeof message === 'string') {
    const length = Buffer.byteLength(message)
    // Text in ASCII is the same in Latin-1, which is written faster than UTF-8.
    return { ...json(status, length, message), encoding: length === message.length ? 'latin1' : 'utf8' }
  }
  const { head, bytes, tail } = message
  return json(status, Buffer.byteLength(head) + bytes.length + Buffer.byteLength(tail), [head, bytes, tail])
}

const json = (status: number, length: number, body: NonNullable<DirectAnswer['body']>): DirectAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...NO_BODY, 'content-length': String(length) },
  body,
})

const keyOf = (target: string, accept = '', encoding = ''): string => `${target}\n${accept}\n${encoding}`
