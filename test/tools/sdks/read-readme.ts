/** get_sdk_readme as tests call it: over the embedded catalogue, where wanted with another README in the place of its own. */
import type * as z from 'zod'
import { parseMarkdown } from '../../../src/catalog/readme/document.ts'
import { callTool, type Services } from '../../../src/tools/define.ts'
import { getSdkReadme } from '../../../src/tools/sdks/get-sdk-readme.ts'
import { testServices } from '../../app.ts'

export const services = testServices()
export const SLUG = 'poetrydb-sdk'
export type Input = z.input<typeof getSdkReadme.input>

export function read(input: Partial<Input> = {}, readme?: string) {
  const of: Services =
    readme === undefined
      ? services
      : { ...services, catalog: { ...services.catalog, readmeDocument: () => parseMarkdown(readme) } }
  return callTool(getSdkReadme, { slug: SLUG, ...input }, of)
}
