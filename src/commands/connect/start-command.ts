/** What a client starts tomorrow, too: paths that outlive an upgrade, and no package by a name that is not ours. */
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mcpEndpoint } from '../load-services.ts'
import { fail } from '../output.ts'
import type { ClientConnection } from './clients.ts'

export interface ConnectionOptions {
  url?: string
  catalog?: string
  /** Lets agents send requests to the APIs. */
  allowCalls?: boolean
}

const BIN = fileURLToPath(new URL('../../../bin/sdk-catalog.js', import.meta.url))
/** Caches of npx, pnpm, yarn and bun, and the links that fnm makes for one shell. */
const SHORT_LIVED = /[\\/](?:_npx|dlx(?:-[^\\/]+)?|bunx-[^\\/]+|xfs-[^\\/]+|\.cache|Caches|fnm_multishells)[\\/]/
/** Such as `Cellar/node/24.21.0` of Homebrew, which the next upgrade removes. */
export const hasVersion = (path: string): boolean => /\d+\.\d+/.test(path)

export function connectionOf({ url, catalog, allowCalls }: ConnectionOptions): ClientConnection {
  if (url !== undefined) return { url: mcpEndpoint(url) }
  const calls = allowCalls ? ['--allow-calls'] : []
  const args = ['stdio', ...(catalog === undefined ? [] : ['--catalog', resolve(catalog)]), ...calls]
  const spec = npxSpec(BIN)
  // A name alone would run whatever somebody publishes under it.
  if (spec !== undefined && /^[\w+]+:/.test(spec)) return { command: 'npx', args: ['-y', spec, ...args] }
  if (SHORT_LIVED.test(BIN)) fail(`${BIN} is in a cache; install the program first: npm install --global URL.`)
  const command = lasting(
    onPath('node').filter((node) => !hasVersion(node)),
    process.execPath,
  )
  return { command, args: [lasting([process.argv[1] ?? BIN], BIN), ...args] }
}

/** What npx was asked to run, such as the URL of a package; undefined for a program outside its cache. */
export function npxSpec(bin: string): string | undefined {
  const [, folder] = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/.exec(bin) ?? []
  if (folder === undefined) return undefined
  const { _npx } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { _npx?: { packages?: string[] } }
  return _npx?.packages?.[0] ?? ''
}

/** The first name of the file that stays when what it leads to is upgraded. */
const lasting = (names: readonly string[], file: string): string =>
  names.find((name) => existsSync(name) && !SHORT_LIVED.test(name) && realpathSync(name) === realpathSync(file)) ?? file

/** Programs with this name, or the one with this path. Windows runs scripts by a shell alone, so they do not count there. */
export function onPath(program: string): string[] {
  const { platform, env } = process
  const file = platform === 'win32' && !program.endsWith('.exe') ? `${program}.exe` : program
  const folders = isAbsolute(program) ? [''] : (env.PATH ?? '').split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, file)).filter(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
