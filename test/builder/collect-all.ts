/** All repositories of a source, with their records in memory. */
import { collect } from '../../src/builder/collect.ts'

export async function collectAll(...given: Parameters<typeof collect>) {
  const { records, ...rest } = await collect(...given)
  return { ...rest, records: [...records] }
}
