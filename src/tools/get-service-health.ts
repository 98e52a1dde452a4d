/** State of the service and links to its documents (SPEC 2.4, 4.6). */
import * as z from 'zod'
import { defineTool, READ_ONLY } from './define/define.ts'

const HealthStatus = z
  .strictObject({
    status: z.literal('ok').describe('Always "ok": the service answers.'),
    service: z.string().describe('Name of the service.'),
    version: z.string().optional().describe('Version of the service.'),
    sdk_count: z.int().min(0).optional().describe('Number of SDKs in the catalogue.'),
    links: z
      .strictObject({
        openapi: z.url().describe('OpenAPI description.'),
        mcp: z.url().describe('MCP endpoint.'),
        llms_txt: z.url().describe('Index for language models.'),
        developers: z.url().describe('Page for developers.'),
      })
      .describe('URLs of the documents.'),
  })
  .meta({ id: 'HealthStatus', description: 'State of the service.' })

export const getServiceHealth = defineTool({
  name: 'get_service_health',
  title: 'Check the service and find its documents',
  description:
    'Returns the version of the service, the number of SDKs and links to its documents. Use this to check the connection.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({}),
  output: HealthStatus,
  run: (_, { catalog, site: { baseUrl, name, version } }) => ({
    status: 'ok' as const,
    service: name,
    version,
    sdk_count: catalog.count,
    links: {
      openapi: `${baseUrl}/openapi.json`,
      mcp: `${baseUrl}/mcp`,
      llms_txt: `${baseUrl}/llms.txt`,
      developers: `${baseUrl}/developers`,
    },
  }),
  text: ({ status, service, version, sdk_count, links }) =>
    [
      `${service} ${version ?? ''}: ${status}, ${sdk_count ?? 'unknown number of'} SDKs.`,
      ...Object.entries(links).map(([name, url]) => `${name}: ${url}`),
    ].join('\n'),
  examples: [{}],
})
