/** Builds the SDK's MCP server, the same for HTTP, stdio and programs that import createMcpServer. */
import { McpServer } from '@modelcontextprotocol/server'
import type { ReportUnexpected } from '../tools/define/catalog-error.ts'
import type { AnyTool, Services } from '../tools/define/define.ts'
import { CACHE_HINTS } from './content/cache-hints.ts'
import { complete } from './content/complete.ts'
import { getPrompt, promptArguments, promptList } from './content/prompts.ts'
import { resourceList, resourceRegistrar, templateList, templateVariables } from './content/resources.ts'
import { loadSkills } from './content/skill-resources.ts'
import { protocolErrorsOnly } from './hide-exceptions.ts'
import { CAPABILITIES, instructionsFor, LEGACY_REVISIONS, serverInfo } from './identity.ts'
import type { Era } from './params.ts'
import { definition } from './tool-definition.ts'
import { toolCaller } from './tools-call.ts'

export interface McpOptions {
  services: Services
  tools: readonly AnyTool[]
  report: ReportUnexpected
}

/**
 * @returns builds a server for connections of one era; what servers have in common is made once
 * @throws SkillCatalogError, when a server is built, for a skill that breaks a rule of its format or cannot be read
 */
export function mcpServerFactory({ services, tools, report }: McpOptions): (era: Era) => Promise<McpServer> {
  const guarded = protocolErrorsOnly(report)
  const registerResources = resourceRegistrar(services, guarded)
  const toolList = { tools: tools.map(definition) }
  const callTool = toolCaller(tools, services, report)
  const completable = new Map([...templateVariables(), ...promptArguments()])
  const getPromptGuarded = guarded(getPrompt)
  const completeGuarded = guarded(complete)
  const listResources = guarded(resourceList)

  return async function create(era) {
    const skills = await loadSkills(services.site)
    const mcp = new McpServer(serverInfo(services.site), {
      capabilities: CAPABILITIES,
      cacheHints: CACHE_HINTS,
      instructions: instructionsFor(tools),
      supportedProtocolVersions: LEGACY_REVISIONS,
    })
    // registerTool() would list the schemas with keywords that strict function calling refuses (tool-definition.ts).
    mcp.server.setRequestHandler('tools/list', () => toolList)
    mcp.server.setRequestHandler('tools/call', ({ params }) => callTool(params, era))
    mcp.server.setRequestHandler('prompts/list', () => promptList)
    mcp.server.setRequestHandler('prompts/get', ({ params }) => getPromptGuarded(params, services))
    mcp.server.setRequestHandler('completion/complete', ({ params }) => completeGuarded(params, completable, services))
    registerResources(mcp)
    skills.attach(mcp)
    // The extension of skills would list them without titles and dates.
    mcp.server.setRequestHandler('resources/list', () => listResources(services, skills.entries))
    mcp.server.setRequestHandler('resources/templates/list', () => templateList)
    return mcp
  }
}
