/** An inbox in an empty place, with settings short enough for tests, cleaned up after each. */
import { onTestFinished } from 'vitest'
import { type Inbox, type InboxSettings, openInbox, type Receipt } from '../../../src/inbox/index.ts'
import { startStandIn } from '../../loopback.ts'
import { type Recorder, recorder } from './events.ts'
import { mailReceiver } from './receivers.ts'
import { type Place, sqlitePlace } from './stores.ts'

export const SHORT = { backoffMs: 10, maxBackoffMs: 50, maxProbeMs: 50, idleMs: 20 }

export const ada = { name: 'Ada Lovelace', email: 'ada@example.org', message: 'Engines of all kinds, please.' }

export const addresses = { from: 'Inbox <inbox@site.example>', to: 'team@site.example' }

/** No limit that a test would meet. */
export const PLENTY = { quota: 1_000_000, windowSeconds: 1 }

/** The id of a message that must have been accepted. */
export function idOf(receipt: Receipt): string {
  if (receipt.outcome !== 'accepted') throw new Error(`the message was not accepted: ${receipt.outcome}`)
  return receipt.id
}

/** A mail server that is closed after the test. */
export async function testMailServer(port?: number) {
  const server = await mailReceiver(port)
  onTestFinished(() => server.close())
  return server
}

/** A receiver of HTTP requests that is closed after the test; it answers with 204 by default. */
export async function testHook(
  answer: Parameters<typeof startStandIn>[0] = (_, response) => void response.writeHead(204).end(),
) {
  const receiver = await startStandIn(answer)
  onTestFinished(() => receiver.close())
  return { ...receiver, requests: receiver.received }
}

export interface TestInbox extends Recorder {
  inbox: Inbox
  place: Place
  /** Another process on the same place, as far as the store can tell. */
  another(settings?: Partial<InboxSettings>): TestInbox
}

export async function testInbox(
  make: () => Promise<Place> = sqlitePlace,
  settings: Partial<InboxSettings> = {},
): Promise<TestInbox> {
  const place = await make()
  onTestFinished(() => place.remove())
  return openAt(place, settings)
}

function openAt(place: Place, settings: Partial<InboxSettings>): TestInbox {
  const record = recorder()
  const { dataDir, databaseUrl } = place
  const inbox = openInbox({
    dataDir,
    databaseUrl,
    log: record.log,
    addressRate: PLENTY,
    globalRate: PLENTY,
    ...settings,
    delivery: { ...SHORT, ...settings.delivery },
  })
  onTestFinished(() => inbox.stop())
  return { ...record, inbox, place, another: (more = {}) => openAt(place, { ...settings, ...more }) }
}
