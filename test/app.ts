/** The service in one process, without a port: what tests send requests to. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageValues } from '../src/documents/page-values.ts'
import { type InboxSettings, openInbox } from '../src/inbox/index.ts'
import { createMcpEndpoint } from '../src/mcp/http-transport.ts'
import { createPages } from '../src/pages/pages.ts'
import { createRestApp } from '../src/rest/app.ts'
import { type Catalog, openCatalog } from '../src/store/open-catalog.ts'
import type { AnyTool, Services, Site } from '../src/tools/define/define.ts'
import { mcpTools } from '../src/tools/index.ts'
import { type CatalogData, embedded, catalog as embeddedCatalog, loadedFrom } from './embedded.ts'

export const BASE_URL = 'http://localhost:8080'

const SITE: Site = { baseUrl: BASE_URL, brand: 'example', name: 'SDK Catalogue', version: '0.0.0-test' }

let apps = 0

export interface Overrides {
  data?: CatalogData
  site?: Partial<Site>
  tools?: readonly AnyTool[]
  hostnames?: readonly string[]
  origins?: readonly string[]
  originHostnames?: readonly string[]
  /** As the service runs without CHECK_OUTPUT; tests leave every output checked. */
  trustsTools?: boolean
  /** Replaces members of the catalogue. */
  catalog?: Partial<Catalog>
  /** Settings of the inbox; it has a directory of its own unless one is given. */
  inbox?: Partial<InboxSettings>
}

/** Those of the embedded catalogue are shared by all test files of a worker. */
const embeddedServices = servicesOf(embeddedCatalog, SITE)

export function testServices({ data, site: changed, catalog }: Overrides = {}): Services {
  if (catalog) {
    const services = testServices({ ...(data && { data }), ...(changed && { site: changed }) })
    return { ...services, catalog: { ...services.catalog, ...catalog } }
  }
  if (!data && !changed) return embeddedServices
  const site = { ...SITE, ...changed }
  return servicesOf(openCatalog(loadedFrom(data ?? embedded), site), site)
}

function servicesOf(catalog: Catalog, site: Site): Services {
  return { catalog, pages: createPages(() => pageValues(catalog, site)), site }
}

/** `reports` collects what the service logged as unexpected. */
export function testApp(overrides: Overrides = {}) {
  const reports: { error: unknown; id: string }[] = []
  const report = (error: unknown, id: string) => void reports.push({ error, id })
  const { tools = mcpTools, hostnames = ['localhost'], origins = [], originHostnames = ['localhost'] } = overrides
  const dataDir = join(tmpdir(), `app-${process.pid}-${apps++}`)
  const inbox = openInbox({ dataDir, ...overrides.inbox })
  // A copy, so that a test may replace a part of it.
  const services = { ...testServices(overrides), trustsTools: overrides.trustsTools ?? false }
  const mcp = createMcpEndpoint({ services, tools, report, hostnames, origins, originHostnames })
  const app = createRestApp({ services, mcp, inbox, origins: [BASE_URL], report })
  return { app, services, inbox, reports }
}
