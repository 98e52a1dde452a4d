/** The same tools on standard input and output. Nothing else may write to standard output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type McpOptions, mcpServerFactory } from './server.ts'

/** Serves until standard input ends; the process then has nothing left to do and exits 0. */
export function serveMcpStdio(options: McpOptions): void {
  serveStdio(mcpServerFactory(options), { onerror: (error) => options.report(error, 'stdio') })
}
