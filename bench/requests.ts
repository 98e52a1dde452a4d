/**
 * CPU time that a request of each kind costs the server, beside servers that do less. Each runs in a process of its own
 * and they take turns under the same load, so that a figure is a ratio within one run. The bare node:http handler parses
 * the same request and sends the same bytes; Hono does so through its router and adapter; the SDK has the same tools.
 *
 * --kind TEXT  only kinds with this text in their names
 * --write      saves the figures, from which `npm run generate` makes the table of docs/performance.md
 */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BenchRequest, CONNECTIONS, load, median, onWire, type Server, start } from './load.ts'
import { FIGURES, type Figures, requestTable } from './requests/figures.ts'
import { KINDS, NUMBER } from './requests/kinds.ts'
import { canAnswer, type ServerName, servers } from './requests/servers.ts'

interface Spent {
  rounds: number
  seconds: number
}

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

async function round(server: Server<ServerName>, next: () => string, seconds: number): Promise<Round> {
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

/** Each server's microseconds a request, and how many times those of the bare handler; medians over the rounds. */
async function measure(kind: string, started: readonly Server<ServerName>[], { rounds, seconds }: Spent) {
  const prepared = await preparedFor(kind, started)
  const next = turns(KINDS[kind]!)
  const roundsOf = new Map<ServerName, Round[]>(prepared.map(({ kind: name }) => [name, []]))
  // The first requests fill the store.
  for (const server of prepared) {
    for (let answered = 0; answered < 2 * KINDS[kind]!.length; )
      answered += (await round(server, next, seconds)).answered
  }
  for (let turn = 0; turn < rounds; turn++)
    for (const server of prepared) roundsOf.get(server.kind)!.push(await round(server, next, seconds))
  const bare = roundsOf.get('bare')!
  return Object.fromEntries(
    [...roundsOf].map(([name, measured]) => {
      const times = median(measured.map(({ cpu }, turn) => cpu / bare[turn]!.cpu))
      return [name, { cpu: Math.round(median(measured.map(({ cpu }) => cpu))), times: Number(times.toFixed(2)) }]
    }),
  )
}

/** @param kinds all by default */
export async function measureRequests(names: readonly ServerName[], spent: Spent, kinds = Object.keys(KINDS)) {
  const started = await Promise.all(names.map((name) => start(import.meta.filename, name)))
  try {
    // A process that has just started is several times as slow.
    for (const kind of kinds) {
      const next = turns(KINDS[kind]!)
      for (const server of await preparedFor(kind, started)) await load(server.port, spent.seconds, next)
    }
    const figures: Figures = {}
    for (const kind of kinds) figures[kind] = await measure(kind, started, spent)
    return figures
  } finally {
    // They end when the connection to this process does.
    for (const { child } of started) child.disconnect()
  }
}

export const savedFigures = (): Figures => JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures

interface Options {
  kind: string
  rounds: string
  seconds: string
  write: boolean
}

async function compare({ kind, rounds, seconds, write }: Options): Promise<void> {
  const kinds = Object.keys(KINDS).filter((name) => name.includes(kind))
  const spent = { rounds: Number(rounds), seconds: Number(seconds) }
  const figures = await measureRequests(Object.keys(servers) as ServerName[], spent, kinds)
  if (write) {
    const merged: Figures = { ...savedFigures(), ...figures }
    const inOrder = Object.keys(KINDS).flatMap((kind) => (merged[kind] ? [[kind, merged[kind]]] : []))
    writeFileSync(FIGURES, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`)
  }
  process.stdout.write(
    `CPU of the server in µs a request, ${CONNECTIONS} connections, medians of ${rounds} rounds in turns\n${requestTable(figures)}`,
  )
}

async function serve(name: ServerName): Promise<void> {
  const { port, prepare } = await servers[name]()
  process.send!(port)
  process.on('message', async (message: 'cpu' | { kind: string }) => {
    if (message !== 'cpu') await prepare?.(KINDS[message.kind]!)
    const { user, system } = process.cpuUsage()
    process.send!(user + system)
  })
  process.on('disconnect', () => process.exit())
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kind: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '0.5' },
      write: { type: 'boolean', default: false },
    },
  })
  const [name] = positionals as ServerName[]
  if (name === undefined) await compare(values)
  else await serve(name)
}
