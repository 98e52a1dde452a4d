/** Facts of one SDK as members of an answer, and in words: what find_sdk in detail and compare_sdks share. */
import * as z from 'zod'
import { type Language, languageFor } from '../../../catalog/record/languages.ts'
import { type SdkRecord, serverUrl } from '../../../catalog/record/record.ts'
import { languageInstalls } from '../../../catalog/usage/install.ts'

const name = z.string().optional()

/** What is unknown is absent. */
export const SdkFacts = z.strictObject({
  languages: z.array(z.string()).optional(),
  auth: z.record(z.string(), z.string()).optional().describe('scheme, needed, in, name, env.'),
  server: name,
  api_version: name,
  license: name,
  updated: name,
  entities: z.int().optional(),
  operations: z.int().optional(),
  package: name,
})
export type SdkFacts = z.output<typeof SdkFacts>

/** @param language whose package is wanted */
export function factsOf(record: SdkRecord, language?: Language): SdkFacts {
  const { languages, auth, api_version, license, updated, entities } = record
  const { scheme, needed, in: where, name, env } = auth
  const server = serverUrl(record)
  const named = language && packageIn(record, language)
  return {
    ...(languages.length > 0 && { languages }),
    auth: {
      scheme,
      ...(needed && { needed }),
      ...(where && { in: where }),
      ...(name && { name }),
      ...(env && { env }),
    },
    ...(server !== undefined && { server }),
    ...(api_version !== undefined && { api_version }),
    ...(license !== undefined && { license }),
    ...(updated !== undefined && { updated }),
    ...(entities.length > 0 && {
      entities: entities.length,
      operations: entities.reduce((sum, { ops }) => sum + ops.length, 0),
    }),
    ...(named !== undefined && { package: named }),
  }
}

/** Name of the package in this language, or in one that serves it; none where the SDK has neither. */
function packageIn(record: SdkRecord, wanted: Language): string | undefined {
  const { languages } = record
  const language = languageFor(wanted, languages)
  return language && languageInstalls({ ...record, languages: [language] })[0]?.package
}

export function authText({ scheme, needed, in: where, name, env }: NonNullable<SdkFacts['auth']>): string {
  if (scheme === 'none') return 'none'
  if (scheme === 'unknown') return 'unknown'
  const place = [where, name].filter(Boolean).join(' ')
  return [[scheme, needed].filter(Boolean).join(' '), place, env && `variable ${env}`].filter(Boolean).join(', ')
}
