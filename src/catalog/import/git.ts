/** Files at the head of a git repository, read through the git command line: nothing is checked out, fetched or run. */
import { execFile } from 'node:child_process'

/** A repository may carry settings of its own; these keep it from reaching the network or asking questions. */
const ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  // Of no transport: objects that are missing are not fetched, by a command that the repository names least of all.
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
}
const TIMEOUT_MS = 60_000
const MOST_BYTES = 64 * 1024 * 1024

/** Thrown where git does not answer as expected; the message is git's own first line. */
export class GitFailed extends Error {
  override name = 'GitFailed'
}

interface GitFile {
  path: string
  bytes: number
}

export interface GitRepository {
  /** Files of the last commit under the given paths, and the names in its top folder; nothing without a commit. */
  list(paths: readonly string[]): Promise<{ files: GitFile[]; top: string[] } | undefined>
  read(path: string): Promise<Buffer>
  origin(): Promise<string | undefined>
}

/** @param directory the git directory itself: a bare clone or a `.git` folder */
export function gitRepository(directory: string): GitRepository {
  // safe.directory: reading objects of a repository that another user owns runs nothing of theirs.
  const run = (...command: string[]) => git(['-c', 'safe.directory=*', `--git-dir=${directory}`, ...command])
  return {
    async list(paths) {
      const head = await run('rev-parse', '--verify', '--quiet', 'HEAD^{commit}').catch(() => undefined)
      if (!head) return undefined
      const listed = await run('ls-tree', '-r', '-l', '-z', '--full-tree', 'HEAD', '--', ...paths)
      const top = await run('ls-tree', '-z', '--full-tree', '--name-only', 'HEAD')
      return { files: entries(listed), top: top.toString('utf8').split('\0').filter(Boolean) }
    },
    read: (path) => run('cat-file', 'blob', `HEAD:${path}`),
    async origin() {
      const url = await run('config', '--get', 'remote.origin.url').catch(() => undefined)
      return url?.toString('utf8').trim() || undefined
    },
  }
}

/** `mode type object size<TAB>path`, of regular files; of one that is missing the size is BAD. */
function entries(listed: Buffer): GitFile[] {
  return listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const found = /^100\d{3} blob [0-9a-f]+ +(\d+|BAD)\t([\s\S]+)$/.exec(line)
      return found ? [{ path: found[2]!, bytes: Number(found[1]) || 0 }] : []
    })
}

function git(command: string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer' as const,
      timeout: TIMEOUT_MS,
      maxBuffer: MOST_BYTES,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...ENVIRONMENT },
    }
    execFile('git', command, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const line = stderr.toString('utf8').split('\n').find(Boolean)
      reject(new GitFailed(line ?? (error as NodeJS.ErrnoException).code ?? 'git failed', { cause: error }))
    })
  })
}
