/** serve: REST, MCP, documents and pages over HTTP, and the inbox behind the forms. */
import { type Config, settings } from '../config.ts'
import { trustedProxies } from '../inbox/index.ts'
import { createMcpEndpoint } from '../mcp/http.ts'
import { createApp } from '../rest/app.ts'
import { freePort, listen } from '../rest/serve.ts'
import { mcpTools } from '../tools/index.ts'
import { inboxOf } from './inbox.ts'
import { refuse, start } from './start.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

export async function serve(): Promise<void> {
  const { config, services: readOnly, log, report } = start(await withFreePort(process.env))
  const inbox = inboxOf(config, log)
  const services = { ...readOnly, inbox }
  const { hostnames, origins } = allowed(config)
  const originHostnames = origins.map((origin) => new URL(origin).hostname)
  const mcp = createMcpEndpoint({ services, tools: mcpTools, report, hostnames, originHostnames })
  const guard = { origins, trusted: proxies(config), limit: inbox.limit, challenge: challenge(config) }
  const app = createApp({ services, mcp, guard, report })
  const server = await listen(app, { host: config.HOST, port: config.PORT }).catch((error) =>
    refuse(cannotListen(error, config)),
  )
  inbox.start()
  const { source, count } = services.catalog
  process.stdout.write(`Serving ${count} SDKs (${source}) at http://${shownHost(config.HOST)}:${server.port}\n`)
  const stop = async () => {
    await server.stop()
    await inbox.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

/** PORT 0 becomes the number of a free port before anything is built: links of the default BASE_URL hold it. */
async function withFreePort(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (environment.PORT !== '0') return environment
  const port = await freePort(environment.HOST || '127.0.0.1').catch(() => 0)
  return { ...environment, PORT: String(port) }
}

function cannotListen({ code }: NodeJS.ErrnoException, { HOST, PORT }: Config): string {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST is ${JSON.stringify(HOST)}; allowed is an address or host name of this machine.`
  }
  const what = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`
  return `PORT ${PORT} on ${HOST} ${what}; set PORT to another one.`
}

/** Hosts under which /mcp answers and origins whose pages may write: BASE_URL's, those configured, local ones if local. */
function allowed({ BASE_URL, ALLOWED_HOSTS, ALLOWED_ORIGINS }: Config): { hostnames: string[]; origins: string[] } {
  const { hostname, port, protocol, origin } = new URL(BASE_URL)
  const local = LOOPBACK.includes(hostname)
  const own = local ? LOOPBACK.map((host) => `${protocol}//${host}${port && `:${port}`}`) : [origin]
  return {
    hostnames: [...(local ? LOOPBACK : [hostname]), ...ALLOWED_HOSTS],
    origins: [...own, ...ALLOWED_ORIGINS],
  }
}

function proxies({ TRUSTED_PROXIES }: Config) {
  try {
    return trustedProxies(TRUSTED_PROXIES)
  } catch (error) {
    return refuse(`TRUSTED_PROXIES: ${(error as Error).message}; allowed is ${settings.TRUSTED_PROXIES.allowed}.`)
  }
}

function challenge({ BASE_URL, TURNSTILE_SECRET_KEY: secret, TURNSTILE_VERIFY_URL: url }: Config) {
  if (secret === undefined) return undefined
  return { secret, hostnames: [new URL(BASE_URL).hostname], ...(url !== undefined && { url }) }
}

const shownHost = (host: string): string =>
  host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host
