/** The APIs of this service as a linkset (RFC 9727, RFC 9264), with the relations of RFC 8631. */
import { twinPath } from '../pages/pages.ts'
import type { Site } from '../tools/define.ts'
import { type Document, essence } from './document.ts'

export const API_CATALOG_PATH = '/.well-known/api-catalog'
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** The Link header field that RFC 9727 §3 asks of HEAD. */
export const apiCatalogHeaders = ({ baseUrl }: Site) => ({
  link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"`,
})

/** @param documents give the media types of the links */
export function apiCatalog({ baseUrl }: Site, documents: readonly Document[]) {
  const rest = `${baseUrl}/`
  const mcp = `${baseUrl}/mcp`
  const guides = [
    link('/developers', 'Documentation for developers', 'text/html'),
    link(twinPath('/developers'), 'The same as markdown', 'text/markdown'),
  ]
  return {
    linkset: [
      {
        anchor: `${baseUrl}${API_CATALOG_PATH}`,
        item: [
          { href: rest, title: 'REST API' },
          { href: mcp, title: 'MCP endpoint' },
        ],
      },
      {
        anchor: rest,
        'service-desc': [file('/openapi.json'), file('/openapi.yaml')],
        'service-doc': guides,
        'service-meta': [file('/llms.txt'), file('/.well-known/agent-skills/index.json')],
        status: [link('/api/health', 'State of the service', 'application/json')],
      },
      {
        anchor: mcp,
        'service-desc': [file('/.well-known/mcp/server-card.json'), file('/mcp/server-card')],
        'service-doc': guides,
        status: [link('/api/health', 'State of the service', 'application/json')],
      },
    ],
  }

  function link(path: string, title: string, type: string) {
    return { href: `${baseUrl}${path}`, type, title }
  }

  function file(path: string) {
    const { title, type } = documents.find((document) => document.path === path)!
    return link(path, title, essence(type))
  }
}
