/**
 * The tools of this service, served by other libraries as their documents show it. In JavaScript and with packages of its
 * own, so that the project needs none of them: `npm ci --prefix test/bench/competitors`.
 *
 * Each is given the definitions of the tools and `call`, which returns a CallToolResult for checked arguments; `open`
 * listens with what answers a Request of the web platform, and resolves with the port, as each of these does.
 */
import { HttpTransport } from '@tmcp/transport-http'
import { FastMCP } from 'fastmcp'
import { createMcpHandler } from 'mcp-handler'
import { McpServer } from 'tmcp'
import { JsonSchemaAdapter } from 'tmcp/adapter'
import * as z from 'zod'

const ABOUT = { name: 'sdk-catalog', version: '1.0.0' }

/** As @tmcp/adapter-zod, which describes what comes out of a schema, and so refuses those that change their input. */
class InputSchemas extends JsonSchemaAdapter {
  async toJsonSchema(schema) {
    return z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
  }
}

export async function tmcp({ tools, call, open }) {
  const server = new McpServer(ABOUT, { adapter: new InputSchemas(), capabilities: { tools: {} } })
  for (const tool of tools) {
    const { name, title, description, annotations, input: schema, output: outputSchema } = tool
    server.tool({ name, title, description, annotations, schema, outputSchema }, (given) => call(tool, given))
  }
  const transport = new HttpTransport(server, { path: '/mcp', allowedOrigins: true })
  return open(async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 }))
}

export async function mcpHandler({ tools, call, open }) {
  const handler = createMcpHandler(
    (server) => {
      for (const tool of tools) {
        const { name, title, description, annotations, input: inputSchema, output: outputSchema } = tool
        const about = { title, description, annotations, inputSchema, outputSchema }
        server.registerTool(name, about, (given) => call(tool, given))
      }
    },
    { serverInfo: ABOUT },
  )
  return open(handler)
}

export async function fastmcp({ tools, call, freePort }) {
  const quiet = () => {}
  const logger = { debug: quiet, error: quiet, info: quiet, log: quiet, warn: quiet }
  const server = new FastMCP({ ...ABOUT, logger })
  for (const tool of tools) {
    const { name, title, description, annotations, input: parameters, output: outputSchema } = tool
    const about = { name, description, annotations: { title, ...annotations }, parameters, outputSchema }
    server.addTool({ ...about, execute: (given) => call(tool, given) })
  }
  const port = await freePort()
  const httpStream = { port, host: '127.0.0.1', endpoint: '/mcp', stateless: true, enableJsonResponse: true }
  await server.start({ transportType: 'httpStream', httpStream })
  return port
}
