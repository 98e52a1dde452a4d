/** What the servers that are compared have in common. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { holdPort } from '../../../src/server/listen.ts'
import { testApp } from '../../app.ts'
import type { Wanted } from '../load.ts'

export const HOST = '127.0.0.1'

export interface Running {
  port: number
  /** Learns what to answer to the requests of one kind, which it is sent next. */
  serve?: (requests: readonly Wanted[]) => Promise<void>
  /** CPU time in microseconds, of a server that is a process of its own. */
  cpu?: () => number
}

export interface Recorded {
  status: number
  headers: Record<string, string>
  bytes: Buffer
}

/** What this service answers, for the servers that only send it. */
export async function recorded(requests: readonly Wanted[]): Promise<Recorded[]> {
  const { app } = testApp()
  const answers: Recorded[] = []
  for (const { method = 'POST', path, headers = {}, body } of requests) {
    const answer = await app.request(path, { method, headers, ...(body !== undefined && { body }) })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const fields = { ...Object.fromEntries(answer.headers), 'content-length': String(bytes.length) }
    answers.push({ status: answer.status, headers: fields, bytes })
  }
  return answers
}

export async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  server.listen(0, HOST)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** For servers that take no port 0. */
export async function freePort(): Promise<number> {
  const { port, holder } = await holdPort(HOST)
  await once(holder.close(), 'close')
  return port
}
