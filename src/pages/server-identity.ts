/** Who the MCP server is: server-card/identity.json, for the server, its card, the registry entry and the bundle. */
import { readFileSync } from 'node:fs'

interface ServerIdentity {
  /** In reverse DNS form (MCP registry, server.json). */
  name: string
  title: string
  description: string
  icon: { path: string; mimeType: string; sizes: string[] }
  /** Newest first. */
  protocolVersions: string[]
  capabilities: Record<'tools' | 'resources' | 'prompts' | 'completions', Record<string, boolean>> & {
    extensions: Record<string, Record<string, boolean>>
  }
  /** What people may ask of it. */
  questions: string[]
}

export const serverIdentity = JSON.parse(
  readFileSync(new URL('../../server-card/identity.json', import.meta.url), 'utf8'),
) as ServerIdentity
