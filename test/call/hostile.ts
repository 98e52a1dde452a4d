/** What the hostile tests share: hosts, a record with a key, and everything that a caller would see of a call. */
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type OutgoingRequest, requestOf } from '../../src/call/prepare-request.ts'
import { readArguments } from '../../src/call/read-words.ts'
import { answerShape, formatted, textOf } from '../../src/call/response.ts'
import { send } from '../../src/call/send.ts'
import type { Parameter, Point } from '../../src/catalog/record/facts.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { escapeMarkup } from '../../src/text/markup.ts'
import { tides } from '../code/records.ts'
import { type StandIn, startStandIn } from '../loopback.ts'

export const KEY = 'S3cr3t+Key/0f"mine\\=='
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
export const forms = [
  KEY,
  encodeURIComponent(KEY),
  encodeURIComponent(encodeURIComponent(KEY)),
  inJson(KEY),
  inJson(inJson(KEY)),
  escapeMarkup(KEY),
  KEY.replace(/\W/g, (character) => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`),
  btoa(KEY).replace(/=+$/, ''),
  Buffer.from(KEY).toString('base64url'),
  Buffer.from(KEY).toString('hex'),
]

/** The API, what it answers to the next requests, and another host, which nothing may reach. */
export const hosts = {} as { answer: (response: ServerResponse, url: string) => void; api: StandIn; other: StandIn }

/** For the file that calls it. */
export function useHosts(): void {
  beforeAll(async () => {
    hosts.api = await startStandIn(({ target }, response) => hosts.answer(response, target))
    hosts.other = await startStandIn((_, response) => response.end('reached'))
  })
  afterAll(() => {
    hosts.api.close()
    hosts.other.close()
  })
  beforeEach(() => {
    hosts.api.received.length = 0
    hosts.other.received.length = 0
  })
}

export const PARAMETERS: Parameter[] = [
  { name: 'id', in: 'path', required: true },
  { name: 'q', in: 'query' },
  { name: 'trace', in: 'header' },
]
export const POINT: Point = { method: 'GET', path: '/things/{id}/parts', parameters: PARAMETERS }
export const keyed = (server: string, more: Partial<SdkRecord> = {}): SdkRecord => ({
  ...tides(),
  servers: [{ url: server }],
  auth: { scheme: 'apiKey', in: 'query', name: 'key', env: 'SEA_TIDES_APIKEY' },
  ...more,
})
export const environment: Record<string, string> = { SEA_TIDES_APIKEY: KEY, GITHUB_TOKEN: KEY }

export function made(record: SdkRecord, words: readonly string[], point = POINT, allowLocal = true): OutgoingRequest {
  const given = readArguments(record, { op: 'list', points: [point] }, words, undefined, environment)
  return requestOf(record, given, { environment, allowLocal })
}

export const limits = { firstByteMs: 1_000, totalMs: 1_500 }
export const LOCAL = { allowLocal: true, userAgent: 'test', limits }

/** Everything that a caller would see of it. */
export async function seen(request: OutgoingRequest): Promise<string> {
  try {
    const answer = await send(request, LOCAL)
    const { body: _, ...rest } = answer
    const [pretty, shape] = [formatted(answer, request.mask, 2), answerShape(answer, request.mask)]
    return [JSON.stringify(rest), textOf(answer), pretty, shape].join('\n')
  } catch (error) {
    return (error as Error).message
  }
}

export const noKey = (text: string): void => {
  for (const form of forms) expect(text).not.toContain(form)
}
