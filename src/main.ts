/** The command line: serve (default) and stdio. Exit codes: 0 done, 1 refused to start, 2 wrong usage. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { pino } from 'pino'
import { type Addresses, createCatalog } from './catalog/catalog.ts'
import { InvalidCatalog, loadDirectory, loadEmbedded } from './catalog/load.ts'
import { type Config, InvalidSetting, readConfig } from './config.ts'
import { pageValues } from './documents/page-values.ts'
import { createMcpEndpoint } from './mcp/http.ts'
import { serveMcpStdio } from './mcp/stdio.ts'
import { createPages } from './pages/pages.ts'
import { createApp } from './rest/app.ts'
import { listen } from './rest/serve.ts'
import type { Services } from './tools/define.ts'
import type { ReportUnexpected } from './tools/errors.ts'
import { mcpTools } from './tools/index.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

async function serve(): Promise<void> {
  const { config, services, report } = start()
  const mcp = createMcpEndpoint({ services, tools: mcpTools, report, ...allowed(config) })
  const app = createApp({ services, mcp, report })
  const server = await listen(app, { host: config.HOST, port: config.PORT }).catch((error) =>
    refuse(busy(error, config)),
  )
  const { source, count } = services.catalog
  process.stdout.write(`Serving ${count} SDKs (${source}) at http://${shownHost(config.HOST)}:${server.port}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)))
  }
}

function stdio(): void {
  const { services, report } = start()
  serveMcpStdio({ services, tools: mcpTools, report })
}

function start(): { config: Config; services: Services; report: ReportUnexpected } {
  try {
    const config = readConfig(process.env)
    const log = pino({ level: config.LOG_LEVEL }, pino.destination({ fd: 2, sync: false }))
    const report: ReportUnexpected = (err, id) => log.error({ err, id }, 'unexpected failure')
    const addresses: Addresses = { baseUrl: config.BASE_URL, brand: config.BRAND }
    const data = config.CATALOG_DIR ? loadDirectory(config.CATALOG_DIR) : loadEmbedded()
    const site = { ...addresses, name: config.SERVICE_NAME, version }
    const catalog = createCatalog(data, addresses)
    const pages = createPages(pageValues(catalog, site))
    return { config, services: { catalog, pages, site }, report }
  } catch (error) {
    if (error instanceof InvalidSetting || error instanceof InvalidCatalog) refuse(error.message)
    throw error
  }
}

function refuse(message: string): never {
  process.stderr.write(`sdk-catalog: ${message}\n`)
  process.exit(1)
}

function busy(error: NodeJS.ErrnoException, { HOST, PORT }: Config): string {
  const what = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${error.code})`
  return `PORT ${PORT} on ${HOST} ${what}; set PORT to another one.`
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Hosts and origins for /mcp: those of BASE_URL, those configured, and loopback for a service that is local. */
function allowed({ BASE_URL, ALLOWED_HOSTS, ALLOWED_ORIGINS }: Config) {
  const own = new URL(BASE_URL).hostname
  const local = LOOPBACK.includes(own) ? LOOPBACK : [own]
  return {
    hostnames: [...local, ...ALLOWED_HOSTS],
    originHostnames: [...local, ...ALLOWED_ORIGINS.map((origin) => new URL(origin).hostname)],
  }
}

const shownHost = (host: string): string =>
  host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host

const program = new Command('sdk-catalog')
  .description('A catalogue of generated SDKs for agents, programs and people.')
  .version(version)
program.command('serve', { isDefault: true }).description('serve REST and MCP over HTTP').action(serve)
program.command('stdio').description('serve MCP on standard input and output').action(stdio)
await program.parseAsync()
