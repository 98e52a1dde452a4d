/**
 * CPU time that a request of each kind costs the server, beside servers that do less. Each runs in a process of its own
 * and they take turns under the same load, so that a figure is a ratio within one run. The bare node:http handler parses
 * the same request and sends the same bytes; Hono does so through its router and adapter; the SDK has the same tools.
 *
 * --kind TEXT  only kinds with this text in their names
 * --write      saves the figures, from which `npm run generate` makes the table of docs/performance.md
 * --check      fails if the service takes more than it may beside the bare handler
 */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BenchRequest, CONNECTIONS, load, median, onWire, type Server, start } from './load.ts'
import { FIGURES, type Figures, requestTable } from './requests/figures.ts'
import { KINDS, NUMBER } from './requests/kinds.ts'
import { canAnswer, type ServerName, servers } from './requests/servers.ts'

/** How many times the saved figure a kind may cost; the lowest of three measurements counts. */
const TOLERANCE = 2
const MEASUREMENTS = 3
/** Times of the bare handler below which figures differ by noise alone. */
const MIN_FIGURE = 1.5

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
  /** Microseconds of the server's CPU a request. */
  cpu: number
}

/** How many requests have been made; numbers go on from kind to kind. */
let made = 0

/** These requests, in turns. */
function turns(requests: readonly BenchRequest[]): () => string {
  const texts = requests.map(onWire)
  return () => {
    const text = texts[made++ % texts.length]!
    return text.replace(NUMBER, String(made).padStart(NUMBER.length, '0'))
  }
}

async function ask(server: Server<ServerName>, message: object | 'cpu'): Promise<number> {
  server.child.send(message)
  return ((await once(server.child, 'message')) as [number])[0]
}

async function round(server: Server<ServerName>, next: () => string): Promise<Round> {
  const before = await ask(server, 'cpu')
  const answered = await load(server.port, seconds, next)
  return { answered, cpu: ((await ask(server, 'cpu')) - before) / answered }
}

/** The servers that can answer this kind, ready for it. */
async function preparedFor(kind: string, started: readonly Server<ServerName>[]): Promise<Server<ServerName>[]> {
  const able = started.filter((server) => canAnswer(server.kind, KINDS[kind]!))
  for (const server of able) await ask(server, { kind })
  return able
}

async function warmUp(kind: string, started: readonly Server<ServerName>[]): Promise<void> {
  const next = turns(KINDS[kind]!)
  for (const server of await preparedFor(kind, started)) await load(server.port, seconds, next)
}

/** Each server's microseconds a request, and how many times those of the bare handler; medians over the rounds. */
async function measure(kind: string, started: readonly Server<ServerName>[]): Promise<Figures[string]> {
  const prepared = await preparedFor(kind, started)
  const next = turns(KINDS[kind]!)
  const roundsOf = new Map<ServerName, Round[]>(prepared.map(({ kind: name }) => [name, []]))
  // The first requests fill the store.
  for (const server of prepared) {
    for (let answered = 0; answered < 2 * KINDS[kind]!.length; ) answered += (await round(server, next)).answered
  }
  for (let turn = 0; turn < rounds; turn++)
    for (const server of prepared) roundsOf.get(server.kind)!.push(await round(server, next))
  const bare = roundsOf.get('bare')!
  return Object.fromEntries(
    [...roundsOf].map(([name, measured]) => {
      const times = median(measured.map(({ cpu }, turn) => cpu / bare[turn]!.cpu))
      return [name, { cpu: Math.round(median(measured.map(({ cpu }) => cpu))), times: Number(times.toFixed(2)) }]
    }),
  )
}

async function compare(): Promise<void> {
  const kinds = Object.keys(KINDS).filter((name) => name.includes(values.kind))
  const names = values.check ? (['bare', 'service'] as const) : (Object.keys(servers) as ServerName[])
  const started = await Promise.all(names.map((name) => start(script, name)))
  try {
    // A process that has just started is several times as slow.
    for (const kind of kinds) await warmUp(kind, started)
    if (values.check) return await check(kinds, started)
    const figures: Figures = {}
    for (const kind of kinds) figures[kind] = await measure(kind, started)
    if (values.write) {
      const merged: Figures = { ...savedFigures(), ...figures }
      const inOrder = Object.keys(KINDS).flatMap((kind) => (merged[kind] ? [[kind, merged[kind]]] : []))
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

const savedFigures = (): Figures => JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures

async function check(kinds: readonly string[], started: readonly Server<ServerName>[]): Promise<void> {
  const saved = savedFigures()
  for (const kind of kinds) {
    const limit = TOLERANCE * Math.max(saved[kind]!.service!.times, MIN_FIGURE)
    const measured: number[] = []
    while (measured.length < MEASUREMENTS && !measured.some((times) => times <= limit))
      measured.push((await measure(kind, started)).service!.times)
    const isOver = !measured.some((times) => times <= limit)
    const line = `${kind}: ${measured.join(', ')} times the bare handler; at most ${limit.toFixed(2)}`
    process.stdout.write(`${isOver ? 'TOO MUCH ' : ''}${line}\n`)
    if (isOver) process.exitCode = 1
  }
}

const [name] = positionals as ServerName[]
if (name === undefined) await compare()
else {
  const { port, prepare } = await servers[name]()
  process.send!(port)
  process.on('message', async (message: 'cpu' | { kind: string }) => {
    if (message !== 'cpu') await prepare?.(KINDS[message.kind]!)
    const { user, system } = process.cpuUsage()
    process.send!(user + system)
  })
  process.on('disconnect', () => process.exit())
}
