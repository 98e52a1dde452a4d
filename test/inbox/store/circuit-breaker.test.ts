/** A database that is there and answers nothing: a cut cable, a dropping firewall, a host that hangs. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openInbox } from '../../../src/inbox/index.ts'
import { failingFast } from '../../../src/inbox/store/circuit-breaker.ts'
import { type Driver, StoreError as Failure } from '../../../src/inbox/store/store.ts'
import { blackHole } from '../support/black-hole.ts'
import { ada, testInbox } from '../support/inboxes.ts'
import { onPostgres } from '../support/stores.ts'

const UNAVAILABLE = { outcome: 'store_unavailable' }

it('a PostgreSQL server that never answered keeps no sender waiting for it', async () => {
  const hole = await blackHole()
  onTestFinished(() => hole.close())
  const inbox = openInbox({ dataDir: '', databaseUrl: hole.url })
  onTestFinished(() => inbox.stop())
  for (let n = 0; n < 5; n++) expect(await inbox.receive('contact', ada)).toEqual(UNAVAILABLE)
})

onPostgres((make) => {
  it('a server that falls silent is given up after one time-out, and used again when it answers', async () => {
    const { place } = await testInbox(make)
    const hole = await blackHole(place.databaseUrl!)
    onTestFinished(() => hole.close())
    const { inbox, seen, events } = await testInbox(async () => ({
      ...place,
      databaseUrl: hole.url,
      remove: async () => {},
    }))
    inbox.start()
    // Many at once, so that several connections are open and idle.
    await Promise.all(Array.from({ length: 20 }, (_, n) => inbox.receive('contact', { ...ada, message: `m${n}` })))
    await seen({ event: 'delivered' }, 20)
    hole.swallow()
    for (let n = 0; n < 5; n++) expect(await inbox.receive('contact', ada)).toEqual(UNAVAILABLE)
    await seen({ event: 'store_away' })
    hole.forward()
    await seen({ event: 'store_back' })
    await expect.poll(() => inbox.receive('contact', ada)).toMatchObject({ outcome: 'accepted', fresh: true })
    await seen({ event: 'delivered' }, 21)
    expect(events.filter(({ event }) => event === 'store_away')).toHaveLength(1)
  })
})

describe('a driver that fails fast', () => {
  const silent = () => Promise.reject(new Failure('NO_ANSWER', 'nothing', { silent: true }))
  function driver(now?: () => number) {
    const statements: string[] = []
    const state = { answer: (): Promise<unknown[][]> => Promise.resolve([[]]), drops: 0, statements }
    const inner: Driver & { drop(): void } = {
      nowSql: '0',
      skipLocked: '',
      scrub: [],
      exclusive: () => [],
      tableSql: () => '',
      batch: ([statement]) => {
        statements.push(statement!.text)
        return state.answer()
      },
      drop: () => void state.drops++,
      close: async () => {},
    }
    const fast = failingFast(inner, now)
    onTestFinished(() => fast.close())
    return { state, ask: () => fast.batch([{ text: 'SELECT us' }]), close: () => fast.close() }
  }

  it('asks nothing for anybody but its own probes until one is answered', async () => {
    const { state, ask } = driver()
    state.answer = silent
    await expect(ask()).rejects.toMatchObject({ code: 'NO_ANSWER' })
    for (let n = 0; n < 10; n++) await expect(ask()).rejects.toMatchObject({ code: 'NO_ANSWER', silent: true })
    expect([state.statements, state.drops]).toEqual([['SELECT us'], 1])
    await expect.poll(() => state.statements.slice(0, 3)).toEqual(['SELECT us', 'SELECT 1', 'SELECT 1'])
    state.answer = async () => [[]]
    await expect.poll(ask).toEqual([[]])
  })

  it('asks nothing more once it is closed, though a probe is on its way', async () => {
    const { state, ask, close } = driver()
    let answer = () => {}
    state.answer = silent
    await expect(ask()).rejects.toMatchObject({ code: 'NO_ANSWER' })
    state.answer = () => new Promise((_, reject) => (answer = () => silent().catch(reject)))
    await expect.poll(() => state.statements).toEqual(['SELECT us', 'SELECT 1'])
    await close()
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    answer()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.statements).toEqual(['SELECT us', 'SELECT 1'])
  })

  it('takes a refusal for an answer, and one lost connection beside good ones for no silence', async () => {
    const { state, ask } = driver(() => 0)
    state.answer = () => Promise.reject(new Failure('57014', 'too slow'))
    await expect(ask()).rejects.toMatchObject({ code: '57014' })
    state.answer = silent
    await expect(ask()).rejects.toMatchObject({ code: 'NO_ANSWER' })
    state.answer = async () => [[]]
    expect(await ask()).toEqual([[]])
    expect(state.drops).toBe(0)
  })
})
