/** Git without the network and without settings of the machine or its user. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  LC_ALL: 'C',
}
const MAX_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 60_000

/** What the command prints. */
export async function runGit(command: readonly string[]): Promise<Buffer> {
  const env = { PATH: process.env.PATH, ...ENVIRONMENT }
  const options = { encoding: 'buffer' as const, env, timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES }
  return (await promisify(execFile)('git', ['-c', 'safe.directory=*', ...command], options)).stdout
}

/**
 * Environment in which git takes the repository from the local directory wherever the URL is named, and reaches
 * nothing else.
 */
export async function rewrittenGit(folder: string, url: string, directory: string): Promise<Record<string, string>> {
  const file = join(folder, 'gitconfig')
  const quoted = JSON.stringify(directory)
  const addresses = [url, `${url}.git`].map((address) => `\tinsteadOf = ${JSON.stringify(address)}\n`).join('')
  const allowed = '[protocol]\n\tallow = never\n[protocol "file"]\n\tallow = always\n[safe]\n\tdirectory = *\n'
  await writeFile(file, `[url ${quoted}]\n${addresses}${allowed}`)
  return { GIT_CONFIG_GLOBAL: file, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }
}
