/** Facts of one SDK that find_sdk in detail and compare_sdks share, as data and as text. */
import * as z from 'zod'
import { type Language, languageFor } from '../../../catalog/record/languages.ts'
import { type SdkRecord, serverUrl } from '../../../catalog/record/record.ts'
import { languageInstall } from '../../../catalog/usage/install.ts'

const text = z.string().optional()

/** What is unknown is absent. */
export const SdkFacts = z.strictObject({
  languages: z.array(z.string()).optional(),
  auth: z.record(z.string(), z.string()).optional().describe('scheme, needed, in, name, env.'),
  server: text,
  api_version: text,
  license: text,
  updated: text,
  entities: z.int().optional(),
  operations: z.int().optional(),
  package: text,
})
export type SdkFacts = z.output<typeof SdkFacts>

/** @param language adds the package in this language, or in one that serves it */
export function factsOf(record: SdkRecord, language?: Language): SdkFacts {
  const { languages, auth, api_version, license, updated, entities } = record
  const { scheme, needed, in: where, name, env } = auth
  const server = serverUrl(record)
  const packageLanguage = language && languageFor(language, languages)
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
    ...(packageLanguage && { package: languageInstall(record, packageLanguage).package }),
  }
}

export function authText({ scheme, needed, in: where, name, env }: NonNullable<SdkFacts['auth']>): string {
  if (scheme === 'none' || scheme === 'unknown') return scheme
  const words = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
  return [words(scheme, needed), words(where, name), env && `variable ${env}`].filter(Boolean).join(', ')
}
