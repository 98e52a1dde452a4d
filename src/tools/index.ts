/** All capabilities, in the order in which they are offered. */

import { splitList } from '../text/typed-text.ts'
import { compareSdks } from './compare-sdks.ts'
import { refusedFields } from './define/catalog-error.ts'
import type { AnyTool, Definition } from './define/define.ts'
import { findSdk } from './find-sdk.ts'
import { getSdkEntry } from './get-sdk-entry.ts'
import { getSdkReadme } from './get-sdk-readme.ts'
import { getServiceHealth } from './get-service-health.ts'
import { listCatalogChanges } from './list-catalog-changes.ts'
import { listSdkCatalog } from './list-sdk-catalog.ts'
import { searchDocs } from './search-docs.ts'
import { searchSdkCatalog } from './search-sdk-catalog.ts'
import { submitContactMessage } from './submit-contact-message.ts'
import { submitJobApplication } from './submit-job-application.ts'

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

/**
 * Those of the tools that a connection asked for.
 * @param names separated by commas
 * @throws CatalogError invalid_request for an unknown name, or for none
 */
export function toolsNamed(names: string, tools: readonly AnyTool[]): readonly AnyTool[] {
  const chosen = splitList(names)
  const offered = tools.map(({ name }) => name)
  if (chosen.length > 0 && chosen.every((name) => offered.includes(name)))
    return tools.filter(({ name }) => chosen.includes(name))
  const message = `must be names of tools, separated by commas: ${offered.join(', ')}`
  throw refusedFields('invalid_request', [{ field: 'tools', message }])
}
