/** Hostile requests and raw streams: no 5xx, no HTML on the API, no hang, bounded memory. */
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { mcpTools } from '../../../src/tools/index.ts'
import { type Attack, pick, randomFrom } from '../support/attack.ts'
import { ask, goodClient, rpc, type Sent } from '../support/clients.ts'
import { memoryMb, peakMb, program } from '../support/program.ts'
import { SMUGGLED, STREAMS } from './streams.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

const PIECES = [
  '',
  '9'.repeat(40),
  'a'.repeat(300),
  '#'.repeat(2_000),
  'a,'.repeat(500),
  '\u202e',
  ...words(String.raw`a %00 % %zz %F0%9F%92%A9 %C0%AF .. %2e%2e %2F \ ' " <script> {{7*7}} #{7*7} -1 1e308 null true`),
  ...words('[] {} ſ İ poetrydb-sdk wether sdk __proto__ constructor toString 😀 (a+)+$'),
]
const PATHS = words(`
  / /sdk /api/sdk/search /api/sdk/find /api/sdk/compare /api/sdk/changes /api/health /mcp /api/contact /api/jobs/apply
  /openapi.json /llms.txt /sdk/feed.xml /example-sdk/ /api/sdk/ /api/sdk/poetrydb-sdk.json /example-sdk/poetrydb-sdk.md
  /.well-known/ /developers // /nowhere/`)
const PARAMETERS = ['', ...words('q query limit offset topic language slugs since page detail __proto__')]
const METHODS = words('GET GET GET HEAD POST PUT DELETE OPTIONS PATCH TRACE PROPFIND')
const HEADERS = words('accept accept-encoding if-none-match origin content-type x-forwarded-for range cookie')
const VALUES = [
  ...words(
    'text/html */*;q=0 application/json application/json;charset=utf-16 gzip;q=x * W/"x" null https://evil.example',
  ),
  ...words('application/x-www-form-urlencoded bytes=0-1 , q=,;='),
  'multipart/form-data; boundary=x',
  '1.2.3.4, ::1, x',
  'a'.repeat(4_000),
  'text/html;q=1e9,'.repeat(100),
]
const BODIES = [...PIECES, '{"name":1}', '[[', '{"a":'.repeat(5_000)]
const RPC_METHODS = ['', ...words('tools/list resources/read prompts/get completion/complete initialize ping x')]
/** What is put into raw streams. */
const BYTES = ['\r\n', '\r\n\r\n', ' ', ...'\n\r\0:\t\x0b0\xff;,', 'HTTP/1.1']

const isApi = (path: string): boolean => /^\/(?:api|mcp)(?:\/|$|\?)/.test(path)

export const requests: Attack = async ({ short, seed }, report) => {
  const random = randomFrom(seed)
  const service = await program({ CLIENT_QUEUE: '0' })
  const before = memoryMb(service)
  const good = goodClient(service.port)
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const total = short ? 4_000 : 20_000
  const wrong: string[] = []
  let requestCount = 0
  const connection = async () => {
    while (requestCount++ < total) {
      const sent = hostile(random)
      await ask(service.port, { ...sent, agent, timeoutMs: 10_000 }).then(
        ({ status, type }) => {
          if (status >= 500) wrong.push(`${sent.method} ${sent.path.slice(0, 200)}: ${status}`)
          if (isApi(sent.path) && type.startsWith('text/html')) wrong.push(`${sent.path.slice(0, 200)}: HTML`)
        },
        (error: NodeJS.ErrnoException) => {
          // Node refuses to send some requests; one that ends a connection is answered on it.
          if (error.code !== 'ECONNRESET' && !error.code?.startsWith('ERR_') && !error.code?.startsWith('HPE_'))
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
    held: wrong.length === 0 && (short || memoryMb(service) < before + 300),
  })

  const streams = short ? 1_000 : 5_000
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

function hostile(random: () => number): Sent {
  const piece = () => pick(random, PIECES)
  if (random() < 0.3) {
    const { name, examples } = pick(random, mcpTools)
    const field = pick(random, ['slug', 'query', 'q', 'limit', 'x', '__proto__'])
    const input = random() < 0.9 ? { ...(examples[0] as object), [field]: junk(random, 3) } : junk(random, 2)
    return random() < 0.7
      ? rpc('tools/call', { name: random() < 0.9 ? name : piece(), arguments: input })
      : rpc(pick(random, RPC_METHODS), { [piece() || 'x']: junk(random, 4), uri: piece(), name: piece() })
  }
  const several = <T>(max: number, make: () => T): T[] => Array.from({ length: Math.floor(random() * max) }, make)
  const query = several(4, () => `${pick(random, PARAMETERS)}=${piece()}`).join('&')
  const path = `${pick(random, PATHS)}${random() < 0.4 ? piece() : ''}${query && `?${query}`}`
  const method = pick(random, METHODS)
  const headers = Object.fromEntries(several(3, () => [pick(random, HEADERS), pick(random, VALUES)]))
  const body = method === 'POST' || method === 'PUT' ? pick(random, BODIES) : undefined
  return { path: encodeURI(path).replaceAll('%25', '%'), method, headers, ...(body !== undefined && { body }) }
}

function junk(random: () => number, depth: number): unknown {
  const kind = random()
  if (depth > 0 && kind < 0.15) return [junk(random, depth - 1), junk(random, depth - 1)]
  if (depth > 0 && kind < 0.3) return { [pick(random, PIECES)]: junk(random, depth - 1) }
  return pick(random, [...PIECES, null, true, 0, -1, 1.5, 1e21, [], {}])
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
  const ended = await once(socket, 'close', { signal: AbortSignal.timeout(15_000) }).catch(() => undefined)
  socket.destroy()
  return ended && answer
}
