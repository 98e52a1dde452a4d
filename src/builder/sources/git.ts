/** Files at the head of a git repository, read through the git command line: nothing is checked out, fetched or run. */
import { type ExecFileException, execFile } from 'node:child_process'
import { SourceUnreadable } from './repository.ts'

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
  /** Git looked and found nothing: it ends with 1 and says no more. */
  readonly nothing: boolean

  constructor(message: string, { nothing = false, ...options }: ErrorOptions & { nothing?: boolean } = {}) {
    super(message, options)
    this.nothing = nothing
  }
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
      if (!(await orNothing(run('rev-parse', '--verify', '--quiet', 'HEAD')))) return undefined
      const listed = await run('ls-tree', '-r', '-l', '-z', '--full-tree', 'HEAD', '--', ...paths)
      const top = await run('ls-tree', '-z', '--full-tree', '--name-only', 'HEAD')
      return { files: entries(listed), top: top.toString('utf8').split('\0').filter(Boolean) }
    },
    read: (path) => run('cat-file', 'blob', `HEAD:${path}`),
    async origin() {
      const url = await orNothing(run('config', '--get', 'remote.origin.url'))
      return url?.toString('utf8').trim() || undefined
    },
  }
}

async function orNothing(answer: Promise<Buffer>): Promise<Buffer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof GitFailed && error.nothing) return undefined
    throw error
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
      if (!error) resolve(stdout)
      else reject(failure(error, stderr.toString('utf8').split('\n').find(Boolean)))
    })
  })
}

function failure(error: ExecFileException, said: string | undefined): Error {
  if (error.code === 'ENOENT') {
    return new SourceUnreadable('git is not installed; bare clones and .git folders are read with it.', {
      cause: error,
    })
  }
  const late = error.killed ? `did not answer within ${TIMEOUT_MS / 1000} s` : undefined
  const why = said ?? late ?? `failed (${error.code ?? error.signal})`
  return new GitFailed(why, { cause: error, nothing: error.code === 1 && said === undefined })
}
