/** THE TABLE of published files: path, media type and the pure function that writes each. */
import type { Services, Site } from '../tools/define.ts'
import { catalogCsv } from './csv.ts'

export interface Document {
  /** `{brand}` is filled in from the configuration. */
  path: string
  operationId?: string
  type: string
  /** Header fields beside the common ones. */
  headers?: (site: Site) => Record<string, string>
  cacheControl?: string
  build(services: Services): string
}

export const documents: readonly Document[] = [
  {
    path: '/sdk/{brand}-sdk.csv',
    operationId: 'get_sdk_catalog_csv',
    type: 'text/csv; charset=utf-8; header=present',
    build: ({ catalog }) => catalogCsv(catalog),
  },
]
