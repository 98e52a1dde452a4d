/** The git command line, kept from the network, from questions and from the settings of the machine and its user. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A repository may carry settings of its own; these keep it from reaching the network or asking questions. */
const ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  // No transport at all, so that missing objects are not fetched, least of all by a command that the repository names.
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
}
export const GIT_TIMEOUT_MS = 60_000
/** Size of one answer: a file, or a listing of some 500,000 files. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * What the command prints.
 * @throws the error of execFile with what git wrote to `stderr`, after 60 s or more than 64 MiB too
 */
export async function runGit(command: readonly string[]): Promise<Buffer> {
  const options = {
    encoding: 'buffer' as const,
    timeout: GIT_TIMEOUT_MS,
    maxBuffer: MAX_BYTES,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...ENVIRONMENT },
  }
  // safe.directory: reading objects of a repository that another user owns runs none of that user's code.
  return (await promisify(execFile)('git', ['-c', 'safe.directory=*', ...command], options)).stdout
}
