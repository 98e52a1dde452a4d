/** The OpenAPI 3.1.1 description of everything the service answers, derived from the tables. */
import { ardOperations } from '../../ard/ard-schemas.ts'
import type { Route } from '../../rest/routes.ts'
import type { Site } from '../../tools/define/define.ts'
import type { Document } from '../document.ts'
import type { Examples } from './openapi-examples.ts'
import {
  ardOperation,
  documentOperation,
  MCP_PATH,
  mcpOperation,
  messageOperation,
  readmeOperation,
  toolOperation,
} from './operations.ts'
import { headers, type Operation, sharedResponses } from './parts.ts'
import { type ComponentSchemas, Problem, schemaRef } from './schemas.ts'

/** Version of the interface (SPEC 9), not of the software that serves it. */
const API_VERSION = '1.0.0'

interface Sources {
  site: Site
  routes: readonly Route[]
  documents: readonly Document[]
  examples: Examples
}

export function openApi({ site, routes, documents, examples }: Sources) {
  const schemas: ComponentSchemas = {}
  const context = { site, examples, schemas }
  const paths: Record<string, Record<string, Operation>> = {}
  const add = (method: string, path: string, operation: Operation) => {
    const url = path.replace('{brand}', site.brand)
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation }
  }

  for (const route of routes) {
    const { method, path } = route
    if (route.serves === 'tool') add(method, path, toolOperation(route, context))
    else if (route.serves === 'readme') add(method, path, readmeOperation(route, context))
    else add(method, path, messageOperation(route, context))
  }
  add('POST', MCP_PATH, mcpOperation(context))
  for (const operation of Object.values(ardOperations))
    add(operation.method, operation.path, ardOperation(operation, context))
  for (const document of documents) {
    if (document.operationId) add('GET', document.path, documentOperation(document, context))
  }
  schemaRef(schemas, Problem, 'output', 'Problem')

  return {
    openapi: '3.1.1',
    info: {
      title: `${site.name} API`,
      version: API_VERSION,
      summary: 'Search and read a catalogue of generated SDKs.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { description: 'Documentation for developers', url: `${site.baseUrl}/developers` },
    servers: [{ url: site.baseUrl, description: 'This service.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: sharedResponses(examples),
      headers,
    },
  }
}

const INTRODUCTION = [
  'The API is public. It is read-only except for the two message endpoints. No operation needs a key.',
  'Every GET operation also answers HEAD, with the same header fields. OPTIONS answers 204 without a body (at `/mcp` ' +
    'only for the preflight of a browser). Any other method gets 405; its `Allow` names the supported methods.',
  'Answers to GET have an ETag. Send it in `If-None-Match`, and an unchanged answer is a 304 without a body. Answers ' +
    'are compressed as `Accept-Encoding` asks.',
  'Unknown query parameters are ignored. A parameter that is repeated, malformed or out of range is refused.',
  'Errors are RFC 9457 problem details with a `code` from a closed set and a `resolution` that says what to do next; ' +
    'those of the registry have the form of ARD.',
  'Operations with `x-mcp-tool` are also tools of the MCP server, under that name.',
].join('\n\n')

const TAGS = {
  Catalogue: 'Find SDKs and read about them.',
  Service: 'State of the service.',
  Contact: 'Write to the people behind the service.',
  Registry: 'Agentic Resource Discovery.',
  MCP: 'The same functions for agents.',
  Documents: 'Files for machines, generated from the same definitions.',
}
