/** The whole catalogue as one document (SPEC 4.1). Agents page through search-sdk-catalog.ts instead. */
import * as z from 'zod'
import { SdkCatalog } from '../catalog/record/entry.ts'
import { objectWithList } from '../text/join-parts.ts'
import { defineTool, READ_ONLY } from './define/define.ts'

export const listSdkCatalog = defineTool({
  name: 'list_sdk_catalog',
  title: 'List the whole SDK catalogue',
  description:
    'Returns every SDK of the catalogue, sorted by title, in one document of several hundred kilobytes. ' +
    'Use this to mirror the catalogue; use search_sdk_catalog to look for something.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  restOnly: true,
  input: z.strictObject({}),
  output: SdkCatalog,
  run: (_, { catalog }) => ({ generated_at: catalog.generatedAt, count: catalog.count, sdks: [...catalog.entries()] }),
  parts: ({ catalog }) =>
    objectWithList({ generated_at: catalog.generatedAt, count: catalog.count }, 'sdks', catalog.entries()),
  text: ({ count }) => `${count} SDKs.`,
  examples: [{}],
})
