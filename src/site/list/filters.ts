/** Filters of the page of all SDKs. Those that find_sdk has, too, have its names. */

import type { Language } from '../../catalog/record/languages.ts'
import { mayComeIn, needsNoKey, type SdkRecord } from '../../catalog/record/record.ts'
import { onlyReads } from '../html/badges.ts'

/** Filters that are on or off, with their names, and with the words for what they leave. */
export const FLAGS = {
  no_auth: { label: 'No key needed', words: 'without a key', passes: needsNoKey },
  read_only: { label: 'Read-only', words: 'that only read', passes: onlyReads },
  mcp: { label: 'MCP server', words: 'with an MCP server', passes: ({ mcp }: SdkRecord) => mcp !== undefined },
  cli: { label: 'CLI', words: 'with a CLI', passes: ({ cli }: SdkRecord) => cli !== undefined },
} as const
export type Flag = keyof typeof FLAGS
export const FLAG_NAMES = Object.keys(FLAGS) as Flag[]

export interface Filters extends Partial<Record<Flag, true>> {
  topic?: string
  language?: Language
}

/** How many SDKs remain with one more filter, by flag or language; undefined for a language that is not counted. */
export type Counts = Readonly<Record<string, number | undefined>>

export const withoutTopic = ({ topic: _, ...filters }: Filters): Filters => filters

export const passes = (record: SdkRecord, { topic, language, ...flags }: Filters): boolean =>
  (topic === undefined || record.topics.includes(topic)) &&
  (language === undefined || mayComeIn(record, language)) &&
  FLAG_NAMES.every((name) => flags[name] === undefined || FLAGS[name].passes(record))

/**
 * @param found what the words find with the filters that find_sdk has
 * @param byLanguage whether languages are counted too, which takes a search for each
 */
export function countsOf(
  found: (filters: Filters) => readonly SdkRecord[],
  filters: Filters,
  { byLanguage }: { byLanguage: boolean },
): Counts {
  const count = (more: Filters): number => {
    const wanted = { ...filters, ...more }
    return found(wanted).filter((record) => passes(record, wanted)).length
  }
  const languages = [...new Set(found(filters).flatMap((record) => record.languages))]
  return Object.fromEntries([
    ...FLAG_NAMES.map((name) => [name, count({ [name]: true })]),
    ...languages.map((language) => [language, byLanguage ? count({ language }) : undefined]),
  ])
}
