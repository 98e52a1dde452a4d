/** Every operation on record, with all its endpoints: the line sends the request that the `curl` sends, and it arrives as it was made. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OutgoingRequest, requestOf } from '../../src/call/prepare-request.ts'
import { prepareCall } from '../../src/call/read-words.ts'
import { textOf } from '../../src/call/response.ts'
import { send } from '../../src/call/send.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { serverUrl } from '../../src/catalog/record/traits.ts'
import { type Call, callTo, type StoredOperation } from '../../src/code/arguments.ts'
import { keyVariable } from '../../src/code/client-options.ts'
import { callLine, curlFor } from '../../src/code/reference/curl.ts'
import { plainRequest } from '../../src/code/reference/plain-request.ts'
import { baseVariable, unreachable, variableFor } from '../../src/code/server-url.ts'
import { catalog } from '../embedded.ts'
import { type StandIn, startStandIn } from '../loopback.ts'
import { curlRequest, shellWords } from './shell.ts'

const RECORD = '{"id":7,"name":"the served record"}'
const KEY = 'k3y-Of:Mine'

interface Operation {
  record: SdkRecord
  entity: string
  operation: StoredOperation
}

async function operationsOf(record: SdkRecord): Promise<Operation[]> {
  const file = await catalog.operations(record.slug)
  if (!file || file === 'unreadable') return []
  return file.entities.flatMap(({ name: entity, operations }) =>
    operations.map((operation) => ({ record, entity, operation })),
  )
}

/** Every variable that the record may want, and a server where none on record can be reached. */
function environmentOf(record: SdkRecord, call: Call): Record<string, string> {
  const url = serverUrl(record)
  const inUrl = [...(url ?? '').matchAll(/\{([^{}]+)\}/g)].map(([, name]) => variableFor(record, name!))
  const values = Object.entries({ ...call.arguments, ...call.headers })
  const secrets = (record.auth.secrets ?? []).map(({ env, name = '' }) => env ?? variableFor(record, name))
  return {
    ...Object.fromEntries(values.map(([name, value]) => [variableFor(record, name), String(value)])),
    ...Object.fromEntries(inUrl.map((name) => [name, name.endsWith('_PORT') ? '8443' : 'a-part'])),
    ...Object.fromEntries(secrets.map((name) => [name, KEY])),
    ...((url === undefined || unreachable(url)) && { [baseVariable(record)]: 'https://api.test.net/base' }),
    // A shell does not encode, so who copies the curl has base64 of user:password in the variable.
    [keyVariable(record)]: record.auth.scheme === 'basic' ? Buffer.from(KEY).toString('base64') : KEY,
  }
}

/** Of each endpoint whose request is shown whole: the line, the words of its `curl`, and the variables of both. */
function shownFor({ record, entity, operation }: Operation) {
  return operation.points.flatMap((point) => {
    const endpoint = { entity, operation, point }
    const call = callTo(endpoint, record.auth)
    const line = callLine({ record, call, endpoint })
    // The caller writes lists and objects, and sends files; and a backslash in a path is never sent.
    if (!line || line.includes("=…'") || call.omitted !== undefined || point.path.includes('\\')) return []
    const environment = environmentOf(record, call)
    const curl = shellWords(curlFor(plainRequest(record, point, call, true)), environment)
    return { line, environment, curl, parts: curl.filter((_, at) => curl[at - 1] === '--form-string') }
  })
}

type Shown = ReturnType<typeof shownFor>[number]

/** From the line as commander reads it. */
async function requestOfLine({ line, environment }: Shown): Promise<OutgoingRequest> {
  const [, , slug = '', operation = '', ...rest] = shellWords(line)
  const at = rest.includes('--endpoint') ? rest.indexOf('--endpoint') : rest.length
  const words = rest.slice(0, at).filter((word) => word !== '--write')
  const call = { slug, operation, endpoint: rest[at + 1], arguments: words }
  const { given, record } = await prepareCall(call, environment, kept)
  return requestOf(record, given, { environment })
}

interface Wire {
  method: string
  url: string
  headers: object
  body?: string | undefined
}

/** What goes over the wire, with the URL in one spelling. */
const wire = ({ method, url, headers, body }: Wire): string =>
  JSON.stringify([method, new URL(url).href.replaceAll('%3A', ':'), headers, body])

const wireOf = (request: OutgoingRequest): string =>
  wire({ ...request, url: request.url.href, body: request.plain.body })

/** Large files of operations are read once, not for each of their lines. */
function withOperationsKept(): typeof catalog {
  const files = new Map<string, ReturnType<typeof catalog.operations>>()
  const operations = (slug: string) => {
    const file = files.get(slug) ?? catalog.operations(slug)
    files.set(slug, file)
    return file
  }
  return Object.create(catalog, { operations: { value: operations } })
}
const kept = withOperationsKept()

const operations = (await Promise.all([...catalog.records].map(operationsOf))).flat()
const shown = operations.flatMap(shownFor)
const inParts = shown.filter(({ parts }) => parts.length > 0)
const whole = shown.filter(({ parts }) => parts.length === 0)

let api: StandIn
beforeAll(async () => {
  api = await startStandIn((_, response) => response.setHeader('content-type', 'application/json').end(RECORD))
})
afterAll(() => api.close())

/** What arrives of a request, and what comes back. */
async function sent(request: OutgoingRequest) {
  const { pathname, search } = request.url
  const url = new URL(pathname + search, api.url)
  const answer = await send({ ...request, url }, { allowLocal: true, userAgent: 'test' })
  return { ...api.received.pop()!, answer: textOf(answer) }
}

it('the line that is shown for an endpoint makes the request that its curl makes: method, URL, key and body', async () => {
  const wrong: string[] = []
  for (const one of whole) {
    const made = await requestOfLine(one).then(wireOf, ({ message }: Error) => message)
    const stated = wire(curlRequest(one.curl))
    if (made !== stated) wrong.push(`${one.line}:\n${made}\n${stated}`)
  }
  expect(wrong).toEqual([])
})

it('a body of several parts has those that its curl has', async () => {
  for (const one of inParts) {
    const { body, headers } = await sent(await requestOfLine(one))
    const form = await new Response(body, { headers: { 'content-type': String(headers['content-type']) } }).formData()
    expect([...form].map(([name, value]) => `${name}=${value}`)).toEqual(one.parts)
  }
})

/** One of each method, header and kind of body goes over the wire. */
function kindOf({ curl }: Shown): string {
  const { method, headers, body } = curlRequest(curl)
  return [method, ...Object.keys(headers), body?.[0]].join()
}

it('a request is sent as it was made, and the served record comes back', async () => {
  const wrong: string[] = []
  for (const one of new Map(whole.map((each) => [kindOf(each), each])).values()) {
    const request = await requestOfLine(one)
    const { method, target, headers, body, answer } = await sent(request)
    const own = Object.keys(request.headers).map((name) => [name, String(headers[name.toLowerCase()])])
    const url = request.url.origin + target
    const arrived = wire({ method, url, headers: Object.fromEntries(own), ...(body && { body }) })
    if (arrived !== wireOf(request)) wrong.push(arrived)
    if (method !== 'HEAD' && answer !== RECORD) wrong.push(`${one.line}: ${answer}`)
  }
  expect(wrong).toEqual([])
})

it('the request of 93 in 100 endpoints is shown whole, some with a body of several parts; others require objects', () => {
  const endpoints = operations.flatMap(({ operation }) => operation.points).length
  expect(shown.length / endpoints).toBeGreaterThan(0.93)
  expect(inParts).not.toEqual([])
})
