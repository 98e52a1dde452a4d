import { spawnSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StoreError } from '../../../src/inbox/index.ts'
import { createOutbox } from '../../../src/inbox/outbox.ts'
import { postgresDriver } from '../../../src/inbox/store/postgres.ts'
import { refuseOldSqlite, sqliteDriver } from '../../../src/inbox/store/sqlite.ts'
import { openStore, sql } from '../../../src/inbox/store/store.ts'
import { scratch } from '../../scratch.ts'
import { ada, testInbox } from '../support/inboxes.ts'
import { onEachStore, sqlitePlace } from '../support/stores.ts'

/** Exit code of a script; "$0" in it is the directory. */
function shell(script: string, dir: string): number | null {
  return spawnSync('sh', ['-c', script, dir]).status
}

/** A file system of one's own is for root, and not in every container. */
const canMount = shell('unshare -m mount -t tmpfs tmpfs "$0"', tmpdir()) === 0

it('a store that is away does not stop the start, refuses each use at once, and is reported once when it goes and once when it is back', async () => {
  const blocked = join(scratch(), 'data')
  await writeFile(blocked, 'a file where the directory should be')
  const { inbox, seen, events } = await testInbox(async () => ({ ...(await sqlitePlace()), dataDir: blocked }))
  inbox.start()
  await seen({ event: 'store_away' })
  expect(await inbox.receive('contact', ada)).toEqual({ outcome: 'store_unavailable' })
  await expect(inbox.stats()).rejects.toBeInstanceOf(StoreError)
  await rm(blocked)
  expect(await inbox.receive('contact', ada)).toMatchObject({ outcome: 'accepted', fresh: true })
  await seen({ event: 'store_back' })
  expect(events.filter(({ event }) => event.startsWith('store_'))).toHaveLength(2)
})

describe('a disk that is full', () => {
  function stored(file: string) {
    const db = new DatabaseSync(file)
    const ids = db
      .prepare('SELECT id FROM inbox_message')
      .all()
      .map(({ id }) => id)
    const [{ integrity_check }] = db.prepare('PRAGMA integrity_check').all() as [{ integrity_check: string }]
    db.close()
    return { ids, integrity_check }
  }

  it('never makes a message that was not stored look accepted', async () => {
    const file = join(scratch(), 'inbox.db')
    const store = openStore(sqliteDriver(file))
    await store.all('SELECT 1')
    // Gives what a file system without space gives, SQLITE_FULL, to any user.
    await store.all('PRAGMA max_page_count = 60')
    const outbox = createOutbox(store, ['smtp'])
    const acked: string[] = []
    const codes = new Set<string>()
    for (let n = 0; n < 60; n++)
      await outbox.enqueue('contact', { ...ada, message: `${n} ${'x'.repeat(4000)}` }).then(
        (enqueued) => acked.push(enqueued.id),
        (error: StoreError) => codes.add(error.code),
      )
    await store.close()
    expect(codes).toEqual(new Set(['SQLITE_13']))
    expect(acked.length).toBeGreaterThan(10)
    expect(stored(file)).toEqual({ ids: expect.arrayContaining(acked), integrity_check: 'ok' })
    expect(stored(file).ids).toHaveLength(acked.length)
  })

  it.skipIf(!canMount)(
    'is named in the log, once when messages are refused and once when it has room again',
    async () => {
      const dir = scratch()
      expect(shell('mount -t tmpfs -o size=1m tmpfs "$0"', dir)).toBe(0)
      onTestFinished(() => void shell('umount -l "$0"', dir))
      const { inbox, seen, events } = await testInbox(async () => ({ ...(await sqlitePlace()), dataDir: dir }))
      inbox.start()
      await inbox.receive('contact', ada)
      await seen({ event: 'delivered' })
      const filler = join(dir, 'filler')
      const { bavail, bsize } = statfsSync(dir)
      await writeFile(filler, Buffer.alloc(bavail * bsize))
      for (let n = 0; n < 5; n++) {
        const message = `${n} ${'x'.repeat(4900)}`
        const { outcome } = await inbox.receive('contact', { ...ada, message })
        expect(outcome).toMatch(/^store_/)
      }
      // Finds nothing due, writes nothing and works: no sign that the store is back.
      await inbox.retry('dead')
      await rm(filler)
      expect(await inbox.receive('contact', { ...ada, message: 'again' })).toMatchObject({
        outcome: 'accepted',
        fresh: true,
      })
      await seen({ event: 'store_back' })
      expect(events.filter(({ event }) => event.startsWith('store_'))).toEqual([
        {
          event: 'store_away',
          code: expect.stringMatching(/^SQLITE_/),
          detail: expect.stringMatching(/no space left.*ENOSPC/),
        },
        { event: 'store_back' },
      ])
      await inbox.stop()
    },
  )
})

