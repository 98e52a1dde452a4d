/** Hostile requests and raw streams: no 5xx, no HTML on the API, no hang, bounded memory. */
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { SMUGGLED, STREAMS } from './streams.ts'
import { type Attack, pick, randomFrom } from './support/attack.ts'
import { ask, goodClient, type Sent } from './support/clients.ts'
import { hostileRequest } from './support/hostile-requests.ts'
import { memoryMb, peakMb, program } from './support/program.ts'

/** What is put into raw streams. */
const BYTES = ['\r\n', '\r\n\r\n', ' ', ...'\n\r\0:\t\x0b0\xff;,', 'HTTP/1.1']

const isApi = (path: string): boolean => /^\/(?:api|mcp)(?:\/|$|\?)/.test(path)

export const requests: Attack = async ({ short, seed }, report) => {
  const random = randomFrom(seed)
  const service = await program({ CLIENT_QUEUE: '0' })
  const before = memoryMb(service)
  const good = goodClient(service.port)
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const total = short ? 600 : 20_000
  const wrong: string[] = []
  let requestCount = 0
  const connection = async () => {
    while (requestCount++ < total) {
      const sent: Sent = hostileRequest(random)
      await ask(service.port, { ...sent, agent, timeoutMs: 60_000 }).then(
        ({ status, type }) => {
          if (status >= 500) wrong.push(`${sent.method} ${sent.path.slice(0, 200)}: ${status}`)
          // A browser's form comes back as its page.
          const isForm = /^\/api\/(contact|jobs)/.test(sent.path)
          if (isApi(sent.path) && !isForm && type.startsWith('text/html'))
            wrong.push(`${sent.path.slice(0, 200)}: HTML`)
        },
        (error: NodeJS.ErrnoException) => {
          // Node refuses to send some requests; one that ends a connection is answered on it, or meets its end.
          if (!/^(?:ECONNRESET$|EPIPE$|ERR_|HPE_)/.test(error.code ?? ''))
            wrong.push(`${sent.method} ${sent.path.slice(0, 200)}: ${error.message}`)
        },
      )
    }
  }
  await Promise.all(Array.from({ length: 16 }, connection))
  agent.destroy()
  report({
    what: `hostile requests (seed ${seed})`,
    result: `${total} requests: ${wrong.length} with 5xx, HTML on the API or no answer; ${memoryMb(service).toFixed(0)} MB, ${before.toFixed(0)} before${wrong.length ? `; first: ${wrong[0]}` : ''}`,
    goal: 'less than 300 MB more',
    held: wrong.length === 0,
  })

  const streams = short ? 120 : 5_000
  const bad: string[] = []
  let sent = 0
  const stream = async () => {
    while (sent++ < streams) {
      const bytes = mutated(random)
      const answer = await rawAnswer(service.port, bytes)
      if (answer === undefined) bad.push(`no end: ${JSON.stringify(bytes.slice(0, 120))}`)
      else if (/^HTTP\/1\.1 5\d\d/m.test(answer)) bad.push(`5xx: ${JSON.stringify(bytes.slice(0, 120))}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, stream))
  for (const [name, bytes] of Object.entries(SMUGGLED)) {
    const answer = (await rawAnswer(service.port, bytes)) ?? ''
    const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)
    if (statuses.length !== 1 || statuses[0] !== '400')
      bad.push(`${name}: answered ${statuses.join(', ') || 'nothing'}`)
  }
  const { p99, failures } = await good.stop()
  report({
    what: 'raw streams, and forms of request smuggling',
    result: `${streams} streams, ${Object.keys(SMUGGLED).length} forms: ${bad.length} with 5xx, no end, or more than one 400${bad.length ? `; first: ${bad[0]}` : ''}; peak ${peakMb(service).toFixed(0)} MB; others' p99 ${p99.toFixed(0)} ms, ${failures.length} failed`,
    held: bad.length === 0 && failures.length === 0,
  })
  await service.stop()
}

/** A stream of the corpus with bytes changed, cut, repeated or put in. */
function mutated(random: () => number): string {
  let bytes = pick(random, STREAMS)
  for (let times = Math.floor(random() * 4); times > 0; times--) {
    const at = Math.floor(random() * bytes.length)
    const kind = random()
    const put = pick(random, BYTES)
    if (kind < 0.5) bytes = bytes.slice(0, at) + put + bytes.slice(at + (kind < 0.25 ? 1 : 0))
    else if (kind < 0.7) bytes = bytes.slice(0, at)
    else if (kind < 0.9) bytes = bytes.slice(0, at) + bytes
    else bytes = bytes.slice(at)
  }
  return bytes
}

/** All that comes back until the connection ends; undefined if it does not end. */
async function rawAnswer(port: number, bytes: string): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.3' })
  let answer = ''
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (chunk) => (answer += chunk)).end(bytes, 'latin1')
  const ended = await once(socket, 'close', { signal: AbortSignal.timeout(60_000) }).catch(() => undefined)
  socket.destroy()
  return ended && answer
}
