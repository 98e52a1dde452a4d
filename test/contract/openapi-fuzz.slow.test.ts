/**
 * The OpenAPI description held against the service: requests made from the description, right and wrong, and no answer
 * that it does not describe. What it knows beside the description is said in the description's introduction: HEAD
 * answers as GET does, OPTIONS answers 204, other methods 405.
 */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { CHALLENGE_FIELD, TRAP_FIELD } from '../../src/rest/routes.ts'
import { BASE_URL } from '../app.ts'
import { runs } from '../property.ts'
import { request, type Sent } from './openapi-requests.ts'
import { type Answer, ask, close, operations, type Row, resolved, rows, slugs, validator } from './openapi-service.ts'

const REQUESTS = 1_200

afterAll(close)

const ownMethods = ({ method }: Row): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])

async function send({ method, path, query, headers, body }: Sent): Promise<Response> {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value.toWellFormed()]))
  const carriesBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  return ask(`${path}${search.size > 0 ? `?${search}` : ''}`, { method, headers, ...(carriesBody && { body }) })
}

/** Operations that were asked. */
const asked = new Set<string>()

async function check(sent: Sent): Promise<void> {
  const { operationId, method } = sent
  const row = rows.get(operationId)!
  const answer = await send(sent)
  const { status } = answer
  const label = `${operationId} ${method} ${status}`
  asked.add(operationId)
  const text = await answer.text()
  expect(status, `${label}: ${text.slice(0, 300)}`).toBeLessThan(500)

  if (method === 'OPTIONS' && (status === 204 || row.path !== '/mcp')) {
    expect([status, text], label).toEqual([204, ''])
    return
  }
  if (!ownMethods(row).includes(method) && !(row.path === '/mcp' && status === 403)) expect(status, label).toBe(405)

  const response = row.operation.responses[status]
  expect(response, `${label} is not described`).toBeDefined()
  const described = resolved(response!)
  expectHeaders(answer, described, label)
  if (status === 405) expect(answer.headers.get('allow'), label).not.toContain(method === 'GET' ? 'GET,' : method)
  if (method === 'HEAD') expect(text, label).toBe('')
  else expectBody(answer, text, described, label)

  if (ownMethods(row).includes(method)) expectVerdict(sent, row, status, label)
}

function expectHeaders(answer: Response, { headers = {} }: Answer, label: string): void {
  const names = new Set(['content-type', ...Object.keys(headers).map((name) => name.toLowerCase())])
  const undescribed = [...answer.headers.keys()].filter((name) => !names.has(name))
  expect(undescribed, `${label}: header fields that are not described`).toEqual([])
}

const validated = new Set<string>()

function expectBody(answer: Response, text: string, { content }: Answer, label: string): void {
  if (!content) {
    expect(text, `${label} has a body that is not described`).toBe('')
    return
  }
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const media = content[type]
  expect(media, `${label}: media type ${type} is not described`).toBeDefined()
  // The same bytes need not be read twice.
  const tag = answer.headers.get('etag')
  if (answer.headers.has('content-encoding') || (tag && validated.has(tag))) return
  if (tag) validated.add(tag)
  const value = /[/+]json$/.test(type) ? JSON.parse(text) : text
  const validate = validator(media!.schema)
  expect(validate(value) ? [] : validate.errors, `${label}: ${text.slice(0, 300)}`).toEqual([])
}

/** What is right is not refused as wrong, and what is wrong is not accepted. */
function expectVerdict({ right, body, headers, path, query }: Sent, row: Row, status: number, label: string): void {
  // No schema says which tokens an answer gave.
  if (query.some(([name]) => name === 'pageToken')) return
  if (body === undefined) {
    const there = !path.replaceAll('%3A', ':').includes('%') && slugs.some((slug) => path.includes(slug))
    const takesSlug = row.path.includes('{')
    const fine = takesSlug && !there ? [404] : [200, 304]
    expect(right ? [...fine, 406, 404].slice(0, takesSlug ? 4 : 3) : [400, 404, 406], label).toContain(status)
    return
  }
  const json = headers['content-type'] === 'application/json'
  if (!json) return
  if (!right) expect([400, 403, 413, 415], label).toContain(status)
  else if (headers.origin === undefined && row.path !== '/mcp' && !headers['idempotency-key'])
    expect([200, 400, 429], label).toContain(status)
}

test('a form with every field that is described is taken', async () => {
  const forms = operations.filter(({ path, operation }) => path.startsWith('/api/') && operation.requestBody)
  expect(forms).toHaveLength(2)
  for (const { path, operation } of forms) {
    const { schema, example } = operation.requestBody!.content['application/json']!
    const fields = [...Object.keys(resolved(schema).properties!), CHALLENGE_FIELD, TRAP_FIELD]
    const body = new URLSearchParams(
      fields.map((name): [string, string] => [name, (example as Record<string, string>)[name] ?? '']),
    )
    const type = 'application/x-www-form-urlencoded'
    const headers = { 'content-type': type, origin: BASE_URL, accept: 'application/json' }
    const answer = await ask(path, { method: 'POST', headers, body: body.toString() })
    expect([answer.status, await answer.json()], path).toEqual([200, { ok: true }])
  }
})

test('random requests are answered as the OpenAPI description says', async () => {
  await fc.assert(fc.asyncProperty(request, check), { ...runs(REQUESTS), endOnFailure: false })
  expect(operations.map(({ operation }) => operation.operationId).filter((id) => !asked.has(id))).toEqual([])
})
