/** Version and commit of this program, and its end when a start is refused. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { replaceUnsafe } from './text/unsafe-characters.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

/** Of this package. Peers are the packages of OpenTelemetry, which few need. */
export const { version, peerDependencies: peers } = read('../package.json') as {
  version: string
  peerDependencies: Readonly<Record<string, string>>
}

/** The commit that scripts/package.ts made the package from, in seven digits. */
export const packagedCommit = existsSync(new URL('./build.json', import.meta.url))
  ? (read('./build.json') as { commit: string }).commit
  : undefined

/** The commit of the source; undefined where neither scripts/package.ts nor git tells. Asking git takes time. */
export function commit(): string | undefined {
  if (packagedCommit !== undefined) return packagedCommit
  if (!existsSync(new URL('../.git', import.meta.url))) return undefined
  const cwd = new URL('../', import.meta.url)
  try {
    const command = ['rev-parse', '--short=7', 'HEAD']
    return execFileSync('git', command, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** Shows a StartupError as one line and ends with its exit code. @throws any other error */
export function exitWithReason(error: Error & { exitCode?: number }): never {
  if (error.name !== 'StartupError') throw error
  process.stderr.write(`sdk-catalog: ${replaceUnsafe(error.message)}\n`)
  process.exit(error.exitCode ?? 1)
}
