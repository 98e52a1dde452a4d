/** Requests made from the OpenAPI description: right ones, and wrong in one place or in all. */
import fc from 'fast-check'
import { LANGUAGES } from '../../src/catalog/record/languages.ts'
import { BASE_URL } from '../app.ts'
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
function valid(given: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(given)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid))
  if (schema.type === 'integer') {
    return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 10_000, 10_000) })
  }
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

const hostileText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '%',
    '%ZZ',
    '../../etc/passwd',
    '<script>',
    "' OR 1=1",
    '\ud800',
    '💥'.repeat(300),
  ),
)
const hostileNumber = fc.constantFrom('-1', '0x10', '1e2', '1.5', '', ' 1', '٣', 'NaN', '9'.repeat(400), '101x', 'null')

/** Text of a parameter that the schema refuses. */
const invalid = (schema: Schema): fc.Arbitrary<string> => {
  if (schema.type !== 'integer') return hostileText.filter((text) => !validator(schema)(text.toWellFormed()))
  const outside = [
    schema.minimum !== undefined && schema.minimum - 1,
    schema.maximum !== undefined && schema.maximum + 1,
  ]
  return fc.oneof(hostileNumber, fc.constantFrom('-7', ...outside.filter((n) => n !== false).map(String)))
}

/** Where the catalogue, and no schema, says what there is. */
const known: Record<string, fc.Arbitrary<string>> = {
  slugs: fc.uniqueArray(fc.constantFrom(...slugs), { minLength: 2, maxLength: 5 }).map(String),
  language: fc.constantFrom(...Object.keys(LANGUAGES)),
  topic: fc.constantFrom(...new Set([...services.catalog.entries()].flatMap(({ topics = [] }) => topics))),
  since: fc.oneof(
    fc.constant(services.catalog.id),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
  ),
}

interface Given {
  value: string[]
  right: boolean
}
function parameter({ name, schema, required, example }: Parameter): fc.Arbitrary<Given> {
  const right = (known[name] ?? valid(schema)).map(String)
  const shown = example === undefined ? right : fc.constant(String(example))
  // An optional parameter without text is absent, and a yes or no has more spellings than the schema says.
  const absent = !required && schema.type !== 'integer' ? [''] : []
  const flags = schema.type === 'boolean' ? ['yes', 'no', '1', '0', 'true', 'false'] : []
  const refused = invalid(schema).filter((text) => !absent.includes(text) && !flags.includes(text.trim().toLowerCase()))
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<Given>({ value: [], right: !required }) },
    { weight: 2, arbitrary: shown.map((value) => ({ value: [value], right: true })) },
    { weight: 4, arbitrary: right.map((value) => ({ value: [value], right: true })) },
    { weight: 3, arbitrary: refused.map((value) => ({ value: [value], right: false })) },
    { weight: 1, arbitrary: right.map((value) => ({ value: [value, value], right: false })) },
  )
}

const segment = (schema: Schema): fc.Arbitrary<Given> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...slugs).map((slug) => ({ value: [slug], right: true })) },
    { weight: 2, arbitrary: valid(schema).map((slug) => ({ value: [String(slug)], right: true })) },
    { weight: 3, arbitrary: otherText(schema).map((text) => ({ value: [text], right: false })) },
  )

/** Without the empty text, which makes another path. */
const otherText = (schema: Schema) => invalid(schema).filter((text) => text !== '')

/** Most requests go without; a header that refuses everything would hide what lies behind it. */
const now = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const accept = fc.constantFrom(
  '*/*',
  'application/json',
  'application/json;q=0, */*;q=0',
  'text/html,application/xhtml+xml,*/*;q=0.8',
  'text/markdown, text/html, */*',
  'image/png',
  'application/problem+json',
  ';;q=x,,',
)

const headers = fc.record({
  accept: now(accept),
  'accept-encoding': now(fc.constantFrom('br', 'gzip', 'zstd', 'identity', 'br;q=0, *', '*;q=0', 'x')),
  'if-none-match': now(fc.constantFrom('*', '"x"', 'W/"y", "z"', 'garbage')),
  origin: now(fc.constantFrom(BASE_URL, BASE_URL, BASE_URL, 'https://elsewhere.example', 'null')),
  'idempotency-key': now(fc.constantFrom('a-key', 'another', 'ü'.repeat(3))),
  'access-control-request-method': now(fc.constant('POST')),
  'mcp-protocol-version': now(fc.constantFrom('2026-07-28', '2025-11-25', '1999-01-01')),
  'mcp-method': now(fc.constantFrom('tools/list', 'tools/call', 'server/discover')),
  'mcp-name': now(fc.constantFrom('get_sdk_entry', '=?base64?eA==?=')),
})

