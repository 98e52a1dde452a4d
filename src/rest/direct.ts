/**
 * Answers that need no router and no Request or Response object: kept answers, found by one look-up, those of tools to
 * questions, and most MCP messages. Whatever is not found here goes through the app, which gives the same answer.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { EVERY_ANSWER, OPEN_ANSWER } from '../http/headers.ts'
import { mediaQuality } from '../http/negotiate.ts'
import { problemAnswer } from '../http/problem.ts'
import {
  codingFor,
  isUnpacked,
  type Lifetime,
  matches,
  type Representation,
  type WholeAnswer,
  wholeAnswer,
} from '../http/representation.ts'
import { routes, type ToolRoute } from '../interface/routes.ts'
import { boundedMap, cameBefore } from '../system/bounded-map.ts'
import { type KeptCall, keptCall, toldAgain } from '../tools/calls.ts'
import type { Services } from '../tools/define.ts'
import { closed, type ReportUnexpected } from '../tools/errors.ts'
import type { McpAnswer, McpEndpoint } from './app.ts'
import { readInput, toolAnswer } from './tool-answers.ts'

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
const MOST_KEPT = 6 * 1024 * 1024
/**
 * The same for addresses with a query, of which there may be any number. They drive out only each other, and are kept
 * when they are asked for once more.
 */
const MOST_ASKED = 2 * 1024 * 1024
/** Of what is known of those that came lately, in bytes. */
const MOST_QUESTIONS = 256 * 1024
const LONGEST_KEY = 1_000
/** Of the header fields of one answer, about. */
const HEAD_BYTES = 1_000
/** Node writes a short text faster than bytes, as it goes out together with the header fields. */
const SHORT = 4 * 1024

const NO_BODY = { 'cache-control': 'no-store', ...EVERY_ANSWER }

/** Tools that are asked a question, by the path of their route. */
const questions = new Map(
  routes.filter((route) => route.serves === 'tool' && route.lasts === 'asked').map((route) => [route.path, route]),
) as ReadonlyMap<string, ToolRoute>

interface KeptAnswer extends Omit<WholeAnswer, 'body'> {
  /** Text has one character for each byte. */
  body: Buffer | string
  size: number
  /** Made it. */
  call?: KeptCall | undefined
}

export interface DirectOptions {
  mcp: McpEndpoint
  services: Services
  report: ReportUnexpected
}

export function createDirect({ mcp, services, report }: DirectOptions) {
  const sizeOf = ({ size }: KeptAnswer, key: string) => size + 2 * key.length
  const kept = boundedMap<KeptAnswer>(MOST_KEPT, sizeOf)
  const asked = boundedMap<KeptAnswer>(MOST_ASKED, sizeOf)
  const isKnown = cameBefore(MOST_QUESTIONS)
  const isAsked = (target: string) => target.includes('?')
  const mapFor = (target: string) => (isAsked(target) ? asked : kept)

  return { get, post, keep }

  /**
   * @param target of the request, as it was sent
   * @returns undefined, or a promise of it, where the app has to answer
   */
  function get(
    target: string,
    fields: IncomingHttpHeaders,
  ): DirectAnswer | Promise<DirectAnswer | undefined> | undefined {
    const key = keyOf(target, fields.accept, fields['accept-encoding'])
    const known = mapFor(target).get(key)
    if (!known) return ask(target, key, fields)
    if (known.call) toldAgain(known.call)
    return conditional(known, fields)
  }

  function ask(target: string, key: string, fields: IncomingHttpHeaders): Promise<DirectAnswer> | undefined {
    const at = target.indexOf('?')
    const path = at === -1 ? target : target.slice(0, at)
    const route = questions.get(path)
    if (!route || target.includes('#') || mediaQuality(fields.accept, 'application/json').q === 0) return undefined
    const query = new URLSearchParams(at === -1 ? '' : target.slice(at))
    return questionAnswer(route, query, target, key, fields).catch((error) => {
      const { headers, ...problem } = problemAnswer(closed(error, report), services.site.baseUrl, path)
      return { ...problem, headers: { ...headers, ...OPEN_ANSWER } }
    })
  }

  async function questionAnswer(
    route: ToolRoute,
    query: URLSearchParams,
    target: string,
    key: string,
    fields: IncomingHttpHeaders,
  ): Promise<DirectAnswer> {
    const input = readInput(route, query)
    const isKept = isWorthKeeping(target, key)
    const { representation, output } = await toolAnswer(route, input, services, isKept ? 'asked' : 'once')
    const answer = await wholeAnswer(representation, codingFor(representation, fields['accept-encoding']))
    if (isKept) mapFor(target).set(key, heldAnswer(answer, 'asked', keptCall(route.tool.name, input, output)))
    return conditional(answer, fields)
  }

  /** Keeps the answer to a GET that depends on nothing but the target and these two header fields. */
  async function keep(target: string, request: Headers, representation: Representation): Promise<void> {
    const { lifetime } = representation
    if (lifetime === 'once') return
    const encoding = request.get('accept-encoding') ?? undefined
    const key = keyOf(target, request.get('accept') ?? undefined, encoding)
    if (!isWorthKeeping(target, key)) return
    const coding = codingFor(representation, encoding)
    if (isUnpacked(representation, coding)) return
    mapFor(target).set(key, heldAnswer(await wholeAnswer(representation, coding), lifetime))
  }

  /** An address with a query has to come a second time. */
  function isWorthKeeping(target: string, key: string): boolean {
    return key.length <= LONGEST_KEY && (!isAsked(target) || isKnown(key))
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

function heldAnswer(answer: WholeAnswer, lifetime: Lifetime, call?: KeptCall): KeptAnswer {
  const { body } = answer
  const isShort = body.length <= SHORT
  // What is there anyway costs no more by being found here too.
  const size = HEAD_BYTES + (lifetime === 'always' && !isShort ? 0 : body.length)
  return { ...answer, body: isShort ? body.toString('latin1') : body, call, size }
}

/** The answer, or that the client has it. */
function conditional(
  { etag, headers, unchanged, body }: Pick<KeptAnswer, 'etag' | 'headers' | 'unchanged' | 'body'>,
  fields: IncomingHttpHeaders,
): DirectAnswer {
  if (matches(fields['if-none-match'], etag)) return { status: 304, headers: unchanged }
  return { status: 200, headers, body, encoding: 'latin1' }
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
