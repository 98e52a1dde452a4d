/** The inbox: takes contact and job messages, never loses one, and tells the operator of each. */
import { join } from 'node:path'
import { emlChannel } from './channels/eml.ts'
import { type SmtpSettings, smtpChannel } from './channels/smtp.ts'
import { type WebhookSettings, webhookChannel } from './channels/webhook.ts'
import { type Delivery, type DeliverySettings, deliveryDefaults, startDelivery } from './deliver.ts'
import { createLimiter, type LimitResult, type Rate } from './limit.ts'
import type { Log } from './log.ts'
import { type FieldError, type Kind, type Refused, readMessage, refusedKey } from './message.ts'
import { createOperations, type InboxStats } from './operate.ts'
import { outageLog } from './outage.ts'
import { createOutbox, type EnqueueOptions } from './outbox.ts'
import { prune, purgeBodies } from './retention.ts'
import { postgresDriver } from './store/postgres.ts'
import { sqliteDriver, whyMisplaced } from './store/sqlite.ts'
import { openStore, StoreError } from './store/store.ts'

export { type ChallengeSettings, verifyChallenge } from './challenge.ts'
export { addressKey, clientAddress, trustedProxies } from './client-ip.ts'
export type { LimitResult } from './limit.ts'
export type { InboxEvent, Log } from './log.ts'
export type { DeliveryState, InboxStats, MessageDetail, MessageSummary } from './operate.ts'
export { StoreError }

export interface InboxSettings {
  /** Holds inbox.db (unless there is a database URL) and mail/. Made when missing, for its owner alone. */
  dataDir: string
  /** postgres://…, which replicas share. */
  databaseUrl?: string | undefined
  /** Every channel that is set gets every message. With none, each message becomes a file in mail/. */
  smtp?: SmtpSettings | undefined
  webhook?: WebhookSettings | undefined
  addressRate?: Rate
  globalRate?: Rate
  /** Days after delivery until what a message says is forgotten. */
  retentionDays?: number
  delivery?: Partial<DeliverySettings>
  log?: Log
}

export type Submitted =
  /** On disk. `fresh` is false for a repetition: the same message within 24 hours, or the same Idempotency-Key. */
  { ok: true; id: string; fresh: boolean } | Refused | { ok: false; code: 'idempotency_conflict'; errors: FieldError[] }

export interface Inbox extends ReturnType<typeof createOperations> {
  /** Takes raw fields. Resolves with ok only after the commit is on disk; throws StoreError when it cannot be. */
  submit(kind: Kind, fields: unknown, options?: EnqueueOptions): Promise<Submitted>
  /** Counts a message of a client address. Throws StoreError. */
  limit(address: string): Promise<LimitResult>
  stats(): Promise<InboxStats & { leaseLosses: number }>
  /** The system's code of why SQLite can keep nothing in the data directory, as it is set up; with PostgreSQL none. */
  misplaced(): string | undefined
  /** Opens the store now, where the first use would. Throws StoreError. */
  ready(): Promise<void>
  /** Begins to deliver and to forget. Never throws: a store that is away is tried again and reported to the log. */
  start(): void
  /** Delivers no more, and resolves when nothing is under way. Messages are still taken, for the next start. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000
const RETENTION_EVERY_MS = 60 * 60 * 1000
const KEY_OF_ANOTHER: FieldError = {
  field: 'Idempotency-Key',
  message: 'Was used for another message. Use a new key for a new message.',
}

/** Throws a TypeError for settings that cannot be meant; opens nothing. */
export function openInbox(settings: InboxSettings): Inbox {
  const { dataDir, databaseUrl, smtp, webhook, retentionDays = 30, log = () => {} } = settings
  const file = join(dataDir, 'inbox.db')
  const store = openStore(databaseUrl === undefined ? sqliteDriver(file) : postgresDriver(databaseUrl))
  const told = [smtp && smtpChannel(smtp), webhook && webhookChannel(webhook)].filter(
    (channel) => channel !== undefined,
  )
  const channels = told.length > 0 ? told : [emlChannel(join(dataDir, 'mail'))]
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

  const forget = async () => {
    try {
      const count = await purgeBodies(store, { agoMs: retentionDays * DAY_MS })
      if (count > 0) log({ event: 'purged', count })
      await prune(store)
    } catch (error) {
      log({ event: 'purge_failed', code: error instanceof StoreError ? error.code : 'unexpected' })
    }
  }

  return {
    ...operations,
    ready: store.ready,
    misplaced: () => (databaseUrl === undefined ? whyMisplaced(file) : undefined),

    async limit(address) {
      try {
        const result = await limit(address)
        outage.worked('limit')
        return result
      } catch (error) {
        outage.failed('limit', error)
        throw error
      }
    },

    async submit(kind, raw, options = {}) {
      const read = readMessage(kind, raw)
      if (!read.ok) return read
      const refused = refusedKey(options.idempotencyKey)
      if (refused) return refused
      try {
        const enqueued = await outbox.enqueue(kind, read.fields, options)
        if (!enqueued.ok) return { ...enqueued, errors: [KEY_OF_ANOTHER] }
        if (!enqueued.fresh) return enqueued
        // Only now was anything written.
        outage.worked('message')
        if (options.held) log({ event: 'held', id: enqueued.id })
        else delivery?.kick()
        return enqueued
      } catch (error) {
        outage.failed('message', error)
        throw error
      }
    },

    async retry(which) {
      const retried = await operations.retry(which)
      delivery?.kick()
      return retried
    },

    stats: async () => ({ ...(await operations.stats()), leaseLosses: delivery?.leaseLosses() ?? 0 }),

    start() {
      if (delivery) return
      if (told.length === 0)
        log({
          event: 'nobody_is_told',
          detail: `no mail or webhook is set up: messages wait as files in ${join(dataDir, 'mail')}`,
        })
      delivery = startDelivery(outbox, channels, { ...deliveryDefaults, ...settings.delivery }, log, outage)
      retention = setInterval(forget, RETENTION_EVERY_MS).unref()
      void forget()
    },

    drain: async () => delivery?.stop(),

    async stop() {
      clearInterval(retention)
      await delivery?.stop()
      for (const channel of channels) channel.close()
      await store.close()
    },
  }
}
