/** inbox list | show | retry | purge | delete | stats: what the operator sees and does. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import {
  type DeliveryState,
  type Inbox,
  type InboxSettings,
  type InboxStats,
  type MessageDetail,
  type MessageSummary,
  openInbox,
  StoreError,
} from '../inbox/index.ts'
import { refuse, settings } from './start.ts'

/** Shown on standard output: lines for people, or one JSON document. */
export interface OutputOptions {
  json?: boolean
}

/** The inbox that the settings describe; opens nothing yet. @param receiving what only a service needs that takes messages */
export function inboxOf(
  config: Config,
  log?: Logger,
  receiving: Pick<InboxSettings, 'trustedProxies' | 'challenge'> = {},
): Inbox {
  const { SMTP_URL, CONTACT_FROM, CONTACT_TO, CONTACT_WEBHOOK_URL, CONTACT_WEBHOOK_SECRET } = config
  try {
    return openInbox({
      dataDir: config.DATA_DIR,
      databaseUrl: config.DATABASE_URL,
      smtp: SMTP_URL ? { url: SMTP_URL, from: CONTACT_FROM!, to: CONTACT_TO! } : undefined,
      webhook: CONTACT_WEBHOOK_URL ? { url: CONTACT_WEBHOOK_URL, key: CONTACT_WEBHOOK_SECRET! } : undefined,
      addressRate: config.CONTACT_RATE,
      globalRate: config.CONTACT_GLOBAL_RATE,
      retentionDays: config.CONTACT_RETENTION_DAYS,
      ...receiving,
      ...(log && { log: (event) => log[severity[event.event] ?? 'info'](event, 'inbox') }),
    })
  } catch (error) {
    if (error instanceof TypeError) refuse(`the inbox cannot be set up: ${error.message}.`)
    throw error
  }
}

const severity: Record<string, 'warn' | 'error'> = {
  nobody_is_told: 'warn',
  held: 'warn',
  requeued: 'warn',
  retry: 'warn',
  channel_away: 'warn',
  only_files: 'warn',
  lease_lost: 'warn',
  purge_failed: 'warn',
  store_away: 'error',
  dead: 'error',
}

/** Runs one command on an inbox that neither delivers nor forgets. A store that is away ends the process in one line. */
async function withInbox<T>(work: (inbox: Inbox) => Promise<T>): Promise<T> {
  const config = settings()
  const { DATA_DIR, DATABASE_URL } = config
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'inbox.db'))) {
    refuse(`there is no inbox in DATA_DIR ${JSON.stringify(DATA_DIR)}; the first message makes one.`)
  }
  const inbox = inboxOf(config)
  try {
    return await work(inbox)
  } catch (error) {
    if (error instanceof StoreError) refuse(error.message)
    throw error
  } finally {
    await inbox.stop()
  }
}

export async function list({ state, limit, json }: OutputOptions & { state?: DeliveryState; limit: number }) {
  const messages = await withInbox((inbox) => inbox.list({ limit, ...(state && { state }) }))
  print(json, messages.map(dated), () => (messages.length ? withNote(table(messages), messages) : 'No messages.'))
}

export async function show(id: string, { json }: OutputOptions) {
  const message = await withInbox(async (inbox) => inbox.show(await whole(id, inbox)))
  if (!message) refuseUnknown(id)
  print(json, dated(message), () => `${withNote(table([message]), [message])}\n\n${letter(message)}`)
}

export async function retry(id: string | undefined, { json }: OutputOptions) {
  const retried = await withInbox(async (inbox) => {
    if (id === undefined) return inbox.retry('dead')
    return inbox.retry({ id: await whole(id, inbox) })
  })
  const orphans = unconfigured(retried)
  print(json, { deliveries: retried.length, unconfigured: orphans }, () =>
    retried.length > 0
      ? `Deliveries due now: ${retried.length}. The running service takes them up.${note(orphans)}`
      : `Nothing to retry: ${id === undefined ? 'no delivery is dead' : 'each delivery is done or under way, or the text was deleted'}.`,
  )
}

/** Fewer could be anybody's. */
const SHORTEST_BEGINNING = 6

/** The id that begins so; ends the process where none does or several do. */
async function whole(beginning: string, inbox: Inbox): Promise<string> {
  const [id, ...others] = await inbox.beginning(beginning)
  if (id === undefined) refuseUnknown(beginning)
  if (beginning.length < SHORTEST_BEGINNING)
    refuse(`"${beginning}" is too short; give at least ${SHORTEST_BEGINNING} characters of the id.`)
  if (others.length > 0) refuse(`several messages have an id that begins with "${beginning}"; give more of it.`)
  return id
}

