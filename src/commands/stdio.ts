/** stdio: the MCP tools on standard input and output. It opens no port, writes no file and uses no network. */
import { serveMcpStdio } from '../mcp/stdio.ts'
import { mcpTools } from '../tools/index.ts'
import { start } from './start.ts'

export async function stdioCommand(): Promise<void> {
  const started = await start()
  const { services, report } = started
  const onRefused = (reason: string) => started.log.warn({ event: 'stdio_line_refused', reason }, 'stdio')
  serveMcpStdio({ services, tools: mcpTools, report, onRefused })
}
