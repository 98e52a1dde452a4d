/**
 * What `import 'sdk-catalog'` offers: the catalogue, the MCP server over it, and the whole service as a function from
 * requests to responses. Nothing here listens on a port or reads environment variables.
 */
import { pino } from 'pino'
import { createService } from './commands/create-service.ts'
import { loadSettings, siteOf } from './commands/load-services.ts'
import { StartupError } from './commands/output.ts'
import { createServices } from './commands/services.ts'
import { mcpServerFactory } from './mcp/create-server.ts'
import { loadCatalog } from './store/loading/watch.ts'
import { callTool, type Services } from './tools/define/define.ts'
import { findSdk } from './tools/find-sdk.ts'
import { mcpTools } from './tools/index.ts'

/** An SDK as the REST API shows it. */
export interface SdkEntry {
  readonly slug: string
  readonly title: string
  readonly description?: string | undefined
  readonly url: string
  readonly readme_url: string
  readonly github_url: string
  readonly topics?: readonly string[] | undefined
}

export interface FindOptions {
  /** Only this topic. */
  topic?: string
  /** Only this programming language: `py` or `Python`. */
  language?: string
  /** true: only APIs known to need no key. */
  no_auth?: boolean
  /** 1 to 50; 10 without it. */
  limit?: number
}

/** The answer of the tool find_sdk; `GET /api/sdk/find` gives the same, with all members described. */
export interface FindResult {
  match: string
  total: number
  hits: { slug: string; title: string; description?: string | undefined; reason: string }[]
}

export interface SdkCatalog {
  /** Hash of the contents. */
  readonly id: string
  /** RFC 3339 instant of the build. */
  readonly generatedAt: string
  readonly count: number
  /** In catalogue order, by title. */
  readonly entries: readonly SdkEntry[]
  entry(slug: string): SdkEntry | undefined
  /** The README as markdown. */
  readme(slug: string): string | undefined
  /** Ranked search in the caller's own words. Rejects with a CatalogError for options that it does not take. */
  find(query: string, options?: FindOptions): Promise<FindResult>
}

export interface CatalogOptions {
  /** A built catalogue; the embedded one without it. */
  directory?: string
  /** Begins every URL of an entry; http://localhost:8080 without it. */
  baseUrl?: string
  /** Name in the paths of READMEs; `example` without it. */
  brand?: string
  /** Name of the service as people see it. */
  name?: string
}

/** An MCP server that is not connected yet, as in the MCP SDK. */
export interface CatalogMcpServer {
  /** @param transport any transport of the MCP SDK */
  connect(transport: object): Promise<void>
  close(): Promise<void>
}

export interface AppOptions {
  /** What it serves; the embedded catalogue without it. */
  catalog?: SdkCatalog
  /** The settings of docs/operating.md by name, such as `{ DATA_DIR: '/data' }`; defaults for all others. */
  settings?: Readonly<Record<string, string>>
}

export interface CatalogApp {
  /**
   * Pages, REST, documents and `POST /mcp`. Limits on messages count by address: give `{ incoming }`, the request of
   * Node, as the second argument.
   */
  fetch(request: Request, environment?: object): Response | Promise<Response>
  /** Delivers messages until `close`; without it they are stored only. */
  start(): void
  close(): Promise<void>
}

const catalogServices = new WeakMap<SdkCatalog, Services>()

/** @throws Error with one line that says what is wrong with the settings or the directory */
export async function createCatalog(options: CatalogOptions = {}): Promise<SdkCatalog> {
  const { directory, baseUrl = '', brand = '', name = '' } = options
  const config = loadSettings({ BASE_URL: baseUrl, BRAND: brand, SERVICE_NAME: name })
  const loaded = await loadCatalog({ directory })
  if ('invalid' in loaded) throw new StartupError(`${directory}: ${loaded.invalid}`)
  return publicCatalog(createServices(loaded.data, siteOf(config), !config.CHECK_OUTPUT))
}

function publicCatalog(services: Services): SdkCatalog {
  const { id, generatedAt, count, entry, readme } = services.catalog
  const entries = Object.freeze([...services.catalog.entries()])
  const find = (query: string, options: FindOptions = {}) => callTool(findSdk, { query, ...options }, services)
  const catalog = Object.freeze({ id, generatedAt, count, entries, entry, readme, find })
  catalogServices.set(catalog, services)
  return catalog
}

/** @param catalog what createCatalog returned */
export async function createMcpServer(catalog: SdkCatalog): Promise<CatalogMcpServer> {
  const log = pino(pino.destination(2))
  const report = (err: unknown, id: string) => log.error({ err, id }, 'unexpected failure')
  const server = await mcpServerFactory({ services: servicesOf(catalog), tools: mcpTools, report })('legacy')
  return {
    connect: (transport) => server.connect(transport as Parameters<typeof server.connect>[0]),
    close: () => server.close(),
  }
}

/** @throws Error with one line that says what is wrong with the settings */
export async function createApp({ catalog, settings = {} }: AppOptions = {}): Promise<CatalogApp> {
  const config = loadSettings(settings)
  const { BASE_URL: baseUrl, BRAND: brand, SERVICE_NAME: name, CATALOG_DIR: directory } = config
  const served = catalog ?? (await createCatalog({ baseUrl, brand, name, ...(directory && { directory }) }))
  const log = pino({ level: config.LOG_LEVEL }, pino.destination(2))
  const report = (err: unknown, id: string) => log.error({ err, id }, 'unexpected failure')
  const { inbox, appOf } = createService(config, log, report)
  const { fetch } = appOf(servicesOf(served))
  return {
    fetch: (request, environment) => fetch(request, environment),
    start: () => inbox.start(),
    close: () => inbox.stop(),
  }
}

function servicesOf(catalog: SdkCatalog): Services {
  const services = catalogServices.get(catalog)
  if (!services) throw new TypeError('This is no catalogue that createCatalog made.')
  return services
}
