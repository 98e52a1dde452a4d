/** Facts of one SDK that find_sdk in detail and compare_sdks share, as data and as text. */
import { type Language, languageFor } from '../catalog/record/languages.ts'
import { operationCount } from '../catalog/record/readiness.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { serverUrl } from '../catalog/record/traits.ts'
import { languageInstall } from '../code/install.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { joinParts } from '../text/join-parts.ts'
import type { SdkFacts } from './find-schema.ts'

/** @param language adds the package in this language, or in one that serves it */
export function factsOf(record: SdkRecord, language?: Language): SdkFacts {
  const { languages, auth, api_version, license, updated, entities, proven, answered } = record
  const { text: _, ...answer } = answered ?? {}
  const { scheme, needed, in: where, name, env } = auth
  const packageLanguage = language && languageFor(language, languages)
  return withoutUndefined({
    languages: nonEmpty(languages),
    auth: withoutUndefined({ scheme, needed, in: where, name, env }),
    server: serverUrl(record),
    api_version,
    license,
    updated,
    version: (packageLanguage && record.packages[packageLanguage]?.version) ?? record.release,
    entities: entities.length || undefined,
    operations: entities.length > 0 ? operationCount(record) : undefined,
    package: packageLanguage && languageInstall(record, packageLanguage).package,
    proven,
    answered: answered && (answer as SdkFacts['answered']),
  })
}

export function authText({ scheme, needed, in: where, name, env }: NonNullable<SdkFacts['auth']>): string {
  if (scheme === 'none' || scheme === 'unknown') return scheme
  return joinParts(', ', joinParts(' ', scheme, needed), joinParts(' ', where, name), env && `variable ${env}`)
}
