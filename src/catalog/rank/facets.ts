/** How a match set splits by topic, by language and by whether a key is needed, for narrowing. */
import { needsNoKey, type SdkRecord } from '../record/record.ts'

export interface Facets {
  /** Most frequent first, ties by name. */
  topics: [topic: string, count: number][]
  languages: [language: string, count: number][]
  /** How many are known to need no key. */
  noAuth: number
}

export function facetsOf(records: readonly SdkRecord[]): Facets {
  const topics = new Map<string, number>()
  const languages = new Map<string, number>()
  for (const record of records) {
    for (const topic of record.topics) topics.set(topic, (topics.get(topic) ?? 0) + 1)
    for (const language of record.languages) languages.set(language, (languages.get(language) ?? 0) + 1)
  }
  return { topics: byCount(topics), languages: byCount(languages), noAuth: records.filter(needsNoKey).length }
}

const byCount = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
