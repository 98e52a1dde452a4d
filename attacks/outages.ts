/** A disk that is full, broken or cut off, a clock that jumps, no descriptors, and receivers that hang. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Settings, smallCatalog } from '../test/e2e/service.ts'
import { startStandIn } from '../test/loopback.ts'
import type { Attack, Row } from './support/attack.ts'
import { goodClient, hold, posting, sender } from './support/clients.ts'
import { type Faults, faults } from './support/faults.ts'
import { descriptors, kill, limitDescriptors, missing, place, program } from './support/program.ts'

const DAY = 86_400

export const outages: Attack = async ({ short }, report) => {
  const catalog = { CATALOG_DIR: smallCatalog() }
  const broken = faults()
  if (broken) {
    report(await failingDisk(broken, catalog))
    report(await jumpingClock(broken, catalog))
    report(await powerCuts(short ? 3 : 20, catalog))
  } else report({ what: 'disk and clock that fail', result: 'no C compiler here' })
  report(await noDescriptors(catalog))
  report(await badReceiver(catalog))
}

/** Whether a message is taken again. A few may find the store still closed. */
async function recovers(send: () => Promise<number>): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await send()) === 200) return true
    await sleep(50)
  }
  return false
}

async function failingDisk({ settings, data, set }: Faults, catalog: Settings): Promise<Row> {
  const service = await program({ ...catalog, ...settings })
  const { acknowledged, send } = sender(service.port)
  const good = goodClient(service.port)
  const outcomes: string[] = []
  for (let times = 0; times < 20; times++) await send()
  for (const fault of [{ write: 'ENOSPC' }, { write: 'EIO' }, { flush: 'EIO' }, { write: 'EROFS' }] as const) {
    set(fault)
    let refused = 0
    for (let times = 0; times < 20; times++) if ((await send()) === 503) refused++
    set({})
    outcomes.push(`${Object.entries(fault).join(' ').replace(',', ' ')}: ${refused} of 20 answered 503`)
    if (!(await recovers(send))) outcomes.push('not recovered')
  }
  const { failures } = await good.stop()
  await kill(service)
  const lost = missing(acknowledged, data)
  return {
    what: 'disk full, EIO, EIO on flush, read-only, then well again',
    result: `${outcomes.join(', ')}; ${acknowledged.length} acknowledged, ${lost} lost; reads failed: ${failures.length}`,
    held: lost === 0 && failures.length === 0 && !outcomes.includes('not recovered'),
  }
}

/** A cut before the first acknowledgement shows nothing; a busy machine takes its time. */
async function acknowledges({ acknowledged }: { acknowledged: readonly string[] }): Promise<void> {
  for (let tries = 0; acknowledged.length === 0 && tries < 600; tries++) await sleep(100)
}

async function powerCuts(cuts: number, catalog: Settings): Promise<Row> {
  let lost = 0
  let written = 0
  let acknowledgedCount = 0
  for (let cut = 0; cut < cuts; cut++) {
    const { settings, data, flushed } = faults()!
    const service = await program({ ...catalog, ...settings })
    const load = posting(service.port, 8)
    await acknowledges(load)
    await sleep(600 * Math.random())
    // The list first: what is acknowledged later may or may not be there.
    const acknowledged = [...load.acknowledged]
    await kill(service)
    await load.stop()
    acknowledgedCount += acknowledged.length
    const notFlushed = missing(acknowledged, flushed)
    lost += notFlushed
    // Written, but not flushed? Or never written?
    if (notFlushed > 0) written += notFlushed - missing(acknowledged, data)
  }
  return {
    what: 'power cut: only what was flushed survives',
    result: `${cuts} cuts, ${acknowledgedCount} acknowledged: ${lost} lost${lost > 0 ? `, ${written} of them written` : ''}`,
    held: lost === 0 && acknowledgedCount > 0,
  }
}

