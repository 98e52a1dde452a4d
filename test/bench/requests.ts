/**
 * What a request of each kind costs: CPU time of the server, beside servers that do less. Each runs in a process of its
 * own, and they take turns under the same load, so that a figure is a ratio within one run. The bare node:http handler
 * parses the same request and sends the same bytes; Hono does the same through its router and adapter; the server of the
 * SDK has the same tools. `--kind TEXT` measures only kinds with this text in their names.
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { CONNECTIONS, load, median, onWire, type Server, start } from './load.ts'
import { KINDS } from './requests/kinds.ts'
import { type ServerName, serverNames, servers } from './requests/servers.ts'

const script = process.argv[1]!
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.5' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

interface Round {
  answered: number
  /** Of the server, in microseconds a request. */
  cpu: number
}

/** Requests of the kind, in turns. */
function turns(kind: string): () => string {
  const all = KINDS[kind]!.map(onWire)
  let at = 0
  return () => all[at++ % all.length]!
}

async function tell(server: Server<ServerName>, message: unknown): Promise<number> {
  server.child.send(message as object)
  return ((await once(server.child, 'message')) as [number])[0]
}

async function round(server: Server<ServerName>, kind: string): Promise<Round> {
  const next = turns(kind)
  const before = await tell(server, 'cpu')
  const answered = await load(server.port, seconds, next)
  return { answered, cpu: ((await tell(server, 'cpu')) - before) / answered }
}

async function compare(): Promise<void> {
  const started = await Promise.all(serverNames.map((name) => start(script, name)))
  const rows: string[] = []
  try {
    for (const kind of Object.keys(KINDS).filter((name) => name.includes(values.kind))) {
      const own = started.filter((server) => server.kind !== 'sdk' || kind.startsWith('MCP'))
      const figures = new Map<ServerName, Round[]>(own.map((server) => [server.kind, []]))
      for (const server of own) {
        await tell(server, { kind })
        // What is kept is made with the first requests.
        for (let answered = 0; answered < 2 * KINDS[kind]!.length; ) answered += (await round(server, kind)).answered
      }
      for (let turn = 0; turn < rounds; turn++)
        for (const server of own) figures.get(server.kind)!.push(await round(server, kind))
      rows.push(row(kind, figures))
    }
  } finally {
    for (const { child } of started) child.kill('SIGKILL')
  }
  process.stdout.write(
    [
      `CPU of the server in µs a request, ${CONNECTIONS} connections, medians of ${rounds} rounds in turns; in brackets the share of bare`,
      `| request | ${serverNames.join(' | ')} |`,
      `|---|${serverNames.map(() => '---').join('|')}|`,
      ...rows,
      '',
    ].join('\n'),
  )
}

function row(kind: string, figures: ReadonlyMap<ServerName, readonly Round[]>): string {
  const bare = figures.get('bare')!
  const cells = serverNames.map((name) => {
    const own = figures.get(name)
    if (!own) return ''
    const share = median(own.map(({ cpu }, turn) => bare[turn]!.cpu / cpu))
    return `${median(own.map(({ cpu }) => cpu)).toFixed(0)} (${share.toFixed(2)})`
  })
  return `| ${kind} | ${cells.join(' | ')} |`
}

const [name] = positionals as ServerName[]
if (name === undefined) await compare()
else {
  const { port, serve } = await servers[name]()
  process.send!(port)
  process.on('message', async (message: 'cpu' | { kind: string }) => {
    if (message !== 'cpu') await serve?.(KINDS[message.kind]!)
    const { user, system } = process.cpuUsage()
    process.send!(user + system)
  })
  process.on('disconnect', () => process.exit())
}
