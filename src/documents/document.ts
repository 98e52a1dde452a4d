/** One published file: where it is, what it is, and the pure function that writes it. The table is index.ts. */
import type { Services, Site } from '../tools/define.ts'

export interface Document {
  /** `{brand}` is filled in from the configuration. */
  path: string
  /** Makes it an operation of the OpenAPI description. */
  operationId?: string
  /** What it is, as a title. */
  title: string
  /** What it is for, in one sentence. */
  about: string
  type: string
  /** Header fields beside the common ones. */
  headers?: (site: Site) => Record<string, string>
  cacheControl?: string
  /** Written anew for each request, because the day enters it; all others last as long as the catalogue. */
  lasts?: 'request'
  build(services: Services): string
}

/** The media type without its parameters. */
export const essence = (type: string): string => type.split(';')[0]!.trim()