describe('the SQLite store', () => {
  it('refuses a SQLite that can corrupt the file', () => {
    expect(() => refuseOldSqlite('3.51.2')).toThrow(/SQLite 3\.51\.2 .* 3\.51\.3 or later/)
    expect(() => refuseOldSqlite('3.9.0')).toThrow(StoreError)
    for (const version of ['3.51.3', '3.53.4', '4.0.0']) refuseOldSqlite(version)
  })

  it('waits for another writer without blocking the event loop', async () => {
    const { inbox, place } = await testInbox()
    await inbox.stats()
    const other = new DatabaseSync(join(place.dataDir, 'inbox.db'))
    other.exec('BEGIN IMMEDIATE')
    let turns = 0
    const turning = setInterval(() => {
      if (++turns === 5) other.exec('ROLLBACK')
    }, 1)
    expect(await inbox.receive('contact', ada)).toMatchObject({ outcome: 'accepted' })
    clearInterval(turning)
    other.close()
    expect(turns).toBeGreaterThanOrEqual(5)
  })

  it.each(['removed', 'replaced'])('takes nothing into a file that was %s', async (how) => {
    const { inbox, place } = await testInbox()
    await inbox.receive('contact', ada)
    const file = join(place.dataDir, 'inbox.db')
    if (how === 'removed') await rm(place.dataDir, { recursive: true })
    else await rename(file, `${file}.old`).then(() => writeFile(file, ''))
    const taken: string[] = []
    for (let n = 0; n < 5; n++) {
      const message = `Engine ${n}`
      const { outcome } = await inbox.receive('contact', { ...ada, message })
      if (outcome === 'accepted') taken.push(message)
    }
    expect(taken.length).toBeGreaterThan(2)
    const db = new DatabaseSync(file)
    const bodies = db.prepare('SELECT body FROM inbox_message').all() as { body: string }[]
    db.close()
    expect(bodies.map(({ body }) => JSON.parse(body).message).sort()).toEqual(taken)
  })

  it('opens nothing again once it is closed, though a statement still waits for another writer', async () => {
    const dir = scratch()
    const file = join(dir, 'inbox.db')
    const driver = sqliteDriver(file)
    await driver.batch([{ text: 'CREATE TABLE t (n)' }])
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    const waiting = driver.batch([{ text: 'INSERT INTO t VALUES (1)' }])
    // It may be refused while the directory is removed, so what is expected of it is said before.
    const refused = expect(waiting).rejects.toMatchObject({ code: 'closed' })
    // It is tried before this, in the same turn, and steps aside.
    await new Promise((resolve) => setImmediate(resolve))
    await driver.close()
    other.exec('ROLLBACK')
    other.close()
    await rm(dir, { recursive: true })
    await refused
    expect(existsSync(file)).toBe(false)
  })

  it('flushes every message to disk, and lets no quick commit swallow the error of a flush', async () => {
    const { place } = await testInbox()
    const store = place.open()
    for (const [durable, synchronous, wal_autocheckpoint] of [
      [true, 2, 1000],
      [false, 1, 0],
      [true, 2, 1000],
    ] as const) {
      expect(await store.all('PRAGMA synchronous', { durable })).toEqual([{ synchronous }])
      expect(await store.all('PRAGMA wal_autocheckpoint', { durable })).toEqual([{ wal_autocheckpoint }])
    }
    expect(await store.all('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
    await store.close()
  })
})

it('the PostgreSQL store says which package it misses', async () => {
  const store = openStore(postgresDriver('postgres://127.0.0.1/inbox', () => Promise.reject(new Error('not found'))))
  await expect(store.all('SELECT 1')).rejects.toMatchObject({
    code: 'pg_missing',
    message: expect.stringContaining('npm install pg'),
  })
})

onEachStore((make) => {
  it('leaves nothing of a commit that failed half way, and everything of those beside it', async () => {
    const { place, inbox } = await testInbox(make)
    await inbox.stats()
    const store = place.open()
    await store.all('CREATE TABLE note (id integer PRIMARY KEY)')
    const insert = (id: number) => sql`INSERT INTO note VALUES (${id})`
    const outcomes = await Promise.allSettled([
      store.batch([insert(1), insert(2)]),
      store.batch([insert(3), insert(3), insert(4)]),
      store.batch([insert(5)]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await store.all('SELECT id FROM note ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }, { id: 5 }])
    await store.close()
  })

  it('refuses a store that a newer program has changed', async () => {
    const { inbox, place } = await testInbox(make)
    await inbox.stats()
    const store = place.open()
    await store.all('INSERT INTO inbox_migration (version) VALUES (1000)')
    await store.close()
    await expect(place.open().all('SELECT 1')).rejects.toMatchObject({ code: 'newer_schema' })
  })
})
