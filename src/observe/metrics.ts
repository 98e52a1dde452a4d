/** The metrics in the Prometheus text format: requests, tool calls, searches, messages, catalogue and process. */
import { hash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { isIP } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DeliveryState, InboxStats } from '../inbox/index.ts'
import { MATCHES } from '../search/ranked-answer.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'
import type { ToolCallEvent } from '../tools/define/tool-events.ts'
import { definitions } from '../tools/index.ts'
import { searchOf } from './failed-searches.ts'
import { isReadMethod, ONLY_READ } from './probes.ts'
import type { Answered } from './requests.ts'

/** Most answers take under 5 ms. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const STATES = ['pending', 'sent', 'dead', 'held'] satisfies DeliveryState[]
const OUTCOMES = ['ok', 'refused', 'failed']
const CATALOGUE_EVENTS = ['catalog_swapped', 'catalog_refused', 'catalog_source_away']

interface MetricsState {
  catalogue(): { id: string; count: number; generatedAt: string }
  inbox: { channels: readonly string[]; stats(): Promise<InboxStats> }
  /** Code of the store's failure; undefined when it can be written and read. */
  storeError(): Promise<string | undefined>
  ready(): Promise<boolean>
  follows: boolean
  version: string
  brand: string
  /** Rows of the table whose failures are counted from the start. */
  routes: readonly { method: string; path: string }[]
  commit?: string | undefined
}

const HEADERS = { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' }

type Collect = (this: Gauge) => void | Promise<void>

const histogram = (registry: Registry, name: string, help: string, labelNames: string[]) =>
  new Histogram({ name: `sdk_catalog_${name}`, help, labelNames, buckets: BUCKETS, registers: [registry] })

/** Without a first 0, Prometheus would not see the first increase. */
function counter(registry: Registry, name: string, help: string, label: string, values: readonly string[]) {
  const made = new Counter({ name: `sdk_catalog_${name}`, help, labelNames: [label], registers: [registry] })
  for (const value of values) made.inc({ [label]: value }, 0)
  return made
}

const gauge = (registry: Registry, name: string, help: string, labelNames: string[] = [], collect?: Collect) =>
  new Gauge({ name: `sdk_catalog_${name}`, help, labelNames, registers: [registry], ...(collect && { collect }) })

/** Read for each answer. */
const gaugeOf = (registry: Registry, name: string, help: string, value: () => number | Promise<number>) =>
  gauge(registry, name, help, [], async function () {
    this.set(await value())
  })

export function createMetrics(state: MetricsState) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requestHelp = 'Time until the answer began, by route, method and status.'
  const requests = histogram(registry, 'http_request_duration_seconds', requestHelp, ['route', 'method', 'status'])
  for (const { path, method } of state.routes) {
    const route = path.replace('{brand}', state.brand)
    for (const status of method === 'POST' ? ['500', '503'] : ['500']) requests.zero({ route, method, status })
  }
  const toolHelp = 'Time of a tool call, by tool and outcome: ok, refused (a mistake of the caller) or failed.'
  const tools = histogram(registry, 'tool_duration_seconds', toolHelp, ['tool', 'outcome'])
  for (const { name: tool } of definitions) for (const outcome of OUTCOMES) tools.zero({ tool, outcome })
  const searchHelp = 'Searches by how strictly the first hit matches; none: nothing was found.'
  const searches = counter(registry, 'searches_total', searchHelp, 'match', MATCHES)
  const eventHelp = 'Swaps and refusals of catalogues since the start.'
  const events = counter(registry, 'catalogue_events_total', eventHelp, 'event', CATALOGUE_EVENTS)
  const sourceChecked = measureCatalogue(registry, state)
  gaugeOf(registry, 'ready', '1 when /readyz?exclude=store answers 200.', async () => Number(await state.ready()))
  gaugeOf(registry, 'clock_timestamp_seconds', 'The clock of this machine.', () => Date.now() / 1000)
  measureInbox(registry, state)

  return {
    answered: ({ route, method, status, seconds }: Answered) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    called(call: ToolCallEvent) {
      tools.observe({ tool: call.tool, outcome: outcomeOf(call) }, call.seconds)
      const search = searchOf(call)
      if (search) searches.inc({ match: search.match })
    },
    catalogueEvent: (event: string) => events.inc({ event }),
    sourceChecked,
    text: () => registry.metrics(),
  }
}

