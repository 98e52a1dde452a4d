/** Filters of the page of all SDKs. Those that find_sdk has, too, have its names. */

import type { Language } from '../../catalog/record/languages.ts'
import { LANGUAGE_CODES, type RecordFlag, type Records } from '../../catalog/record/records.ts'

/** Filters that are on or off, with their names, and with the words for what they leave. */
export const FLAGS = {
  no_auth: { label: 'No key needed', words: 'without a key', flag: 'needsNoKey' },
  read_only: { label: 'Read-only', words: 'that only read', flag: 'onlyReads' },
  mcp: { label: 'MCP server', words: 'with an MCP server', flag: 'mcp' },
  cli: { label: 'CLI', words: 'with a CLI', flag: 'cli' },
} as const satisfies Record<string, { label: string; words: string; flag: RecordFlag }>
export type Flag = keyof typeof FLAGS
export const FLAG_NAMES = Object.keys(FLAGS) as Flag[]

export interface Filters extends Partial<Record<Flag, true>> {
  topic?: string
  language?: Language
}

/** How many SDKs remain with one more filter, by flag or language; undefined for a language that is not counted. */
export type Counts = Readonly<Record<string, number | undefined>>

export const withoutTopic = ({ topic: _, ...filters }: Filters): Filters => filters

/** A test for records by their position. */
export function passing(records: Records, { topic, language, ...flags }: Filters): (position: number) => boolean {
  const wanted = FLAG_NAMES.filter((name) => flags[name])
  const isAbout = topic === undefined ? undefined : records.having(topic)
  return (position) =>
    (isAbout?.(position) ?? true) &&
    (language === undefined || records.mayComeIn(language, position)) &&
    wanted.every((name) => records.is(FLAGS[name].flag, position))
}

/**
 * @param found positions that the words find with the filters that find_sdk has
 * @param byLanguage whether languages are counted too, which takes a search for each
 */
export function countsOf(
  records: Records,
  found: (filters: Filters) => readonly number[],
  filters: Filters,
  { byLanguage }: { byLanguage: boolean },
): Counts {
  const count = (more: Filters): number => {
    const wanted = { ...filters, ...more }
    return found(wanted).filter(passing(records, wanted)).length
  }
  const bits = found(filters).reduce((all, position) => all | records.languages(position), 0)
  const languages = LANGUAGE_CODES.filter((_, at) => bits & (1 << at))
  return Object.fromEntries([
    ...FLAG_NAMES.map((name) => [name, count({ [name]: true })]),
    ...languages.map((language) => [language, byLanguage ? count({ language }) : undefined]),
  ])
}
