/** The servers that are compared. */
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { createAnswerStore } from '../../src/http/server/answer-store.ts'
import { listen } from '../../src/http/server/listen.ts'
import { mcpServerFactory } from '../../src/mcp/create-server.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp, testServices } from '../../test/app.ts'
import type { BenchRequest } from '../load.ts'

const HOST = '127.0.0.1'

interface RunningServer {
  port: number
  /** Tells the server what to answer to the requests that it gets next. */
  prepare?: (requests: readonly BenchRequest[]) => Promise<void>
}

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  server.listen(0, HOST)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

interface Recording {
  status: number
  headers: Record<string, string>
  bytes: Buffer<ArrayBuffer>
}

/** Replays this service's answers in turns. */
function replay() {
  const { app } = testApp()
  let recordings: Recording[] = []
  let count = 0
  return {
    async prepare(requests: readonly BenchRequest[]) {
      recordings = []
      for (const { method = 'POST', path, headers = {}, body } of requests) {
        const answer = await app.request(path, { method, headers, ...(body !== undefined && { body }) })
        const bytes = Buffer.from(await answer.arrayBuffer())
        const fields = { ...Object.fromEntries(answer.headers), 'content-length': String(bytes.length) }
        recordings.push({ status: answer.status, headers: fields, bytes })
      }
    },
    next: () => recordings[count++ % recordings.length]!,
  }
}

export const servers = {
  /** node:http: parses the request, sends the bytes. */
  async bare(): Promise<RunningServer> {
    const { prepare, next } = replay()
    const answer = (response: ServerResponse) => {
      const { status, headers, bytes } = next()
      response.writeHead(status, headers).end(bytes)
    }
    const port = await listening((request, response) => {
      if (request.method === 'GET') return answer(response)
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        JSON.parse(String(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
        answer(response)
      })
    })
    return { port, prepare }
  },
  /** Hono and its adapter: the same through a route. */
  async hono(): Promise<RunningServer> {
    const { prepare, next } = replay()
    const app = new Hono()
    const answer = () => {
      const { status, headers, bytes } = next()
      return new Response(bytes.length === 0 ? null : bytes, { status, headers })
    }
    app.post('/mcp', async (c) => {
      await c.req.json()
      return answer()
    })
    app.get('*', answer)
    return { port: await listening(getRequestListener(app.fetch)), prepare }
  },
  async service(): Promise<RunningServer> {
    const { app, services } = testApp({ trustsTools: true })
    await services.catalog.warmUp()
    return { port: (await listen({ fetch: app.fetch, answers: createAnswerStore() }, { host: HOST, port: 0 })).port }
  },
  /** The SDK as it comes: one server for each request. */
  async sdk(): Promise<RunningServer> {
    const report = (error: unknown) => void process.stderr.write(`${error}\n`)
    const services = { ...testServices(), trustsTools: true }
    await services.catalog.warmUp()
    const create = mcpServerFactory({ services, tools: mcpTools, report })
    const handler = createMcpHandler(({ era }) => create(era), { responseMode: 'json' })
    return { port: await listening(getRequestListener((request) => handler.fetch(request))) }
  },
}

export type ServerName = keyof typeof servers

/** Whether the SDK's server can answer: it serves POST /mcp, and sends event streams for the legacy revisions. */
export const canAnswer = (server: ServerName, [request]: readonly BenchRequest[]): boolean =>
  server !== 'sdk' || request!.headers?.['mcp-protocol-version'] === '2026-07-28'
