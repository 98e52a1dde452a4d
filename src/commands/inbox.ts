/** The commands inbox list, show, export, done, retry, purge, delete, backup, restore and stats, for the operator. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type {
  DeliveryState,
  Inbox,
  InboxEvent,
  InboxSettings,
  InboxStats,
  MessageDetail,
  MessageFilter,
  MessageSummary,
} from '../inbox/index.ts'
import { backupSqlite, openInbox, restoreSqlite, StoreError } from '../inbox/index.ts'
import { columns, csvCell, shorten } from '../text/columns.ts'
import { replaceUnsafeIn } from '../text/unsafe-characters.ts'
import { loadSettings } from './load-services.ts'
import { fail, failUsage, failWith, inOneLine, isTerminal, type OutputOptions, printResult } from './output.ts'

/** The inbox of these settings; opens nothing yet. @param receiving settings that only a service needs */
export function configuredInbox(
  config: Config,
  log?: Logger,
  receiving: Pick<InboxSettings, 'trustedProxies' | 'challenge'> = {},
): Inbox {
  const { SMTP_URL, CONTACT_FROM, CONTACT_TO, CONTACT_WEBHOOK_URL, CONTACT_WEBHOOK_SECRET } = config
  const { CONTACT_WEBHOOK_FORMAT: format = 'standard' } = config
  const how = format === 'standard' ? { key: CONTACT_WEBHOOK_SECRET! } : { chat: format }
  return openInbox({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    smtp: SMTP_URL ? { url: SMTP_URL, from: CONTACT_FROM!, to: CONTACT_TO! } : undefined,
    webhook: CONTACT_WEBHOOK_URL ? { url: CONTACT_WEBHOOK_URL, ...how } : undefined,
    addressRate: config.CONTACT_RATE,
    globalRate: config.CONTACT_GLOBAL_RATE,
    retentionDays: config.CONTACT_RETENTION_DAYS,
    ...receiving,
    ...(log && { log: (event) => log[SEVERITY[event.event] ?? 'info'](event, 'inbox') }),
  })
}

const SEVERITY: Partial<Record<InboxEvent['event'], 'warn' | 'error'>> = {
  ...{ no_channel_configured: 'warn', messages_only_in_files: 'warn', held: 'warn', requeued: 'warn', retry: 'warn' },
  ...{ channel_away: 'warn', lease_lost: 'warn', purge_failed: 'warn', store_away: 'error', dead: 'error' },
}

/** Runs one command without delivery and retention; `empty` is what it finds where no message has come yet. */
async function withInbox<T>(work: (inbox: Inbox) => Promise<T>, empty?: T): Promise<T> {
  const config = loadSettings()
  const { DATA_DIR, DATABASE_URL } = config
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'inbox.db'))) {
    if (empty !== undefined) return empty
    fail(`there is no inbox in DATA_DIR ${JSON.stringify(DATA_DIR)}; the first message creates one.`)
  }
  const inbox = configuredInbox(config)
  try {
    return await work(inbox)
  } catch (error) {
    return failWith(error, StoreError)
  } finally {
    await inbox.stop()
  }
}

export async function listCommand(options: OutputOptions & MessageFilter) {
  const messages = (await withInbox((inbox) => inbox.list(options), [])).map(({ fields: _, ...summary }) => summary)
  printResult(options, messages.map(withDates), (visible) => (visible.length ? senderTable(visible) : 'No messages.'))
}

const EXPORTED = ['name', 'email', 'role', 'portfolio_url', 'resume_url', 'message']

