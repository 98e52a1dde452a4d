/** The OpenAPI 3.1.1 description of everything the service answers, derived from the tables. */
import type { Site } from '../../tools/define/define.ts'
import type { RouteInfo } from '../route.ts'
import { headers, type Operation, sharedResponses } from './headers-and-responses.ts'
import type { Examples } from './openapi-examples.ts'
import { type ComponentSchemas, Problem, schemaRef } from './schemas.ts'

/** Version of the interface (SPEC 9), not of the software that serves it. */
const API_VERSION = '1.0.0'

interface Sources {
  site: Site
  routes: readonly RouteInfo[]
  examples: Examples
}

export function openApi({ site, routes, examples }: Sources) {
  const schemas: ComponentSchemas = {}
  const context = { site, examples, schemas }
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { method, path, describe } of routes) {
    if (!describe) continue
    const url = path.replace('{brand}', site.brand)
    paths[url] = { ...paths[url], [method.toLowerCase()]: describe(context) }
  }
  schemaRef(schemas, Problem, 'output', 'Problem')

  return {
    openapi: '3.1.1',
    info: {
      title: `${site.name} API`,
      version: API_VERSION,
      summary: 'Search and read a catalogue of generated SDKs.',
      description: INTRODUCTION,
      contact: { name: site.name, url: `${site.baseUrl}/contact` },
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
  'Unknown and empty query parameters are ignored; `yes`, `no`, `1` and `0` are read as true and false, in any case. A ' +
    'parameter that is repeated, otherwise malformed or out of range is refused.',
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
