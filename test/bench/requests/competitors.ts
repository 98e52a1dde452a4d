/** The tools of this service, served by other libraries for MCP servers (test/bench/competitors). */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import type { AnyTool } from '../../../src/tools/define.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { testServices } from '../../app.ts'
import { freePort, listening, type Running } from './running.ts'

const FOLDER = new URL('../competitors/', import.meta.url)

interface Given {
  tools: readonly AnyTool[]
  /** For arguments that the library has checked: a CallToolResult. */
  call(tool: AnyTool, given: unknown): Promise<object>
  open(answer: (request: Request) => Response | Promise<Response>): Promise<number>
  freePort(): Promise<number>
}

/** Installs the libraries as their lock file says; @returns why they are not there, where that fails */
export function installCompetitors(): string | undefined {
  const options = ['--ignore-scripts', '--silent', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', ['ci', '--prefix', fileURLToPath(FOLDER), ...options], { stdio: 'ignore' })
  return status === 0 ? undefined : '"npm ci --prefix test/bench/competitors" fails'
}

export async function competitor(name: string): Promise<Running> {
  // Its packages are not those of the project, so nothing here may know its types.
  const libraries: Record<string, (given: Given) => Promise<number>> = await import(new URL('servers.js', FOLDER).href)
  const services = testServices()
  await services.catalog.warmUp()
  const port = await libraries[name]!({
    tools: mcpTools,
    freePort,
    open: (answer) => listening(getRequestListener(answer)),
    async call(tool, given) {
      const output = await tool.run(given, services)
      return { content: [{ type: 'text', text: tool.text(output, services, given) }], structuredContent: output }
    },
  })
  return { port }
}
