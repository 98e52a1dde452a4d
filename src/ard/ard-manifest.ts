/**
 * What this domain offers to agents, as entries of Agentic Resource Discovery (ARD v0.91 §4): the MCP server, the
 * registry, the skills and every SDK. The manifest is at /.well-known/ard.json, and at the path of before v0.91.
 */

import type { SdkRecord } from '../catalog/record/record.ts'
import { CARD_PATH, CARD_TYPE } from '../documents/server-card.ts'
import { skills } from '../documents/skills-index.ts'
import { serverIdentity } from '../pages/server-identity.ts'
import { entryUrl } from '../store/open-catalog.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { objectWithList } from '../text/join-parts.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'
import { parseInput, type Services, type Site } from '../tools/define/define.ts'
import { type ArdEntry, ardIdentifier, ardOperations } from './ard-schemas.ts'

export const ARD_PATH = '/.well-known/ard.json'
export const AI_CATALOG_TYPE = 'application/ai-catalog+json'

/** The domain of the identifier vouches for the entry (§4.5.1). */
const trust = ({ baseUrl }: Site) => ({ identity: baseUrl })

/** The SDK as its record has it: a bundle of what to read. Its surfaces are tokens, so that a filter can ask for one. */
export function sdkEntry(record: SdkRecord, site: Site): ArdEntry {
  const { slug, title, description, topics, needs, languages, cli, mcp, auth } = record
  const { license, api_version, updated, github_url } = record
  const identifier = ardIdentifier(site, `sdk:${slug}`)
  const part = (name: string, type: string, url: string): ArdEntry => {
    return { identifier: `${identifier}:${name}`, displayName: `${title}: ${name}`, type, url }
  }
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
    // §4.2: two to five.
    representativeQueries: queries.slice(0, 5),
    version: record.release,
    updatedAt: updated && `${updated}T00:00:00Z`,
    metadata: withoutUndefined({ code: github_url, key: auth.scheme, license, api_version }),
    trustManifest: { ...trust(site), provenance: [{ relation: 'derivedFrom', sourceId: github_url }] },
  })
}

function ownEntries(site: Site): ArdEntry[] {
  const registry = `Searches the SDKs: POST ${ardOperations.search.path} and ${ardOperations.explore.path}.`
  const { description, questions: representativeQueries } = serverIdentity
  const entry = (name: string, displayName: string, type: string, path: string, description: string) => ({
    ...{ identifier: ardIdentifier(site, name), displayName, type, url: `${site.baseUrl}${path}`, description },
    ...{ representativeQueries, trustManifest: trust(site) },
  })
  return [
    { ...entry('mcp:catalogue', site.name, CARD_TYPE, CARD_PATH, description), version: site.version },
    entry('registry:sdks', `${site.name}: registry`, 'application/ai-registry+json', '/', registry),
    ...skills.map(({ name, description, path }) =>
      entry(`skill:${name}`, name, 'text/markdown; profile="urn:air:agent-skills"', path, description),
    ),
  ]
}

/**
 * The entry with exactly this identifier.
 * @throws CatalogError
 */
export function ardEntry(input: { identifier?: string }, { site, catalog }: Services): ArdEntry {
  const { identifier } = parseInput(ardOperations.retrieve.input, input)
  const record = catalog.record(identifier.slice(identifier.lastIndexOf(':') + 1))
  const entries = [...ownEntries(site), ...(record ? [sdkEntry(record, site)] : [])]
  const entry = entries.find((candidate) => candidate.identifier === identifier)
  if (entry) return entry
  throw new CatalogError('not_found', {
    detail: 'The registry has no entry with this identifier.',
    resolution: `Search with POST ${ardOperations.search.path}.`,
  })
}

/** A page of the manifest's entries, and how many there are. */
export function ardPage({ site, catalog: { records } }: Services, start: number, count: number) {
  const own = ownEntries(site)
  const sdks = records.positions.slice(Math.max(0, start - own.length), Math.max(0, start + count - own.length))
  const items = [...own.slice(start, start + count), ...sdks.map((position) => sdkEntry(records.at(position), site))]
  return { items, total: own.length + records.length }
}

/** As JSON, entry by entry. The members beside `entries` are those of the AI catalogue 1.0, which ARD ignores (§5.1). */
export function* ardManifest(services: Services): Generator<string> {
  const { site } = services
  const host = { displayName: site.name, documentationUrl: `${site.baseUrl}/developers` }
  yield* objectWithList({ specVersion: '1.0', host }, 'entries', allEntries(services))
  yield '\n'
}

function* allEntries({ site, catalog }: Services): Generator<ArdEntry> {
  yield* ownEntries(site)
  for (const record of catalog.records) yield sdkEntry(record, site)
}
