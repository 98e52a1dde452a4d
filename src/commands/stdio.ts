/**
 * stdio: the MCP tools on standard input and output. It opens no port, writes no file and uses no network, unless it may
 * call the APIs.
 */
import { serveMcpStdio } from '../mcp/stdio-transport.ts'
import type { AnyTool, Services } from '../tools/define/define.ts'
import { getServiceHealth } from '../tools/get-service-health.ts'
import { mcpTools, toolsNamed } from '../tools/index.ts'
import { version } from '../version.ts'
import { start } from './load-services.ts'
import { inOneLine } from './output.ts'

interface StdioOptions {
  allowCalls?: boolean
  allowLocal?: boolean
  tools?: string
}

export async function stdioCommand({ allowCalls, allowLocal, tools: names }: StdioOptions): Promise<void> {
  const started = await start(process.env, false)
  const { services, report } = started
  const tools = services.site.baseUrl === '' ? mcpTools.map(withoutLinks) : mcpTools
  const onRefused = (reason: string) => started.log.warn({ event: 'stdio_line_refused', reason }, 'stdio')
  const { callOperation } = allowCalls ? await import('../call/call-operation.ts') : {}
  const calls = callOperation ? [callOperation(process.env, { userAgent: `sdk-catalog/${version}`, allowLocal })] : []
  const offered = [...tools, ...calls]
  const named = async () => (names === undefined ? offered : toolsNamed(names, offered))
  serveMcpStdio({ services, tools: await inOneLine(named, { tools: '--tools' }), report, onRefused })
}

/** The tool as it is listed over HTTP; what nobody serves has no documents to link to. */
function withoutLinks(tool: AnyTool): AnyTool {
  if (tool !== getServiceHealth) return tool
  const { links } = getServiceHealth.output.shape
  const output = getServiceHealth.output.extend({ links: links.partial().describe(links.description!) })
  return { ...tool, output, run: (input: object, services: Services) => ({ ...tool.run(input, services), links: {} }) }
}
