/**
 * Throughput of accepted messages: POST /api/contact of the service against bare node:http handlers that do the same
 * insert, each in a process of its own, in turns, from the same 16 connections. A figure is a ratio of one run, so that
 * it means something on any machine.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { json } from 'node:stream/consumers'
import { listen } from '../src/http/server/listen.ts'
import { createOutbox } from '../src/inbox/outbox.ts'
import { sqliteDriver } from '../src/inbox/store/sqlite.ts'
import { openStore } from '../src/inbox/store/store.ts'
import { testApp } from '../test/app.ts'
import { CONNECTIONS, load, median, onWire, type Server, start } from './load.ts'

/** POST /api/contact must reach this much of the bare handler. */
const MIN_RATIO = 0.8

const [, script, kind, dataDir] = process.argv

const KINDS = ['bare', 'outbox', 'service', 'delivering'] as const
type Kind = (typeof KINDS)[number]
type Fields = { name: string; email: string; message: string }

/** Each resolves with its port. */
const servers: Record<Kind, (dataDir: string) => Promise<number>> = {
  async bare(dataDir) {
    const file = join(dataDir, 'inbox.db')
    await openStore(sqliteDriver(file)).all('SELECT 1')
    const db = new DatabaseSync(file)
    db.exec('PRAGMA synchronous = FULL')
    const insert = [
      'INSERT INTO inbox_seen (message_id, key, fingerprint, expires_at) VALUES (?, ?, ?, ?)',
      'INSERT INTO inbox_message (id, kind, body, created_at) VALUES (?, ?, ?, ?)',
      `INSERT INTO inbox_delivery (message_id, channel, state, attempts, queued_at, next_at)
         VALUES (?, ?, 'pending', 0, ?, ?)`,
    ].map((sql) => db.prepare(sql))
    return bareServer((fields) => {
      const [id, key, now] = [randomUUID(), randomUUID(), Date.now()]
      db.exec('BEGIN IMMEDIATE')
      insert[0]!.run(id, key, key, now)
      insert[1]!.run(id, 'contact', JSON.stringify(fields), now)
      insert[2]!.run(id, 'eml', now, now)
      db.exec('COMMIT')
    })
  },
  async outbox(dataDir) {
    const outbox = createOutbox(openStore(sqliteDriver(join(dataDir, 'inbox.db'))), ['eml'])
    return bareServer((fields) => outbox.enqueue('contact', fields))
  },
  service: (dataDir) => service(dataDir, false),
  delivering: (dataDir) => service(dataDir, true),
}

async function bareServer(insert: (fields: Fields) => unknown): Promise<number> {
  const server = createServer(async (request, response) => {
    await insert((await json(request)) as Fields)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 11 }).end('{"ok":true}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function service(dataDir: string, delivers: boolean): Promise<number> {
  const plenty = { quota: 999_999, windowSeconds: 1 }
  const { app, inbox } = testApp({ inbox: { dataDir, addressRate: plenty, globalRate: plenty } })
  if (delivers) inbox.start()
  return (await listen(app, { host: '127.0.0.1', port: 0 })).port
}

/** Accepted messages a second of each server, by round. */
async function ratesOf(rounds: number, seconds: number): Promise<Record<Kind, number[]>> {
  const place = mkdtempSync(join(tmpdir(), 'bench-messages-'))
  const started: Server<Kind>[] = []
  const rates = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>
  try {
    for (const kind of KINDS) started.push(await start(script!, kind, join(place, kind)))
    for (const { port } of started) await load(port, 1, message)
    // In turns, so that what else the machine does meets all of them.
    for (let round = 0; round < rounds; round++)
      for (const { kind, port } of started) rates[kind].push((await load(port, seconds, message)) / seconds)
  } finally {
    for (const { child } of started) child.kill('SIGKILL')
    rmSync(place, { recursive: true, force: true })
  }
  return rates
}

let sent = 0
const filler = 'Which SDK would you use for tides, and why? '.repeat(30)

const message = () =>
  onWire({
    path: '/api/contact',
    headers: { 'content-type': 'application/json' },
    body: `{"name":"Ada Example","email":"ada@example.org","message":"${process.pid} ${sent++} ${filler}"}`,
  })

const ROUNDS = 15

function report(rates: Record<Kind, number[]>): void {
  /** Median of the rounds' ratios. */
  const ratio = (kind: Kind, base: Kind) =>
    median(rates[kind].map((rate, round) => rate / rates[base][round]!)).toFixed(2)
  const rows: [string, Kind, string][] = [
    ['bare node:http, same rows, a commit for each message', 'bare', '1'],
    // Its commits are shared: beside it, the service costs its rules and its limiter.
    ['bare node:http over the outbox of the service', 'outbox', ''],
    ['POST /api/contact', 'service', `${ratio('service', 'bare')} (${ratio('service', 'outbox')} of the outbox)`],
    // Into files that are flushed.
    ['POST /api/contact while delivering to files', 'delivering', ratio('delivering', 'bare')],
  ]
  const lines = rows.map(([name, kind, ratio]) => `| ${name} | ${Math.round(median(rates[kind]))} | ${ratio} |\n`)
  process.stdout.write(`Messages accepted over ${CONNECTIONS} connections, medians of ${ROUNDS} rounds in turns
| server | a second | ratio |
|---|---|---|
${lines.join('')}`)
  if (Number(ratio('service', 'bare')) >= MIN_RATIO) return
  process.stdout.write(`POST /api/contact must reach ${MIN_RATIO} of the bare handler.\n`)
  process.exitCode = 1
}

if (kind === undefined) report(await ratesOf(ROUNDS, 0.4))
else {
  process.send!(await servers[kind as Kind](dataDir!))
  process.on('disconnect', () => process.exit())
}
