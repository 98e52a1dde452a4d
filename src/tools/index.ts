/** Every capability, in the order in which they are offered. */
import type { AnyTool } from './define.ts'
import { findSdk } from './find-sdk.ts'
import { getSdkEntry } from './get-sdk-entry.ts'
import { getSdkReadme } from './get-sdk-readme.ts'
import { getServiceHealth } from './get-service-health.ts'
import { listCatalogChanges } from './list-catalog-changes.ts'
import { listSdkCatalog } from './list-sdk-catalog.ts'
import { listSurfaces } from './list-surfaces.ts'
import { readPage } from './read-page.ts'
import { searchDocs } from './search-docs.ts'
import { searchSdkCatalog } from './search-sdk-catalog.ts'
import { submitContactMessage } from './submit-contact-message.ts'
import { submitJobApplication } from './submit-job-application.ts'

export const tools: readonly AnyTool[] = [
  findSdk,
  searchSdkCatalog,
  getSdkEntry,
  getSdkReadme,
  listSurfaces,
  searchDocs,
  readPage,
  listCatalogChanges,
  getServiceHealth,
  listSdkCatalog,
  submitContactMessage,
  submitJobApplication,
]

/** What the MCP server offers. */
export const mcpTools: readonly AnyTool[] = tools.filter(({ restOnly }) => !restOnly)
