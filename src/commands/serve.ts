/**
 * serve: REST, MCP, documents and pages over HTTP, and the inbox behind the forms. A new catalogue in CATALOG_DIR gets an
 * app of its own for new requests; requests under way finish on the old app.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { type Config, settings, withoutEffect } from '../config.ts'
import { routeFinder } from '../documents/route.ts'
import { createAnswerStore, MB } from '../http/server/answer-store.ts'
import { type HeldPort, holdPort, listen } from '../http/server/listen.ts'
import { makeQuestions } from '../pages/examples.ts'
import { routeTable } from '../rest/route-table.ts'
import { type CatalogEvent, watchCatalog } from '../store/loading/watch.ts'
import type { CatalogLocation } from '../store/pack.ts'
import { remember } from '../store/remembered.ts'
import { descriptorWatch } from '../system/descriptors.ts'
import type { Services } from '../tools/define/define.ts'
import { createService } from './create-service.ts'
import { start } from './load-services.ts'
import { observe } from './observe.ts'
import { fail } from './output.ts'
import { createServices } from './services.ts'

/** RFC 6797. A year; subdomains belong to others. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' }

/** How often CATALOG_DIR is polled, in milliseconds; some calls of stat each time. */
const POLL_MS = 2_000
/** How often CATALOG_URL is asked for a newer catalogue, in milliseconds. */
const FETCH_MS = 60_000
/** How often the descriptors are looked at, in milliseconds. */
const DESCRIPTORS_MS = 5_000
/** How long after the start what the first search would wait for is made ready, in milliseconds; for a swap it is before. */
const WARM_UP_AFTER_MS = 1_000

/** How long after a swap no answer needs the catalogue before, in milliseconds. */
const FREE_AFTER_MS = 1_000
/** V8 looks for what nobody holds when so much is asked for, and nobody writes into it, so it takes no memory. */
const FREEING_BYTES = 128 * MB

/**
 * V8 keeps the pages that its heap ever needed. By itself it lets the heap grow to several times what is in use from one
 * full collection to the next, and the young generation as long as a full collection is under way.
 */
const SMALL_HEAP = ['--heap-growing-percent=20', '--no-separate-gc-phases']

export async function serveCommand(): Promise<void> {
  // Before all else: an unhandled SIGHUP would end the process. One that comes during the start takes effect after it.
  const hungUp = once(process, 'SIGHUP')
  const held = await freePort(process.env)
  const { config, location, loaded, site, services, log, report } = await start(
    held ? { ...process.env, PORT: String(held.port) } : process.env,
  )
  const { inbox, appOf, clientOf } = createService(config, log, report)
  let served = services
  setTimeout(() => warmUp(served, log), WARM_UP_AFTER_MS).unref()
  const observed = await observe({ config, log, inbox, services: () => served })
  const applicationOf = (services: Services) => ({
    fetch: observed.around(appOf(services).fetch),
    answers: createAnswerStore(config.STORE_MB * MB),
    watch: observed.watch,
  })
  const application = applicationOf(services)
  const routeAt = routeFinder(routeTable, config.BRAND)
  const server = await listen(application, held ?? { host: config.HOST, port: config.PORT }, {
    baseUrl: config.BASE_URL,
    ...(clientOf && { clientOf }),
    failureAt: (path) => routeAt(path)?.failure,
    onDropped: (count) => log.warn({ event: 'connections_dropped', count }, 'server'),
    limits: { clientWaiting: config.CLIENT_QUEUE || Number.POSITIVE_INFINITY },
    ...(config.HSTS === 'on' && config.BASE_URL.startsWith('https:') && { always: HSTS }),
  }).catch((error) => fail(cannotListen(error, config)))
  // Reading a large catalogue may let the heap grow as fast as it needs.
  for (const flag of SMALL_HEAP) setFlagsFromString(flag)
  // Only after listening, so that a failed start leaves no file.
  const code = inbox.dataDirError()
  const problem = `which cannot be created or written (${code}); it must be ${settings.DATA_DIR.allowed}.`
  if (code) fail(`DATA_DIR is ${JSON.stringify(config.DATA_DIR)}, ${problem}`)
  for (const detail of withoutEffect(config)) log.warn({ event: 'setting_without_effect', detail }, 'settings')
  remember(location.remembered, loaded.stamp, loaded.data.ends)
  inbox.start()
  const { refresh, poll } = watchCatalog({
    location,
    current: loaded,
    swap: async (data) => {
      const next = createServices(data, site, !config.CHECK_OUTPUT)
      await warmUp(next, log)
      Object.assign(application, applicationOf(next))
      served = next
      setTimeout(() => void new ArrayBuffer(FREEING_BYTES), FREE_AFTER_MS).unref()
    },
    onEvent: (event) => {
      observed.catalogueEvent(event.event)
      log[severity[event.event]](event, 'catalogue')
    },
  })
  const onFailure = (event: string, about: object) => {
    observed.catalogueEvent(event)
    log.warn({ event, ...about }, 'catalogue')
  }
  const fetchNew = await follower(config, location, { onFailure, onSuccess: observed.sourceChecked })
  const hangUp = () => void fetchNew().then(refresh)
  void hungUp.then(() => process.on('SIGHUP', hangUp)).then(hangUp)
  if (location.directory !== undefined) setInterval(poll, POLL_MS).unref()

  const descriptors = descriptorWatch((code) => {
    if (code) log.error({ event: 'descriptors_exhausted', code }, 'server')
    else log.warn({ event: 'descriptors_back' }, 'server')
  })
  setInterval(descriptors, DESCRIPTORS_MS).unref()

  const stop = async (signal: NodeJS.Signals) => {
    observed.stopping()
    if (signal === 'SIGTERM' && config.DRAIN_SECONDS > 0) {
      server.drain()
      await Promise.race([sleep(config.DRAIN_SECONDS * 1000), stopSignal()])
    }
    await Promise.all([server.stop(), inbox.drain()])
    // Last, because an answer under way may store a message.
    await inbox.stop()
    await observed.stop()
    process.exit(0)
  }
  void stopSignal().then(stop)
  const { source, count } = services.catalog
  const { protocol, port, origin } = new URL(config.BASE_URL)
  const isOwn = process.env.BASE_URL && protocol === 'http:' && port === String(server.port)
  const address = isOwn ? origin : `http://${shownHost(config.HOST)}:${server.port}`
  process.stdout.write(`Serving ${count} SDKs (${source}) at ${address}\n`)
}

