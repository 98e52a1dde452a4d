/** Requests made from the OpenAPI description: right ones, and wrong in one place or in all. */
import fc from 'fast-check'
import { ardIdentifier } from '../../src/ard/ard-schemas.ts'
import { LANGUAGES } from '../../src/catalog/record/languages.ts'
import { BASE_URL } from '../app.ts'
import { oddText } from '../fuzz/fuzz.ts'
import { envelope, initialize } from '../mcp/messages.ts'
import { codePoint } from '../property.ts'
import {
  operations,
  type Parameter,
  type Row,
  resolved,
  type Schema,
  services,
  slugs,
  validator,
} from './openapi-service.ts'

export interface Sent {
  operationId: string
  method: string
  path: string
  query: [string, string][]
  headers: Record<string, string>
  body: string | undefined
  /** Everything but Accept and the method is as described. */
  right: boolean
}

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]{0,30}[a-z]$/)

/** Values that the schema accepts, and that a reader would call ordinary. */
function valid(schemaOrRef: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(schemaOrRef)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid))
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 10_000, 10_000) })
  if (schema.type === 'object' && schema.properties) return object(schema)
  if (schema.type === 'object') return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  if (schema.format === 'email') return fc.emailAddress().filter((address) => validator(schema)(address))
  if (schema.format === 'uri') return fc.webUrl()
  if (schema.maxLength === 0) return fc.constant('')
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern)).filter((text) => validator(schema)(text))
  return word
}

function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(properties).map(([name, schema]) => [name, valid(schema)] as const)
  return fc.record(Object.fromEntries(members), { requiredKeys: required }) as fc.Arbitrary<Record<string, unknown>>
}

const hostileNumber = fc.constantFrom('-1', '0x10', '1e2', '1.5', '', ' 1', '٣', 'NaN', '9'.repeat(400), '101x', 'null')

/** Text of a parameter that the schema refuses. */
const invalid = (schema: Schema): fc.Arbitrary<string> => {
  if (schema.type !== 'integer') return oddText.filter((text) => !validator(schema)(text.toWellFormed()))
  const outside = [(schema.minimum ?? 0) - 1, ...(schema.maximum === undefined ? [] : [schema.maximum + 1])]
  return fc.oneof(hostileNumber, fc.constantFrom('-7', ...outside.map(String)))
}

/** Where the catalogue, and no schema, says what there is. */
const catalogValues: Record<string, fc.Arbitrary<string>> = {
  slugs: fc.uniqueArray(fc.constantFrom(...slugs), { minLength: 2, maxLength: 5 }).map(String),
  language: fc.constantFrom(...Object.keys(LANGUAGES)),
  topic: fc.constantFrom(...new Set([...services.catalog.entries()].flatMap(({ topics = [] }) => topics))),
  since: fc.oneof(
    fc.constant(services.catalog.id),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
  ),
}

interface Values {
  value: string[]
  right: boolean
}
const given =
  (right: boolean) =>
  (text: string): Values => ({ value: [text], right })
/** One of several, more often the larger its weight. */
const weighted = <T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

function parameter({ name, schema, required, example }: Parameter): fc.Arbitrary<Values> {
  const right = (catalogValues[name] ?? valid(schema)).map(String)
  const shown = example === undefined ? right : fc.constant(String(example))
  // An optional parameter without text is absent, and a yes or no has more spellings than the schema says.
  const absent = !required && schema.type !== 'integer' ? [''] : []
  const flags = schema.type === 'boolean' ? ['yes', 'no', '1', '0', 'true', 'false'] : []
  const refused = invalid(schema).filter((text) => !absent.includes(text) && !flags.includes(text.trim().toLowerCase()))
  return weighted<Values>(
    [2, fc.constant({ value: [], right: !required })],
    [2, shown.map(given(true))],
    [4, right.map(given(true))],
    [3, refused.map(given(false))],
    [1, right.map((value) => ({ value: [value, value], right: false }))],
  )
}

/** The value of a path parameter that leads to the SDK. */
const named = (parameter: string, slug: string): string =>
  parameter === 'identifier' ? ardIdentifier(services.site, `sdk:${slug}`) : slug

/** An empty segment would make another path, and so would "." and "..", which URLs leave out. */
const isSegment = (text: string): boolean => !/^\.{0,2}$/.test(text)

const segment = (name: string, schema: Schema): fc.Arbitrary<Values> =>
  weighted<Values>(
    [4, fc.constantFrom(...slugs).map((slug) => given(true)(named(name, slug)))],
    [2, valid(schema).map(String).filter(isSegment).map(given(true))],
    [3, invalid(schema).filter(isSegment).map(given(false))],
  )

/** Most requests go without; a header that refuses everything would hide what lies behind it. */
const sometimes = <T>(...values: T[]) =>
  weighted<T | undefined>([5, fc.constant(undefined)], [1, fc.constantFrom(...values)])

