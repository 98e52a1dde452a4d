/**
 * stdio: the MCP tools on standard input and output. It opens no port, writes no file and uses no network, unless it may
 * call the APIs.
 */
import { serveMcpStdio } from '../mcp/stdio-transport.ts'
import { mcpTools } from '../tools/index.ts'
import { version } from '../version.ts'
import { start } from './load-services.ts'

interface StdioOptions {
  allowCalls?: boolean
  allowLocal?: boolean
}

export async function stdioCommand({ allowCalls, allowLocal }: StdioOptions): Promise<void> {
  const started = await start()
  const { services, report } = started
  const onRefused = (reason: string) => started.log.warn({ event: 'stdio_line_refused', reason }, 'stdio')
  const { callOperation } = allowCalls ? await import('../call/call-operation.ts') : {}
  const calls = callOperation ? [callOperation(process.env, { userAgent: `sdk-catalog/${version}`, allowLocal })] : []
  serveMcpStdio({ services, tools: [...mcpTools, ...calls], report, onRefused })
}