/** Asks CATALOG_URL for a newer catalogue, now and every minute; the poll of its directory finds what it brings. */
async function follower(
  { CATALOG_URL: url }: Config,
  { directory, publicKey }: CatalogLocation,
  { onFailure, onSuccess }: { onFailure: (event: string, about: object) => void; onSuccess: () => void },
): Promise<() => Promise<void>> {
  if (url === undefined || directory === undefined) return async () => {}
  const { follow } = await import('../follow/follow.ts')
  const { isPostgres, listenForBuilds } = await import('../follow/postgres-source.ts')
  let isListening = !isPostgres(url)
  const fetchNew = async () => {
    if (!isListening) {
      isListening = true
      const lost = () => {
        isListening = false
      }
      await listenForBuilds(url, () => void fetchNew(), lost).catch(lost)
    }
    const fetched = await follow({ url, publicKey, directory })
    if (fetched.state === 'new' || fetched.state === 'unchanged') onSuccess()
    if (fetched.state === 'away') onFailure('catalog_source_away', { code: fetched.code })
    if (fetched.state === 'refused') onFailure('catalog_refused', { reason: fetched.reason })
  }
  void fetchNew()
  setInterval(fetchNew, FETCH_MS).unref()
  return fetchNew
}

/** What can't be read now is read again by the request that needs it. */
const warmUp = ({ catalog }: Services, log: Logger): Promise<void> =>
  catalog
    .warmUp()
    .then(() => makeQuestions(catalog))
    .catch(({ code }: NodeJS.ErrnoException) => log.warn({ event: 'warm_up_failed', code }, 'catalogue'))

/** The next signal that stops the service; a later one ends a drain. */
function stopSignal(): Promise<NodeJS.Signals> {
  const waiting = new AbortController()
  const signals = (['SIGTERM', 'SIGINT'] as const).map((signal) => once(process, signal, waiting).then(() => signal))
  return Promise.race(signals).finally(() => waiting.abort())
}

const severity: Record<CatalogEvent['event'], 'info' | 'warn' | 'error'> = {
  catalog_swapped: 'info',
  catalog_unchanged: 'info',
  catalog_refused: 'error',
}

/** For PORT 0: takes the port before anything is built, because the default BASE_URL contains it. */
async function freePort({ PORT = '', HOST }: NodeJS.ProcessEnv): Promise<HeldPort | undefined> {
  if (!/^0+$/.test(PORT)) return undefined
  // listen() reports what is wrong with HOST.
  return holdPort(HOST || '127.0.0.1').catch(() => undefined)
}

function cannotListen({ code }: NodeJS.ErrnoException, { HOST, PORT }: Config): string {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST is ${JSON.stringify(HOST)}; it must be ${settings.HOST.allowed}.`
  }
  const what = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`
  return `PORT ${PORT} on ${HOST} ${what}; set PORT to another one.`
}

/** A host name for the URL in the start message: the wildcard addresses mean this machine. */
const shownHost = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
