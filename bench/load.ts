/**
 * Load for benchmarks: servers in processes of their own, and requests over sockets by hand, as a client library would
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

export interface BenchRequest {
  method?: string
  path: string
  headers?: Readonly<Record<string, string>>
  /** In ASCII. */
  body?: string
}

/** A request as it goes over the wire. */
export function onWire({ method = 'POST', path, headers, body = '' }: BenchRequest): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = method === 'POST' ? `Content-Length: ${body.length}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`
}

/**
 * Sends what `next` gives, one request after the other on each connection, for so long.
 * @param note is told the head of each answer, and how long it took in milliseconds
 * @returns how many were answered 2xx or 304; any other answer is an error
 */
export async function load(
  port: number,
  seconds: number,
  next: () => string,
  note: (head: string, ms: number) => void = () => {},
): Promise<number> {
  const until = performance.now() + seconds * 1000
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => connection(port, until, next, note)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function connection(
  port: number,
  until: number,
  next: () => string,
  note: (head: string, ms: number) => void,
): Promise<number> {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  let accepted = 0
  let answer = ''
  let sent = 0
  const send = () => {
    sent = performance.now()
    socket.write(next())
  }
  /** Characters of the whole answer, once its head is there. */
  let length: number | undefined
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk
    length ??= lengthOf(answer)
    if (length === undefined || answer.length < length) return
    if (!/^HTTP\/1\.1 (2..|304) /.test(answer)) return void socket.destroy(new Error(answer))
    accepted++
    note(answer.slice(0, answer.indexOf('\r\n\r\n')), performance.now() - sent)
    answer = ''
    length = undefined
    if (performance.now() < until) send()
    else socket.end()
  })
  socket.on('connect', send)
  await once(socket, 'close')
  return accepted
}

/** Of an answer in chunks, with its length in the headers, or without a body; undefined until that is known. */
function lengthOf(answer: string): number | undefined {
  const head = answer.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const fields = answer.slice(0, head)
  if (/\r\ntransfer-encoding: chunked/i.test(fields))
    return answer.endsWith('\r\n0\r\n\r\n') ? answer.length : undefined
  return head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(fields)?.[1] ?? 0)
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
