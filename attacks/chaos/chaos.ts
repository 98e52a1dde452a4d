/**
 * Does the inbox lose messages? Kills the processes that take them, under load, with a mail server that is mostly in
 * the way, and compares what was answered 200 with what arrived. All traffic stays on the loopback.
 *
 *     node attacks/chaos/chaos.ts [--mode sqlite|sqlite-shared|postgres]... [--seconds 20] [--kills 0]
 *       [--rate 150] [--program]
 *
 * The processes are small servers over an inbox that tries again after milliseconds; with `--program`, they are the
 * service as operators start it, which takes minutes to deliver what a kill interrupted.
 *
 * Each mode lasts `--seconds`, or longer until `--kills` processes were killed and a message was acknowledged (at most
 * sixty times as long), and then as long as it takes to empty the outbox, while the next one begins. Prints one JSON
 * line per mode; exits with 1 when a message was lost.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { smallCatalog } from '../../test/e2e/service.ts'
import { badMailServer } from './mail.ts'
import { type Cluster, postgresPrograms, startCluster } from './postgres.ts'

/** Number of processes on one store. */
const REPLICAS = { sqlite: 1, 'sqlite-shared': 2, postgres: 3 }
type Mode = keyof typeof REPLICAS

const POSTERS = 8
const POSTMASTER_KILL_EVERY_MS = 7000
/** How many times as long as asked for a mode lasts at most. */
const MAX_TIMES = 60

const { values } = parseArgs({
  options: {
    mode: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string', default: '20' },
    kills: { type: 'string', default: '0' },
    rate: { type: 'string', default: '150' },
    program: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const wantedKills = Number(values.kills)
/** With the rhythm of the service, a delivery that was interrupted is leased for two minutes more. */
const DRAIN_MS = values.program ? 300_000 : 90_000
const pauseMs = (POSTERS * 1000) / Number(values.rate)

const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const draining: Promise<void>[] = []
for (const name of values.mode.length > 0 ? values.mode : Object.keys(REPLICAS)) {
  if (!Object.hasOwn(REPLICAS, name)) throw new TypeError(`--mode is one of ${Object.keys(REPLICAS).join(', ')}`)
  const mode = name as Mode
  const postgres = mode === 'postgres'
  const programs = postgresPrograms()
  if (postgres && programs === undefined) {
    print({ mode, skipped: 'no PostgreSQL here: set TEST_PG_BIN to the directory of its programs' })
    if (values.mode.length > 0) process.exitCode = 1
    continue
  }
  const cluster = postgres ? await startCluster(programs!) : undefined
  const drain = await load(mode, cluster)
  draining.push(
    drain()
      .then((report) => {
        print(report)
        if (report.lost > 0 || report.differing_message_ids > 0) process.exitCode = 1
      })
      .finally(() => cluster?.stop()),
  )
}
await Promise.all(draining)

/** Posts and kills. The returned function waits until all is delivered and returns the report. */
async function load(mode: Mode, cluster: Cluster | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'inbox-chaos-'))
  const mail = await badMailServer()
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: cluster?.url, SMTP_URL: mail.url }
  const replicas = Array.from({ length: REPLICAS[mode] }, () => replica(env))

  const begun = performance.now()
  const acked = new Set<string>()
  let posts = 0
  let kills = 0
  let postmasterKills = 0
  let running = true

  const posting = Array.from({ length: POSTERS }, async () => {
    while (running) {
      const reference = randomUUID()
      posts++
      const { port } = replicas[Math.floor(Math.random() * replicas.length)]!
      if (port !== undefined && (await post(port, reference))) acked.add(reference)
      await sleep(pauseMs * (0.5 + Math.random()))
    }
  })
  const crashing = (async () => {
    while (cluster && running) {
      const before = acked.size
      await sleep(POSTMASTER_KILL_EVERY_MS)
      if (!running) break
      // On a busy machine nothing may have come back yet, and what has taken nothing has nothing to lose.
      if (acked.size === before) continue
      await cluster.crash()
      postmasterKills++
    }
  })()

  const elapsed = () => (performance.now() - begun) / 1000
  const isDone = () => elapsed() > seconds && kills >= wantedKills && acked.size > 0
  while (!isDone() && elapsed() < seconds * MAX_TIMES) {
    await sleep(300 + Math.random() * 900)
    const victim = replicas[Math.floor(Math.random() * replicas.length)]!
    // One that has not served for a while has little to lose.
    if (victim.servedMs() < 200 + Math.random() * 1_500) continue
    if (victim.kill()) kills++
  }
  running = false
  await Promise.all([...posting, crashing, mail.recover()])

  const missing = () => [...acked].filter((reference) => !mail.received.has(reference)).length
  const drainBegan = performance.now()
  return async () => {
    while (missing() > 0 && performance.now() - drainBegan < DRAIN_MS) await sleep(100)
    const drained = performance.now()
    for (const { end } of replicas) end()
    await mail.close()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    return reportOf(drained)
  }

  function reportOf(drained: number) {
    const copies = [...mail.received.values()]
    return {
      mode,
      seconds: Math.round((drainBegan - begun) / 100) / 10,
      posts,
      acked: acked.size,
      kills,
      ...(cluster && { postmaster_kills: postmasterKills }),
      mail_451: mail.counts.refused,
      mail_cut: mail.counts.cut,
      delivered: mail.received.size,
      lost: missing(),
      duplicates: copies.reduce((sum, one) => sum + one.copies - 1, 0),
      differing_message_ids: copies.filter(({ messageIds }) => messageIds.size > 1).length,
      drain_seconds: Math.round((drained - drainBegan) / 100) / 10,
    }
  }
}

