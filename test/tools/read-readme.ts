/** get_sdk_readme as tests call it: over the embedded catalogue, where wanted with another README in the place of its own. */
import type * as z from 'zod'
import { parseMarkdown } from '../../src/catalog/readme/readme.ts'
import type { OperationsFile } from '../../src/catalog/record/facts.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { renderReadme } from '../../src/code/readme-template.ts'
import { callTool, type Services } from '../../src/tools/define/define.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { testServices } from '../app.ts'

export const services = testServices()
export const SLUG = 'poetrydb-sdk'
export type Input = z.input<typeof getSdkReadme.input>

export function read(input: Partial<Input> = {}, readme?: string) {
  const of: Services =
    readme === undefined
      ? services
      : { ...services, catalog: { ...services.catalog, readmeDocument: async () => parseMarkdown(readme) } }
  return callTool(getSdkReadme, { slug: SLUG, ...input }, of)
}

/** A record of the tests' own, with the README that is made of it. */
export function bareSdk(facts: Partial<SdkRecord>) {
  const record = SdkRecord.parse({
    slug: SLUG,
    title: 'Tides',
    github_url: 'https://github.com/sea/tides-sdk',
    ...facts,
  })
  return { record, readme: renderReadme(record) }
}

/** The tool over this record and README, with its operations where there are some. */
export function readOf(record: SdkRecord, input: Partial<Input>, readme = '', operations?: OperationsFile) {
  const catalog = {
    ...services.catalog,
    record: () => record,
    readmeDocument: async () => parseMarkdown(readme),
    operations: async () => operations,
  }
  return callTool(getSdkReadme, { slug: record.slug, ...input }, { ...services, catalog })
}
