/** Every endpoint on record: the line that is shown sends the request that the shown `curl` sends. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textOf } from '../../src/call/answer.ts'
import { prepareCall } from '../../src/call/arguments.ts'
import { type OutgoingRequest, requestOf } from '../../src/call/request.ts'
import { send } from '../../src/call/send.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { serverUrl } from '../../src/catalog/record/traits.ts'
import { type Call, callOfPoint } from '../../src/catalog/usage/arguments.ts'
import { keyVariable } from '../../src/catalog/usage/client.ts'
import { callLine, curlFor } from '../../src/catalog/usage/reference/curl.ts'
import { plainRequest } from '../../src/catalog/usage/reference/plain-request.ts'
import { baseVariable, unreachable, variableFor } from '../../src/catalog/usage/server.ts'
import { testApp } from '../app.ts'
import { curlRequest, type StandIn, shellWords, startStandIn } from './stand-in.ts'

const { services } = testApp()
const RECORD = '{"id":7,"name":"the served record"}'
const KEY = 'k3y-Of:Mine'

let api: StandIn
beforeAll(async () => {
  api = await startStandIn((_, response) => response.setHeader('content-type', 'application/json').end(RECORD))
})
afterAll(() => api.close())

/** Every variable that the record may want, and a server where none on record can be reached. */
function environmentOf(record: SdkRecord, call: Call): Record<string, string> {
  const url = serverUrl(record)
  const names = [...(url ?? '').matchAll(/\{([^{}]+)\}/g)].map(([, name]) => variableFor(record, name!))
  return {
    ...Object.fromEntries(
      Object.entries({ ...call.arguments, ...call.headers }).map(([name, value]) => [
        variableFor(record, name),
        String(value),
      ]),
    ),
    ...Object.fromEntries(names.map((name) => [name, name.endsWith('_PORT') ? '8443' : 'a-part'])),
    ...Object.fromEntries(
      (record.auth.secrets ?? []).map(({ env, name = '' }) => [env ?? variableFor(record, name), KEY]),
    ),
    ...((url === undefined || unreachable(url)) && { [baseVariable(record)]: 'https://api.test.net/base' }),
    [keyVariable(record)]: KEY,
  }
}

interface Case {
  /** A list or an object is required. */
  left: boolean
  line: string
  path: string
  curl: string
  environment: Record<string, string>
}

async function casesOf(record: SdkRecord): Promise<Case[]> {
  const file = await services.catalog.operations(record.slug)
  if (!file || file === 'unreadable') return []
  return file.entities.flatMap(({ name, operations }) =>
    operations.flatMap((operation) =>
      operation.points.flatMap((point, index) => {
        const call = callOfPoint(name, operation.op, operation.points, index, record.auth)
        const line = callLine(record, operation, point, call)
        return line === undefined
          ? []
          : {
              left: call.omitted !== undefined,
              path: point.path,
              line,
              curl: curlFor(plainRequest(record, point, call, true)),
              environment: environmentOf(record, call),
            }
      }),
    ),
  )
}

/** As commander reads it. */
function wordsOf(line: string) {
  const [, , slug = '', operation = '', ...rest] = shellWords(line)
  const at = rest.indexOf('--endpoint')
  const endpoint = at < 0 ? undefined : rest[at + 1]
  return {
    slug,
    operation,
    endpoint,
    arguments: (at < 0 ? rest : rest.slice(0, at)).filter((word) => word !== '--write'),
  }
}

async function requestFor({ line, environment }: Case): Promise<OutgoingRequest> {
  const { given, record } = await prepareCall(wordsOf(line), environment, services.catalog)
  return requestOf(record, given, { environment })
}

/** What goes over the wire, with the URL in one spelling. */
const comparable = ({
  method,
  url,
  headers,
  body,
}: {
  method: string
  url: string
  headers: object
  body?: string | undefined
}) => JSON.stringify([method, new URL(url).href.replaceAll('%3A', ':'), headers, body])

const cases = (await Promise.all([...services.catalog.records].map(casesOf))).flat()
/** The caller writes lists and objects; and a backslash in a path is never sent. */
const sendable = cases.filter(({ line, path, left }) => !line.includes("=…'") && !left && !path.includes('\\'))
const isOfParts = ({ curl }: Case) => curl.includes(' --form-string ')
const complete = sendable.filter((one) => !isOfParts(one))

it('a body of several parts has those that its curl has', async () => {
  const ofParts = sendable.filter(isOfParts)
  expect(ofParts.length).toBeGreaterThan(0)
  for (const one of ofParts) {
    const request = await requestFor(one)
    const { pathname, search } = request.url
    await send({ ...request, url: new URL(pathname + search, api.url) }, { allowLocal: true, userAgent: 'test' })
    const { body, headers } = api.received.pop()!
    const form = await new Response(body, { headers: { 'content-type': String(headers['content-type']) } }).formData()
    const words = shellWords(one.curl)
    const stated = words.filter((_, index) => words[index - 1] === '--form-string')
    expect([...form].map(([name, value]) => `${name}=${value}`)).toEqual(stated)
  }
})

it('the line that is shown for an endpoint makes the request that its curl makes: method, URL, key and body', async () => {
  const wrong: string[] = []
  for (const one of complete) {
    const request = await requestFor(one).catch((error: Error) => error)
    const stated = comparable(curlRequest(shellWords(one.curl, one.environment)))
    const made =
      request instanceof Error
        ? request.message
        : comparable({ ...request, url: request.url.href, body: request.plain.body })
    if (made !== stated) wrong.push(`${one.line}:\n${made}\n${stated}`)
  }
  process.stdout.write(`call: ${complete.length} of ${cases.length} endpoints; ${wrong.length} differ from curl\n`)
  expect(wrong).toEqual([])
  expect(complete.length / cases.length).toBeGreaterThan(0.95)
})

it('an operation of any SDK is sent as it was made, and the served record comes back', async () => {
  const firsts = [...new Map(complete.map((one) => [one.line.split(' ', 4).join(' '), one])).values()]
  const wrong: string[] = []
  for (const one of firsts) {
    const request = await requestFor(one)
    const { pathname, search } = request.url
    const sent = { ...request, url: new URL(pathname + search, api.url) }
    const answer = await send(sent, { allowLocal: true, userAgent: 'test' })
    const { method, target, headers, body } = api.received.pop()!
    const own = Object.keys(request.headers).map((name): [string, string] => [
      name,
      String(headers[name.toLowerCase()]),
    ])
    const arrived = { method, url: `${request.url.origin}${target}`, headers: Object.fromEntries(own) }
    const came = comparable({ ...arrived, ...(body && { body }) })
    if (came !== comparable({ ...request, url: request.url.href, body: request.plain.body })) wrong.push(came)
    if (method !== 'HEAD' && textOf(answer) !== RECORD) wrong.push(`${one.line}: ${answer.status} ${textOf(answer)}`)
  }
  process.stdout.write(`call: ${firsts.length} operations sent; ${wrong.length} arrived otherwise\n`)
  expect(wrong).toEqual([])
  // 7,500 requests take 30 s where nothing else runs.
}, 600_000)
