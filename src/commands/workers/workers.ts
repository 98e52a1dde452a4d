/**
 * Several processes that serve on one port. This one starts them, starts again what dies, and passes signals on; it
 * answers no request but that for the metrics of all. A worker is the same program with a part of its own (part.ts).
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../../config.ts'
import type { MetricsJson } from '../../observe/metrics.ts'
import { serveMetricsOf } from '../observe.ts'
import { logOf } from '../start.ts'
import { environmentOf, type FromWorker, type ToWorker } from './part.ts'

/** How long after its death a worker is started again, in milliseconds; doubled while it dies before it serves. */
const AGAIN_MS = 100
const LONGEST_AGAIN_MS = 30_000
/** How long the metrics of a worker are waited for; then those of the others are given. */
const METRICS_MS = 2_000

interface Running {
  worker: Worker
  serves: boolean
  /** Requests for its metrics that it has not answered. */
  asked: Map<number, (metrics: MetricsJson) => void>
}

export async function serveWithWorkers(config: Config): Promise<void> {
  const { WORKERS: of } = config
  const log = logOf(config)
  const running = new Map<number, Running>()
  const restarts = new Set<NodeJS.Timeout>()
  let hasServed = false
  let stopping = false
  let failed = false
  let deaths = 0
  let lastAsked = 0
  // Workers take connections from one socket of the system: one that is busy leaves them to the others.
  cluster.schedulingPolicy = cluster.SCHED_NONE

  const signalAll = (signal: NodeJS.Signals) => {
    for (const { worker } of running.values()) worker.process.kill(signal)
  }
  /** One that does not serve yet has nothing to finish. */
  const stopOne = ({ worker, serves }: Running, signal: NodeJS.Signals) => {
    if (serves) send(worker, { kind: 'stop', signal })
    else worker.process.kill('SIGTERM')
  }
  const stop = (signal: NodeJS.Signals) => {
    stopping = true
    for (const timer of restarts) clearTimeout(timer)
    for (const own of running.values()) stopOne(own, signal)
    if (running.size === 0) end()
  }
  process.on('SIGHUP', () => signalAll('SIGHUP'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)

  const metrics = await serveMetricsOf(config, allMetrics)
  // What is wrong with settings, catalogue, port or store, the first one says for all.
  const line = await start(1)
  await Promise.all(Array.from({ length: of - 1 }, (_, at) => start(at + 2)))
  hasServed = true
  process.stdout.write(line)

  /** @returns what it says once it serves */
  function start(number: number, waitedMs = AGAIN_MS): Promise<string> {
    const worker = cluster.fork(environmentOf({ number, of }))
    const own: Running = { worker, serves: false, asked: new Map() }
    running.set(number, own)
    worker.once('exit', (code, signal) => died(number, own, { code, signal }, waitedMs))
    return new Promise((resolve) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'serving') {
          own.serves = true
          if (stopping) stopOne(own, 'SIGTERM')
          resolve(message.line)
        } else if (message.kind === 'metrics') own.asked.get(message.id)?.(message.metrics)
        else void allMetrics().then((text) => send(worker, { kind: 'metrics', id: message.id, text }))
      })
    })
  }

  function died(
    number: number,
    { serves }: Running,
    how: { code: number | null; signal: string | null },
    waitedMs: number,
  ) {
    running.delete(number)
    const isFailure = how.code !== 0
    if (stopping || !hasServed) {
      failed ||= isFailure || !hasServed
      if (!stopping) stop('SIGTERM')
      else if (running.size === 0) end()
      return
    }
    deaths++
    const waitMs = serves ? AGAIN_MS : Math.min(LONGEST_AGAIN_MS, 2 * waitedMs)
    log.error({ event: 'worker_died', worker: number, ...how, again_in_ms: waitMs }, 'workers')
    const timer = setTimeout(async () => {
      restarts.delete(timer)
      await start(number, waitMs)
      log.info({ event: 'worker_started', worker: number }, 'workers')
    }, waitMs)
    restarts.add(timer)
  }

  function end(): void {
    metrics?.close()
    process.exit(failed ? 1 : 0)
  }

  function serving(): Running[] {
    return [...running.values()].filter(({ serves, worker }) => serves && worker.isConnected())
  }

  async function allMetrics(): Promise<string> {
    const { joined } = await import('../../observe/metrics.ts')
    const parts = await Promise.all(serving().map(metricsOf))
    return joined(
      parts.filter((part) => part !== undefined),
      { workers: serving().length, deaths },
    )
  }

  async function metricsOf({ worker, asked }: Running): Promise<MetricsJson | undefined> {
    const id = ++lastAsked
    const over = new AbortController()
    const given = new Promise<MetricsJson>((resolve) => {
      asked.set(id, resolve)
      send(worker, { kind: 'ask', id })
    })
    const gone = once(worker, 'exit', { signal: AbortSignal.any([over.signal, AbortSignal.timeout(METRICS_MS)]) })
    const part = await Promise.race([given, gone.then(nothing, nothing)])
    over.abort()
    asked.delete(id)
    return part
  }
}

const nothing = (): undefined => undefined

/** One that has just died is no failure of ours. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {})
}
