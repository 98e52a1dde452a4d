/** The servers that are compared. */
import type { ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { mcpServerFactory } from '../../../src/mcp/server.ts'
import { withAnswerStore } from '../../../src/server/answer-store.ts'
import { listen } from '../../../src/server/listen.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { testApp, testServices } from '../../app.ts'
import type { Wanted } from '../load.ts'
import { competitor, installCompetitors } from './competitors.ts'
import { nginx, nginxMissing } from './nginx.ts'
import { HOST, listening, type Recorded, type Running, recorded } from './running.ts'

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
      return new Response(bytes.length === 0 ? null : (bytes as Buffer<ArrayBuffer>), { status, headers })
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
    await services.catalog.warmUp()
    return { port: (await listen({ fetch: withAnswerStore(app.fetch) }, { host: HOST, port: 0 })).port }
  },
  /** The SDK, which builds a server for each request. */
  async sdk(): Promise<Running> {
    const report = (error: unknown) => void process.stderr.write(`${error}\n`)
    const services = { ...testServices(), trustsTools: true }
    await services.catalog.warmUp()
    const create = mcpServerFactory({ services, tools: mcpTools, report })
    const handler = createMcpHandler(({ era }) => create(era), { responseMode: 'json' })
    return { port: await listening(getRequestListener((request) => handler.fetch(request))) }
  },
  mcpHandler: () => competitor('mcpHandler'),
  tmcp: () => competitor('tmcp'),
  fastmcp: () => competitor('fastmcp'),
  nginx,
}

export type ServerName = keyof typeof servers

/** Server -> why it cannot run here, where it cannot. */
export function missingServers(): Partial<Record<ServerName, string>> {
  const without = installCompetitors()
  const missing: Partial<Record<ServerName, string | undefined>> = {
    ...{ mcpHandler: without, tmcp: without, fastmcp: without },
    nginx: nginxMissing(),
  }
  return Object.fromEntries(Object.entries(missing).filter(([, why]) => why !== undefined))
}
