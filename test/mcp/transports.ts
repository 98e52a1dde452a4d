/** The MCP server over each of its transports. */
import { afterAll } from 'vitest'
import { BASE_URL } from '../app.ts'
import { legacy, type Members, modern, type Sent } from './messages.ts'
import { StdioProcess } from './stdio-process.ts'

export interface App {
  request(path: string, init: RequestInit): Response | Promise<Response>
}

/** The JSON-RPC response of the endpoint. */
export async function post(app: App, { headers, body }: Sent): Promise<Members> {
  const answer = await app.request('/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as Members
}

export type Request = (method: string, params?: Members) => Promise<Members>

/** One process serves stdio to all tests of the file that calls this. */
export function openTransports(app: App) {
  const stdio = new StdioProcess({ env: { BASE_URL } })
  afterAll(() => stdio.end())
  let id = 0
  const transports: Record<'MCP 2026-07-28' | 'MCP 2025-11-25' | 'stdio', Request> = {
    'MCP 2026-07-28': (method, params) => post(app, modern(method, params)),
    'MCP 2025-11-25': (method, params) => post(app, legacy(method, params, '2025-11-25')),
    stdio: (method, params) => stdio.request(legacy(method, params, undefined, `request-${++id}`).body),
  }
  return { stdio, transports }
}
