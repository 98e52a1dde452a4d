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
  questions: string[]
}

/** What the server calls its version: with the commit as build metadata (Semantic Versioning §10), where it is known. */
export const serverVersion = ({ version, commit }: { version: string; commit?: string | undefined }): string =>
  commit === undefined ? version : `${version}+${commit}`

export const serverIdentity = JSON.parse(
  readFileSync(new URL('../../server-card/identity.json', import.meta.url), 'utf8'),
) as ServerIdentity
