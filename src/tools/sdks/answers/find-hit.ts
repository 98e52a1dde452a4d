/** One hit of find_sdk: what it carries in short and in full, and how it reads as text. */
import * as z from 'zod'
import type { Catalog } from '../../../catalog/catalog.ts'
import type { Reason } from '../../../catalog/rank/explain.ts'
import { type Language, serves } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { installLines } from '../../../catalog/usage/install.ts'
import { shorten } from '../../../text/shorten.ts'
import { authText, factsOf, SdkFacts } from './sdk-facts.ts'

/** Longer descriptions are for the detailed form. */
const MAX_DESCRIPTION = 140

export const Hit = z.strictObject({
  slug: z.string(),
  title: z.string(),
  description: z.string().optional(),
  reason: z.string().describe('Words found, by field.'),
  operation: z.string().optional().describe('entity.op for get_sdk_readme.'),
  topics: z.array(z.string()).optional(),
  ...SdkFacts.shape,
  url: z.string().optional(),
  readme_url: z.string().optional(),
  github_url: z.string().optional(),
  install: z.array(z.string()).optional(),
})

type HitInput = z.input<typeof Hit>
/** How the search came to it. */
type Found = Pick<HitInput, 'reason' | 'operation'>

/** @param languagesUnknown a language is asked for, and it is not known which ones the SDK has */
export function reasonText(reason: Reason, languagesUnknown: boolean): string {
  const parts =
    reason.kind === 'name'
      ? [`exact ${reason.name}`]
      : reason.found.map(({ field, words }) => `${field}: ${words.join(' ')}`)
  return [...parts, ...(languagesUnknown ? ['languages unknown'] : [])].join('; ')
}

export const concise = ({ slug, title, description }: SdkRecord, found: Found): HitInput => ({
  slug,
  title,
  ...(description && { description: shorten(description, MAX_DESCRIPTION) }),
  ...found,
})

export function detailed(record: SdkRecord, found: Found, catalog: Catalog, language?: Language): HitInput {
  const { slug, title, description, topics, languages } = record
  const { url, readme_url, github_url } = catalog.entry(slug)!
  const wanted = language === undefined ? languages : languages.filter((code) => serves(code, language))
  const install = installLines({ ...record, languages: wanted })
  return {
    slug,
    title,
    ...(description && { description }),
    ...found,
    ...(topics.length > 0 && { topics }),
    ...factsOf(record, language),
    url,
    readme_url,
    github_url,
    ...(install.length > 0 && { install }),
  }
}

export function line(hit: z.output<typeof Hit>, at: number): string {
  const { slug, title, description, reason, operation, topics, languages, url, readme_url, github_url, install } = hit
  const { auth, server, api_version, license, updated, entities, operations } = hit
  const api = [
    server && `server ${server}`,
    api_version && `version ${api_version}`,
    entities !== undefined && `entities ${entities}, operations ${operations}`,
    auth && `key ${authText(auth)}`,
    license && `licence ${license}`,
    updated && `last commit ${updated}`,
  ]
  return [
    `${at + 1}. ${title} (${slug})${description ? `: ${description}` : ''} [${[reason, operation && `call ${operation}`].filter(Boolean).join('; ')}]`,
    topics && `   topics ${topics.join(', ')}`,
    languages && `   languages ${languages.join(', ')}`,
    auth && `   ${api.filter(Boolean).join(' | ')}`,
    hit.package && `   package ${hit.package}`,
    url && `   page ${url} | readme ${readme_url} | code ${github_url}`,
    install && `   install ${install.join(' | ')}`,
  ]
    .filter(Boolean)
    .join('\n')
}
