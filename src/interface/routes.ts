/** THE TABLE: which operation answers where, what it reads from the request, and how the answer is shown. */
import type { AnyTool, Definition, MessageOperation } from '../tools/define.ts'
import { findSdk } from '../tools/sdks/find-sdk.ts'
import { getSdkEntry } from '../tools/sdks/get-sdk-entry.ts'
import { getSdkReadme } from '../tools/sdks/get-sdk-readme.ts'
import { listCatalogChanges } from '../tools/sdks/list-catalog-changes.ts'
import { listSdkCatalog } from '../tools/sdks/list-sdk-catalog.ts'
import { searchSdkCatalog } from '../tools/sdks/search-sdk-catalog.ts'
import { getServiceHealth } from '../tools/service/get-service-health.ts'
import { submitContactMessage } from '../tools/service/submit-contact-message.ts'
import { submitJobApplication } from '../tools/service/submit-job-application.ts'

/** How a query parameter's text becomes a member of the tool's input. */
export type Parameter = 'text' | 'integer' | 'flag'

export interface ReadRoute {
  method: 'GET'
  /** As OpenAPI writes it; `{brand}` is filled in from the configuration, `{slug}` is read from the request. */
  path: string
  tool: AnyTool
  /** Query parameters that are read; all others are ignored. */
  query?: Readonly<Record<string, Parameter>>
  /** `json` honours Accept; `readme` is the README file byte for byte, and its address says what it is. */
  as: 'json' | 'readme'
  /** How long the answer holds: as long as the catalogue, once for each address; or made for each request. */
  lasts: 'catalogue' | 'request'
  cacheControl?: string
  /** What the operation does, where the tool of that name does it for agents in another way. */
  about?: string
}

/** Takes a message as JSON or as a browser's form; messages.ts has the rules. */
export interface MessageRoute {
  method: 'POST'
  path: string
  operation: MessageOperation
  /** Shows the form, and shows it again with its errors; a browser is sent to `{page}/thanks` when all is well. */
  page: string
}

export type Route = ReadRoute | MessageRoute

/** What the row offers: its name, title and schemas. */
export const definitionOf = (route: Route): Definition => (route.method === 'POST' ? route.operation : route.tool)

export const routes: readonly Route[] = [
  { method: 'GET', path: '/api/sdk/catalog.json', tool: listSdkCatalog, as: 'json', lasts: 'catalogue' },
  {
    method: 'GET',
    path: '/api/sdk/search',
    tool: searchSdkCatalog,
    query: { q: 'text', limit: 'integer', offset: 'integer' },
    as: 'json',
    lasts: 'request',
  },
  {
    method: 'GET',
    path: '/api/sdk/find',
    tool: findSdk,
    query: { query: 'text', topic: 'text', language: 'text', no_auth: 'flag', limit: 'integer', detail: 'text' },
    as: 'json',
    lasts: 'request',
  },
  {
    method: 'GET',
    path: '/api/sdk/changes',
    tool: listCatalogChanges,
    query: { since: 'text', limit: 'integer' },
    as: 'json',
    lasts: 'request',
  },
  { method: 'GET', path: '/api/sdk/{slug}.json', tool: getSdkEntry, as: 'json', lasts: 'catalogue' },
  {
    method: 'GET',
    path: '/{brand}-sdk/{slug}.md',
    tool: getSdkReadme,
    as: 'readme',
    lasts: 'catalogue',
    about:
      'Returns the whole README of one SDK as markdown: install lines, first code, entities and operations. Use this ' +
      'before writing code with it. The MCP tool of this name returns long READMEs by section.',
  },
  {
    method: 'GET',
    path: '/api/health',
    tool: getServiceHealth,
    as: 'json',
    lasts: 'request',
    cacheControl: 'no-store',
  },
  { method: 'POST', path: '/api/contact', operation: submitContactMessage, page: '/contact' },
  { method: 'POST', path: '/api/jobs/apply', operation: submitJobApplication, page: '/jobs' },
]

/** Token of a solved challenge, in the forms; a client of JSON sends it as the header of this name. */
export const CHALLENGE_FIELD = 'cf-turnstile-response'

/**
 * Spam trap: a form field that people cannot reach by sight, keyboard or screen reader. Its name means nothing to
 * browsers and password managers, and they are told not to fill it in.
 */
export const TRAP_FIELD = 'reason_again'
