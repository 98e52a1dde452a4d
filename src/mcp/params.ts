/** Checks the params of requests before the SDK does, because its errors quote the internals of its parser. */
import { isInitializeRequest, type McpRequestContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { jsonOf } from '../text/typed-text.ts'
import { CompletionParams } from './content/complete.ts'
import { PromptParams } from './content/prompts.ts'

/** `legacy`: a revision up to 2025-11-25. */
export type Era = McpRequestContext['era']

const text = z.string('must be text')
// Every list is one page, so the server never sends a cursor.
const ListParams = z.looseObject({ cursor: z.undefined('must be left out: every list is one page').optional() })
const UriParams = z.looseObject({ uri: text })

const object = 'must be an object'
const InitializeParams = z
  .looseObject({
    protocolVersion: text,
    capabilities: z.looseObject({}, object),
    clientInfo: z.looseObject({ name: text, version: text }, object),
  })
  .refine((params) => isInitializeRequest({ method: 'initialize', params }), 'are not as the protocol has them')

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'tools/list': ListParams,
  'tools/call': z.looseObject({
    name: text,
    arguments: z.record(z.string(), z.unknown(), 'must be an object').optional(),
    task: z.looseObject({ ttl: z.number('must be a number').optional() }, 'must be an object').optional(),
  }),
  'prompts/list': ListParams,
  'prompts/get': PromptParams,
  'completion/complete': CompletionParams,
  'resources/list': ListParams,
  'resources/templates/list': ListParams,
  'resources/read': UriParams,
  'skills/list': ListParams,
  'skills/get': UriParams,
  'resources/directory/read': UriParams.extend({ cursor: text.optional() }),
}

/** What is wrong with the params, in one line; undefined if nothing is, or for an unknown method. */
export function malformedParams(method: string, params: unknown = {}, era: Era): string | undefined {
  // 2026-07-28 has no initialize, whatever its params.
  const schema = method === 'initialize' && era === 'legacy' ? InitializeParams : schemaOf(method)
  const { error } = schema?.safeParse(params) ?? {}
  return error && `${method}: ${error.issues.map(issueText).join('; ')}`
}

/**
 * Clients of languages with null write it for what they leave out, and models write `arguments` as JSON text.
 * @returns the message with null members of the message's `params` left out, and with `arguments` as the text reads
 */
export function withoutNulls(message: unknown): unknown {
  if (!isObject(message)) return message
  const { params, ...rest } = message
  if (params === null) return rest
  if (!isObject(params)) return message
  const read = Object.entries(params).map(([name, value]) => [name, name === 'arguments' ? argumentsOf(value) : value])
  return { ...message, params: Object.fromEntries(read.filter(([, value]) => value !== null)) }
}

function argumentsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return null
  const read = jsonOf(value)
  return read === null || isObject(read) ? read : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The id of a request; undefined if the message has none. */
export function idOf(json: unknown): string | number | undefined {
  const { id } = (json ?? {}) as { id?: unknown }
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined
}

const schemaOf = (method: string): z.ZodType | undefined =>
  Object.hasOwn(SCHEMAS, method) ? SCHEMAS[method] : undefined

const issueText = ({ path, message }: z.core.$ZodIssue): string => [path.join('.'), message].join(' ').trim()
