/**
 * Load for benchmarks: servers in processes of their own, and POSTs over sockets by hand, as a client library would
 * take more of the machine than the server under test.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

export const CONNECTIONS = 16

export interface Server<Kind extends string> {
  kind: Kind
  child: ChildProcess
  port: number
}

/** Runs `script` as the server of a kind; it sends its port once it listens. */
export async function start<Kind extends string>(script: string, kind: Kind, ...rest: string[]): Promise<Server<Kind>> {
  const child = fork(script, [kind, ...rest], { stdio: 'inherit' })
  const [port] = (await once(child, 'message')) as [number]
  return { kind, child, port }
}

export interface Posts {
  path: string
  headers: Readonly<Record<string, string>>
  /** In ASCII; made for each request. */
  body: () => string
}

/** Posts one after the other on each connection for so long; resolves with how many were answered 200. */
export async function posts(port: number, seconds: number, what: Posts): Promise<number> {
  const until = performance.now() + seconds * 1000
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => connection(port, until, what)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function connection(port: number, until: number, { path, headers, body }: Posts): Promise<number> {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\n${lines.join('')}`
  const socket = connect(port, '127.0.0.1').setNoDelay()
  let accepted = 0
  let answer = ''
  const next = () => {
    answer = ''
    const text = body()
    socket.write(`${head}Content-Length: ${text.length}\r\n\r\n${text}`)
  }
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk
    if (!answer.startsWith('HTTP/1.1 200 '.slice(0, answer.length))) socket.destroy(new Error(answer))
    if (!isWhole(answer)) return
    accepted++
    if (performance.now() < until) next()
    else socket.end()
  })
  socket.on('connect', next)
  await once(socket, 'close')
  return accepted
}

/** One answer with its length in the headers. */
function isWhole(answer: string): boolean {
  const start = answer.indexOf('\r\n\r\n') + 4
  const length = /content-length: (\d+)/i.exec(answer)?.[1]
  return start > 3 && length !== undefined && answer.length >= start + Number(length)
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
