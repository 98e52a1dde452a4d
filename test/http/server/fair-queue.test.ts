import { setImmediate as loopTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFairQueue } from '../../../src/http/server/fair-queue.ts'

/** Begins requests named client and number, and records the order. */
function requests(most = 1_000) {
  const { take, noteAccepted } = createFairQueue(most)
  const begun: string[] = []
  let total = 0
  const ask = (client: string, work = () => {}, options?: { atOnce: boolean }) => {
    const name = `${client}${++total}`
    return take(
      client,
      () => {
        begun.push(name)
        work()
      },
      options,
    )
  }
  const begunAfter = async (count: number) => {
    while (begun.length < count) await loopTurn()
    return begun
  }
  return { ask, begun, begunAfter, noteAccepted }
}

/** Stands still but while requests work. */
let clock = 0
function work(ms: number): void {
  clock += ms
}

beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => clock))
afterEach(() => void vi.restoreAllMocks())

describe('a request', () => {
  it('begins at once on an idle service', async () => {
    const { ask, begun } = requests()
    ask('a')
    expect(begun).toEqual(['a1'])
    await loopTurn()
    await loopTurn()
    ask('b')
    expect(begun).toEqual(['a1', 'b2'])
  })

  it('waits for a turn of the loop where its body has to be read', async () => {
    const { ask, begun, begunAfter } = requests()
    ask('a', undefined, { atOnce: false })
    expect(begun).toEqual([])
    expect(await begunAfter(1)).toEqual(['a1'])
  })

  it('of a client with few comes before the many of another that arrived first', async () => {
    const { ask, begunAfter } = requests()
    for (let each = 0; each < 50; each++) ask('many')
    ask('few')
    const order = await begunAfter(51)
    expect(order.indexOf('few51')).toBeLessThanOrEqual(2)
    expect(order.filter((name) => name.startsWith('many'))).toEqual(
      Array.from({ length: 50 }, (_, at) => `many${at + 1}`),
    )
  })

  it('that arrives while expensive ones are answered waits for one of each other client', async () => {
    const { ask, begun, begunAfter } = requests()
    for (let each = 0; each < 20; each++) for (const client of ['a', 'b', 'c']) ask(client, () => work(8))
    while (begun.length < 10) await loopTurn()
    const before = begun.length
    ask('late')
    expect((await begunAfter(61)).indexOf('late61') - before).toBeLessThanOrEqual(3)
  })

  it('is not begun where too many of its client wait, and others still are', async () => {
    const { ask, begunAfter } = requests(2)
    expect(['a', 'a', 'a', 'a', 'b'].map((client) => ask(client))).toEqual([true, true, true, false, true])
    expect([...(await begunAfter(4))].sort()).toEqual(['a1', 'a2', 'a3', 'b5'])
  })

  it('leaves the loop time for what arrives, however many wait', async () => {
    const { ask, begun } = requests()
    for (let each = 0; each < 100; each++) ask('a', () => work(4))
    await loopTurn()
    await loopTurn()
    expect(begun.length).toBeLessThan(10)
    expect(begun.length).toBeGreaterThan(1)
  })
})

describe('connections that wait to be accepted', () => {
  it('are not kept by the requests of those before them', async () => {
    const { ask, begun, noteAccepted } = requests()
    let accepted = 0
    // The loop accepts one in each of its turns; its expensive request arrives with it.
    while (accepted < 200) {
      accepted++
      noteAccepted()
      ask('a', () => work(5))
      await loopTurn()
    }
    expect(begun.length).toBeGreaterThan(1)
    expect(begun.length).toBeLessThan(100)
  })

  it('do not keep requests for longer than these take', async () => {
    const { ask, begun, noteAccepted } = requests()
    for (let each = 0; each < 10; each++) ask('a', () => work(2))
    for (let turn = 0; turn < 100; turn++) {
      noteAccepted()
      work(1)
      await loopTurn()
    }
    expect(begun).toHaveLength(10)
  })
})
