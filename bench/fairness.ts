/**
 * How long one caller waits for the most expensive request while another floods the service with it, beside a quiet service.
 * The two have addresses of their own on loopback. The ratio within one run counts: the flood takes a core, too.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { listen } from '../src/http/server/listen.ts'
import { testApp } from '../test/app.ts'
import { median, start } from './load.ts'

const QUIET = '127.0.0.1'
const GREEDY = '127.0.0.2'
const FLOOD = 64
const ASKED = 200
const ROUNDS = 5
/** Each URL is requested once, as answers are cached. */
const PATH = '/sdk?q=weather'

let requestCount = 0

const [, script, kind] = process.argv

/** Milliseconds until the whole answer is there. */
async function ask(port: number, from: string, agent: Agent): Promise<number> {
  const began = performance.now()
  const sent = request({
    port,
    host: QUIET,
    localAddress: from,
    path: `${PATH}&from=${from}&number=${requestCount++}`,
    headers: { accept: 'text/html' },
    agent,
  }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return performance.now() - began
}

/** p50 and p99 of one caller that asks one request after the other. */
async function quietCaller(port: number): Promise<[number, number]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  while (times.length < ASKED) times.push(await ask(port, QUIET, agent))
  agent.destroy()
  times.sort((a, b) => a - b)
  return [times[ASKED >> 1]!, times[Math.floor(ASKED * 0.99)]!]
}

async function compare(): Promise<void> {
  const service = await start(script!, 'service')
  const flood = await start(script!, 'flood', String(service.port))
  const figures = { quiet: [] as [number, number][], flooded: [] as [number, number][] }
  await quietCaller(service.port)
  for (let round = 0; round < ROUNDS; round++) {
    figures.quiet.push(await quietCaller(service.port))
    flood.child.send('on')
    await once(flood.child, 'message')
    figures.flooded.push(await quietCaller(service.port))
    flood.child.send('off')
    await once(flood.child, 'message')
  }
  for (const { child } of [service, flood]) child.kill('SIGKILL')
  const [quiet, flooded] = [figures.quiet, figures.flooded].map((all) =>
    [0, 1].map((at) => median(all.map((one) => one[at]!))),
  )
  process.stdout.write(
    [
      `GET ${PATH} of one caller, ms, while another floods the service with it over ${FLOOD} connections`,
      '| | p50 | p99 |',
      '|---|---|---|',
      `| quiet | ${quiet!.map((ms) => ms.toFixed(1)).join(' | ')} |`,
      `| flooded | ${flooded!.map((ms) => ms.toFixed(1)).join(' | ')} |`,
      `| ratio | ${flooded!.map((ms, at) => (ms / quiet![at]!).toFixed(1)).join(' | ')} |`,
      '',
    ].join('\n'),
  )
}

if (kind === undefined) await compare()
else if (kind === 'service') {
  const { app, services } = testApp({ trustsTools: true })
  await services.catalog.warmUp()
  process.send!((await listen(app, { host: QUIET, port: 0 })).port)
} else {
  const port = Number(process.argv[3])
  const agent = new Agent({ keepAlive: true, maxSockets: FLOOD })
  let on = false
  const flood = async () => {
    while (on) await ask(port, GREEDY, agent)
  }
  let flooding: Promise<void>[] = []
  process.on('message', async (message) => {
    on = message === 'on'
    if (on) flooding = Array.from({ length: FLOOD }, flood)
    else await Promise.all(flooding)
    process.send!(message as string)
  })
  process.send!(port)
}
process.on('disconnect', () => process.exit())
