/** What an operator watches the service with: probes, metrics, access log and counts of searches, as the settings say. */
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Fetch } from '../http/server/request-listener.ts'
import type { Inbox } from '../inbox/index.ts'
import { countSearches } from '../observe/failed-searches.ts'
import { createProbes } from '../observe/probes.ts'
import { type Answered, type Watch, watchRequests } from '../observe/requests.ts'
import { routeNames } from '../observe/route-names.ts'
import { routeTable } from '../rest/route-table.ts'
import type { Services } from '../tools/define/define.ts'
import { onToolCall } from '../tools/define/tool-events.ts'
import { commit, peers } from '../version.ts'
import { fail } from './output.ts'

const SAVE_MS = 60_000

export interface Observed {
  config: Config
  log: Logger
  inbox: Inbox
  services(): Services
}

/** @throws StartupError if METRICS_PORT cannot be listened on */
export async function observe({ config, log, inbox, services }: Observed) {
  const { HOST: host, METRICS_PORT: port, METRICS_TOKEN: token, DATA_DIR } = config
  const probes = createProbes({ catalogueId: () => services().catalog.id, storeError: inbox.storeError })
  const isMeasured = port !== undefined || token !== undefined
  // prom-client is loaded only where somebody reads the metrics.
  const measured = isMeasured ? await import('../observe/metrics.ts') : undefined
  const { version, brand } = services().site
  const metrics = measured?.createMetrics({
    ...{ catalogue: () => services().catalog, inbox, follows: config.CATALOG_URL !== undefined },
    ...{ ready: probes.ready, storeError: probes.storeError },
    ...{ version, brand, routes: routeTable.filter(({ document }) => !document), commit: commit() },
  })
  const traces = await tracesOf(config, version, log)
  const searches = config.SEARCH_COUNTS === 'on' ? countSearches(DATA_DIR) : undefined
  const refused = ({ code }: NodeJS.ErrnoException) =>
    fail(`METRICS_PORT ${port} on ${host} cannot be listened on (${code}); set METRICS_PORT to another one.`)
  const hostnames = [new URL(config.BASE_URL).hostname, ...config.ALLOWED_HOSTS]
  const server =
    port === undefined
      ? undefined
      : await measured!.serveMetrics(metrics!.text, { host, port, hostnames }).catch(refused)
  const own: Record<string, ((request: Request) => Promise<Response>) | undefined> = {
    ...probes.routes,
    ...(token !== undefined && {
      '/metrics': (request) => measured!.metricsAnswer(metrics!.text, token, request),
    }),
  }
  const logged = config.ACCESS_LOG === 'on'
  const paths = [...routeTable.map(({ path }) => path), ...Object.keys(own), '/metrics']
  const routeOf = routeNames(brand, paths)
  const answered = ({ seconds, ...line }: Answered) => {
    metrics?.answered({ seconds, ...line })
    if (logged) log.info({ event: 'request', ...line, ms: Math.round(seconds * 1e5) / 100 }, 'access')
  }
  const counted = metrics || logged ? watchRequests({ routeOf, answered, withId: logged }) : undefined
  const traced = traces?.watch((path) => (path in own ? undefined : routeOf(path)))
  const both: Watch | undefined =
    counted &&
    traced &&
    ((incoming, outgoing, answer) => counted(incoming, outgoing, () => traced(incoming, outgoing, answer)))
  const unwatch = [metrics, searches].flatMap((watcher) => (watcher ? [onToolCall(watcher.called)] : []))
  let unsaved = false
  const save = () => {
    try {
      searches?.save()
    } catch (error) {
      // Warn once; counts stay in memory until the next save.
      if (unsaved) return
      unsaved = true
      log.warn({ event: 'searches_unsaved', code: (error as NodeJS.ErrnoException).code }, 'searches')
    }
  }
  const saving = setInterval(save, SAVE_MS).unref()

  return {
    /** Answers probes and metrics before the application. */
    around:
      (fetch: Fetch): Fetch =>
      (request, bindings) =>
        own[new URL(request.url).pathname]?.(request) ?? fetch(request, bindings),
    watch: both ?? counted ?? traced,
    catalogueEvent: (event: string) => metrics?.catalogueEvent(event),
    sourceChecked: () => metrics?.sourceChecked(),
    stopping: probes.stop,
    async stop() {
      clearInterval(saving)
      for (const stop of unwatch) stop()
      save()
      server?.close()
      await traces?.stop()
    },
  }
}

/** OpenTelemetry is loaded only where somebody takes the traces. */
async function tracesOf(config: Config, version: string, log: Logger) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service, OTEL_TRACES_SAMPLER_ARG: share } = config
  if (endpoint === undefined) return undefined
  const { startTraces } = await import('../observe/traces.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    const packages = Object.entries(peers).map((nameAndVersion) => nameAndVersion.join('@'))
    return fail(`OTEL_EXPORTER_OTLP_ENDPOINT needs OpenTelemetry: npm install --global ${packages.join(' ')}`)
  })
  const onFailure = (code: string) => log.warn({ event: 'traces_unsent', code }, 'traces')
  return startTraces({ endpoint, service, version, share, onFailure })
}
