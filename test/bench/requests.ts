/**
 * What a request of each kind costs: CPU time of the server, beside servers that do less. Each runs in a process of its
 * own, and they take turns under the same load, so that a figure is a ratio within one run. The bare node:http handler
 * parses the same request and sends the same bytes; Hono does the same through its router and adapter; the server of the
 * SDK and those of other libraries have the same tools; nginx serves files. What is not installed is left out.
 *
 * --kind TEXT  only kinds with this text in their names
 * --write      keeps the figures, from which `npm run generate` makes the table of docs/performance.md
 * --check      fails if the service takes more than it may beside the bare handler
 */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CONNECTIONS, load, median, onWire, type Server, start, type Wanted } from './load.ts'
import { understood } from './requests/dialect.ts'
import { FIGURES, type Figures, requestTable } from './requests/figures.ts'
import { KINDS, NUMBER } from './requests/kinds.ts'
import { missingServers, type ServerName, servers } from './requests/servers.ts'

/** A kind may cost so much more than the figure that is kept; the lowest of three measurements counts. */
const MOST_OVER = 2
const MEASUREMENTS = 3
/** Times of the bare handler below which figures differ by noise alone. */
const LEAST_FIGURE = 1.5

const script = process.argv[1]!
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.5' },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

interface Round {
  answered: number
  /** Of the server, in microseconds a request. */
  cpu: number
}

/** How many requests have been made; numbers go on from kind to kind. */
let made = 0

/** These requests, in turns. */
function turns(requests: readonly Wanted[]): () => string {
  const texts = requests.map(onWire)
  return () => {
    const text = texts[made++ % texts.length]!
    return text.replace(NUMBER, String(made).padStart(NUMBER.length, '0'))
  }
}

async function tell(server: Server<ServerName>, message: object | 'cpu'): Promise<number> {
  server.child.send(message)
  return ((await once(server.child, 'message')) as [number])[0]
}

async function round(server: Server<ServerName>, next: () => string): Promise<Round> {
  const before = await tell(server, 'cpu')
  const answered = await load(server.port, seconds, next)
  return { answered, cpu: ((await tell(server, 'cpu')) - before) / answered }
}

/** A server, and the requests of a kind as it understands them. */
interface Asked {
  server: Server<ServerName>
  next: () => string
}

/** The servers that can answer this kind. */
async function askedOf(kind: string, started: readonly Server<ServerName>[]): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const server of started) {
    await tell(server, { kind })
    const requests = await understood(server.port, KINDS[kind]!)
    if (requests) asked.push({ server, next: turns(requests) })
  }
  return asked
}

async function warmUp(kind: string, started: readonly Server<ServerName>[]): Promise<void> {
  const asked = await askedOf(
    kind,
    started.filter(({ kind: name }) => name !== 'sdk'),
  )
  for (const { server, next } of asked) await load(server.port, seconds, next)
}

/** Of each server: microseconds a request, and how many times those of the bare handler, medians over the rounds. */
async function measure(kind: string, started: readonly Server<ServerName>[]): Promise<Figures[string]> {
  const asked = await askedOf(kind, started)
  const found = new Map<ServerName, Round[]>(asked.map(({ server }) => [server.kind, []]))
  for (const { server, next } of asked) {
    // What is kept is made with the first requests.
    for (let answered = 0; answered < 2 * KINDS[kind]!.length; ) answered += (await round(server, next)).answered
  }
  for (let turn = 0; turn < rounds; turn++)
    for (const { server, next } of asked) found.get(server.kind)!.push(await round(server, next))
  const bare = found.get('bare')!
  return Object.fromEntries(
    [...found].map(([name, own]) => {
      const times = median(own.map(({ cpu }, turn) => cpu / bare[turn]!.cpu))
      return [name, { cpu: Math.round(median(own.map(({ cpu }) => cpu))), times: Number(times.toFixed(2)) }]
    }),
  )
}

/** All servers that can run here. */
function present(): ServerName[] {
  const missing = missingServers()
  for (const [name, why] of Object.entries(missing)) process.stdout.write(`without ${name}: ${why}\n`)
  return (Object.keys(servers) as ServerName[]).filter((name) => !(name in missing))
}

async function compare(): Promise<void> {
  const kinds = Object.keys(KINDS).filter((name) => name.includes(values.kind))
  const wanted = values.check ? (['bare', 'service'] as const) : present()
  const started = await Promise.all(wanted.map((name) => start(script, name)))
  try {
    // A process that has just started is several times as slow.
    for (const kind of kinds) await warmUp(kind, started)
    if (values.check) return await check(kinds, started)
    const figures: Figures = {}
    for (const kind of kinds) figures[kind] = await measure(kind, started)
    if (values.write) {
      const kept = JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures
      const all: Figures = { ...kept, ...figures }
      const inOrder = Object.keys(KINDS).flatMap((kind) => (all[kind] ? [[kind, all[kind]]] : []))
      writeFileSync(FIGURES, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`)
    }
    process.stdout.write(
      `CPU of the server in µs a request, ${CONNECTIONS} connections, medians of ${rounds} rounds in turns\n${requestTable(figures)}`,
    )
  } finally {
    // They end when the connection to this process does.
    for (const { child } of started) child.disconnect()
  }
}

async function check(kinds: readonly string[], started: readonly Server<ServerName>[]): Promise<void> {
  const kept = JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures
  for (const kind of kinds) {
    const most = MOST_OVER * Math.max(kept[kind]?.service?.times ?? 6, LEAST_FIGURE)
    const found: number[] = []
    while (found.length < MEASUREMENTS && !found.some((times) => times <= most))
      found.push((await measure(kind, started)).service!.times)
    const isOver = !found.some((times) => times <= most)
    const line = `${kind}: ${found.join(', ')} times the bare handler; at most ${most.toFixed(2)}`
    process.stdout.write(`${isOver ? 'TOO MUCH ' : ''}${line}\n`)
    if (isOver) process.exitCode = 1
  }
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

const [name] = positionals as ServerName[]
if (name === undefined) await compare()
else {
  const { port, serve, cpu = ownCpu } = await servers[name]()
  process.send!(port)
  process.on('message', async (message: 'cpu' | { kind: string }) => {
    if (message !== 'cpu') await serve?.(KINDS[message.kind]!)
    process.send!(cpu())
  })
  process.on('disconnect', () => process.exit())
}
