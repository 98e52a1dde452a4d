/** The OpenAPI description: whole, and the same in both forms. That it is true is in test/contract/openapi-fuzz.slow.test.ts. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Response } from '../../src/documents/openapi/headers-and-responses.ts'
import { openApi } from '../../src/documents/openapi/openapi.ts'
import { recordedExamples } from '../../src/documents/openapi/openapi-examples.ts'
import { documentText } from '../../src/documents/route.ts'
import { documents, routeTable } from '../../src/rest/route-table.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { verifies } from '../contract/verifies.ts'
import { goldenServices } from '../golden/services.ts'

const { app, services } = testApp()
const { site } = services

const served = await app.request('/openapi.json')
const description = (await served.json()) as ReturnType<typeof openApi>
const operations = Object.values(description.paths).flatMap((path) => Object.values(path))

describe('the description', () => {
  verifies('openapi.json', 'is served as application/json', () => {
    expect(served.status).toBe(200)
    expect(served.headers.get('content-type')).toBe('application/json')
    expect(description.servers).toEqual([{ url: site.baseUrl, description: expect.any(String) }])
  })

  verifies('version.openapi', 'is OpenAPI 3.1.1 and has version 1.0.0', () => {
    expect(description.openapi).toBe('3.1.1')
    expect(description.info.version).toBe('1.0.0')
    expect(description.info.contact).toEqual({ name: site.name, url: `${site.baseUrl}/contact` })
  })

  test('has one type for each request body, as generated clients send none where there are two', () => {
    const bodies = operations.flatMap(({ requestBody }) => requestBody ?? [])
    expect(bodies.length).toBeGreaterThan(2)
    for (const { content } of bodies) expect(Object.keys(content)).toEqual(['application/json'])
  })

  verifies('openapi.yaml', 'is the same as YAML', async () => {
    const answer = await app.request('/openapi.yaml')
    expect(answer.headers.get('content-type')).toBe('application/yaml')
    expect(parse(await answer.text(), { maxAliasCount: 0 })).toEqual(description)
  })

  test('has every operation of the interface under its name', () => {
    const ids = operations.map(({ operationId }) => operationId)
    for (const [id, place] of Object.entries({
      list_sdk_catalog: '/api/sdk/catalog.json',
      search_sdk_catalog: '/api/sdk/search',
      get_sdk_entry: '/api/sdk/{slug}.json',
      get_sdk_readme: '/example-sdk/{slug}.md',
      get_service_health: '/api/health',
      call_mcp_server: '/mcp',
      get_openapi_description: '/openapi.json',
      get_llms_txt: '/llms.txt',
      get_sdk_catalog_csv: '/sdk/example-sdk.csv',
      submit_contact_message: '/api/contact',
    }))
      expect(Object.values(description.paths[place] ?? {}).map(({ operationId }) => operationId)).toEqual([id])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('asks for no key anywhere', () => {
    for (const { security } of operations) expect(security).toEqual([])
  })

  test('names the MCP tool of each operation that is one', () => {
    const tools = new Set(mcpTools.map(({ name }) => name))
    for (const { operationId, 'x-mcp-tool': tool } of operations)
      expect(tool).toBe(tools.has(operationId) ? operationId : undefined)
  })

  test('shows an example of every answer in JSON, and each example fits its schema', () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema(description, 'openapi')
    const answers = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).map(([status, response]) => ({
        label: `${operationId} ${status}`,
        ...resolved(response),
      })),
    )
    for (const { label, content = {} } of answers) {
      for (const [type, { schema, example, examples }] of Object.entries(content)) {
        if (type === 'text/html' || type === 'text/markdown') continue
        const shown = examples ? Object.values(examples) : [{ value: example }]
        for (const { value, ...elsewhere } of shown) {
          if ('externalValue' in elsewhere) continue
          expect(value, `${label} ${type}`).toBeDefined()
          const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')))
          expect(validate(value) ? [] : validate.errors, `${label} ${type}`).toEqual([])
        }
      }
    }
  })

  test('names its own addresses in its examples, whatever the site is', async () => {
    const elsewhere = { ...site, baseUrl: 'https://sdk.example.net', brand: 'acme', name: 'Acme "SDKs"' }
    const text = JSON.stringify(openApi({ site: elsewhere, routes: routeTable, examples: recordedExamples(elsewhere) }))
    expect(/\{base_url\}|\{brand\}|\{service\}|\{version\}|localhost|example-sdk/.exec(text)).toBeNull()
    expect(text.includes('https://sdk.example.net/acme-sdk/poetrydb-sdk.md')).toBe(true)
    expect(text.includes('"service":"Acme \\"SDKs\\""')).toBe(true)
  })

  test('shows its own files in its examples, whatever the site is', () => {
    const golden = goldenServices()
    const elsewhere = { ...golden.site, baseUrl: 'https://sdk.example.net', name: 'Acme' }
    const shown = recordedExamples(elsewhere)
    const others = documents.filter(({ operationId }) => operationId && shown[`${operationId} 200`] !== undefined)
    // Those that are made from the site alone; the others list the SDKs of the catalogue.
    const alone = others.filter(({ path }) => path.startsWith('/.well-known/'))
    expect(alone.length).toBeGreaterThan(3)
    for (const document of alone) {
      const text = documentText(document, { ...golden, site: elsewhere }, routeTable)
      expect(shown[`${document.operationId} 200`]).toEqual(JSON.parse(text))
    }
  })
})

function resolved(response: Response | { $ref: string }): Response {
  const { responses } = description.components
  if (!('$ref' in response)) return response
  return responses[response.$ref.split('/').at(-1) as keyof typeof responses]
}
