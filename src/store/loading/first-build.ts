/** The history of a catalogue that has none; a file of its own, as commands that only search load no schemas. */
import type { HistoryEntry } from '../history.ts'

type Built = Record<'id' | 'builtAt', string> & { records: { length: number } }
/** A build without a predecessor on record changed nothing that anybody could know of. */
export const firstBuild = ({ id, builtAt, records }: Built): HistoryEntry => ({
  ...{ version: 1, id, previous: null, built_at: builtAt, count: records.length },
  ...{ added: [], removed: [], changed: [] },
})
