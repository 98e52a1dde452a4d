/** Section 2 of the specification as JSON Schema, written by hand: the tests' own reading, independent of the code. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

const uri = { type: 'string', format: 'uri', pattern: '^https?://' }
const text = { type: 'string', minLength: 1 }
const integer = { type: 'integer', minimum: 0 }

const closed = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

const SdkEntry = closed(
  {
    slug: { type: 'string', minLength: 3, maxLength: 120, pattern: '^[a-z0-9][a-z0-9-]*-sdk$' },
    title: text,
    description: { type: 'string', pattern: '^[^\\r\\n]+$' },
    url: uri,
    readme_url: uri,
    github_url: uri,
    topics: { type: 'array', items: text },
  },
  ['description', 'topics'],
)

const SdkCatalog = closed(
  { generated_at: { type: 'string', format: 'date-time' }, count: integer, sdks: { type: 'array', items: SdkEntry } },
  ['generated_at'],
)

const SdkSearchResult = closed({
  query: { type: 'string' },
  total: integer,
  limit: { type: 'integer', minimum: 1, maximum: 100 },
  offset: integer,
  results: { type: 'array', items: SdkEntry, maxItems: 100 },
})

const HealthStatus = closed(
  {
    status: { const: 'ok' },
    service: text,
    version: text,
    sdk_count: integer,
    links: closed({ openapi: uri, mcp: uri, llms_txt: uri, developers: uri }),
  },
  ['version', 'sdk_count'],
)

/** Section 7, and rate_limited for the status that section 8 asks for. */
export const CODES = {
  not_found: { status: 404, title: 'Not found' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  invalid_request: { status: 400, title: 'Invalid request' },
  invalid_json: { status: 400, title: 'Invalid JSON' },
  missing_fields: { status: 400, title: 'Missing required fields' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unauthorized: { status: 403, title: 'Not authorized' },
  rate_limited: { status: 429, title: 'Too many requests' },
  server_error: { status: 500, title: 'Server error' },
} as const

const Problem = {
  type: 'object',
  properties: {
    type: uri,
    title: text,
    status: { type: 'integer', minimum: 100, maximum: 599 },
    code: { enum: Object.keys(CODES) },
    detail: text,
    instance: { type: 'string', format: 'uri-reference' },
    resolution: text,
    errors: { type: 'array', items: closed({ field: { type: 'string' }, message: text }) },
  },
  required: ['type', 'title', 'status', 'code'],
}

const JsonRpcResponse = {
  ...closed(
    {
      jsonrpc: { const: '2.0' },
      id: { type: ['string', 'integer', 'null'] },
      result: { type: 'object' },
      error: closed({ code: { type: 'integer' }, message: { type: 'string' }, data: {} }, ['data']),
    },
    ['result', 'error'],
  ),
  oneOf: [{ required: ['result'] }, { required: ['error'] }],
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
formats.default(ajv)

const validators = Object.fromEntries(
  Object.entries({ SdkEntry, SdkCatalog, SdkSearchResult, HealthStatus, Problem, JsonRpcResponse }).map(
    ([name, schema]) => [name, ajv.compile(schema)],
  ),
)

/** What breaks the schema, one line each; none for a value that holds. */
export function violations(
  name: 'SdkEntry' | 'SdkCatalog' | 'SdkSearchResult' | 'HealthStatus' | 'Problem' | 'JsonRpcResponse',
  value: unknown,
): string[] {
  const validate = validators[name]!
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}
