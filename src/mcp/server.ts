/** Builds the SDK's MCP server from the table of methods, the same for every revision and transport. */
import { McpServer } from '@modelcontextprotocol/server'
import type { SkillCatalog } from '@modelcontextprotocol/server/ext/skills'
import { CACHE_HINTS } from './cache.ts'
import { resourceRegistrar } from './content/resources.ts'
import { loadSkills } from './content/skills.ts'
import { protocolErrorsOnly } from './errors.ts'
import { CAPABILITIES, INSTRUCTIONS } from './handshake.ts'
import { type ResultJson, resultText } from './message.ts'
import { createMethods, type Era, type McpOptions } from './methods.ts'
import { LEGACY_REVISIONS } from './revisions.ts'

/** What is known about the client when its server is built. */
export interface Connection {
  era: Era
  /** The only method that will be called; unknown on a lasting connection. */
  method?: string | undefined
}

/** Registering these is the largest cost of a server, so a server for one call of another method goes without. */
const NEEDS_RESOURCES = /^(resources|skills)\//

export function mcpServerFactory(options: McpOptions) {
  const { services } = options
  const methods = createMethods(options)
  const registerResources = resourceRegistrar(services, protocolErrorsOnly(options.report))
  let skills: SkillCatalog | undefined
  let loading: Promise<void> | undefined
  // A request that needs them tells of a failure, and tries again.
  ready().catch(() => {})

  /**
   * Afterwards `create` returns at once.
   * @throws SkillCatalogError for a skill that breaks a rule of its format, or that can't be read
   */
  function ready(): Promise<void> {
    const loaded = (made: SkillCatalog) => {
      skills = made
    }
    const failed = (error: unknown) => {
      loading = undefined
      throw error
    }
    loading ??= loadSkills(services.site).then(loaded, failed)
    return loading
  }

  /** Called for each request or connection. Cheap: definitions, templates and skills are made once. */
  function create(connection: Connection): McpServer | Promise<McpServer> {
    const { method } = connection
    if (method !== undefined && !NEEDS_RESOURCES.test(method)) return createServer(connection)
    if (!skills) return ready().then(() => create(connection))
    const mcp = createServer(connection)
    registerResources(mcp)
    skills.attach(mcp)
    return mcp
  }

  function createServer({ era }: Connection): McpServer {
    const mcp = new McpServer(methods.serverInfo, {
      capabilities: CAPABILITIES,
      cacheHints: CACHE_HINTS,
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: LEGACY_REVISIONS,
    })
    // registerTool() and its like would convert every schema again for each request.
    const { table, callTool } = methods
    mcp.server.setRequestHandler('tools/list', () => parsed(table['tools/list'].run({}, era)))
    mcp.server.setRequestHandler('tools/call', async ({ params }) => parsed(await callTool(params, era, false)))
    mcp.server.setRequestHandler('prompts/list', () => parsed(table['prompts/list'].run({}, era)))
    mcp.server.setRequestHandler('prompts/get', ({ params }) => parsed(table['prompts/get'].run(params, era)))
    mcp.server.setRequestHandler('completion/complete', ({ params }) =>
      parsed(table['completion/complete'].run(params, era)),
    )
    return mcp
  }

  return { create, ready, methods }
}

const parsed = (result: ResultJson) => JSON.parse(resultText(result))
