/** An HTTP server on loopback that remembers what it was sent. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  method: string
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body: string
}

export interface StandIn {
  url: string
  host: string
  readonly received: Received[]
  close(): Promise<void>
}

/** Answers each request as told; the body is read first. */
export async function startStandIn(answer: (request: Received, response: ServerResponse) => void): Promise<StandIn> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: target = '' } = request
    const headers = request.headers as Record<string, string>
    const body = await text(request)
    received.push({ method, target, headers, body })
    answer(received.at(-1)!, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ url: `http://${host}`, host, received },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