const headers = fc.record({
  accept: sometimes(
    ...['*/*', 'application/json', 'application/json;q=0, */*;q=0', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ...['text/markdown, text/html, */*', 'image/png', 'application/problem+json', ';;q=x,,'],
  ),
  'accept-encoding': sometimes('br', 'gzip', 'zstd', 'identity', 'br;q=0, *', '*;q=0', 'x'),
  'if-none-match': sometimes('*', '"x"', 'W/"y", "z"', 'garbage'),
  origin: sometimes(BASE_URL, BASE_URL, BASE_URL, 'https://elsewhere.example', 'null'),
  'idempotency-key': sometimes('a-key', 'another', 'ü'.repeat(3)),
  'access-control-request-method': sometimes('POST'),
  'mcp-protocol-version': sometimes('2026-07-28', '2025-11-25', '1999-01-01'),
  'mcp-method': sometimes('tools/list', 'tools/call', 'server/discover'),
  'mcp-name': sometimes('get_sdk_entry', '=?base64?eA==?='),
})

/** What a browser sends with a form of the site. */
const BROWSER = { origin: BASE_URL, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Members that make a request more than a message of random words. */
const plausibleBodies: Record<string, fc.Arbitrary<unknown>> = {
  call_mcp_server: fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string()),
      method: fc.constantFrom(
        ...['tools/list', 'tools/call', 'ping', 'initialize', 'server/discover', 'nothing'],
        'notifications/initialized',
      ),
      params: fc.oneof(
        fc.record({ name: fc.constantFrom('get_sdk_entry', 'find_nothing'), arguments: fc.jsonValue() }),
        fc.constant({ name: 'search_sdk_catalog', arguments: { q: 'weather', limit: 1 } }),
        fc.constant(initialize('2025-11-25')),
        fc.constant({ _meta: envelope() }),
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
      ),
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  ),
}

interface Body {
  type: string | undefined
  text: string
  right: boolean
}
function body({ operation }: Row): fc.Arbitrary<Body | undefined> {
  const content = operation.requestBody?.content
  if (!content) return fc.constant(undefined)
  const described = Object.entries(content).map(([type, { schema, example }]) => {
    const encode = type === 'application/json' ? (value: unknown) => JSON.stringify(value) : formEncoded
    const right = (value: unknown): Body => ({ type, text: encode(value), right: validator(schema)(value) })
    const more = fc.tuple(valid(schema), fc.string(), fc.jsonValue())
    return weighted(
      [1, fc.constant(right(example))],
      [4, (plausibleBodies[operation.operationId] ?? valid(schema)).map(right)],
      [1, valid(schema).map(right)],
      [2, more.map(([value, name, member]) => right({ ...(value as object), [name]: member }))],
      [2, fc.jsonValue().map(right)],
      [1, fc.tuple(valid(schema), fc.nat()).map(([value, n]) => right(without(value as object, n)))],
    )
  })
  const types = [...Object.keys(content), 'text/plain', 'application/xml', 'multipart/form-data', '', undefined, 'x']
  const texts = fc.constantFrom('', '{', '[]', 'null', 'x'.repeat(70_000), '{"a":1,"a":2}')
  const wrong = fc.record({
    type: fc.constantFrom(...types),
    text: fc.oneof(fc.string({ unit: codePoint }), texts),
    right: fc.constant(false),
  })
  return weighted<Body | undefined>([4, fc.oneof(...described)], [1, wrong])
}

const formEncoded = (value: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(value)).map(([name, member]): [string, string] => [name, String(member)]),
  ).toString()

function without(value: object, n: number): object {
  const names = Object.keys(value)
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== names[n % names.length]))
}

const otherMethods = fc.constantFrom('HEAD', 'OPTIONS', 'DELETE', 'PUT', 'PATCH', 'GET', 'POST', 'PROPFIND')

function requestOf(row: Row): fc.Arbitrary<Sent> {
  const parameters = row.operation.parameters ?? []
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  return fc
    .record({
      method: weighted([8, fc.constant(row.method)], [1, otherMethods]),
      path: fc.tuple(...inPath.map(({ name, schema }) => segment(name, schema))),
      query: fc.tuple(...inQuery.map(parameter)),
      unknown: fc.option(fc.tuple(word, word), { freq: 8, nil: undefined }),
      headers: weighted<Record<string, string | undefined>>([5, headers], [1, fc.constant(BROWSER)]),
      body: body(row),
    })
    .map(({ method, path, query, unknown, headers, body }): Sent => {
      const address = inPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, encodeURIComponent(path[index]!.value[0]!.toWellFormed())),
        row.path,
      )
      const pairs = inQuery.flatMap(({ name }, index) =>
        query[index]!.value.map((value): [string, string] => [name, value]),
      )
      const isUnknown = unknown && !inQuery.some(({ name }) => name === unknown[0])
      const fields = Object.entries({ ...headers, 'content-type': body?.type })
      return {
        operationId: row.operation.operationId,
        method,
        path: address,
        query: isUnknown ? [...pairs, unknown] : pairs,
        headers: Object.fromEntries(
          fields.filter((pair): pair is [string, string] => pair[1] !== undefined && isFieldValue(pair[1])),
        ),
        body: body?.text,
        right: [...path, ...query].every(({ right }) => right) && (body?.right ?? true),
      }
    })
}

const readsInput = ({ path, operation }: Row): boolean =>
  path === '/mcp' || operation.parameters?.some((one) => one.in !== 'header') === true

/** What reads input is asked more often; a message is synced to the disk, which takes its time. */
export const request = fc.oneof(
  ...operations.map((row) => ({
    weight: readsInput(row) ? 20 : 4,
    arbitrary: requestOf(row),
  })),
)

const isFieldValue = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
