/** What follows from a record: where its server is, whether it needs a key, and what was seen of it in words. */

import type { Members } from './facts.ts'
import { isRead, LANGUAGE_CODES, LANGUAGES } from './languages.ts'
import type { Proven, RecordedAnswer } from './observed.ts'
import type { SdkRecord } from './record.ts'

/** Whether calls are on record as needing no key; the API may take one. */
export const needsNoKey = ({ auth }: Pick<SdkRecord, 'auth'>): boolean =>
  auth.scheme === 'none' || auth.needed === 'optional'

/** Whether every operation on record reads; false where none is on record. */
export const onlyReads = ({ entities }: Pick<SdkRecord, 'entities'>): boolean =>
  entities.some(({ ops }) => ops.length > 0) && entities.every(({ ops }) => ops.every(isRead))

/** The API's server, as far as it is on record, with its variables at the default, else the first choice, else `{variable}`. */
export function serverUrl({ servers }: Pick<SdkRecord, 'servers'>): string | undefined {
  const { url, variables = {} } = servers[0] ?? {}
  return url?.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const { default: usual, enum: [first] = [] } = variables[name] ?? {}
    return String(usual ?? first ?? '') || placeholder
  })
}

/** Statuses of a service that is there and turns a stranger away. */
const REFUSALS = [401, 403, 429]

export const hasFailed = ({ status }: Pick<RecordedAnswer, 'status'>): boolean =>
  status === undefined || (status >= 400 && !REFUSALS.includes(status))

/** Whether one failure may have been chance, and two are worth a warning. */
export const failedTwice = ({ answered }: { answered?: RecordedAnswer | undefined }): boolean =>
  (answered?.failures ?? 0) > 1

/** `status 200 in 84 ms on 2026-11-23` */
export function answeredText({ date, status, milliseconds, why, failures = 0 }: RecordedAnswer): string {
  const result = status === undefined ? `no answer${why ? ` (${why})` : ''}` : `status ${status}`
  const time = status === undefined || milliseconds === undefined ? '' : ` in ${milliseconds} ms`
  return `${failures > 1 ? `failed ${failures} times in a row, last with ` : ''}${result}${time} on ${date.slice(0, 10)}`
}

/** `deprecated: use tides-sdk` */
export const deprecatedText = ({ deprecated }: { deprecated?: string | undefined }): string | undefined =>
  deprecated && `deprecated: ${deprecated}`

/** `TypeScript 0.0.7, Go 0.0.9`; empty where no language has a version of its own. */
export const versionsText = ({ packages }: Pick<SdkRecord, 'packages'>): string =>
  LANGUAGE_CODES.flatMap((code) =>
    packages[code]?.version ? `${LANGUAGES[code]} ${packages[code].version}` : [],
  ).join(', ')

/** Members by name with their types alone. */
export const memberTypes = <T extends string>(fields: Readonly<Record<string, T | { type: T }>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, typeof field === 'string' ? field : field.type]),
  )

/** Names of members, and of those inside them. @param levels how deep; all without it */
export const memberNames = (members: Members, levels = Number.POSITIVE_INFINITY): string[] =>
  Object.entries(members).flatMap(([name, member]) => [
    name,
    ...(typeof member === 'string' || levels < 2 ? [] : memberNames(member.members ?? {}, levels - 1)),
  ])

/** Names of the members that are required. */
export const requiredMembers = (
  fields: Readonly<Record<string, string | { required?: boolean | undefined }>> = {},
): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (typeof field !== 'string' && field.required ? name : []))

/** `2026-11-23 at commit 1a2b3c4 in Python, Go` */
export const provenText = ({ date, commit, languages }: Proven): string =>
  `${date} at commit ${commit.slice(0, 7)} in ${languages.map((code) => LANGUAGES[code]).join(', ')}`
