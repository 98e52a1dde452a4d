/** Which languages this machine can run, and how: the file that first code is saved as, and the command that runs it. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

interface Toolchain {
  /** Succeeds where everything that first code needs is installed. */
  probe: readonly [command: string, ...arguments_: string[]]
  /** What to install where the probe fails. */
  needs: string
  /** Where first code is saved. */
  file: string
  /** The command that runs it. */
  run: string
  /** Least version, in the first number with a dot that the probe prints. */
  least?: string
  /** Fills the caches that every line would fill anew, outside of a line's time. */
  warmUp?: readonly [command: string, ...arguments_: string[]]
}

/** Distributions that keep several versions name them so; the clients need 5.4. */
const LUA = '$(command -v lua5.4 || command -v lua)'
const LUA_PROBE = 'assert(_VERSION >= "Lua 5.4") require "socket.http" require "ssl.https" require "dkjson"'
const GO = {
  probe: ['go', 'version'],
  needs: 'Go 1.21',
  least: '1.21',
  warmUp: ['go', 'build', 'net/http', 'encoding/json', 'log/slog'],
} as const
const MCP_CALL = fileURLToPath(new URL('./mcp-call.ts', import.meta.url))

export const TOOLCHAINS: Readonly<Record<string, Toolchain>> = {
  ts: { probe: ['npm', '--version'], needs: 'npm', file: 'first.ts', run: 'node first.ts' },
  js: { probe: ['npm', '--version'], needs: 'npm', file: 'first.js', run: 'node first.js' },
  py: {
    probe: ['python3', '-c', 'import venv'],
    needs: 'Python 3 with venv',
    file: 'first.py',
    run: 'python3 first.py',
  },
  php: {
    probe: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    needs: 'PHP with curl',
    file: 'first.php',
    run: 'php first.php',
  },
  rb: { probe: ['ruby', '--version'], needs: 'Ruby', file: 'first.rb', run: 'ruby first.rb' },
  lua: {
    probe: ['bash', '-c', `${LUA} -e '${LUA_PROBE}'`],
    needs: 'Lua 5.4 with LuaSocket, LuaSec and dkjson',
    file: 'first.lua',
    run: `${LUA} first.lua`,
  },
  go: { ...GO, file: 'main.go', run: 'go run main.go' },
  cli: { ...GO, file: 'first.sh', run: 'bash first.sh' },
  curl: { probe: ['curl', '--version'], needs: 'curl', file: 'first.sh', run: 'sh first.sh' },
  mcp: { ...GO, file: 'first.json', run: `node ${MCP_CALL} first.json` },
}

/** What the machine lacks for a language, given the least version that the repository asks for; else nothing. */
export type Survey = (language: string, least?: string) => Promise<string | undefined>

const WARM_UP_MS = 300_000
const execute = promisify(execFile)

/** Asks for each toolchain once. */
export function surveyed(): Survey {
  const versions = new Map<Toolchain['probe'], Promise<string | undefined>>()
  return async (language, least) => {
    const toolchain = TOOLCHAINS[language]
    if (!toolchain) return 'no toolchain is known'
    const { probe, needs } = toolchain
    if (!versions.has(probe)) versions.set(probe, versionOf(toolchain))
    const version = await versions.get(probe)
    if (version === undefined) return `needs ${needs}`
    const required = [toolchain.least, toolchain.least && least].filter((version) => version !== undefined)
    const [newest] = required.sort((a, b) => byVersion(b, a))
    return newest !== undefined && byVersion(version, newest) < 0 ? `needs Go ${newest}, this is ${version}` : undefined
  }
}

/** The first number with a dot that it prints; nothing where it fails. */
async function versionOf({ probe: [command, ...arguments_], warmUp }: Toolchain): Promise<string | undefined> {
  try {
    const { stdout } = await execute(command, arguments_, { timeout: WARM_UP_MS })
    if (warmUp)
      await execute(warmUp[0], warmUp.slice(1), { timeout: WARM_UP_MS, env: { ...process.env, GOTOOLCHAIN: 'local' } })
    return /\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? ''
  } catch {
    return undefined
  }
}

const byVersion = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
