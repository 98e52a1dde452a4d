/** The clients that `connect` knows: where each keeps its MCP servers, and the command or the link that adds one. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The name of our server in settings. */
export const SERVER = 'sdk-catalog'

export type Entry = Record<string, unknown>

/** What the client starts, or the URL that it calls. */
export type ClientConnection = { command: string; args: readonly string[] } | { url: string }

export interface Client {
  name: string
  title: string
  /** Its file is in TOML, which its own command alone changes. */
  isToml?: true
  /** Its file for all projects of a user. */
  file(machine: Machine): string
  /** The member of the file that has the servers. */
  servers: string
  /** The member of an entry for the URL that it calls; absent where its file takes none. */
  url?: string
  /** Entries say their type. */
  typed?: true
  /** Its own command, with words for `connect`, `connect --url` and `disconnect`. */
  own?: Record<'program' | 'add' | 'addUrl', string> & { remove?: string }
  /** The beginning of a link that adds the server, and how what follows is written. */
  link?: readonly [start: string, 'base64' | 'utf8']
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

/** Windows keeps the settings of an MSIX package in a folder of its own. */
function claudeFolder(machine: Machine): string {
  const packages = join(machine.environment.LOCALAPPDATA || join(machine.home, 'AppData/Local'), 'Packages')
  const names = machine.platform === 'win32' && existsSync(packages) ? readdirSync(packages) : []
  const claude = names.find((name) => name.startsWith('Claude_'))
  return join(claude ? join(packages, claude, 'LocalCache/Roaming') : settingsFolder(machine), 'Claude')
}

const ADD_URL = 'mcp add --scope user --transport http NAME URL'
const REMOVE = 'mcp remove --scope user NAME'

export const clients: readonly Client[] = [
  {
    // https://modelcontextprotocol.io/docs/develop/connect-local-servers; remote servers are added in its settings.
    ...{ name: 'claude', title: 'Claude Desktop', servers: 'mcpServers' },
    file: (machine) => join(claudeFolder(machine), 'claude_desktop_config.json'),
  },
  {
    // https://code.claude.com/docs/en/mcp: the user scope
    ...{ name: 'claude-code', title: 'Claude Code', servers: 'mcpServers', url: 'url', typed: true },
    file: ({ home }) => join(home, '.claude.json'),
    own: { program: 'claude', add: 'mcp add --scope user NAME -- COMMAND ARGS', addUrl: ADD_URL, remove: REMOVE },
  },
  {
    // https://cursor.com/docs/context/mcp, https://cursor.com/docs/mcp/install-links
    ...{ name: 'cursor', title: 'Cursor', servers: 'mcpServers', url: 'url' },
    file: ({ home }) => join(home, '.cursor/mcp.json'),
    link: [`cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER}&config=`, 'base64'],
  },
  {
    // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration, /docs/copilot/guides/mcp-developer-guide
    ...{ name: 'vscode', title: 'Visual Studio Code', servers: 'servers', url: 'url', typed: true },
    file: (machine) => join(settingsFolder(machine), 'Code/User/mcp.json'),
    own: { program: 'code', add: '--add-mcp JSON', addUrl: '--add-mcp JSON' },
    link: ['vscode:mcp/install?', 'utf8'],
  },
  {
    // https://docs.windsurf.com/windsurf/cascade/mcp
    ...{ name: 'windsurf', title: 'Windsurf', servers: 'mcpServers', url: 'serverUrl' },
    file: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
  },
  {
    // https://zed.dev/docs/ai/mcp
    ...{ name: 'zed', title: 'Zed', servers: 'context_servers', url: 'url' },
    file: (machine) =>
      machine.platform === 'darwin'
        ? join(machine.home, '.config/zed/settings.json')
        : join(settingsFolder(machine), machine.platform === 'win32' ? 'Zed' : 'zed', 'settings.json'),
  },
  {
    // https://developers.openai.com/codex/mcp
    ...{ name: 'codex', title: 'Codex', isToml: true, servers: 'mcp_servers', url: 'url' },
    file: ({ home, environment }) => join(environment.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    own: {
      program: 'codex',
      add: 'mcp add NAME -- COMMAND ARGS',
      addUrl: 'mcp add NAME --url URL',
      remove: 'mcp remove NAME',
    },
  },
  {
    // https://geminicli.com/docs/tools/mcp-server/
    ...{ name: 'gemini', title: 'Gemini CLI', servers: 'mcpServers', url: 'httpUrl' },
    file: ({ home }) => join(home, '.gemini/settings.json'),
    own: { program: 'gemini', add: 'mcp add --scope user NAME COMMAND -- ARGS', addUrl: ADD_URL, remove: REMOVE },
  },
]

/** The entry for a connection; undefined where the client takes no URL. */
export function entryOf({ url, typed }: Client, connection: ClientConnection): Entry | undefined {
  if (!('url' in connection)) return { ...(typed && { type: 'stdio' }), ...connection }
  return url === undefined ? undefined : { ...(typed && { type: 'http' }), [url]: connection.url }
}

/** What the words of the client's own command stand for. */
export function ownWords(words: string, entry?: Entry): string[] {
  const { command, args, url, httpUrl } = entry ?? {}
  const values: Entry = {
    NAME: SERVER,
    URL: url ?? httpUrl,
    COMMAND: command,
    ARGS: args,
    JSON: JSON.stringify({ name: SERVER, ...entry }),
  }
  return words.split(' ').flatMap((word) => (values[word] ?? word) as string | string[])
}

export function linkOf({ link }: Client, entry: Entry): string | undefined {
  const [start, encoding] = link ?? []
  const text = JSON.stringify(encoding === 'base64' ? entry : { name: SERVER, ...entry })
  return start && start + encodeURIComponent(Buffer.from(text).toString(encoding))
}

/** The entry in one line, as somebody puts it into the file: in TOML, before the first table. */
export function pasted({ isToml, servers }: Client, entry: Entry): string {
  if (!isToml) return JSON.stringify({ [servers]: { [SERVER]: entry } })
  const members = Object.entries(entry).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  return `${servers}.${SERVER} = { ${members.join(', ')} }`
}