/** @returns notes that CATALOG_URL gave a valid catalogue */
function measureCatalogue(registry: Registry, { catalogue, follows, version, commit }: MetricsState): () => void {
  const infoHelp =
    'Always 1; the labels are the version, the commit it was built from, and the id of the served catalogue.'
  gauge(registry, 'info', infoHelp, ['version', 'commit', 'catalogue'], function () {
    this.reset()
    this.set({ version, ...(commit && { commit }), catalogue: catalogue().id }, 1)
  })
  gaugeOf(registry, 'catalogue_sdks', 'SDKs in the served catalogue.', () => catalogue().count)
  const built = () => Math.floor(Date.parse(catalogue().generatedAt) / 1000)
  gaugeOf(registry, 'catalogue_built_timestamp_seconds', 'When the served catalogue was built.', built)
  const checkedHelp = 'When CATALOG_URL last gave a valid catalogue, or the start; 0 without CATALOG_URL.'
  const checked = gauge(registry, 'catalogue_source_checked_timestamp_seconds', checkedHelp)
  const sourceChecked = () => checked.set(Math.floor(Date.now() / 1000))
  if (follows) sourceChecked()
  return sourceChecked
}

function measureInbox(registry: Registry, { inbox, storeError }: MetricsState): void {
  let reading: Promise<void> | undefined
  /** Once for all gauges of one answer. */
  const read = (): Promise<void> => {
    reading ??= count().finally(() => {
      reading = undefined
    })
    return reading
  }
  const deliveriesHelp = 'Deliveries of messages, by channel and state.'
  const deliveries = gauge(registry, 'inbox_deliveries', deliveriesHelp, ['channel', 'state'], read)
  const oldestHelp = 'Since the oldest pending delivery was accepted; 0 when none is.'
  const oldest = gauge(registry, 'inbox_oldest_pending_seconds', oldestHelp, [], read)
  const unansweredHelp = 'Since the oldest message that "inbox done" does not know was accepted; 0 when there is none.'
  const unanswered = gauge(registry, 'inbox_oldest_unanswered_seconds', unansweredHelp, [], read)
  const store = gauge(registry, 'inbox_store_up', '1 when messages can be stored: the last write succeeded.', [], read)

  async function count(): Promise<void> {
    try {
      const stats = await inbox.stats()
      deliveries.reset()
      for (const channel of inbox.channels) for (const state of STATES) deliveries.set({ channel, state }, 0)
      for (const { channel, state, count } of stats.deliveries) deliveries.set({ channel, state }, count)
      oldest.set(stats.oldestPendingSeconds)
      unanswered.set(stats.oldestUnansweredSeconds)
      store.set(Number((await storeError()) === undefined))
    } catch {
      // The inbox logs why. Numbers of before the failure would look like now.
      deliveries.reset()
      store.set(0)
    }
  }
}

const outcomeOf = ({ error }: ToolCallEvent): string =>
  error === undefined ? 'ok' : error instanceof CatalogError && error.code !== 'server_error' ? 'refused' : 'failed'

/** The answer to /metrics beside the pages, for requests with the token. */
export async function metricsAnswer(text: () => Promise<string>, token: string, request: Request): Promise<Response> {
  if (!isReadMethod(request.method)) return new Response(null, { status: 405, headers: ONLY_READ })
  const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(bearer), digest(token))) {
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' } })
  }
  return new Response(await text(), { headers: HEADERS })
}

/** timingSafeEqual compares only values of equal length. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/**
 * Whether the request cannot come from a page of another site (DNS rebinding): the page can point its own domain to our
 * address, but its Host is then that domain, which is no IP address and has a dot.
 */
function isOwnHost(header = '', hostnames: readonly string[]): boolean {
  const host = URL.parse(`http://${header}`)?.hostname ?? ''
  return isIP(host) > 0 || host.startsWith('[') || (host !== '' && !host.includes('.')) || hostnames.includes(host)
}

interface MetricsPort {
  host: string
  port: number
  /** Names with a dot under which it answers. */
  hostnames: readonly string[]
}

/**
 * Serves /metrics on a port of its own.
 * @throws the error of net.Server.listen
 */
export async function serveMetrics(text: () => Promise<string>, { hostnames, ...at }: MetricsPort) {
  const server = createServer(async (request, response) => {
    if (!isOwnHost(request.headers.host, hostnames)) return void response.writeHead(403).end()
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (!isReadMethod(request.method)) return void response.writeHead(405, ONLY_READ).end()
    const metrics = await text()
    response.writeHead(200, HEADERS).end(metrics)
  })
  await once(server.listen(at), 'listening')
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
