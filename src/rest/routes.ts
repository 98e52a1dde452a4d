/** The table of REST operations: where each answers, what it reads from the request, and what serves it. */

import { compareSdks } from '../tools/compare-sdks.ts'
import type { AnyTool, Definition, MessageOperation } from '../tools/define/define.ts'
import { findSdk } from '../tools/find-sdk.ts'
import { getSdkEntry } from '../tools/get-sdk-entry.ts'
import { getSdkReadme } from '../tools/get-sdk-readme.ts'
import { getServiceHealth } from '../tools/get-service-health.ts'
import { listCatalogChanges } from '../tools/list-catalog-changes.ts'
import { listSdkCatalog } from '../tools/list-sdk-catalog.ts'
import { searchSdkCatalog } from '../tools/search-sdk-catalog.ts'
import { submitContactMessage } from '../tools/submit-contact-message.ts'
import { submitJobApplication } from '../tools/submit-job-application.ts'

/** Answers with the JSON output of a tool. */
export interface ToolRoute {
  serves: 'tool'
  method: 'GET'
  /** As OpenAPI writes it. The configuration fills in `{brand}`, the request `{slug}`. */
  path: string
  tool: AnyTool
  /** Query parameters that are read; all others are ignored. */
  query: readonly string[]
  cacheControl?: string
}

/** Answers with the README of an SDK, byte for byte. */
export interface ReadmeRoute {
  serves: 'readme'
  method: 'GET'
  path: string
  /** Gives the operation its name, title and slug; runs over MCP only, where it returns long READMEs by section. */
  tool: typeof getSdkReadme
}

/** Takes a message as JSON or from a browser's form; rest/messages.ts has the rules. */
export interface MessageRoute {
  serves: 'message'
  method: 'POST'
  path: string
  operation: MessageOperation
  /** The page with the form. It shows what was wrong; a browser that succeeds is sent to `{page}/thanks`. */
  page: string
}

export type RestRoute = ToolRoute | ReadmeRoute | MessageRoute

/** What the row offers: its name, title and schemas. */
export const definitionOf = (route: RestRoute): Definition => (route.method === 'POST' ? route.operation : route.tool)

const tool = (
  path: string,
  tool: AnyTool,
  query: readonly string[] = [],
  more?: Pick<ToolRoute, 'cacheControl'>,
): ToolRoute => {
  return { serves: 'tool', method: 'GET', path, tool, query, ...more }
}

export const routes: readonly RestRoute[] = [
  tool('/api/sdk/catalog.json', listSdkCatalog),
  // All that SPEC 4.2 has, and an order: topic and language are for agents, and for programs in /api/sdk/find.
  tool('/api/sdk/search', searchSdkCatalog, ['q', 'limit', 'offset', 'sort']),
  tool('/api/sdk/find', findSdk, ['query', 'topic', 'language', 'no_auth', 'limit', 'detail']),
  tool('/api/sdk/compare', compareSdks, ['slugs', 'language']),
  tool('/api/sdk/changes', listCatalogChanges, ['since', 'limit']),
  tool('/api/sdk/{slug}.json', getSdkEntry),
  { serves: 'readme', method: 'GET', path: '/{brand}-sdk/{slug}.md', tool: getSdkReadme },
  tool('/api/health', getServiceHealth, [], { cacheControl: 'no-store' }),
  { serves: 'message', method: 'POST', path: '/api/contact', operation: submitContactMessage, page: '/contact' },
  { serves: 'message', method: 'POST', path: '/api/jobs/apply', operation: submitJobApplication, page: '/jobs' },
]

/** Form field with the token of a solved bot challenge; a JSON client sends it in the header of this name. */
export const CHALLENGE_FIELD = 'cf-turnstile-response'

/**
 * Spam trap: a form field that people cannot reach by sight, keyboard or screen reader. Its name means nothing to
 * browsers and password managers, which are asked not to fill it in.
 */
export const TRAP_FIELD = 'reason_again'