/** A line for each message, with all that is stored of it, exactly as it is, but on a terminal. */
export async function exportCommand({ csv, ...filter }: MessageFilter & { csv?: boolean }) {
  const limit = Number.MAX_SAFE_INTEGER
  const stored = (await withInbox((inbox) => inbox.list({ ...filter, limit }), [])).map(withDates)
  const messages = isTerminal() ? (replaceUnsafeIn(stored) as typeof stored) : stored
  const rows = messages.map(({ id, kind, createdAt, answeredAt, fields }) => {
    const values: Record<string, string | undefined> = { ...fields }
    return [id, kind, createdAt, answeredAt ?? '', ...EXPORTED.map((name) => values[name])]
  })
  const lines = csv
    ? [['id', 'kind', 'received', 'answered', ...EXPORTED], ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`)
    : messages.map(({ sender: _, subject: __, ...message }) => `${JSON.stringify(message)}\n`)
  process.stdout.write(lines.join(''))
}

export async function doneCommand(id: string, { undo, ...output }: OutputOptions & { undo?: boolean }) {
  const message = await withInbox(async (inbox) => inbox.answer(await resolveId(id, inbox), { undo }))
  if (!message) failUnknown(id)
  printResult(output, withDates(message), ({ id, answeredAt }) =>
    answeredAt === null ? `Not answered: message ${id}.` : `Answered: message ${id}, at ${answeredAt}.`,
  )
}

export async function showMessageCommand(id: string, output: OutputOptions) {
  const message = await withInbox(async (inbox) => inbox.show(await resolveId(id, inbox)))
  if (!message) failUnknown(id)
  printResult(output, withDates(message), (visible) => `${messageTable([message])}\n\n${messageText(visible)}`)
}

export async function retryCommand(id: string | undefined, output: OutputOptions) {
  const retried = await withInbox(async (inbox) => {
    if (id === undefined) return inbox.retry('dead')
    return inbox.retry({ id: await resolveId(id, inbox) })
  })
  const channels = unconfigured(retried)
  printResult(output, { deliveries: retried.length, unconfigured: channels }, () =>
    retried.length > 0
      ? `Deliveries due now: ${retried.length}. The running service takes them up.${unconfiguredNote(channels)}`
      : `Nothing to retry: ${id === undefined ? 'no delivery is dead' : 'each delivery is done or under way, or the text was deleted'}.`,
  )
}

const MIN_PREFIX_LENGTH = 6

/** The id with this prefix; ends the process when there is none or more than one. */
async function resolveId(prefix: string, inbox: Inbox): Promise<string> {
  const [id, ...others] = await inbox.idsStartingWith(prefix)
  if (id === undefined) failUnknown(prefix)
  if (prefix.length < MIN_PREFIX_LENGTH)
    fail(`"${prefix}" is too short; give at least ${MIN_PREFIX_LENGTH} characters of the id.`)
  if (others.length > 0) fail(`several messages have an id that begins with "${prefix}"; give more of it.`)
  return id
}

function failUnknown(id: string): never {
  fail(`no message has the id "${id}"; "inbox list" shows the ids.`)
}

export async function purgeCommand({ before, ...output }: OutputOptions & { before: Date }) {
  const messages = await withInbox((inbox) => inbox.purge({ before }))
  const text = `Delivered or held messages whose text was deleted: ${messages}. Mail that was sent or written to files stays.`
  printResult(output, { messages }, () => text)
}

export async function deleteCommand(id: string | undefined, { from, ...output }: OutputOptions & { from?: string }) {
  if ((id === undefined) === (from === undefined)) failUsage('give the id of a message, or --from with an address.')
  const deleted = await inOneLine(() =>
    withInbox(async (inbox) => {
      const ids = id === undefined ? await idsFrom(from!, inbox) : [await resolveId(id, inbox)]
      const messages = []
      for (const each of ids) messages.push(await inbox.delete(each))
      // Another process may have deleted one meanwhile.
      return messages.filter((message) => message !== undefined)
    }),
  )
  if (deleted.length === 0) failUnknown(id ?? from!)
  const files = deleted.filter(({ mailFile }) => mailFile).length
  const [first] = deleted.map(({ mailFile: _, ...message }) => withDates(message))
  printResult(output, id === undefined ? { deleted: deleted.map(withDates) } : { deleted: first }, () =>
    [
      deliveryTable(deleted),
      '',
      ...deleted.map(
        (message) => `Deleted: message ${message.id} with its text and its deliveries, ${message.deliveries.length}.`,
      ),
      `Mail files (.eml) deleted in DATA_DIR/mail: ${files}.`,
      'Not touched: copies that were delivered or are on their way, those of other replicas, and backups.',
    ].join('\n'),
  )
}

async function idsFrom(address: string, inbox: Inbox): Promise<string[]> {
  const messages = await inbox.list({ from: address, limit: Number.MAX_SAFE_INTEGER })
  if (messages.length === 0) fail(`no message whose text is kept is from "${address}".`)
  return messages.map(({ id }) => id)
}

export async function backupCommand(to: string, output: OutputOptions) {
  const messages = await withSqliteFile(async (file) => {
    if (!existsSync(file)) fail(`there is no inbox at ${file}; the first message creates one.`)
    return backupSqlite(file, to)
  })
  printResult(output, { messages, to }, () => `Messages in ${to}: ${messages}. It keeps texts that are deleted later.`)
}

export async function restoreCommand(from: string, output: OutputOptions) {
  const messages = await withSqliteFile((file) => restoreSqlite(from, file))
  printResult(output, { messages, from }, () => `Messages put back: ${messages}. Start the service.`)
}

/** Runs one command on the file of the messages, without opening an inbox. */
async function withSqliteFile(work: (file: string) => Promise<number>): Promise<number> {
  const { DATA_DIR, DATABASE_URL } = loadSettings()
  if (DATABASE_URL !== undefined) fail('the messages are in PostgreSQL; use pg_dump and pg_restore.')
  return work(join(DATA_DIR, 'inbox.db')).catch((error) =>
    error instanceof StoreError ? fail(`${error.message}.`) : Promise.reject(error),
  )
}

export async function statsCommand({ prometheus, ...output }: OutputOptions & { prometheus?: boolean }) {
  const none = { deliveries: [], oldestPendingSeconds: 0, oldestUnansweredSeconds: 0 }
  const stats = await withInbox((inbox) => inbox.stats(), none)
  if (prometheus) return void process.stdout.write(exposition(stats))
  const { deliveries, oldestPendingSeconds, oldestUnansweredSeconds } = stats
  printResult(output, stats, () =>
    [
      ...deliveries.map(({ channel, state, count }) => `${channel} ${state}: ${count}`),
      `oldest unanswered: ${oldestUnansweredSeconds} s`,
      `oldest undelivered: ${oldestPendingSeconds} s${unconfiguredNote(unconfigured(deliveries.filter(isOpen)))}`,
    ].join('\n'),
  )
}

/** The Prometheus text format, for a collector that reads files: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const exposition = ({ deliveries, oldestPendingSeconds, oldestUnansweredSeconds }: InboxStats): string =>
  [
    '# HELP sdk_catalog_inbox_deliveries Deliveries of messages, by channel and state.',
    '# TYPE sdk_catalog_inbox_deliveries gauge',
    ...deliveries.map(
      ({ channel, state, count }) => `sdk_catalog_inbox_deliveries{channel="${channel}",state="${state}"} ${count}`,
    ),
    '# HELP sdk_catalog_inbox_oldest_pending_seconds Since the oldest pending delivery was accepted; 0 when none is.',
    '# TYPE sdk_catalog_inbox_oldest_pending_seconds gauge',
    `sdk_catalog_inbox_oldest_pending_seconds ${oldestPendingSeconds}`,
    '# HELP sdk_catalog_inbox_oldest_unanswered_seconds Since the oldest message without an answer was accepted; 0 when there is none.',
    '# TYPE sdk_catalog_inbox_oldest_unanswered_seconds gauge',
    `sdk_catalog_inbox_oldest_unanswered_seconds ${oldestUnansweredSeconds}`,
    '',
  ].join('\n')

const isOpen = ({ state }: { state: DeliveryState }): boolean => state === 'pending' || state === 'dead'

const unconfigured = (deliveries: readonly { channel: string; configured: boolean }[]): string[] => [
  ...new Set(deliveries.filter(({ configured }) => !configured).map(({ channel }) => channel)),
]

/** What happens to deliveries on unconfigured channels; the command may run with fewer settings than the service. */
const unconfiguredNote = (channels: readonly string[]): string =>
  channels.length === 0
    ? ''
    : `\nNot configured here: ${channels.join(', ')}. A service with these settings moves their pending and dead deliveries to the channels it has, at its start and every minute.`

/** With times as RFC 3339; only a pending delivery has a next attempt. */
function withDates<M extends MessageSummary>({ createdAt, answeredAt, deliveries, ...message }: M) {
  const at = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    ...message,
    createdAt: new Date(createdAt).toISOString(),
    answeredAt: at(answeredAt),
    deliveries: deliveries.map(({ nextAt, sentAt, ...delivery }) => ({
      ...delivery,
      nextAt: delivery.state === 'pending' ? at(nextAt) : null,
      sentAt: at(sentAt),
    })),
  }
}

/** As mail shows it: the text last, so that no line in it can look like another field. */
function messageText({ fields }: Pick<MessageDetail, 'fields'>): string {
  if (!fields) return '(its text was deleted)'
  const { message, ...lines } = fields
  return [...Object.entries(lines).map(([name, value]) => `${name}: ${value}`), '', message].join('\n')
}

/** One line per message and channel, for who answers them. */
function senderTable(messages: readonly ReturnType<typeof withDates<MessageSummary>>[]): string {
  const rows = messages.flatMap(({ id, createdAt, answeredAt, sender, subject, deliveries }) => {
    const from = sender ? `${shorten(sender.name, MAX_NAME)} <${sender.email}>` : ''
    return deliveries.map(({ channel, state, lastError }) => {
      const answered = answeredAt === null ? 'no' : 'yes'
      return [id.slice(0, 8), ageOf(createdAt), from, subject ?? '(deleted)', channel, state, answered, lastError ?? '']
    })
  })
  const head = ['id', 'age', 'from', 'subject', 'channel', 'state', 'answered', 'last error']
  return columns([head, ...rows]).join('\n') + openNote(messages)
}

const MAX_NAME = 40
const MINUTE_MS = 60_000

function ageOf(createdAt: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(createdAt)) / MINUTE_MS))
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}

const openNote = (
  messages: readonly { deliveries: { channel: string; configured: boolean; state: DeliveryState }[] }[],
) => unconfiguredNote(unconfigured(messages.flatMap(({ deliveries }) => deliveries.filter(isOpen))))

const messageTable = (messages: readonly MessageSummary[]): string => deliveryTable(messages) + openNote(messages)

function deliveryTable(messages: readonly MessageSummary[]): string {
  const rows = messages.flatMap(({ id, kind, createdAt, deliveries }) =>
    deliveries.map(({ channel, state, attempts, lastError }) => {
      const received = new Date(createdAt).toISOString()
      return [id, kind, received, channel, state, String(attempts), lastError ?? '']
    }),
  )
  return columns([['id', 'kind', 'received', 'channel', 'state', 'attempts', 'last error'], ...rows]).join('\n')
}
