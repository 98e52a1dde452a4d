/** A PostgreSQL cluster in a temporary directory, whose postmaster can be killed and comes back. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { closedPort } from '../../test/inbox/support/receivers.ts'

export interface Cluster {
  url: string
  /** SIGKILLs the postmaster and resolves when the server has recovered. */
  crash(): Promise<void>
  /** Stops the server; `start` brings it back. */
  halt(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Where PostgreSQL's programs are: TEST_PG_BIN, or what pg_config says. Undefined when neither is there. */
export function postgresPrograms(): string | undefined {
  if (process.env.TEST_PG_BIN) return process.env.TEST_PG_BIN
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** @param parent where its directory is made; another account has to reach it */
export async function startCluster(bin: string, parent = tmpdir()): Promise<Cluster> {
  const dir = mkdtempSync(join(parent, 'inbox-pg-'))
  const account = unprivileged()
  if (account) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres'], {
    ...account,
    cwd: dir,
    stdio: 'ignore',
  })
  const port = await closedPort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let postmaster: ChildProcess | undefined

  const start = async () => {
    for (let attempt = 0; attempt < 100; attempt++) {
      // Right after a crash it may refuse until the last orphan of its predecessor is gone.
      if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null) {
        const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', dir]
        postmaster = spawn(join(bin, 'postgres'), args, { ...account, cwd: dir, stdio: 'ignore' })
      }
      if (await answers(url)) return
      await sleep(100)
    }
    throw new Error('the PostgreSQL server did not start')
  }

  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => postmaster?.once('exit', resolve))
    postmaster?.kill(signal)
    await gone
  }

  process.on('exit', () => postmaster?.kill('SIGKILL'))
  await start()
  return {
    url,
    crash: async () => {
      await end('SIGKILL')
      await start()
    },
    halt: () => end('SIGINT'),
    start,
    stop: async () => {
      await end('SIGINT')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root: then it runs as the account its package made. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
