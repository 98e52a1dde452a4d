/**
 * Who the MCP server is, for clients that have not connected yet: the server card (SEP-2127, schema v1), from
 * server-card/identity.json. ard.ts leads to it.
 */
import { serverIdentity, serverVersion } from '../pages/server-identity.ts'
import type { Site } from '../tools/define/define.ts'

export const CARD_TYPE = 'application/mcp-server-card+json'
export const CARD_PATH = '/mcp/server-card'

/** The card and, beside the members of its schema, those that scanners look for. */
export function serverCard(site: Site) {
  const { baseUrl, name: title, version } = site
  const { name, description, icon, protocolVersions, capabilities } = serverIdentity
  const endpoint = `${baseUrl}/mcp`
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    title,
    version,
    description,
    websiteUrl: baseUrl,
    icons: [{ src: `${baseUrl}${icon.path}`, mimeType: icon.mimeType, sizes: icon.sizes }],
    remotes: [{ type: 'streamable-http', url: endpoint, supportedProtocolVersions: protocolVersions }],
    // What the server calls itself once connected: the name without its namespace.
    serverInfo: { name: name.slice(name.indexOf('/') + 1), title, version: serverVersion(site) },
    transport: { type: 'streamable-http', endpoint },
    endpoint,
    capabilities,
    authentication: { required: false },
  }
}

/** SEP-2127: pages of any site may read a card, for an hour. */
export const CARD_CACHE = 'public, max-age=3600'
export const cardHeaders = () => ({
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
})