async function jumpingClock({ settings, data, set }: Faults, catalog: Settings): Promise<Row> {
  const service = await program({ ...catalog, ...settings, CONTACT_RATE: '5/600' })
  const { acknowledged, send } = sender(service.port)
  const results: string[] = []
  for (const days of [0, 1, -1, 400, 0]) {
    set({ clockSeconds: days * DAY })
    const statuses: number[] = []
    for (let times = 0; times < 7; times++) statuses.push(await send())
    results.push(`${days} d: ${statuses.filter((status) => status === 200).length} of 5 allowed`)
    if (statuses.some((status) => status !== 200 && status !== 429)) results.push(`statuses ${statuses}`)
  }
  await kill(service)
  set({})
  const lost = missing(acknowledged, data)
  const locked = results.filter((each) => / 0 of 5/.test(each)).length
  return {
    what: 'clock jumps by days, both ways',
    result: `${results.join(', ')}; ${acknowledged.length} acknowledged, ${lost} lost`,
    held: lost === 0 && locked <= 2 && !results.some((each) => each.startsWith('statuses')),
  }
}

async function noDescriptors(catalog: Settings): Promise<Row> {
  const data = place('descriptors')
  const service = await program({ ...catalog, DATA_DIR: data, LOG_LEVEL: 'warn' })
  const { acknowledged, send } = sender(service.port)
  for (let times = 0; times < 20; times++) await send()
  limitDescriptors(service, descriptors(service) + 10)
  const greedy: Socket[] = []
  const isLogged = () => service.output().includes('descriptors_exhausted')
  // It looks every five seconds, and one look may find what became free; that is taken in the next second.
  for (let second = 0; second < 120 && !isLogged(); second++) {
    greedy.push(...(await hold(service.port, 30)))
    await sleep(1_000)
  }
  for (const socket of greedy) socket.destroy()
  const went = await recovers(send)
  const { code } = await service.stop()
  const lost = missing(acknowledged, data)
  const logged = isLogged()
  return {
    what: 'no file descriptors for seconds',
    result: `${acknowledged.length} acknowledged, ${lost} lost; ${logged ? 'logged' : 'not logged'}; ${went ? 'goes on' : 'stuck'}`,
    held: lost === 0 && logged && went && code === 0,
  }
}

/** Hangs, redirects, refuses and cuts, in turn, before it takes a message. */
async function badReceiver(catalog: Settings): Promise<Row> {
  const received = new Set<string>()
  let calls = 0
  const moods: ((response: ServerResponse) => void)[] = [
    () => {},
    (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (response) => void response.writeHead(503, { 'retry-after': '1e12' }).end(),
    (response) => void response.destroy(),
  ]
  const receiver = await startStandIn(({ body }, response) => {
    const mood = moods[calls++]
    if (mood) return mood(response)
    for (const [reference] of body.matchAll(/reference [0-9a-f-]{36}/g)) received.add(reference)
    response.end()
  })
  const service = await program({
    ...catalog,
    CONTACT_WEBHOOK_URL: receiver.url,
    CONTACT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  })
  const good = goodClient(service.port)
  const load = posting(service.port, 2)
  await sleep(2_000)
  await load.stop()
  const references = load.acknowledged.map((reference) => `reference ${reference}`)
  const until = performance.now() + 120_000
  while (performance.now() < until && !references.every((each) => received.has(each))) await sleep(200)
  const { p99, failures } = await good.stop()
  const began = performance.now()
  const { code } = await service.stop()
  const seconds = (performance.now() - began) / 1000
  await receiver.close()
  const lost = references.filter((each) => !received.has(each)).length
  return {
    what: 'webhook hangs, redirects, refuses, cuts, then takes',
    result: `${references.length} acknowledged, ${lost} missing; p99 of readers ${p99.toFixed(0)} ms; stop ${seconds.toFixed(1)} s`,
    held: lost === 0 && failures.length === 0 && code === 0,
  }
}
