/** The HTTP service of these settings: its inbox, and an app for each catalogue that it serves. */
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { type Config, settings } from '../config.ts'
import { addressKey, clientAddress, trustedProxies } from '../inbox/client-ip.ts'
import { createMcpEndpoint } from '../mcp/http-transport.ts'
import { type App, createRestApp } from '../rest/app.ts'
import { isLoopback, LOOPBACK_HOSTS } from '../text/loopback.ts'
import type { ReportUnexpected } from '../tools/define/catalog-error.ts'
import type { Services } from '../tools/define/define.ts'
import { mcpTools } from '../tools/index.ts'
import { configuredInbox } from './inbox.ts'
import { fail } from './output.ts'

export function createService(config: Config, log: Logger, report: ReportUnexpected) {
  const { hostnames, origins, originHostnames } = allowed(config)
  const trusted = proxies(config)
  const inbox = configuredInbox(config, log, { trustedProxies: trusted, challenge: challenge(config, origins) })
  /** Whom a request counts for behind trusted proxies. */
  const clientOf = ({ socket, headers }: IncomingMessage): string =>
    addressKey(clientAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), trusted))
  return { inbox, appOf, clientOf: config.TRUSTED_PROXIES.length > 0 ? clientOf : undefined }

  function appOf(services: Services): App {
    const mcp = createMcpEndpoint({ services, tools: mcpTools, report, hostnames, origins, originHostnames })
    return createRestApp({ services, mcp, inbox, origins, siteKey: config.TURNSTILE_SITE_KEY, report })
  }
}

/** Hosts that /mcp answers for, and origins that may send messages: those of BASE_URL and of the settings. */
function allowed({ BASE_URL, ALLOWED_HOSTS, ALLOWED_ORIGINS }: Config) {
  const { hostname, port, protocol, origin } = new URL(BASE_URL)
  const local = isLoopback(hostname)
  const siteOrigins = local ? LOOPBACK_HOSTS.map((host) => `${protocol}//${host}${port && `:${port}`}`) : [origin]
  return {
    hostnames: [...(local ? LOOPBACK_HOSTS : [hostname]), ...ALLOWED_HOSTS],
    origins: [...siteOrigins, ...ALLOWED_ORIGINS],
    originHostnames: local ? LOOPBACK_HOSTS : [],
  }
}

function proxies({ TRUSTED_PROXIES }: Config) {
  try {
    return trustedProxies(TRUSTED_PROXIES)
  } catch (error) {
    return fail(`TRUSTED_PROXIES: ${(error as Error).message}; it must be ${settings.TRUSTED_PROXIES.allowed}.`)
  }
}

/** A token is valid for the forms of every site that may post. */
function challenge({ TURNSTILE_SECRET_KEY: secret, TURNSTILE_VERIFY_URL: url }: Config, origins: string[]) {
  if (secret === undefined) return undefined
  const hostnames = origins.map((origin) => new URL(origin).hostname)
  return { secret, hostnames, ...(url !== undefined && { url }) }
}
