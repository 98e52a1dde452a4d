/** What probes cost the store, and what they say of it. */
import { describe, expect, test } from 'vitest'
import { createProbes } from '../../src/observe/probes.ts'

/** Probes with a clock that only `pass` moves; the store answers as the list says, in order. */
function probesOf(answers: (string | undefined)[]) {
  let ms = 0
  let queries = 0
  const probes = createProbes({
    catalogueId: () => 'an id',
    storeError: async () => answers[Math.min(queries++, answers.length - 1)],
    now: () => ms,
  })
  return {
    queries: () => queries,
    pass: (by: number) => {
      ms += by
    },
    stop: probes.stop,
    ask: async (query = '') => {
      const answer = await probes.routes['/readyz'](new Request(`http://localhost/readyz?${query}`))
      return [answer.status, ((await answer.json()) as { missing?: string[] }).missing]
    },
  }
}

describe('probes', () => {
  test('ask the store once a second, however many come', async () => {
    const { ask, queries, pass } = probesOf([undefined])
    for (const round of [1, 2]) {
      await Promise.all(Array.from({ length: 20 }, () => ask()))
      await ask()
      expect(queries()).toBe(round)
      pass(1_000)
    }
  })

  test('that leave out the store still wait for its first answer', async () => {
    const { ask, pass } = probesOf(['ECONNREFUSED', undefined, 'ECONNREFUSED'])
    expect(await ask('exclude=store')).toEqual([503, ['the store has never answered']])
    pass(1_000)
    expect(await ask('exclude=store')).toEqual([200, []])
    pass(1_000)
    expect(await ask('exclude=store')).toEqual([200, []])
    expect((await ask())[0]).toBe(503)
  })

  test('that leave out something unknown are refused', async () => {
    const { ask } = probesOf([undefined])
    expect((await ask('exclude=stoer'))[0]).toBe(400)
  })
})
