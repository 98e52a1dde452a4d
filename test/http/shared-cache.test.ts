/** What a cache between the service and its clients may give to whom. */
import { expect, test } from 'vitest'
import { randomFrom } from '../../attacks/support/attack.ts'
import { testApp } from '../app.ts'
import { type Answered, type Asked, randomlyAsked, seen, sharedCache } from './shared-cache.ts'

const { app } = testApp()

async function own({ path, headers }: Asked): Promise<Answered> {
  const answer = await app.request(path, { headers })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

test('a cache that keys by Vary gives each of a thousand random clients what the service would have given it', async () => {
  const random = randomFrom(1)
  const cached = sharedCache(own)
  let hits = 0
  const wrong: unknown[] = []
  for (let each = 0; each < 1_000; each++) {
    const asked = randomlyAsked(random)
    const { isHit, answer } = await cached(asked)
    if (!isHit) continue
    hits++
    const [given, expected] = [seen(answer), seen(await own(asked))]
    if (JSON.stringify(given) !== JSON.stringify(expected)) wrong.push({ asked, given, expected })
  }
  expect(wrong).toEqual([])
  expect(hits).toBeGreaterThan(100)
})
