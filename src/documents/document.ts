/** One published file: its path, what it is, and the pure function that writes it. The table is index.ts. */
import type { Cacheability, Services, Site } from '../tools/define/define.ts'

export interface Document {
  /** The configuration fills in `{brand}`. */
  path: string
  /** Makes the file an operation of the OpenAPI description. */
  operationId?: string
  title: string
  /** Its purpose, in one sentence. */
  about: string
  type: string
  /** Header fields beside the common ones. */
  headers?: (site: Site) => Record<string, string>
  cacheControl?: string
  /** Default: `snapshot`. */
  cacheability?: Cacheability
  build(services: Services): string
}

/** The media type without its parameters. */
export const essence = (type: string): string => type.split(';')[0]!.trim()
