/** Which languages this machine can run, and how: the file that first code is saved as, and the command that runs it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface Toolchain {
  /** Succeeds where everything that first code needs is installed. */
  probe: readonly [command: string, ...arguments_: string[]]
  /** What to install where the probe fails. */
  needs: string
  /** Where first code is saved; absent for programs. */
  file?: string
  /** The command that runs it. */
  run?: string
  /** Least version, in the first number with a dot that the probe prints. */
  least?: string
}

/** Distributions that keep several versions name them so; the clients need 5.4. */
const LUA = '$(command -v lua5.4 || command -v lua)'
const LUA_PROBE = 'assert(_VERSION >= "Lua 5.4") require "socket.http" require "ssl.https" require "dkjson"'
const GO = { probe: ['go', 'version'], needs: 'Go 1.21', least: '1.21' } as const

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
  cli: GO,
  mcp: GO,
}

/**
 * Nothing where the machine can run the language, else what it lacks.
 * @param least version that the repository asks for
 */
export async function lacking(language: string, least?: string): Promise<string | undefined> {
  const toolchain = TOOLCHAINS[language]
  if (!toolchain) return 'no toolchain is known'
  const wanted = [toolchain.least, toolchain.least && least]
    .filter((one) => one !== undefined)
    .sort(byVersion)
    .at(-1)
  const [command, ...arguments_] = toolchain.probe
  try {
    const { stdout } = await promisify(execFile)(command, arguments_, { timeout: 20_000 })
    const version = /\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? '0'
    return wanted !== undefined && byVersion(version, wanted) < 0 ? `needs Go ${wanted}, this is ${version}` : undefined
  } catch {
    return `needs ${toolchain.needs}`
  }
}

const byVersion = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
