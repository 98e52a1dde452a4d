/** The small fixed catalogue and pages behind the golden files and the recorded examples. */
import { parseMarkdown } from '../../src/catalog/readme/readme.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogData } from '../embedded.ts'
import type { Page, Pages } from '../../src/pages/pages.ts'
import type { Services } from '../../src/tools/define/define.ts'
import { type Overrides, testApp, testServices } from '../app.ts'
import { embedded } from '../embedded.ts'

const SLUGS = ['exchange-rates-sdk', 'open-meteo-sdk', 'poetrydb-sdk']

const data: CatalogData = {
  ...embedded,
  source: 'golden',
  id: '1'.repeat(64),
  builtAt: '2026-11-01T00:00:00.000Z',
  records: embedded.records.filter(({ slug }) => SLUGS.includes(slug)),
}

const page = (path: string, title: string, description: string, updated: string): Page => {
  const markdown = `# ${title}\n`
  return { path, title, description, updated, order: 0, listed: true, markdown, source: markdown, document: parseMarkdown(markdown) }
}

const list: readonly Page[] = [
  page('/', 'SDK Catalogue', 'Search and read generated SDKs for public APIs.', '2026-11-02'),
  page('/developers', 'Developers', 'How to connect an MCP client, and how to call the REST API.', '2026-11-03'),
]

const pages: Pages = { list, all: list, page: (path) => list.find((page) => page.path === path) }

const HOST = 'sdk.example.org'

const golden: Overrides = {
  data,
  site: { baseUrl: `https://${HOST}`, version: '1.2.3' },
  hostnames: [HOST],
  originHostnames: [HOST],
}

/** What the documents are written from. */
export const goldenServices = (): Services => ({ ...testServices(golden), pages })

/** The service over the same catalogue, with its own pages. Its inbox is its own, as the limits of one app would reach the next; `close` removes it. */
export function goldenApp(changed: Overrides = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sdk-catalog-golden-'))
  const made = testApp({ ...golden, inbox: { dataDir }, ...changed })
  return {
    ...made,
    async close() {
      await made.inbox.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** The same with READMEs that cannot be read. */
export const failingApp = () =>
  goldenApp({
    data: {
      ...data,
      readmes: new (class extends Map<string, string> {
        override get(): never {
          throw new Error('the README cannot be read')
        }
      })(),
    },
  })