function refuseUnknown(id: string): never {
  refuse(`no message has the id "${id}"; "inbox list" shows the ids.`)
}

export async function purge({ before, json }: OutputOptions & { before: Date }) {
  const messages = await withInbox((inbox) => inbox.purge({ before }))
  print(
    json,
    { messages },
    () =>
      `Delivered or held messages whose text was deleted: ${messages}. Mail that was sent or written to files stays.`,
  )
}

export async function remove(id: string, { json }: OutputOptions) {
  const message = await withInbox(async (inbox) => inbox.delete(await whole(id, inbox)))
  // Gone in the same moment.
  if (!message) refuseUnknown(id)
  print(json, { deleted: dated(message) }, () =>
    [
      table([message]),
      '',
      `Deleted: message ${message.id} with its text and its deliveries, ${message.deliveries.length}.`,
      'Not touched: copies that were delivered or are on their way, and mail files (.eml) in DATA_DIR/mail.',
    ].join('\n'),
  )
}

export async function stats({ json, prometheus }: OutputOptions & { prometheus?: boolean }) {
  const { deliveries, oldestPendingSeconds } = await withInbox((inbox) => inbox.stats())
  if (prometheus) return void process.stdout.write(exposition({ deliveries, oldestPendingSeconds }))
  print(json, { deliveries, oldestPendingSeconds }, () =>
    [
      ...deliveries.map(({ channel, state, count }) => `${channel} ${state}: ${count}`),
      `oldest undelivered: ${oldestPendingSeconds} s${note(unconfigured(deliveries.filter(isOpen)))}`,
    ].join('\n'),
  )
}

/** The Prometheus text format, for a collector that reads files: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const exposition = ({ deliveries, oldestPendingSeconds }: InboxStats): string =>
  [
    '# HELP sdk_catalog_inbox_deliveries Deliveries of messages, by channel and state.',
    '# TYPE sdk_catalog_inbox_deliveries gauge',
    ...deliveries.map(
      ({ channel, state, count }) => `sdk_catalog_inbox_deliveries{channel="${channel}",state="${state}"} ${count}`,
    ),
    '# HELP sdk_catalog_inbox_oldest_pending_seconds Since the oldest pending delivery was accepted; 0 when none is.',
    '# TYPE sdk_catalog_inbox_oldest_pending_seconds gauge',
    `sdk_catalog_inbox_oldest_pending_seconds ${oldestPendingSeconds}`,
    '',
  ].join('\n')

const isOpen = ({ state }: { state: DeliveryState }): boolean => state === 'pending' || state === 'dead'

/** The channels of deliveries that these settings lack. */
const unconfigured = (deliveries: readonly { channel: string; configured: boolean }[]): string[] => [
  ...new Set(deliveries.flatMap(({ channel, configured }) => (configured ? [] : [channel]))),
]

/** What becomes of deliveries on channels that are not set: the command may well know less than the service. */
const note = (channels: readonly string[]): string =>
  channels.length === 0
    ? ''
    : `\nNot set here: ${channels.join(', ')}. A service with these settings moves what is pending or dead there to the channels it has, at its start and every minute.`

const withNote = (text: string, messages: readonly MessageSummary[]): string =>
  text + note(unconfigured(messages.flatMap(({ deliveries }) => deliveries.filter(isOpen))))

/** Times as RFC 3339, for machines too; a delivery that is done has no next attempt. */
function dated<M extends MessageSummary>({ createdAt, deliveries, ...message }: M) {
  const at = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    ...message,
    createdAt: at(createdAt),
    deliveries: deliveries.map(({ nextAt, sentAt, ...delivery }) => ({
      ...delivery,
      nextAt: delivery.state === 'pending' ? at(nextAt) : null,
      sentAt: at(sentAt),
    })),
  }
}

function print(json: boolean | undefined, data: unknown, text: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(data, null, 2) : text()}\n`)
}

/** As mail shows it: the text last, so that nothing in it can pass for another field. */
function letter({ fields }: MessageDetail): string {
  if (!fields) return '(its text was deleted)'
  const { message, ...lines } = fields
  return [...Object.entries(lines).map(([name, value]) => `${name}: ${value}`), '', message].join('\n')
}

/** One line per message and channel. */
function table(messages: readonly MessageSummary[]): string {
  const rows = messages.flatMap(({ id, kind, createdAt, deliveries }) =>
    deliveries.map(({ channel, state, attempts, lastError }) => [
      id,
      kind,
      new Date(createdAt).toISOString(),
      channel,
      state,
      String(attempts),
      lastError ?? '',
    ]),
  )
  const all = [['id', 'kind', 'received', 'channel', 'state', 'attempts', 'last error'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
