/** All capabilities, in the order in which they are offered. */
import type { AnyTool, Definition } from './define.ts'
import { searchDocs } from './docs/search-docs.ts'
import { compareSdks } from './sdks/compare-sdks.ts'
import { findSdk } from './sdks/find-sdk.ts'
import { getSdkEntry } from './sdks/get-sdk-entry.ts'
import { getSdkReadme } from './sdks/get-sdk-readme.ts'
import { listCatalogChanges } from './sdks/list-catalog-changes.ts'
import { listSdkCatalog } from './sdks/list-sdk-catalog.ts'
import { searchSdkCatalog } from './sdks/search-sdk-catalog.ts'
import { getServiceHealth } from './service/get-service-health.ts'
import { submitContactMessage } from './service/submit-contact-message.ts'
import { submitJobApplication } from './service/submit-job-application.ts'

const tools: readonly AnyTool[] = [
  findSdk,
  searchSdkCatalog,
  getSdkEntry,
  compareSdks,
  getSdkReadme,
  searchDocs,
  listCatalogChanges,
  getServiceHealth,
  listSdkCatalog,
]

/** What the service can do, over whichever transport. */
export const definitions: readonly Definition[] = [...tools, submitContactMessage, submitJobApplication]

/** What the MCP server offers. */
export const mcpTools: readonly AnyTool[] = tools.filter(({ restOnly }) => !restOnly)
