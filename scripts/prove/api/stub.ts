/**
 * Answers for the API on loopback, as the HTTP(S) proxy of the runtimes: plain requests come with an
 * absolute URL (RFC 9112 section 3.2.2), TLS ones through CONNECT (RFC 9110 section 9.3.6). Nothing is passed on.
 */
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Answer } from './answer.ts'
import type { Certificate } from './certificate.ts'
import type { Operation } from './description.ts'
import { type Expectation, hostsOf, judge } from './judge.ts'

export interface ApiStub {
  url: string
  /** The answers to requests that were what they should be. */
  readonly answers: readonly Answer[]
  /** What was wrong with the others, in the order they came. */
  readonly problems: readonly string[]
  close(): void
}

export interface ApiStubOptions {
  expected: Expectation
  certificate: Certificate
  answer: (operation: Operation, url: URL) => Answer
}

/** Header that a runtime's hook puts the URL into where the runtime itself knows no proxies. */
const URL_HEADER = 'x-asked-url'
/** First byte of what a TLS client sends (RFC 8446 section 5.1). */
const TLS_HANDSHAKE = 22
/** Problems recorded of one line, and the length of each. */
const MAX_PROBLEMS = 20
const MAX_CHARACTERS = 300

export async function startApiStub({ expected, certificate, answer }: ApiStubOptions): Promise<ApiStub> {
  const problems: string[] = []
  const sockets = new Set<Duplex>()
  const answers: Answer[] = []
  const refuse = (problem: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem.replaceAll(/\s+/g, ' ').slice(0, MAX_CHARACTERS))
  }

  const respond = async (url: string, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const body = await text(request)
    const judged = URL.canParse(url)
      ? judge({ method: request.method ?? 'GET', url, headers, body }, expected)
      : { problem: `sent the URL ${url}` }
    const given = judged.operation && answer(judged.operation, new URL(url))
    if (given) answers.push(given)
    else refuse(judged.problem!)
    response.writeHead(given?.status ?? 400, { 'content-type': given?.type ?? 'application/json', connection: 'close' })
    response.end(given?.body ?? JSON.stringify({ error: judged.problem }))
  }

  const proxy = http.createServer((request, response) =>
    respond(String(request.headers[URL_HEADER] ?? request.url), request, response),
  )
  const secure = https.createServer({ key: certificate.key, cert: certificate.cert }, (request, response) =>
    respond(`https://${request.headers.host}${request.url}`, request, response),
  )
  const plain = http.createServer((request, response) =>
    respond(`http://${request.headers.host}${request.url}`, request, response),
  )
  secure.on('tlsClientError', (error) => refuse(`the TLS handshake failed: ${error.message}`))
  proxy.on('connect', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const host = (request.url ?? '').replace(/:\d+$/, '')
    const hosts = hostsOf(expected)
    if (!hosts.includes(host)) {
      refuse(`asked ${host} instead of ${hosts.join(' or ') || 'a known server'}`)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) socket.unshift(head)
    // Some runtimes ask for a tunnel to plain HTTP as well.
    socket.once('data', (first: Buffer) => {
      socket.pause()
      socket.unshift(first)
      if (first[0] === TLS_HANDSHAKE) {
        // It reads what was put back by itself.
        secure.emit('connection', socket)
      } else {
        plain.emit('connection', socket)
        socket.resume()
      }
    })
  })
  proxy.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    answers,
    problems,
    close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