/** What a browser sends with a form of the site. */
const BROWSER = { origin: BASE_URL, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Members that make a request more than a message of random words. */
const meant: Record<string, fc.Arbitrary<unknown>> = {
  call_mcp_server: fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string()),
      method: fc.constantFrom(
        ...[
          'tools/list',
          'tools/call',
          'ping',
          'initialize',
          'notifications/initialized',
          'server/discover',
          'nothing',
        ],
      ),
      params: fc.oneof(
        fc.record({ name: fc.constantFrom('get_sdk_entry', 'find_nothing'), arguments: fc.jsonValue() }),
        fc.constant({ name: 'search_sdk_catalog', arguments: { q: 'weather', limit: 1 } }),
        fc.constant({
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'fuzz', version: '1' },
        }),
        fc.constant({
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        }),
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
    return fc.oneof(
      { weight: 1, arbitrary: fc.constant(right(example)) },
      { weight: 4, arbitrary: (meant[operation.operationId] ?? valid(schema)).map(right) },
      { weight: 1, arbitrary: valid(schema).map(right) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(valid(schema), fc.string(), fc.jsonValue())
          .map(([value, name, more]) => right({ ...(value as object), [name]: more })),
      },
      { weight: 2, arbitrary: fc.jsonValue().map(right) },
      {
        weight: 1,
        arbitrary: fc.tuple(valid(schema), fc.nat()).map(([value, n]) => right(without(value as object, n))),
      },
    )
  })
  const wrong = fc.record({
    type: fc.constantFrom(
      ...Object.keys(content),
      'text/plain',
      'application/xml',
      'multipart/form-data',
      '',
      undefined,
      'x',
    ),
    text: fc.oneof(
      fc.string({ unit: codePoint }),
      fc.constantFrom('', '{', '[]', 'null', 'x'.repeat(70_000), '{"a":1,"a":2}'),
    ),
    right: fc.constant(false),
  })
  return fc.oneof({ weight: 4, arbitrary: fc.oneof(...described) }, { weight: 1, arbitrary: wrong })
}

const formEncoded = (value: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(value)).map(([name, member]): [string, string] => [name, String(member)]),
  ).toString()

function without(value: object, n: number): object {
  const names = Object.keys(value)
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== names[n % names.length]))
}

function requestOf(row: Row): fc.Arbitrary<Sent> {
  const parameters = row.operation.parameters ?? []
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  return fc
    .record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(row.method) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'DELETE', 'PUT', 'PATCH', 'GET', 'POST', 'PROPFIND'),
        },
      ),
      path: fc.tuple(...inPath.map(({ schema }) => segment(schema))),
      query: fc.tuple(...inQuery.map(parameter)),
      unknown: fc.option(fc.tuple(word, word), { freq: 8, nil: undefined }),
      headers: fc.oneof({ weight: 5, arbitrary: headers }, { weight: 1, arbitrary: fc.constant(BROWSER) }),
      body: body(row),
    })
    .map(({ method, path, query, unknown, headers, body }): Sent => {
      const address = inPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, encodeURIComponent(path[index]!.value[0]!.toWellFormed())),
        row.path,
      )
      const given = inQuery.flatMap(({ name }, index) =>
        query[index]!.value.map((value): [string, string] => [name, value]),
      )
      const named = new Set(inQuery.map(({ name }) => name))
      const type = body?.type
      return {
        operationId: row.operation.operationId,
        method,
        path: address,
        query: unknown && !named.has(unknown[0]) ? [...given, unknown] : given,
        headers: Object.fromEntries(
          Object.entries({ ...headers, 'content-type': type }).filter(
            (pair): pair is [string, string] => pair[1] !== undefined && isFieldValue(pair[1]),
          ),
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
    weight: readsInput(row) ? 5 : row.operation.requestBody ? 2 : 1,
    arbitrary: requestOf(row),
  })),
)

const isFieldValue = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
