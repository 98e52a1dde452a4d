/**
 * serve: REST, MCP, documents and pages over HTTP, and the inbox behind the forms. A new catalogue in CATALOG_DIR gets an
 * app of its own for new requests; requests under way finish on the old app.
 */

import { type CatalogEvent, watchCatalog } from '../catalog/store/watch.ts'
import { type Config, settings, withoutEffect } from '../config.ts'
import { clientKey, trustedProxies } from '../inbox/index.ts'
import { createMcpEndpoint } from '../mcp/transport/http.ts'
import { type App, createApp } from '../rest/app.ts'
import { type HeldPort, holdPort, listen } from '../rest/serve.ts'
import { descriptorWatch } from '../system/descriptors.ts'
import { isLoopback, LOOPBACK_HOSTS } from '../system/loopback.ts'
import type { Services } from '../tools/define.ts'
import { mcpTools } from '../tools/index.ts'
import { inboxOf } from './inbox.ts'
import { refuse, servicesOf, start } from './start.ts'

/** How often CATALOG_DIR is polled, in milliseconds; seven calls of stat each time. */
const POLL_MS = 2_000
/** How often the descriptors are looked at, in milliseconds. */
const DESCRIPTORS_MS = 5_000
/** How long after the start, or a swap, the index is built that the first search would wait for, in milliseconds. */
const WARM_UP_AFTER_MS = 1_000

export async function serve(): Promise<void> {
  // Before all else: an unhandled SIGHUP would end the process. One that comes during the start takes effect after it.
  let hungUp = false
  let hangUp = () => {
    hungUp = true
  }
  process.on('SIGHUP', () => hangUp())
  const held = await anyPort(process.env)
  const { config, loaded, services, log, report } = await start(
    held ? { ...process.env, PORT: String(held.port) } : process.env,
  )
  const { hostnames, origins, originHostnames } = allowed(config)
  const trusted = proxies(config)
  const inbox = inboxOf(config, log, { trustedProxies: trusted, challenge: challenge(config, origins) })
  let app = appOf(services)
  warmUpSoon(services)
  const server = await listen(
    { fetch: (request, environment) => app.fetch(request, environment) },
    held ?? { host: config.HOST, port: config.PORT },
    {
      baseUrl: config.BASE_URL,
      onDropped: (count) => log.warn({ event: 'connections_dropped', count }, 'server'),
      clientOf: ({ socket, headers }) => clientKey(socket.remoteAddress, headers['x-forwarded-for'], trusted),
      limits: { clientWaiting: config.CLIENT_QUEUE || Number.POSITIVE_INFINITY },
    },
  ).catch((error) => refuse(cannotListen(error, config)))
  // Only after listening, so that a failed start leaves no file.
  const unusable = inbox.dataDirError()
  if (unusable) refuse(cannotStore(unusable, config))
  for (const detail of withoutEffect(config)) log.warn({ event: 'setting_without_effect', detail }, 'settings')
  inbox.start()
  const { refresh, poll } = watchCatalog({
    location: { directory: config.CATALOG_DIR, dataDir: config.DATA_DIR },
    current: loaded,
    swap: (data) => {
      const next = servicesOf(data, services.site)
      app = appOf(next)
      warmUpSoon(next)
    },
    onEvent: (event) => log[severity[event.event]](event, 'catalogue'),
  })
  hangUp = () => void refresh()
  if (hungUp) hangUp()
  if (config.CATALOG_DIR !== undefined) setInterval(poll, POLL_MS).unref()

  const descriptors = descriptorWatch((code) => {
    if (code) log.error({ event: 'descriptors_exhausted', code }, 'server')
    else log.warn({ event: 'descriptors_back' }, 'server')
  })
  setInterval(descriptors, DESCRIPTORS_MS).unref()

  const stop = async () => {
    await Promise.all([server.stop(), inbox.drain()])
    // Last, because an answer under way may store a message.
    await inbox.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  const { source, count } = services.catalog
  process.stdout.write(`Serving ${count} SDKs (${source}) at http://${shownHost(config.HOST)}:${server.port}\n`)

  function appOf(services: Services): App {
    const mcp = createMcpEndpoint({ services, tools: mcpTools, report, hostnames, origins, originHostnames })
    return createApp({ services, mcp, messages: { inbox, origins }, siteKey: config.TURNSTILE_SITE_KEY, report })
  }
}

const warmUpSoon = ({ catalog }: Services): void => void setTimeout(catalog.warmUp, WARM_UP_AFTER_MS).unref()

const severity: Record<CatalogEvent['event'], 'info' | 'warn' | 'error'> = {
  catalog_swapped: 'info',
  catalog_unchanged: 'info',
  catalog_history_unread: 'warn',
  catalog_refused: 'error',
}

/** For PORT 0: takes the port before anything is built, because the default BASE_URL contains it. */
async function anyPort({ PORT = '', HOST }: NodeJS.ProcessEnv): Promise<HeldPort | undefined> {
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

const cannotStore = (code: string, { DATA_DIR }: Config): string =>
  `DATA_DIR is ${JSON.stringify(DATA_DIR)}, which cannot be created or written (${code}); it must be ${settings.DATA_DIR.allowed}.`

/** Hosts that /mcp answers for, and origins that may send messages: those of BASE_URL and of the settings. */
function allowed({ BASE_URL, ALLOWED_HOSTS, ALLOWED_ORIGINS }: Config) {
  const { hostname, port, protocol, origin } = new URL(BASE_URL)
  const local = isLoopback(hostname)
  const own = local ? LOOPBACK_HOSTS.map((host) => `${protocol}//${host}${port && `:${port}`}`) : [origin]
  return {
    hostnames: [...(local ? LOOPBACK_HOSTS : [hostname]), ...ALLOWED_HOSTS],
    origins: [...own, ...ALLOWED_ORIGINS],
    originHostnames: local ? LOOPBACK_HOSTS : [],
  }
}

function proxies({ TRUSTED_PROXIES }: Config) {
  try {
    return trustedProxies(TRUSTED_PROXIES)
  } catch (error) {
    return refuse(`TRUSTED_PROXIES: ${(error as Error).message}; it must be ${settings.TRUSTED_PROXIES.allowed}.`)
  }
}

/** A token is valid for the forms of every site that may post. */
function challenge({ TURNSTILE_SECRET_KEY: secret, TURNSTILE_VERIFY_URL: url }: Config, origins: string[]) {
  if (secret === undefined) return undefined
  const hostnames = origins.map((origin) => new URL(origin).hostname)
  return { secret, hostnames, ...(url !== undefined && { url }) }
}

/** A host name for the URL in the start message: the wildcard addresses mean this machine. */
const shownHost = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
