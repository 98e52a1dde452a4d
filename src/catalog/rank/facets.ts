/** How a match set splits by topic and by language, for narrowing. */
import type { SdkRecord } from '../record/record.ts'

export type Facets = ReturnType<typeof facetsOf>

/** Most frequent first, ties by name. */
export const facetsOf = (records: readonly SdkRecord[]) => ({
  topics: counted(records.flatMap(({ topics }) => topics)),
  languages: counted(records.flatMap(({ languages }) => languages)),
})

function counted(values: readonly string[]): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
}
