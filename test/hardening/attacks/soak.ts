/** Mixed traffic for minutes: whether memory, descriptors or times grow. */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, pick, quantile, randomFrom } from '../support/attack.ts'
import { ask, message, type Sent, toolCall } from '../support/clients.ts'
import { descriptors, memoryMb, peakMb, program } from '../support/program.ts'

const WORDS = 'weather currency poetry jokes holidays maps books space sport news health music'.split(' ')

export const soak: Attack = async ({ short, seed, soakSeconds: seconds }, report) => {
  const random = randomFrom(seed)
  const service = await program({ CLIENT_QUEUE: '0' })
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let distinct = 0
  const unlike = () => `${pick(random, WORDS)} ${(++distinct).toString(36)}`
  const kinds: (() => Sent)[] = [
    () => ({ path: `/api/sdk/find?query=${encodeURIComponent(unlike())}` }),
    () => ({ path: `/api/sdk/search?q=${encodeURIComponent(unlike())}` }),
    () => ({ path: `/sdk?q=${encodeURIComponent(unlike())}` }),
    () => ({ path: `/example-sdk/${encodeURIComponent(unlike())}` }),
    () => toolCall('find_sdk', { query: unlike() }),
    () => toolCall('search_sdk_catalog', { q: pick(random, WORDS) }),
    () => toolCall('get_sdk_readme', { slug: 'poetrydb-sdk', section: unlike() }),
    () => ({ path: '/api/sdk/catalog.json', headers: { 'accept-encoding': 'br' } }),
    () => ({ path: '/', headers: { accept: 'text/html' } }),
    () => (random() < 0.05 ? message() : { path: '/api/health' }),
  ]
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  const samples: { at: number; mb: number }[] = []
  let failed = 0
  const load = Array.from({ length: 8 }, async () => {
    while (performance.now() < until) {
      await ask(service.port, { ...pick(random, kinds)(), agent }).then(
        ({ status, ms }) => {
          times.push(ms)
          if (status >= 500) failed++
        },
        () => failed++,
      )
    }
  })
  // The first quarter fills what is kept once.
  await sleep((seconds * 1000) / 4)
  const open = descriptors(service)
  while (performance.now() < until) {
    samples.push({ at: performance.now() / 60_000, mb: memoryMb(service) })
    await sleep(1_000)
  }
  const openAtEnd = descriptors(service)
  await Promise.all(load)
  agent.destroy()
  const perMinute = slope(samples)
  report({
    what: `${seconds} s of mixed traffic`,
    result:
      `${times.length} requests, ${distinct} distinct, ${failed} failed; p99 ${quantile(times, 0.99).toFixed(0)} ms; memory ` +
      `${memoryMb(service).toFixed(0)} MB, ${perMinute.toFixed(1)} MB a minute, peak ${peakMb(service).toFixed(0)}; descriptors ${open} to ${openAtEnd}`,
    // Before that, the heap has not yet found its size.
    held: failed === 0 && openAtEnd <= open + 10 && (short || seconds < 200 || perMinute < 10),
  })
  await service.stop()
}

/** Of the straight line that fits best. */
function slope(samples: readonly { at: number; mb: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const at = mean(samples.map((sample) => sample.at))
  const mb = mean(samples.map((sample) => sample.mb))
  const over = samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.mb - mb), 0)
  return over / samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0)
}
