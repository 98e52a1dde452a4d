/** The APIs of this service as a linkset (RFC 9727, RFC 9264), with the relations of RFC 8631. */
import { twinPath } from '../pages/pages.ts'
import type { Site } from '../tools/define/define.ts'
import { type Document, essence } from './route.ts'

export const API_CATALOG_PATH = '/.well-known/api-catalog'

/** The Link header field that RFC 9727 §3 asks of HEAD. */
export const apiCatalogHeaders = ({ baseUrl }: Site) => ({
  link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"`,
})

/** @param documents give the media types of the links */
export function apiCatalog({ baseUrl }: Site, documents: readonly Document[]) {
  const [restApi, mcp] = [`${baseUrl}/`, `${baseUrl}/mcp`]
  const link = (path: string, title: string, type: string) => ({ href: `${baseUrl}${path}`, type, title })
  const files = (...paths: string[]) =>
    paths.map((path) => {
      const { title, type } = documents.find((document) => document.path === path)!
      return link(path, title, essence(type))
    })
  const guides = [
    link('/developers', 'Documentation for developers', 'text/html'),
    link(twinPath('/developers'), 'The same as markdown', 'text/markdown'),
  ]
  const status = [link('/api/health', 'State of the service', 'application/json')]
  return {
    linkset: [
      {
        anchor: `${baseUrl}${API_CATALOG_PATH}`,
        item: [
          { href: restApi, title: 'REST API' },
          { href: mcp, title: 'MCP endpoint' },
        ],
      },
      {
        anchor: restApi,
        'service-desc': files('/openapi.json', '/openapi.yaml'),
        'service-doc': guides,
        'service-meta': files('/llms.txt', '/.well-known/agent-skills/index.json'),
        status,
      },
      {
        anchor: mcp,
        'service-desc': files('/.well-known/mcp/server-card.json', '/mcp/server-card'),
        'service-doc': guides,
        status,
      },
    ],
  }
}
