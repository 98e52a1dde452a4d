/** What a client of the running program sees: times of single requests, and of others beside them. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { MB } from './catalogue.ts'

const HOST = '127.0.0.1'
/** Another client for the service, as it has another address. */
const OTHER = '127.0.0.2'
const PROBED_EVERY_MS = 2

const agents = new Map([HOST, OTHER].map((from) => [from, new Agent({ keepAlive: true, maxSockets: 1 })]))

export interface Timed {
  status: number
  /** Until the head of the answer is there, in milliseconds. */
  firstByteMs: number
  /** Until all of it is there. */
  ms: number
  bytes: number
}

interface Options {
  headers?: Record<string, string>
  /** Address of the client. */
  from?: string
  /** Gets the body piece by piece; without it the body is read and dropped. */
  take?(part: Buffer): void
}

export async function timed(
  port: number,
  path: string,
  options: Options = {},
  began = performance.now(),
): Promise<Timed> {
  const { headers = {}, from = HOST, take } = options
  const sent = request({ host: HOST, port, path, headers, agent: agents.get(from), localAddress: from }).end()
  try {
    const [answer] = await once(sent, 'response')
    const firstByteMs = performance.now() - began
    let bytes = 0
    answer.on('data', (part: Buffer) => {
      bytes += part.length
      take?.(part)
    })
    await once(answer, 'end')
    return { status: answer.statusCode, firstByteMs, ms: performance.now() - began, bytes }
  } catch (error) {
    // After a long stall the server closes connections that were idle, also one with a new request.
    if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
      return timed(port, path, options, began)
    throw error
  }
}

export async function textOf(port: number, path: string): Promise<string> {
  const parts: Buffer[] = []
  const { status } = await timed(port, path, { take: (part) => void parts.push(part) })
  const text = Buffer.concat(parts).toString()
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`)
  return text
}

/** Does the work; `stallMs` is the longest answer to another client in the meantime, in milliseconds. */
export async function beside<T>(port: number, work: () => Promise<T>): Promise<{ result: T; stallMs: number }> {
  let running = true
  let stallMs = 0
  const probe = async () => {
    while (running) {
      const { ms } = await timed(port, '/api/health', { from: OTHER })
      stallMs = Math.max(stallMs, ms)
      await sleep(PROBED_EVERY_MS)
    }
  }
  await timed(port, '/api/health', { from: OTHER })
  const worked = work().finally(() => {
    running = false
  })
  const [result] = await Promise.all([worked, probe()])
  return { result, stallMs }
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return (Number(kilobytes) * 1024) / MB
}
