/**
 * What this domain offers to agents, as entries of Agentic Resource Discovery (ARD v0.91 §4): the MCP server, the
 * registry, the skills and every SDK. The manifest is at /.well-known/ard.json, and at the path of before v0.91.
 */
import { entryUrl } from '../catalog/catalog.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { ardOperations } from '../interface/ard.ts'
import { serverIdentity } from '../pages/server-identity.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import type { Services, Site } from '../tools/define.ts'
import { CARD_PATH, CARD_TYPE } from './server-card.ts'
import { skills } from './skills.ts'

export const ARD_PATH = '/.well-known/ard.json'
export const AI_CATALOG_TYPE = 'application/ai-catalog+json'

export interface ArdEntry {
  identifier: string
  displayName: string
  type: string
  /** One of the two (§4.3). */
  url?: string
  data?: { specVersion: string; entries: readonly Pick<ArdEntry, 'identifier' | 'displayName' | 'type' | 'url'>[] }
  description?: string | undefined
  tags?: readonly string[] | undefined
  capabilities?: readonly string[] | undefined
  representativeQueries?: readonly string[]
  version?: string | undefined
  updatedAt?: string | undefined
  metadata?: Readonly<Record<string, string | number>>
  trustManifest?: object
}

/** §4.2: two to five. */
const MAX_QUERIES = 5

/** Appendix C: a domain name. */
const publisher = ({ baseUrl }: Site): string => new URL(baseUrl).hostname.replace(/[^a-z0-9.-]/g, '')
const urn = (site: Site, ...name: string[]): string => ['urn:air', publisher(site), ...name].join(':')

/** The domain of the identifier vouches for the entry (§4.5.1). */
const trust = ({ baseUrl }: Site) => ({ identity: baseUrl })

/** The SDK as its record has it: a bundle of what to read. Its surfaces are tokens, so that a filter can ask for one. */
export function sdkEntry(record: SdkRecord, site: Site): ArdEntry {
  const { slug, title, description, topics, needs, languages, cli, mcp, auth } = record
  const { license, api_version, updated, github_url } = record
  const identifier = urn(site, 'sdk', slug)
  const part = (name: string, type: string, url: string) => ({
    ...{ identifier: `${identifier}:${name}`, displayName: `${title}: ${name}`, type, url },
  })
  const surfaces = [...languages.map((code) => `sdk-${code}`), ...(cli ? ['cli'] : []), ...(mcp ? ['mcp-server'] : [])]
  const queries = needs.length > 1 ? needs : [`SDK for ${title}`, `client library for the API of ${title}`]
  return withoutUndefined({
    ...{ identifier, displayName: title, type: AI_CATALOG_TYPE, description },
    data: {
      specVersion: '1.0',
      entries: [
        part('record', 'application/json', `${site.baseUrl}/api/sdk/${slug}.json`),
        part('readme', 'text/markdown', `${entryUrl(site, slug)}.md`),
      ],
    },
    tags: nonEmpty(topics),
    capabilities: nonEmpty(surfaces),
    representativeQueries: queries.slice(0, MAX_QUERIES),
    version: record.release,
    updatedAt: updated && `${updated}T00:00:00Z`,
    metadata: withoutUndefined({ code: github_url, key: auth.scheme, license, api_version }),
    trustManifest: { ...trust(site), provenance: [{ relation: 'derivedFrom', sourceId: github_url }] },
  })
}

/** What the service itself offers. */
const ownEntries = (site: Site): ArdEntry[] => [
  {
    identifier: urn(site, 'mcp', 'catalogue'),
    displayName: site.name,
    type: CARD_TYPE,
    url: `${site.baseUrl}${CARD_PATH}`,
    description: serverIdentity.description,
    representativeQueries: serverIdentity.questions,
    version: site.version,
    trustManifest: trust(site),
  },
  {
    identifier: urn(site, 'registry', 'sdks'),
    displayName: `${site.name}: registry`,
    type: 'application/ai-registry+json',
    url: `${site.baseUrl}/`,
    description: `Searches the SDKs: POST ${ardOperations.search.path} and ${ardOperations.explore.path}.`,
    representativeQueries: serverIdentity.questions,
    trustManifest: trust(site),
  },
  ...skills.map(({ name, description, path }) => ({
    identifier: urn(site, 'skill', name),
    displayName: name,
    type: 'text/markdown; profile="urn:air:agent-skills"',
    url: `${site.baseUrl}${path}`,
    description,
    representativeQueries: serverIdentity.questions,
    trustManifest: trust(site),
  })),
]

/** The members beside `entries` are those of the AI catalogue 1.0, which ARD ignores (§5.1). */
export const ardManifest = ({ site, catalog }: Services) => ({
  specVersion: '1.0',
  host: { displayName: site.name, documentationUrl: `${site.baseUrl}/developers` },
  entries: [...ownEntries(site), ...Array.from(catalog.records, (record) => sdkEntry(record, site))],
})
