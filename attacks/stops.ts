/** SIGTERM under full load: nothing acknowledged is lost, no answer that has begun is cut, and it ends soon. */
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallCatalog } from '../test/e2e/service.ts'
import type { Attack } from './support/attack.ts'
import { hold, posting, toolCall } from './support/clients.ts'
import { missing, place, program } from './support/program.ts'

export const stops: Attack = async ({ short }, report) => {
  const count = short ? 3 : 12
  let acknowledged = 0
  let lost = 0
  let cut = 0
  let bad = 0
  let longest = 0
  for (let each = 0; each < count; each++) {
    const data = place('stop')
    const service = await program({ CATALOG_DIR: smallCatalog(), DATA_DIR: data, CLIENT_QUEUE: '0' })
    const load = posting(service.port, 20)
    // Idle connections, and requests that never end, must not hold it up.
    const idle = await hold(service.port, 100)
    const slow = await hold(service.port, 20, 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx')
    await sleep(400 + 100 * each)
    const late = await begun(service.port, 50)
    const began = performance.now()
    const { code } = await service.stop()
    longest = Math.max(longest, performance.now() - began)
    if (code !== 0) bad++
    cut += (await Promise.all(late)).filter((status) => status !== 200).length
    await load.stop()
    for (const socket of [...idle, ...slow]) socket.destroy()
    acknowledged += load.acknowledged.length
    lost += missing(load.acknowledged, data)
  }
  report({
    what: 'SIGTERM under full load, with slow and idle connections',
    result: `${count} stops, at most ${(longest / 1000).toFixed(1)} s, ${bad} not with 0; ${acknowledged} acknowledged, ${lost} lost; ${cut} of ${50 * count} requests under way cut`,
    goal: 'at most 2.5 s',
    held: lost === 0 && cut === 0 && bad === 0,
  })
}

/** The statuses of requests that the service has begun: it has said 100 Continue to each. 0 where there is no answer. */
async function begun(port: number, count: number): Promise<Promise<number>[]> {
  const { path, method, headers, body } = toolCall('find_sdk', { query: 'tides' })
  const expecting = { ...headers, expect: '100-continue', 'content-length': Buffer.byteLength(body) }
  const sent = Array.from({ length: count }, () => request({ port, path, method, headers: expecting }))
  const statuses = sent.map(async (each) => {
    const [answer] = await once(each, 'response')
    await answer.toArray()
    return answer.statusCode
  })
  await Promise.all(sent.map((each) => once(each, 'continue')))
  for (const each of sent) each.end(body)
  return statuses.map((status) => status.catch(() => 0))
}
