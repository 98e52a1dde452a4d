/** Sections 4.8 and 4.9: generated documents, discovery files and pages. */
import type { Requirement } from './requirement.ts'

export const documents = [
  {
    id: 'openapi.json',
    section: '4.8',
    text: '/openapi.json is the OpenAPI 3.1 description as application/json.',
  },
  {
    id: 'openapi.yaml',
    section: '4.8',
    text: '/openapi.yaml is the same description as YAML.',
  },
  { id: 'llms.index', section: '4.8', text: '/llms.txt is a short markdown index as text/plain.' },
  {
    id: 'llms.full',
    section: '4.8',
    text: '/llms-full.txt lists every SDK of the catalogue as links.',
  },
  { id: 'csv.type', section: '4.8', text: 'The CSV answers 200 text/csv.' },
  { id: 'csv.one-row-per-sdk', section: '4.8', text: 'The CSV has one row for each SDK.' },
  { id: 'csv.columns', section: '4.8', text: 'The CSV has its seven columns in the order given.' },
  {
    id: 'csv.sources-where-known',
    section: '4.8',
    text: 'source_openapi_url and source_website are filled where they are recorded, else empty.',
  },
  { id: 'files.agents-md', section: '4.9', text: '/AGENTS.md instructs coding agents.' },
  { id: 'files.robots', section: '4.9', text: '/robots.txt is published.' },
  { id: 'files.sitemap', section: '4.9', text: '/sitemap-index.xml leads to a content sitemap.' },
  { id: 'files.security', section: '4.9', text: '/.well-known/security.txt is published.' },
  { id: 'files.server-card', section: '4.9', text: 'The server card describes the MCP server.' },
  { id: 'files.api-catalog', section: '4.9', text: 'The API catalogue is an RFC 9727 linkset.' },
  { id: 'files.skills-index', section: '4.9', text: 'The skills index is published.' },
  {
    id: 'pages.errors',
    section: '4.9',
    text: '/developers/errors has a section for every code, under the anchor that problems link to.',
  },
  { id: 'pages.developers', section: '4.9', text: '/developers is published.' },
  {
    id: 'pages.twin-by-accept',
    section: '4.9',
    text: 'The home page answers Accept: text/markdown with its markdown twin.',
  },
  {
    id: 'pages.twin-by-suffix',
    section: '4.9',
    text: 'Every main page has a markdown twin at its path with .md.',
  },
  {
    id: 'pages.vary-and-link',
    section: '4.9',
    text: 'Pages carry Vary: Accept and a Link to their markdown twin.',
  },
] as const satisfies readonly Requirement[]
