/**
 * serve: REST, MCP, documents and pages over HTTP, and the inbox behind the forms. A new catalogue in CATALOG_DIR gets an
 * app of its own, which takes the next requests; those under way end on the app they began with.
 */

import { renderAhead } from '../catalog/readme-html.ts'
import { type CatalogEvent, watchCatalog } from '../catalog/store/watch.ts'
import { type Config, settings, withoutEffect } from '../config.ts'
import { trustedProxies } from '../inbox/index.ts'
import { createMcpEndpoint } from '../mcp/transport/http.ts'
import { type App, createApp } from '../rest/app.ts'
import { type HeldPort, holdPort, listen } from '../rest/serve.ts'
import { isLoopback, LOOPBACK_HOSTS } from '../system/loopback.ts'
import type { Services } from '../tools/define.ts'
import { mcpTools } from '../tools/index.ts'
import { inboxOf } from './inbox.ts'
import { refuse, servicesOf, start } from './start.ts'

/** How often CATALOG_DIR is polled, in milliseconds; seven calls of stat each time. */
const POLL_MS = 2_000
/** How long after the start, or a swap, the work ahead of readers begins, in milliseconds. */
const AHEAD_AFTER_MS = 1_000

export async function serve(): Promise<void> {
  // First of all, as a signal that nobody handles ends the process; what is put into place meanwhile is looked at then.
  let hungUp = false
  let hangUp = () => {
    hungUp = true
  }
  process.on('SIGHUP', () => hangUp())
  const held = await anyPort(process.env)
  const { config, loaded, services, log, report } = await start(
    held ? { ...process.env, PORT: String(held.port) } : process.env,
  )
  const inbox = inboxOf(config, log)
  const { hostnames, origins, originHostnames } = allowed(config)
  const guard = { origins, trusted: proxies(config), limit: inbox.limit, challenge: challenge(config, origins) }
  let app = appOf(services)
  let ahead = readAhead(services)
  const server = await listen(
    { fetch: (request, environment) => app.fetch(request, environment) },
    held ?? { host: config.HOST, port: config.PORT },
    { onDropped: (count) => log.warn({ event: 'connections_dropped', count }, 'server') },
  ).catch((error) => refuse(cannotListen(error, config)))
  // Not before it listens: a start that is refused should leave no file.
  const misplaced = inbox.misplaced()
  if (misplaced) refuse(cannotStore(misplaced, config))
  for (const detail of withoutEffect(config)) log.warn({ event: 'setting_without_effect', detail }, 'settings')
  inbox.start()
  const { refresh, poll } = watchCatalog({
    location: { directory: config.CATALOG_DIR, dataDir: config.DATA_DIR },
    current: loaded,
    swap: (data) => {
      const next = servicesOf(data, services.site)
      app = appOf(next)
      ahead.abort()
      ahead = readAhead(next)
    },
    onEvent: (event) => log[severity[event.event]](event, 'catalogue'),
  })
  hangUp = () => void refresh()
  if (hungUp) hangUp()
  if (config.CATALOG_DIR !== undefined) setInterval(poll, POLL_MS).unref()

  const stop = async () => {
    await Promise.all([server.stop(), inbox.drain()])
    // Only now: an answer under way may have had a message to store.
    await inbox.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  const { source, count } = services.catalog
  process.stdout.write(`Serving ${count} SDKs (${source}) at http://${shownHost(config.HOST)}:${server.port}\n`)

  /** Does in the background, until aborted, what the first readers would wait for: the ranked index, then the READMEs. */
  function readAhead({ catalog }: Services): AbortController {
    const stop = new AbortController()
    const begin = () => {
      if (stop.signal.aborted) return
      catalog.find('', {}, 1)
      renderAhead(catalog, stop.signal).catch((error) => report(error, 'render ahead'))
    }
    setTimeout(begin, AHEAD_AFTER_MS).unref()
    return stop
  }

  function appOf(readOnly: Services): App {
    const services = { ...readOnly, inbox }
    const mcp = createMcpEndpoint({ services, tools: mcpTools, report, hostnames, origins, originHostnames })
    return createApp({ services, mcp, guard, siteKey: config.TURNSTILE_SITE_KEY, report })
  }
}

const severity: Record<CatalogEvent['event'], 'info' | 'warn' | 'error'> = {
  catalog_swapped: 'info',
  catalog_unchanged: 'info',
  catalog_history_unread: 'warn',
  catalog_refused: 'error',
}

/** For PORT 0, a port before anything is built: links of the default BASE_URL hold its number. */
async function anyPort({ PORT = '', HOST }: NodeJS.ProcessEnv): Promise<HeldPort | undefined> {
  if (!/^0+$/.test(PORT)) return undefined
  // What is wrong with HOST is said by what listens there.
  return holdPort(HOST || '127.0.0.1').catch(() => undefined)
}

function cannotListen({ code }: NodeJS.ErrnoException, { HOST, PORT }: Config): string {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST is ${JSON.stringify(HOST)}; allowed is an address or host name of this machine.`
  }
  const what = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`
  return `PORT ${PORT} on ${HOST} ${what}; set PORT to another one.`
}

const cannotStore = (code: string, { DATA_DIR }: Config): string =>
  `DATA_DIR is ${JSON.stringify(DATA_DIR)}, which cannot be made or written (${code}); allowed is ${settings.DATA_DIR.allowed}.`

/** Hosts under which /mcp answers and origins whose pages may write: BASE_URL's, those configured, local ones if local. */
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
    return refuse(`TRUSTED_PROXIES: ${(error as Error).message}; allowed is ${settings.TRUSTED_PROXIES.allowed}.`)
  }
}

/** A token may have been made for a form on any site that may post. */
function challenge({ TURNSTILE_SECRET_KEY: secret, TURNSTILE_VERIFY_URL: url }: Config, origins: string[]) {
  if (secret === undefined) return undefined
  const hostnames = origins.map((origin) => new URL(origin).hostname)
  return { secret, hostnames, ...(url !== undefined && { url }) }
}

/** An address to open: the wildcards are this machine too. */
const shownHost = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