/** A server process that is started again whenever it dies, until `end`. */
function replica(env: NodeJS.ProcessEnv) {
  let child: ChildProcess
  let ended = false
  let servingSince = 0
  const self = {
    port: undefined as number | undefined,
    servedMs: () => (self.port === undefined ? 0 : performance.now() - servingSince),
    kill: () => child.kill('SIGKILL'),
    end: () => {
      ended = true
      child.kill('SIGKILL')
    },
  }
  const start = () => {
    const mine = values.program ? startProgram(env) : startServer(env)
    child = mine
    children.add(mine)
    const serves = (port: number) => {
      self.port = port
      servingSince = performance.now()
    }
    mine.on('message', (port) => serves(Number(port)))
    mine.stdout?.on('data', (line) => serves(Number(/:(\d+)\n$/.exec(String(line))?.[1])))
    mine.on('exit', () => {
      children.delete(mine)
      self.port = undefined
      if (!ended) start()
    })
  }
  start()
  return self
}

function startServer(env: NodeJS.ProcessEnv): ChildProcess {
  return fork(join(import.meta.dirname, 'server.ts'), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

function startProgram(env: NodeJS.ProcessEnv): ChildProcess {
  const settings = {
    ...{ PORT: '0', LOG_LEVEL: 'fatal', CATALOG_DIR: smallCatalog(), CLIENT_QUEUE: '0' },
    ...{ CONTACT_FROM: 'inbox@site.example', CONTACT_TO: 'team@site.example' },
    ...{ CONTACT_RATE: '999999/1', CONTACT_GLOBAL_RATE: '999999/1' },
  }
  const bin = join(import.meta.dirname, '../../bin/sdk-catalog.js')
  return spawn(process.execPath, [bin, 'serve'], { env: { ...env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function post(port: number, reference: string): Promise<boolean> {
  const body = JSON.stringify({ name: 'Chaos', email: 'chaos@client.example', message: `reference ${reference}` })
  try {
    const response = await fetch(`http://127.0.0.1:${port}${values.program ? '/api/contact' : '/'}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
