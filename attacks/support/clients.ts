/** Clients of the service: one that behaves and measures, and ones that send messages. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { constants, setPriority as setPriorityOf } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile } from './attack.ts'

export interface Answer {
  status: number
  type: string
  body: string
  ms: number
}

export interface Sent {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  agent?: Agent
  /** Its own address of this machine. */
  from?: string
  timeoutMs?: number
}

/** @throws Error where there is no answer in time */
export function ask(port: number, { path, method = 'GET', headers, body, agent, from, timeoutMs = 120_000 }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const began = performance.now()
  const sent = request(
    {
      ...{ host: '127.0.0.1', port, path, method, timeout: timeoutMs },
      ...(headers && { headers }),
      ...(agent && { agent }),
      ...(from && { localAddress: from }),
    },
    async (answer) => {
      const chunks = (await answer.toArray().catch(reject)) as Buffer[] | undefined
      if (!chunks) return
      const { statusCode: status = 0, headers } = answer
      const type = headers['content-type'] ?? ''
      resolve({ status, type, body: Buffer.concat(chunks).toString(), ms: performance.now() - began })
    },
  )
  sent.on('error', reject)
  sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
  sent.end(body)
  return promise
}

const JSON_TYPE = { 'content-type': 'application/json' }

export const rpc = (method: string, params: object) => ({
  ...{ path: '/mcp', method: 'POST', headers: { host: 'localhost', ...JSON_TYPE } },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})
export const toolCall = (name: string, input: object) => rpc('tools/call', { name, arguments: input })

/** A message that can be recognised where it arrives. */
export function message(reference = randomUUID()) {
  const fields = { name: 'Ada Wrenfield', email: 'ada@client.example', message: `reference ${reference}` }
  return { reference, path: '/api/contact', method: 'POST', headers: JSON_TYPE, body: JSON.stringify(fields) }
}

const GOOD: readonly Sent[] = [
  { path: '/api/health' },
  { path: '/api/sdk/search?q=weather&limit=5' },
  { path: '/api/sdk/find?query=currency+rates' },
  toolCall('search_sdk_catalog', { q: 'poetry' }),
]

export interface Pace {
  port: number
  pauseMs?: number
}

/** Sends requests at its own pace, from an address that nobody else uses, while `running` says so. */
export async function behave({ port, pauseMs = 20 }: Pace, running: () => boolean) {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const failures: string[] = []
  for (let at = 0; running(); at++) {
    const question = GOOD[at % GOOD.length]!
    await ask(port, { ...question, agent, from: '127.0.0.99' }).then(
      ({ status, ms }) => {
        times.push(ms)
        if (status !== 200) failures.push(`${question.path}: ${status}`)
      },
      (error) => failures.push(`${question.path}: ${error.message}`),
    )
    await sleep(pauseMs)
  }
  agent.destroy()
  return { asked: times.length, failures, p99: quantile(times, 0.99), longest: Math.max(0, ...times) }
}

export type Behaved = Awaited<ReturnType<typeof behave>>

/** Of this thread, and those that it starts; raising it takes rights that not every account has. */
function setPriority(priority: number): void {
  try {
    setPriorityOf(0, priority)
  } catch {}
}

/** A client that behaves, in a thread of its own: what it measures is not what the attacker's work costs. */
export function goodClient(port: number, pauseMs?: number) {
  // It is the service that is tried, not who gets the processor: an attacker would have a machine of its own.
  setPriority(0)
  const thread = new Worker(new URL('good-client.ts', import.meta.url), { workerData: { port, pauseMs } })
  setPriority(constants.priority.PRIORITY_LOW)
  return {
    async stop(): Promise<Behaved> {
      setPriority(0)
      thread.postMessage('stop')
      const [behaved] = await once(thread, 'message')
      return behaved
    },
  }
}

/** Sends messages; `acknowledged` has the references of those that were answered with 200. */
export function sender(port: number) {
  const acknowledged: string[] = []
  /** Returns the status, 0 without an answer. */
  async function send(): Promise<number> {
    const { reference, ...sent } = message()
    const { status } = await ask(port, sent).catch(() => ({ status: 0 }))
    if (status === 200) acknowledged.push(reference)
    return status
  }
  return { acknowledged, send }
}

/** Sends messages on some connections until `stop`. */
export function posting(port: number, connections: number) {
  const { acknowledged, send } = sender(port)
  let running = true
  const loop = async () => {
    for (; running; await sleep(5)) await send()
  }
  const ended = Promise.all(Array.from({ length: connections }, loop))
  return {
    acknowledged,
    async stop() {
      running = false
      await ended
    },
  }
}

/** Open connections, as far as the service takes them. */
export async function hold(port: number, count: number, bytes = '', from = '127.0.0.2'): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => {}),
  )
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
  if (bytes) for (const socket of sockets) socket.write(bytes)
  return sockets
}
