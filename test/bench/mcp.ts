/**
 * A tool call over POST /mcp against a bare node:http handler that parses the call and sends as many bytes, and against
 * a server of the SDK for each request: each in a process of its own, in turns, from the same 16 connections. CPU time
 * is the steadier figure, as the load takes a core too.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { mcpServerFactory } from '../../src/mcp/server.ts'
import { listen } from '../../src/rest/serve.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp, testServices } from '../app.ts'
import { modern } from '../mcp/messages.ts'
import { CONNECTIONS, median, type Posts, posts, type Server, start } from './load.ts'

const ROUNDS = 7
const SECONDS = 1
const HOST = '127.0.0.1'
const [, script, kind] = process.argv

const call = modern('tools/call', { name: 'get_sdk_entry', arguments: { slug: 'poetrydb-sdk' } })
const body = JSON.stringify(call.body)
const calls: Posts = { path: '/mcp', headers: call.headers, body: () => body }

const KINDS = ['bare', 'service', 'sdk'] as const
type Kind = (typeof KINDS)[number]

/** Each resolves with its port. */
const servers: Record<Kind, () => Promise<number>> = {
  async bare() {
    const answer = await testApp().app.request('/mcp', { method: 'POST', headers: call.headers, body })
    const { result } = (await answer.json()) as { result: unknown }
    const server = createServer(async (request, response) => {
      const { id } = (await json(request)) as { id: number }
      const text = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result }))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
    })
    server.listen(0, HOST)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },
  service: async () => (await listen(testApp().app, { host: HOST, port: 0 })).port,
  async sdk() {
    const report = (error: unknown) => void process.stderr.write(`${error}\n`)
    const { create } = mcpServerFactory({ services: testServices(), tools: mcpTools, report })
    const handler = createMcpHandler(({ era }) => create({ era, method: 'tools/call' }), { responseMode: 'json' })
    return (await listen({ fetch: (request: Request) => handler.fetch(request) }, { host: HOST, port: 0 })).port
  },
}

interface Round {
  perSecond: number
  /** Of the server, in microseconds a call. */
  cpu: number
}

async function round({ port, child }: Server<Kind>): Promise<Round> {
  const before = await cpuOf(child)
  const answered = await posts(port, SECONDS, calls)
  return { perSecond: answered / SECONDS, cpu: ((await cpuOf(child)) - before) / answered }
}

async function cpuOf(child: Server<Kind>['child']): Promise<number> {
  child.send('cpu')
  const [microseconds] = (await once(child, 'message')) as [number]
  return microseconds
}

async function compare(): Promise<void> {
  const started = await Promise.all(KINDS.map((name) => start(script!, name)))
  const rounds = Object.fromEntries(KINDS.map((name) => [name, [] as Round[]])) as Record<Kind, Round[]>
  try {
    for (const server of started) await round(server)
    for (let turn = 0; turn < ROUNDS; turn++)
      for (const server of started) rounds[server.kind].push(await round(server))
  } finally {
    for (const { child } of started) child.kill('SIGKILL')
  }
  const rows = KINDS.map((name) => {
    const ratios = rounds[name].map(({ cpu }, turn) => cpu / rounds.bare[turn]!.cpu)
    const [perSecond, cpu] = (['perSecond', 'cpu'] as const).map((key) => median(rounds[name].map((one) => one[key])))
    return `| ${LABELS[name]} | ${perSecond!.toFixed(0)} | ${cpu!.toFixed(0)} | ${median(ratios).toFixed(1)} |`
  })
  process.stdout.write(
    [
      `get_sdk_entry over POST /mcp, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds in turns`,
      '| server | a second | µs of CPU a call | times the bare handler |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n'),
  )
}

const LABELS: Record<Kind, string> = {
  bare: 'bare node:http, same bytes',
  service: 'POST /mcp',
  sdk: 'a server of the SDK for each request',
}

if (kind === undefined) await compare()
else {
  process.send!(await servers[kind as Kind]())
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!(user + system)
  })
  process.on('disconnect', () => process.exit())
}
