/** How a match set splits by topic, by language and by whether a key is needed, for narrowing. */
import { needsNoKey, type SdkRecord } from '../record/record.ts'

export type Facets = ReturnType<typeof facetsOf>

/** Topics and languages: most frequent first, ties by name. `noAuth`: how many are known to need no key. */
export const facetsOf = (records: readonly SdkRecord[]) => ({
  topics: counted(records.flatMap(({ topics }) => topics)),
  languages: counted(records.flatMap(({ languages }) => languages)),
  noAuth: records.filter(needsNoKey).length,
})

function counted(values: readonly string[]): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
}
