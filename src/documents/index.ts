/** The table of published files: path, media type and the pure function that writes each. */
import { stringify } from 'yaml'
import type { Services } from '../tools/define/define.ts'
import { API_CATALOG_PATH, apiCatalog, apiCatalogHeaders } from './api-catalog.ts'
import { catalogCsv, factsJsonl } from './catalog-exports.ts'
import { atomFeed, catalogFeed, FEED_PATH, FEED_TYPE } from './feed.ts'
import { agentsMd, llmsFullTxt, llmsTxt } from './llms.ts'
import { openApi } from './openapi/openapi.ts'
import { recordedExamples } from './openapi/openapi-examples.ts'
import { robotsTxt, securityTxt } from './robots-and-security.ts'
import { type Document, documentsOf, type RouteInfo } from './route.ts'
import { CARD_CACHE, CARD_PATH, CARD_TYPE, cardHeaders, serverCard } from './server-card.ts'
import { pageSitemap, sdkSitemap, sdkSitemapParts, sdkSitemapPath, sitemapIndex, sitemapMarkdown } from './sitemaps.ts'
import { skills, skillsIndex } from './skills-index.ts'

const JSON_TYPE = 'application/json'
const TEXT = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const XML = 'application/xml; charset=utf-8'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const description = ({ site }: Services, routes: readonly RouteInfo[]) =>
  openApi({ site, routes, examples: recordedExamples(site) })

const card = {
  title: 'MCP server card',
  headers: cardHeaders,
  cacheControl: CARD_CACHE,
  build: ({ site }: Services) => json(serverCard(site)),
}

/** Those of every room but the registry's; rest/table.ts has all. */
export const files: readonly Document[] = [
  {
    path: '/openapi.json',
    operationId: 'get_openapi_description',
    title: 'OpenAPI description',
    about: 'Describes every operation in OpenAPI 3.1, as JSON.',
    type: JSON_TYPE,
    build: (services, routes) => json(description(services, routes)),
  },
  {
    path: '/openapi.yaml',
    operationId: 'get_openapi_description_yaml',
    title: 'OpenAPI description as YAML',
    about: 'The same description as YAML.',
    type: 'application/yaml',
    build: (services, routes) =>
      stringify(description(services, routes), { aliasDuplicateObjects: false, lineWidth: 0 }),
  },
  {
    path: '/llms.txt',
    operationId: 'get_llms_txt',
    title: 'Index for language models',
    about: 'A short markdown index of what is here.',
    type: TEXT,
    build: (services, routes) => llmsTxt(services, documentsOf(routes)),
  },
  {
    path: '/llms-full.txt',
    operationId: 'get_llms_full_txt',
    title: 'Long index for language models',
    about: 'The same index, with a link to the README of every SDK.',
    type: TEXT,
    build: (services, routes) => llmsFullTxt(services, documentsOf(routes)),
  },
  {
    path: '/sdk/{brand}-sdk.csv',
    operationId: 'get_sdk_catalog_csv',
    title: 'Catalogue as CSV',
    about: 'The whole catalogue as a table with one row for each SDK.',
    type: 'text/csv; charset=utf-8; header=present',
    build: catalogCsv,
  },
  {
    path: '/sdk/facts.jsonl',
    operationId: 'get_sdk_facts',
    title: 'Facts as JSON Lines',
    about:
      'What the repository of each SDK states, one JSON object a line: languages, packages, servers, key, entities, ' +
      'first call, CLI and MCP server.',
    // Not registered with IANA; the name that OpenAPI 3.2 uses for JSON Lines.
    type: 'application/jsonl',
    build: ({ catalog }) => factsJsonl(catalog),
  },
  {
    path: FEED_PATH,
    operationId: 'get_catalog_feed',
    title: 'Feed of changes',
    about:
      'SDKs that were added, changed and removed, as an Atom feed with an entry for each build; a page for browsers.',
    type: `${FEED_TYPE}; charset=utf-8`,
    isPage: true,
    build: (services) => atomFeed(catalogFeed(services), services),
  },
  {
    path: '/AGENTS.md',
    operationId: 'get_agents_md',
    title: 'Instructions for agents',
    about: 'How to use the service, for coding agents.',
    type: MARKDOWN,
    build: (services, routes) => agentsMd(services, documentsOf(routes)),
  },
  {
    path: '/robots.txt',
    title: 'Rules for crawlers',
    about: 'What crawlers may read and what they may use it for.',
    type: TEXT,
    build: ({ site }) => robotsTxt(site),
  },
  {
    path: '/sitemap-index.xml',
    title: 'Sitemap index',
    about: 'Lists the sitemaps of the pages and of the SDKs.',
    type: XML,
    build: sitemapIndex,
  },
  {
    path: '/sitemap.xml',
    title: 'Sitemap of the pages',
    about: 'URLs of the pages about the service, with the time of their last change.',
    type: XML,
    build: pageSitemap,
  },
  sitemapOfSdks(1),
  {
    path: '/sitemap.md',
    title: 'Sitemap as markdown',
    about: 'Links to the markdown of all pages and SDKs.',
    type: MARKDOWN,
    build: sitemapMarkdown,
  },
  {
    path: '/.well-known/security.txt',
    title: 'Security contact',
    about: 'Where to report a vulnerability.',
    type: TEXT,
    cacheability: 'none',
    build: ({ site }) => securityTxt(site, new Date()),
  },
  {
    path: API_CATALOG_PATH,
    operationId: 'get_api_catalog',
    title: 'API catalogue',
    about: 'The APIs of this service as a linkset (RFC 9727).',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    headers: apiCatalogHeaders,
    build: ({ site }) => json(apiCatalog(site, files)),
  },
  {
    path: '/.well-known/agent-skills/index.json',
    operationId: 'get_skills_index',
    title: 'Skills index',
    about: 'The agent skills served here, with their digests.',
    type: JSON_TYPE,
    build: ({ site }) => json(skillsIndex(site)),
  },
  ...skills.map(({ name, path, markdown }) => ({
    path,
    title: `Skill ${name}`,
    about: `SKILL.md of the skill ${name}.`,
    type: MARKDOWN,
    build: ({ site }: Services) => markdown(site),
  })),
  {
    ...card,
    path: '/.well-known/mcp/server-card.json',
    operationId: 'get_mcp_server_card',
    about: 'Describes the MCP server to clients that have not connected yet.',
    type: JSON_TYPE,
  },
  { ...card, path: CARD_PATH, about: 'The same card at the endpoint, with its own media type.', type: CARD_TYPE },
]

/** Where the SDKs are too many for one sitemap, the others. */
export const furtherSitemaps = ({ catalog }: Services): readonly Document[] =>
  sdkSitemapParts(catalog).slice(1).map(sitemapOfSdks)

function sitemapOfSdks(part: number): Document {
  return {
    path: sdkSitemapPath(part),
    title: 'Sitemap of the SDKs',
    about: 'URLs of the pages of all SDKs, with the time of their last change.',
    type: XML,
    build: (services) => sdkSitemap(services, part),
  }
}
