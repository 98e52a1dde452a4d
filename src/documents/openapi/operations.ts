/** One operation for each row of the tables: read routes, message routes, published files, and the MCP endpoint. */

import { JsonRpcRequest, JsonRpcResponse } from '../../http/read-body.ts'
import type { MessageRoute, ReadmeRoute, ToolRoute } from '../../rest/routes.ts'
import type { AnyTool, Definition } from '../../tools/define/define.ts'
import { type JsonSchema, jsonSchema } from '../../tools/define/json-schema.ts'
import { type Document, essence } from '../route.ts'
import {
  type Context,
  CROSS_ORIGIN,
  cacheable,
  LIMITS,
  type Operation,
  PAGE_HEADERS,
  PART_OF_FILE,
  problemResponse,
  responseRef,
  string,
  TWIN,
  uncachedHeaders,
  withExample,
} from './headers-and-responses.ts'
import { nounOf, schemaRef } from './schemas.ts'

export const READ_RESPONSES = {
  304: responseRef('NotModified'),
  405: responseRef('MethodNotAllowed'),
  500: responseRef('ServerError'),
}

export function toolOperation({ tool, path, query }: ToolRoute, { examples, schemas }: Context): Operation {
  const readsSlug = path.includes('{slug}')
  const result = schemaRef(schemas, tool.output, 'output', `${nounOf(tool.name)}Result`)
  const content = { 'application/json': withExample(result, examples[`${tool.name} 200`]) }
  return {
    ...toolSummary(path.includes('sdk') ? 'Catalogue' : 'Service', tool),
    ...parametersOf(tool, readsSlug ? ['slug'] : [], query),
    responses: {
      ...READ_RESPONSES,
      200: cacheable(tool.output.description!, content, tool.parts && ['Accept-Ranges']),
      ...(tool.parts && { 206: PART_OF_FILE }),
      ...(query.length > 0 && { 400: responseRef('InvalidRequest') }),
      ...(readsSlug && { 404: responseRef('NotFound') }),
      406: responseRef('NotAcceptable'),
    },
  }
}

export function readmeOperation({ tool }: ReadmeRoute, { examples }: Context): Operation {
  const readme = 'The README, byte for byte.'
  const content = { 'text/markdown': withExample(string(readme), examples[`${tool.name} 200`]) }
  return {
    ...toolSummary('Catalogue', tool),
    description:
      'Returns the whole README of one SDK as markdown: install lines, first code, entities and operations. Use this ' +
      'before writing code with it. The MCP tool of this name returns long READMEs by section.',
    ...parametersOf(tool, ['slug'], []),
    responses: { ...READ_RESPONSES, 200: cacheable(readme, content, TWIN), 404: responseRef('NotFound') },
  }
}

export function documentOperation(document: Document, { site, examples }: Context): Operation {
  const { path, operationId = '', title, about, headers } = document
  const type = essence(document.type)
  const schema: JsonSchema = /[/+]json$/.test(type)
    ? { type: 'object', description: about, additionalProperties: true }
    : string(about)
  const example = examples[`${operationId} 200`]
  // A description cannot hold itself.
  const itself = { itself: { summary: title, externalValue: `${site.baseUrl}${path}` } }
  const content = {
    [type]: example === undefined ? { schema, examples: itself } : { schema, example },
    ...(document.isPage && { 'text/html': { schema: string(about) } }),
  }
  const more = [...Object.keys(headers?.(site) ?? {}), 'Accept-Ranges', ...(document.isPage ? PAGE_HEADERS : [])]
  return {
    ...aboutOperation('Documents', operationId, title, about),
    responses: {
      200: cacheable(`${title}.`, content, more),
      206: PART_OF_FILE,
      304: responseRef('NotModified'),
      405: responseRef('FileMethodNotAllowed'),
      500: responseRef('FileServerError'),
    },
  }
}

/**
 * A browser that posts the form gets pages instead: it is redirected, or shown the form again with the errors. Its type is
 * for pages alone and not in `content`: where there are two types, generated clients send none, which is refused.
 */
export function messageOperation({ operation }: MessageRoute, { examples, schemas }: Context): Operation {
  const noun = nounOf(operation.name)
  const body = schemaRef(schemas, operation.input, 'input', noun)
  const accepted = schemaRef(schemas, operation.output, 'output', `${noun}Accepted`)
  const [example] = operation.examples
  const headers = [...CROSS_ORIGIN, ...LIMITS]
  return {
    ...toolSummary('Contact', operation),
    parameters: [
      header('Idempotency-Key', IDEMPOTENCY_KEY, { type: 'string' }, '8e03978e-40d5-43e8-bc93-6894a57f9324'),
      header('CF-Turnstile-Response', CHALLENGE_TOKEN, { type: 'string', maxLength: 2048 }, 'XXXX.DUMMY.TOKEN.XXXX'),
    ],
    requestBody: {
      required: true,
      description: 'JSON. A form of the same fields is read too, from a page of an allowed site.',
      content: { 'application/json': withExample(body, example) },
    },
    responses: {
      200: {
        description: 'The message is stored and will be delivered.',
        headers: uncachedHeaders(...headers),
        content: { 'application/json': withExample(accepted, examples[`${operation.name} 200`]) },
      },
      400: responseRef('MessageInvalid'),
      403: responseRef('MessageForbidden'),
      405: responseRef('MethodNotAllowed'),
      413: responseRef('MessageTooLarge'),
      415: responseRef('MessageTypeUnsupported'),
      429: responseRef('TooManyMessages'),
      500: responseRef('ServerError'),
      503: responseRef('MessageNotStored'),
    },
  }
}

