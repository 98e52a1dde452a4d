/** The tables, as a list of migrations. Append to the list; never change a released migration. */
export const migrations: string[][] = [
  [
    // The key of `digest`, which all replicas must share.
    'CREATE TABLE inbox_secret (id integer PRIMARY KEY, value text NOT NULL)',
    // body is JSON of the fields; null once retention has purged it.
    `CREATE TABLE inbox_message (
       id text PRIMARY KEY, kind text NOT NULL, body text, created_at bigint NOT NULL)`,
    // Submissions of the last 24 hours, by Idempotency-Key and by content.
    `CREATE TABLE inbox_seen (
       key text PRIMARY KEY, message_id text NOT NULL, fingerprint text NOT NULL, expires_at bigint NOT NULL)`,
    // state: pending | sent | dead. While leased, next_at is the end of the lease.
    `CREATE TABLE inbox_delivery (
       message_id text NOT NULL, channel text NOT NULL, state text NOT NULL, attempts integer NOT NULL,
       queued_at bigint NOT NULL, next_at bigint NOT NULL, lease_token text, last_error text, sent_at bigint,
       PRIMARY KEY (message_id, channel))`,
    `CREATE INDEX inbox_delivery_due ON inbox_delivery (channel, next_at) WHERE state = 'pending'`,
    // tat: the limiter's theoretical arrival time; hit: id of the message that wrote it last.
    'CREATE TABLE inbox_rate (key text PRIMARY KEY, tat bigint NOT NULL, hit text NOT NULL)',
  ],
  [
    // state may be held too: a likely automated submission that is not delivered until the operator retries it.
    // told: JSON list of the recipients that have the message, when others were refused; null otherwise.
    'ALTER TABLE inbox_delivery ADD COLUMN told text',
    `CREATE INDEX inbox_delivery_dead ON inbox_delivery (channel) WHERE state = 'dead'`,
    // Channels that a process delivers to, and when it last registered them.
    `CREATE TABLE inbox_channel (
       name text NOT NULL, process text NOT NULL, seen_at bigint NOT NULL, PRIMARY KEY (name, process))`,
  ],
  [
    // When the operator said that the sender has an answer; null until then. Nobody recorded it of what was delivered before.
    'ALTER TABLE inbox_message ADD COLUMN answered_at bigint',
    `UPDATE inbox_message SET answered_at = created_at
       WHERE NOT EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = id AND state <> 'sent')`,
    'CREATE INDEX inbox_message_unanswered ON inbox_message (created_at) WHERE answered_at IS NULL',
  ],
]
