/** The process that chaos.ts kills: the smallest HTTP server over an inbox. Its settings come from the environment. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { openInbox } from '../../src/inbox/index.ts'

const { DATA_DIR = '', DATABASE_URL, SMTP_URL = '' } = process.env

const inbox = openInbox({
  dataDir: DATA_DIR,
  databaseUrl: DATABASE_URL,
  smtp: { url: SMTP_URL, from: 'Inbox <inbox@site.example>', to: 'team@site.example' },
  addressRate: { quota: 1_000_000, windowSeconds: 60 },
  globalRate: { quota: 1_000_000, windowSeconds: 60 },
  // The production rhythm, some fifty times faster: a run lasts seconds where an outage lasts hours.
  delivery: {
    backoffMs: 100,
    maxBackoffMs: 1000,
    maxProbeMs: 500,
    attemptMs: 2000,
    leaseMs: 3000,
    idleMs: 100,
  },
})
inbox.start()

const server = createServer(async (request, response) => {
  try {
    const { outcome } = await inbox.receive('contact', await json(request), { peer: request.socket.remoteAddress })
    response.writeHead(outcome === 'accepted' ? 200 : 500).end()
  } catch {
    response.writeHead(500).end()
  }
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
