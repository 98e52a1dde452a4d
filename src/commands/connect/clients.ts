/** The clients that `connect` knows: where each keeps its MCP servers, and how it writes one down. */
import { join } from 'node:path'

/** What the client starts, or the URL that it calls. */
export type ClientConnection = { command: string; args: readonly string[] } | { url: string }

export interface Client {
  name: string
  title: string
  format: 'json' | 'toml'
  /** Its file for all projects of a user. */
  file(machine: Machine): string
  /** Members that lead to the servers. */
  path: readonly string[]
  /** The entry of a server that it calls; absent where its file takes none. */
  remote?: (url: string) => Record<string, unknown>
  /** Members of an entry that it starts, besides command and args. */
  local?: Record<string, unknown>
}

export interface Machine {
  home: string
  platform: NodeJS.Platform
  environment: NodeJS.ProcessEnv
}

/** Where programs keep their settings on this system. */
const settingsFolder = ({ home, platform, environment }: Machine): string =>
  platform === 'darwin'
    ? join(home, 'Library/Application Support')
    : platform === 'win32'
      ? environment.APPDATA || join(home, 'AppData/Roaming')
      : environment.XDG_CONFIG_HOME || join(home, '.config')

export const clients: readonly Client[] = [
  {
    // https://modelcontextprotocol.io/docs/develop/connect-local-servers; remote servers are added in its settings.
    ...{ name: 'claude', title: 'Claude Desktop', format: 'json', path: ['mcpServers'] },
    file: (machine) => join(settingsFolder(machine), 'Claude/claude_desktop_config.json'),
  },
  {
    // https://code.claude.com/docs/en/mcp: the user scope
    ...{ name: 'claude-code', title: 'Claude Code', format: 'json', path: ['mcpServers'] },
    file: ({ home }) => join(home, '.claude.json'),
    remote: (url) => ({ type: 'http', url }),
    local: { type: 'stdio' },
  },
  {
    // https://cursor.com/docs/context/mcp
    ...{ name: 'cursor', title: 'Cursor', format: 'json', path: ['mcpServers'] },
    file: ({ home }) => join(home, '.cursor/mcp.json'),
    remote: (url) => ({ url }),
  },
  {
    // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
    ...{ name: 'vscode', title: 'Visual Studio Code', format: 'json', path: ['servers'] },
    file: (machine) => join(settingsFolder(machine), 'Code/User/mcp.json'),
    remote: (url) => ({ type: 'http', url }),
    local: { type: 'stdio' },
  },
  {
    // https://docs.windsurf.com/windsurf/cascade/mcp
    ...{ name: 'windsurf', title: 'Windsurf', format: 'json', path: ['mcpServers'] },
    file: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
    remote: (url) => ({ serverUrl: url }),
  },
  {
    // https://zed.dev/docs/ai/mcp
    ...{ name: 'zed', title: 'Zed', format: 'json', path: ['context_servers'] },
    file: (machine) =>
      machine.platform === 'darwin'
        ? join(machine.home, '.config/zed/settings.json')
        : join(settingsFolder(machine), machine.platform === 'win32' ? 'Zed' : 'zed', 'settings.json'),
    remote: (url) => ({ url }),
  },
  {
    // https://developers.openai.com/codex/mcp
    ...{ name: 'codex', title: 'Codex', format: 'toml', path: ['mcp_servers'] },
    file: ({ home, environment }) => join(environment.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    remote: (url) => ({ url }),
  },
  {
    // https://geminicli.com/docs/tools/mcp-server/
    ...{ name: 'gemini', title: 'Gemini CLI', format: 'json', path: ['mcpServers'] },
    file: ({ home }) => join(home, '.gemini/settings.json'),
    remote: (url) => ({ httpUrl: url }),
  },
]

/** The entry for a connection; undefined where the client takes no URL. */
export function entryOf(client: Client, connection: ClientConnection): Record<string, unknown> | undefined {
  if ('url' in connection) return client.remote?.(connection.url)
  return { ...client.local, ...connection }
}
