/** Mixed traffic for minutes: whether memory, descriptors or times grow. */
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, pick, quantile, randomFrom } from './support/attack.ts'
import { ask, message, type Sent, toolCall } from './support/clients.ts'
import { descriptors, memoryMb, program } from './support/program.ts'

/**
 * What docs/reliability.md means to hold. The slope is that of the second half: until then the heap and the stores of answers
 * fill. Over less than ten minutes it says nothing: one collection of the heap moves memory by several MB.
 */
const GOAL = 'at most 220 MB, less than 0.2 MB a minute'

const WORDS = 'weather currency poetry jokes holidays maps books space sport news health music'.split(' ')
const CODINGS = ['br', 'gzip', 'zstd', 'identity', 'gzip, deflate, br, zstd']
const LANGUAGES = ['ts', 'py', 'php', 'go', 'rb', 'lua']
const DOCUMENTS = ['/llms-full.txt', '/openapi.json', '/sdk/example-sdk.csv', '/sitemap.xml', '/developers', '/status']

export const soak: Attack = async ({ seed, soakSeconds: seconds }, report) => {
  const random = randomFrom(seed)
  const records = new URL('../src/catalog/embedded/sdks.jsonl', import.meta.url)
  const slugs = [...readFileSync(records, 'utf8').matchAll(/^\{"slug":"([^"]+)"/gm)].map(([, slug]) => slug!)
  // Whatever the service answers is checked elsewhere.
  const service = await program({ CLIENT_QUEUE: '0', CHECK_OUTPUT: 'false' })
  const atStart = memoryMb(service)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let distinct = 0
  const unlike = () => `${pick(random, WORDS)} ${(++distinct).toString(36)}`
  const sdk = () => pick(random, slugs)
  const page = (path: string): Sent => ({
    path,
    headers: { accept: 'text/html', 'accept-encoding': pick(random, CODINGS) },
  })
  /** Each is a new request. */
  const searches: (() => Sent)[] = [
    () => ({ path: `/api/sdk/find?query=${encodeURIComponent(unlike())}` }),
    () => ({ path: `/api/sdk/search?q=${encodeURIComponent(unlike())}` }),
    () => page(`/sdk?q=${encodeURIComponent(unlike())}`),
    () => page(`/example-sdk/${encodeURIComponent(unlike())}`),
    () => toolCall('find_sdk', { query: unlike() }),
    () => toolCall('search_sdk_catalog', { q: unlike() }),
    () => toolCall('get_sdk_entry', { slug: unlike() }),
    () => toolCall('get_sdk_readme', { slug: 'poetrydb-sdk', section: unlike() }),
    () => toolCall('search_docs', { query: unlike() }),
  ]
  const others: (() => Sent)[] = [
    () => page(`/example-sdk/${sdk()}`),
    () => page(`/example-sdk/${sdk()}.md`),
    () => page(`/api/sdk/${sdk()}.json`),
    () => page('/api/sdk/catalog.json'),
    () => page(pick(random, DOCUMENTS)),
    () => page('/'),
    () => toolCall('get_sdk_entry', { slug: sdk() }),
    () => toolCall('get_sdk_readme', { slug: sdk(), language: pick(random, LANGUAGES) }),
    () => toolCall('compare_sdks', { slugs: [sdk(), sdk()] }),
    () => (random() < 0.05 ? message() : { path: '/api/health' }),
  ]
  const next = () => pick(random, random() < 0.8 ? searches : others)()
  const began = performance.now()
  const until = began + seconds * 1000
  const times: number[] = []
  const samples: { at: number; mb: number }[] = []
  let failed = 0
  const load = Array.from({ length: 8 }, async () => {
    while (performance.now() < until) {
      await ask(service.port, { ...next(), agent }).then(
        ({ status, ms }) => {
          times.push(ms)
          if (status >= 500) failed++
        },
        () => failed++,
      )
    }
  })
  await sleep(1_000)
  const openAtStart = descriptors(service)
  while (performance.now() < until) {
    samples.push({ at: (performance.now() - began) / 60_000, mb: memoryMb(service) })
    await sleep(Math.min(1_000, seconds * 10))
  }
  const openAtEnd = descriptors(service)
  await Promise.all(load)
  agent.destroy()
  const most = Math.max(...samples.map(({ mb }) => mb))
  const perMinute = slope(samples.slice(Math.floor(samples.length / 2)))
  report({
    what: `${seconds} s of mixed traffic`,
    result:
      `${times.length} requests, ${distinct} distinct, ${failed} failed; p99 ${quantile(times, 0.99).toFixed(0)} ms; memory ` +
      `${atStart.toFixed(0)} MB, then at most ${most.toFixed(0)}, ${perMinute.toFixed(1)} MB a minute in the second half; ` +
      `descriptors ${openAtStart} to ${openAtEnd}`,
    goal: GOAL,
    held: failed === 0 && openAtEnd <= openAtStart + 10,
  })
  await service.stop()
}

/** Slope of the line that fits best (least squares). */
function slope(samples: readonly { at: number; mb: number }[]): number {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const at = sum(samples.map((sample) => sample.at)) / samples.length
  const covariance = sum(samples.map((sample) => (sample.at - at) * sample.mb))
  return covariance / sum(samples.map((sample) => (sample.at - at) ** 2))
}
