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
import { createOutbox } from '../../src/inbox/outbox.ts'
import { sqliteDriver } from '../../src/inbox/store/sqlite.ts'
import { openStore } from '../../src/inbox/store/store.ts'
import { listen } from '../../src/server/listen.ts'
import { testApp } from '../app.ts'
import { CONNECTIONS, load, median, onWire, type Server, start } from './load.ts'

/** POST /api/contact must reach this much of the bare handler. */
const LEAST_RATIO = 0.8

interface MessageFigures {
  /** Service / a bare handler that writes the same rows by hand, with a commit for each message. */
  ratio: number
  /** Service / a bare handler over the service's own outbox, whose commits are shared: what rules and limiter cost. */
  ratioToOutbox: number
  /** As `ratio`, while the service also delivers what it accepts, here into files that are flushed. */
  ratioWhileDelivering: number
  /** Accepted messages a second. */
  perSecond: Record<Kind, number>
  connections: number
  rounds: number
}

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

async function messageFigures({ rounds = 15, seconds = 0.4 } = {}): Promise<MessageFigures> {
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
  /** Median of the rounds' ratios. */
  const ratio = (own: Kind, other: Kind) =>
    Number(median(rates[own].map((rate, round) => rate / rates[other][round]!)).toFixed(2))
  return {
    ratio: ratio('service', 'bare'),
    ratioToOutbox: ratio('service', 'outbox'),
    ratioWhileDelivering: ratio('delivering', 'bare'),
    perSecond: Object.fromEntries(KINDS.map((kind) => [kind, Math.round(median(rates[kind]))])) as Record<Kind, number>,
    connections: CONNECTIONS,
    rounds,
  }
}

let sent = 0
const filler = 'Which SDK would you use for tides, and why? '.repeat(30)

const message = () =>
  onWire({
    path: '/api/contact',
    headers: { 'content-type': 'application/json' },
    body: `{"name":"Ada Example","email":"ada@example.org","message":"${process.pid} ${sent++} ${filler}"}`,
  })

function report({ ratio, ratioToOutbox, ratioWhileDelivering, perSecond, connections, rounds }: MessageFigures) {
  const rows: [string, number, string][] = [
    ['bare node:http, same rows, a commit for each message', perSecond.bare, '1'],
    ['bare node:http over the outbox of the service', perSecond.outbox, ''],
    ['POST /api/contact', perSecond.service, `${ratio} (${ratioToOutbox} of the outbox)`],
    ['POST /api/contact while delivering to files', perSecond.delivering, `${ratioWhileDelivering}`],
  ]
  process.stdout.write(
    [
      `Messages accepted over ${connections} connections, medians of ${rounds} rounds in turns`,
      '| server | a second | ratio |',
      '|---|---|---|',
      ...rows.map((row) => `| ${row.join(' | ')} |`),
      '',
    ].join('\n'),
  )
  if (ratio >= LEAST_RATIO) return
  process.stdout.write(`POST /api/contact reaches ${ratio} of the bare handler; ${LEAST_RATIO} is the least.\n`)
  process.exitCode = 1
}

if (kind === undefined) report(await messageFigures())
else {
  process.send!(await servers[kind as Kind](dataDir!))
  process.on('disconnect', () => process.exit())
}
