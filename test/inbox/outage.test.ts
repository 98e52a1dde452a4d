import { expect, it } from 'vitest'
import { outageLog } from '../../src/inbox/log.ts'
import { StoreError } from '../../src/inbox/store/store.ts'
import { recorder } from './support/events.ts'
import { ada, testInbox } from './support/inboxes.ts'
import { onEachStore } from './support/stores.ts'

const full = new StoreError('SQLITE_13', 'SQLite store: database or disk is full')
const gone = new StoreError('ECONNREFUSED', 'PostgreSQL store: ECONNREFUSED')

function outage() {
  const { log, events } = recorder()
  const { watch } = outageLog(log)
  type Work = Parameters<typeof watch>[0]
  return {
    failed: (work: Work, error: unknown) => expect(watch(work, Promise.reject(error))).rejects.toBe(error),
    worked: (work: Work, proves?: boolean) => watch(work, Promise.resolve(), () => proves ?? true),
    events,
    logged: () => events.map(({ event, code }) => (code ? `${event} ${code}` : event)),
  }
}

it('work that goes on beside work that fails is no sign that the store is back', async () => {
  const { failed, worked, logged } = outage()
  for (let n = 0; n < 3; n++) {
    await failed('message', full)
    for (const work of ['claim', 'limit', 'requeue'] as const) await worked(work)
    await worked('message', false)
  }
  expect(logged()).toEqual(['store_away SQLITE_13'])
  await worked('message')
  await worked('claim')
  expect(logged()).toEqual(['store_away SQLITE_13', 'store_back'])
})

it('an outage that everything met is over for all once what is due can be looked for again', async () => {
  const { failed, worked, logged } = outage()
  for (const work of ['limit', 'claim', 'outcome', 'claim'] as const) await failed(work, gone)
  await worked('claim')
  await worked('limit')
  expect(logged()).toEqual(['store_away ECONNREFUSED', 'store_back'])
  await failed('limit', gone)
  expect(logged()).toHaveLength(3)
})

it('an unexpected error is named as such', async () => {
  const { failed, events } = outage()
  await failed('claim', new TypeError('x is undefined'))
  expect(events).toEqual([{ event: 'store_away', code: 'unexpected', detail: 'TypeError: x is undefined' }])
})

onEachStore((make) => {
  it('a store that failed to take a message is away until it takes one, though smaller writes succeed', async () => {
    const { inbox, place, events } = await testInbox(make)
    expect(await inbox.storeError()).toBeUndefined()
    const store = place.open()
    await store.all('ALTER TABLE inbox_message RENAME TO elsewhere')
    expect(await inbox.storeError()).toBeUndefined()
    expect(await inbox.storeError(true)).toMatch(/./)
    expect(await inbox.receive('contact', ada)).toMatchObject({ outcome: 'store_unconfirmed' })
    for (const _ of [1, 2]) expect(await inbox.storeError()).toMatch(/./)
    await store.all('ALTER TABLE elsewhere RENAME TO inbox_message')
    expect(await inbox.storeError()).toBeUndefined()
    expect(events.map(({ event }) => event)).toEqual(['store_away', 'store_back'])
    expect(await store.all('SELECT id FROM inbox_message')).toEqual([])
    await store.close()
  })
})