const IDEMPOTENCY_KEY = 'A key that you choose. Sending the same message with the same key again stores nothing.'
const CHALLENGE_TOKEN = 'Token of a solved bot challenge, if the service requires one.'

const header = (name: string, description: string, schema: JsonSchema, example: string) => {
  const optional = { in: 'header', required: false }
  return { name, ...optional, description, schema, example }
}

export const MCP_PATH = '/mcp'
export const MCP_OPERATION = 'call_mcp_server'

/** Not in the table of routes: it answers in JSON-RPC, and with a problem only what is no JSON-RPC message. */
export function mcpOperation({ examples, schemas }: Context): Operation {
  const request = schemaRef(schemas, JsonRpcRequest, 'input', 'JsonRpcRequest')
  const response = schemaRef(schemas, JsonRpcResponse, 'output', 'JsonRpcResponse')
  const problem = (...codes: Parameters<typeof problemResponse>[0]) => problemResponse(codes, examples, CROSS_ORIGIN)
  const json = (schema: JsonSchema, name: number | 'request') => ({
    'application/json': withExample(schema, examples[`${MCP_OPERATION} ${name}`]),
  })
  const headers = uncachedHeaders(...CROSS_ORIGIN)
  const refused = problem('invalid_request')
  return {
    ...aboutOperation('MCP', MCP_OPERATION, 'Send one message to the MCP server', ABOUT_MCP),
    requestBody: {
      required: true,
      description: 'One request or notification of at most 64 KB.',
      content: json(request, 'request'),
    },
    responses: {
      200: {
        description: 'The response to a request. A method that failed has `error`.',
        headers,
        content: json(response, 200),
      },
      202: { description: 'The notification was accepted. There is no body.', headers },
      400: {
        description:
          'A problem if the body is not one message. A JSON-RPC error if the message contradicts its header fields ' +
          'or asks for a revision that is not supported.',
        headers: refused.headers!,
        content: { ...refused.content, ...json(response, 400) },
      },
      403: {
        ...problem('unauthorized'),
        description: '`unauthorized`: The Origin or Host is not allowed, or there is no Content-Type.',
      },
      404: {
        description: 'The method of a request in revision 2026-07-28 is unknown.',
        headers,
        content: json(response, 404),
      },
      405: responseRef('MethodNotAllowed'),
      413: problem('payload_too_large'),
      415: problem('unsupported_media_type'),
      500: responseRef('ServerError'),
    },
  }
}

const ABOUT_MCP =
  'The endpoint speaks the Model Context Protocol over stateless Streamable HTTP. It needs no handshake and no ' +
  'session, and every answer is a single JSON object. Send `Accept: application/json, text/event-stream`. It ' +
  'supports the revisions 2024-11-05 to 2026-07-28. `tools/list` names the tools with their schemas.'

export const aboutOperation = (tag: string, operationId: string, summary: string, description: string) =>
  ({ operationId, tags: [tag], summary, description, security: [] }) satisfies Partial<Operation>

const toolSummary = (tag: string, { name, title, description, restOnly }: Definition) => ({
  ...aboutOperation(tag, name, title, description),
  ...(!restOnly && { 'x-mcp-tool': name }),
})

/** Path and query parameters, with the descriptions of the tool's input and values of its examples. */
export function parametersOf(
  tool: Pick<AnyTool, 'input' | 'examples'>,
  path: readonly string[],
  query: readonly string[],
): { parameters?: object[] } {
  const { properties = {}, required = [] } = jsonSchema(tool.input, 'input')
  const parameters = [...path, ...query].map((name) => {
    const { description = '', ...schema } = properties[name] as JsonSchema
    const values = tool.examples.map((example: Record<string, unknown>) => example[name])
    const example = values.find((value: unknown) => value !== undefined)
    return {
      name,
      in: path.includes(name) ? 'path' : 'query',
      required: path.includes(name) || required.includes(name),
      description,
      schema,
      // One parameter for the whole list, separated by commas, and not one for each item.
      ...(schema.type === 'array' && { explode: false }),
      ...(example !== undefined && { example }),
    }
  })
  return parameters.length > 0 ? { parameters } : {}
}
