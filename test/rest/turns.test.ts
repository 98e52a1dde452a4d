/** Turns between clients, on requests that take time. */
import { setImmediate as loopTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from '../../src/rest/turns.ts'

/** Takes longer than a turn. */
function work(): void {
  const until = performance.now() + 1.5
  while (performance.now() < until);
}

it('a client that floods the service hardly holds up another one', async () => {
  const take = createTurns()
  const served: string[] = []
  const request = (client: string) =>
    take(client, () => {
      work()
      served.push(client)
    })
  for (let count = 0; count < 50; count++) request('greedy')
  request('quiet')
  for (let count = 0; count < 50; count++) request('greedy')
  expect(served).toEqual(['greedy', 'quiet'])
  await loopTurn()
  request('other')
  while (served.length < 102) await loopTurn()
  expect(served.indexOf('other')).toBeLessThan(5)
})

it('the requests of one client are served in their order', async () => {
  const take = createTurns()
  const served: number[] = []
  take('one', work)
  for (let at = 0; at < 300; at++) take('one', () => served.push(at))
  expect(served).toHaveLength(0)
  while (served.length < 300) await loopTurn()
  expect(served).toEqual(Array.from({ length: 300 }, (_, at) => at))
})
