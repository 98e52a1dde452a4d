/** The inbox: takes contact and job messages, never loses one, and delivers each to the operator. */
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { type ChallengeSettings, createVerifier } from './challenge.ts'
import type { DeliveryError } from './channels/channel.ts'
import { emlChannel, removeMail } from './channels/eml.ts'
import { type SmtpSettings, smtpChannel } from './channels/smtp.ts'
import { type ChatSettings, type WebhookSettings, webhookChannel } from './channels/webhook.ts'
import { type Delivery, type DeliverySettings, deliveryDefaults, startDelivery } from './deliver.ts'
import { type Log, outageLog } from './log.ts'
import { createOperations } from './operate.ts'
import { createOutbox } from './outbox.ts'
import { createLimiter, type Rate } from './rate-limit.ts'
import { createReceiver } from './receive.ts'
import { postgresDriver } from './store/postgres.ts'
import { permanentFileError, sqliteDriver } from './store/sqlite.ts'
import { openStore, StoreError, sql } from './store/store.ts'

export type { ChallengeSettings } from './challenge.ts'
export { trustedProxies } from './client-ip.ts'
export type { InboxEvent, Log } from './log.ts'
export type { DeliveryState, InboxStats, MessageDetail, MessageFilter, MessageSummary } from './operate.ts'
export type { PolicyState } from './rate-limit.ts'
export type { Receipt } from './receive.ts'
export { backupSqlite, restoreSqlite } from './store/backup.ts'
export { StoreError }

export interface InboxSettings {
  /** Holds inbox.db (unless there is a database URL) and mail/. Created when missing, for its owner alone. */
  dataDir: string
  /** postgres://…, a store that replicas share. */
  databaseUrl?: string | undefined
  /** Every configured channel gets every message. Without one, each message becomes a file in mail/. */
  smtp?: SmtpSettings | undefined
  webhook?: WebhookSettings | ChatSettings | undefined
  addressRate?: Rate
  globalRate?: Rate
  /** Proxies whose X-Forwarded-For counts; see `trustedProxies`. */
  trustedProxies?: BlockList
  /** When set, every message needs the token of a solved challenge. */
  challenge?: ChallengeSettings | undefined
  /** Days after delivery until the text of a message is deleted. */
  retentionDays?: number
  delivery?: Partial<DeliverySettings>
  log?: Log
}

export type Inbox = ReturnType<typeof openInbox>
/** `code` and `server` of a failure; `tried` is false where a try would have side effects. */
export type ChannelCheck = Awaited<ReturnType<Inbox['checkChannels']>>[number]

const DAY_MS = 24 * 60 * 60 * 1000
const RETENTION_EVERY_MS = 60 * 60 * 1000

/** Opens nothing yet. */
export function openInbox(settings: InboxSettings) {
  const { dataDir, databaseUrl, smtp, webhook, retentionDays = 30, log = () => {} } = settings
  const file = join(dataDir, 'inbox.db')
  const mail = join(dataDir, 'mail')
  const store = openStore(databaseUrl === undefined ? sqliteDriver(file) : postgresDriver(databaseUrl))
  const configured = [...(smtp ? [smtpChannel(smtp)] : []), ...(webhook ? [webhookChannel(webhook)] : [])]
  const channels = configured.length > 0 ? configured : [emlChannel(mail)]
  const names = channels.map(({ name }) => name)
  const outbox = createOutbox(store, names)
  const operations = createOperations(store, names)
  const outage = outageLog(log)
  const limit = createLimiter(store, {
    address: settings.addressRate ?? { quota: 5, windowSeconds: 600 },
    global: settings.globalRate ?? { quota: 60, windowSeconds: 3600 },
  })
  let delivery: Delivery | undefined
  let retention: NodeJS.Timeout | undefined
  const receive = createReceiver({
    outbox,
    limit,
    verify: settings.challenge && createVerifier(settings.challenge),
    trustedProxies: settings.trustedProxies ?? new BlockList(),
    outage,
    log,
    onMessage: () => delivery?.kick(),
  })

  const applyRetention = async () => {
    try {
      const count = await operations.purge({ agoMs: retentionDays * DAY_MS })
      if (count > 0) log({ event: 'purged', count })
      await operations.prune()
    } catch (error) {
      log({ event: 'purge_failed', code: error instanceof StoreError ? error.code : 'unexpected' })
    }
  }

  return {
    ...operations,
    /** Names of the channels that messages go to. */
    channels: names as readonly string[],
    /**
     * The system's error code, such as EACCES, when the data directory is set up so that SQLite can keep nothing in it.
     * Undefined when it can, or may later, and with PostgreSQL.
     */
    dataDirError: () => (databaseUrl === undefined ? permanentFileError(file) : undefined),

    /**
     * Undefined when the store can be written and read, else the code of its failure. Brings the store up to date first.
     * Writes what is there already: a lock and a read-only replica let reads pass.
     * @param thorough writes as much as a message needs, since a full disk may have room for less; so after any failure
     */
    storeError: async (thorough = outage.isAway()) => {
      try {
        if (thorough) {
          await outbox.tryWrite()
          outage.end()
        } else await store.all(sql`UPDATE inbox_secret SET value = value`, { durable: false })
        return undefined
      } catch (error) {
        return error instanceof StoreError ? error.code : 'unexpected'
      }
    },

    /** Tries each channel that can be tried without a message. */
    checkChannels: () =>
      Promise.all(
        channels.map(async ({ name, check }) => {
          const error: Partial<DeliveryError> | undefined = await check?.().catch((failure) => failure)
          const failure = error && { code: error.code ?? 'unexpected', server: error.fault?.server }
          return { channel: name, tried: check !== undefined, ...failure }
        }),
      ),

    /** Takes a message as parsed JSON or a decoded form. Resolves with `accepted` only after the commit is on disk. */
    receive,

    async retry(which: Parameters<typeof operations.retry>[0]) {
      const retried = await operations.retry(which)
      delivery?.kick()
      return retried
    },

    /**
     * Removes a message with all that is stored of it here, its mail file first. Undefined when there is none.
     * @throws the error of the file system, and StoreError
     */
    async delete(id: string) {
      const mailFile = await removeMail(mail, id)
      const message = await operations.delete(id)
      return message && { ...message, mailFile }
    },

    /** Starts delivery and retention. Never throws: an unavailable store is tried again and logged. */
    start() {
      if (delivery) return
      if (configured.length === 0)
        log({
          event: 'no_channel_configured',
          detail: `no mail server or webhook is configured: messages are kept as files in ${mail}`,
        })
      delivery = startDelivery(outbox, channels, { ...deliveryDefaults, ...settings.delivery }, log, outage)
      retention = setInterval(applyRetention, RETENTION_EVERY_MS).unref()
      void applyRetention()
    },

    /** Stops delivery and resolves when none is in progress. Messages are still accepted, for the next start. */
    drain: async () => delivery?.stop(),

    async stop() {
      clearInterval(retention)
      await delivery?.stop()
      for (const channel of channels) channel.close()
      await store.close()
    },
  }
}
