/** Filters of the caller and constraints of the query: which records pass. */
import type { Language } from '../catalog/record/languages.ts'
import type { Records } from '../catalog/record/records.ts'
import type { Constraints } from '../query/constraints.ts'
import type { Excluded } from './exclude.ts'

export interface RankFilters {
  topic?: string | undefined
  /** Excludes records whose languages are known and do not include this one. */
  language?: Language | undefined
  /** True excludes records that are not known to need no key. */
  no_auth?: boolean | undefined
}

/** One condition that a record must meet; a reader is shown its `name`. */
export interface Condition {
  kind: 'topic' | 'language' | 'no_auth' | 'read_only' | 'licence' | 'not'
  name: string
  passes: (position: number) => boolean
  /** Set by a filter, not by the words of the query. */
  isFilter: boolean
}

export function conditionsOf(
  records: Records,
  { topic, language, no_auth }: RankFilters,
  { languages, noKey, readOnly, licence }: Constraints,
  excluded: Excluded,
): Condition[] {
  const conditions: Condition[] = []
  const add = (kind: Condition['kind'], name: string, passes: Condition['passes'], isFilter = false): void =>
    void conditions.push({ kind, name, passes, isFilter })
  const comesIn = (language: Language) => (position: number) => records.mayComeIn(language, position)
  const needsNoKey = (position: number) => records.is('needsNoKey', position)
  if (topic !== undefined) add('topic', `topic ${topic}`, records.having(topic), true)
  if (language !== undefined) add('language', `language ${language}`, comesIn(language), true)
  if (no_auth) add('no_auth', 'no key', needsNoKey, true)
  for (const choice of language === undefined ? languages : []) {
    const passes = (position: number) => choice.some((language) => comesIn(language)(position))
    add('language', `language ${choice.join(' or ')}`, passes)
  }
  if (noKey && !no_auth) add('no_auth', 'no key', needsNoKey)
  if (readOnly) add('read_only', 'read-only', (position) => records.is('onlyReads', position))
  if (licence) add('licence', licence.name, (position) => licence.ids.test(records.license(position)))
  if (excluded.names.length > 0) {
    const name = excluded.names.map((name) => `not ${name}`).join(', ')
    add('not', name, (position) => !excluded.positions.has(position))
  }
  return conditions
}
