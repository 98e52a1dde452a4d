/** The servers that are compared. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { mcpServerFactory } from '../../../src/mcp/server.ts'
import { listen } from '../../../src/rest/serve.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { testApp, testServices } from '../../app.ts'
import type { Wanted } from '../load.ts'

const HOST = '127.0.0.1'

interface Running {
  port: number
  /** Learns what to answer to the requests of one kind, which it is sent next. */
  serve?: (requests: readonly Wanted[]) => Promise<void>
}

interface Recorded {
  status: number
  headers: Record<string, string>
  bytes: Buffer
}

/** What this service answers, for the servers that only send it. */
async function recorded(requests: readonly Wanted[]): Promise<Recorded[]> {
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

/** Gives the recorded answers in turns. */
function replay() {
  let answers: Recorded[] = []
  let at = 0
  return {
    serve: async (requests: readonly Wanted[]) => {
      answers = await recorded(requests)
    },
    next: () => answers[at++ % answers.length]!,
  }
}

async function listening(listener: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<number> {
  const server = createServer(listener)
  server.listen(0, HOST)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export const servers = {
  /** node:http: parses the request, sends the bytes. */
  async bare(): Promise<Running> {
    const { serve, next } = replay()
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
    return { port, serve }
  },
  /** Hono and its adapter: the same through a route. */
  async hono(): Promise<Running> {
    const { serve, next } = replay()
    const app = new Hono()
    const answer = () => {
      const { status, headers, bytes } = next()
      return new Response(bytes as Buffer<ArrayBuffer>, { status, headers })
    }
    app.post('/mcp', async (c) => {
      await c.req.json()
      return answer()
    })
    app.get('*', answer)
    return { port: await listening(getRequestListener(app.fetch)), serve }
  },
  async service(): Promise<Running> {
    const { app, services } = testApp({ trustsTools: true })
    services.catalog.warmUp()
    return { port: (await listen(app, { host: HOST, port: 0 })).port }
  },
  /** The SDK, which builds a server for each request. */
  async sdk(): Promise<Running> {
    const report = (error: unknown) => void process.stderr.write(`${error}\n`)
    const services = testServices()
    services.catalog.warmUp()
    const { create, ready } = mcpServerFactory({ services, tools: mcpTools, report })
    await ready
    const handler = createMcpHandler(({ era }) => create({ era }), { responseMode: 'json' })
    return { port: await listening(getRequestListener((request) => handler.fetch(request))) }
  },
}

export type ServerName = keyof typeof servers
export const serverNames = Object.keys(servers) as ServerName[]
