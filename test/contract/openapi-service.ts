/** The service that openapi-fuzz.slow.test.ts asks, and its OpenAPI description by operation and schema. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { BASE_URL, testApp } from '../app.ts'
import { withAnswerStore } from '../http/server/stored.ts'

// Enough for messages to be accepted, few enough for the limit to be met.
const made = testApp({ inbox: { addressRate: { quota: 20, windowSeconds: 3600 } } })
export const { services } = made
/** With the store in front, as it is served: the documents of the whole catalogue are written once. */
const fetch = withAnswerStore(made.app.fetch)
export async function ask(path: string, init: RequestInit & { body?: string } = {}): Promise<Response> {
  return fetch(new Request(`${BASE_URL}${path}`, init), init.body === undefined ? undefined : Buffer.from(init.body))
}
export const slugs = [...services.catalog.entries()].map(({ slug }) => slug)

export const close = (): Promise<void> => made.inbox.stop()

export type Schema = {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  anyOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
}
export interface Answer {
  headers?: Record<string, unknown>
  content?: Record<string, { schema: Schema }>
}
export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
  example?: unknown
}
export interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example: unknown }> }
  responses: Record<string, Answer & { $ref?: string }>
}
const description = (await (await ask('/openapi.json')).json()) as {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const ajv = new Ajv2020({ strict: false, allErrors: false })
formats.default(ajv)
ajv.addSchema(description, 'openapi')

const compiled = new Map<Schema, ValidateFunction>()
export function validator(schema: Schema): ValidateFunction {
  const text = () => JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
  const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(text()))
  compiled.set(schema, validate)
  return validate
}

export function resolved<T extends object>(node: T & { $ref?: string }): T {
  if (!node.$ref) return node
  const [, , kind = '', name = ''] = node.$ref.split('/')
  return description.components[kind]![name] as T
}

export const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
export type Row = (typeof operations)[number]
export const rows = new Map(operations.map((row) => [row.operation.operationId, row]))
