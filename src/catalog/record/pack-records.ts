/** Makes what records.ts reads. */
import { type Arrays, integers } from '../packed/file.ts'
import { packLists } from '../packed/lists.ts'
import { packStrings } from '../packed/strings.ts'
import { needsNoKey, onlyReads, type SdkRecord } from './record.ts'
import { bitOf, FLAGS, type RecordFlag } from './records.ts'

/** A record, and where its line stands in sdks.jsonl, in bytes. */
export interface RecordLine {
  record: SdkRecord
  start: number
  length: number
}

/** @param lines in catalogue order */
export function packRecords(lines: readonly RecordLine[]): Arrays {
  const records = lines.map(({ record }) => record)
  const topicNames = [...new Set(records.flatMap(({ topics }) => topics))].sort()
  const numberOf = new Map(topicNames.map((topic, number) => [topic, number]))
  return {
    'records.starts': Uint32Array.from(lines, ({ start }) => start),
    'records.lengths': integers(lines.map(({ length }) => length)),
    ...packStrings(
      'records.slugs',
      records.map(({ slug }) => slug),
    ),
    ...packStrings(
      'records.titles',
      records.map(({ title }) => title),
    ),
    'records.flags': Uint8Array.from(records, flagsOf),
    'records.languages': Uint32Array.from(records, ({ languages }) =>
      languages.reduce((bits, language) => bits | bitOf(language), 0),
    ),
    'records.entities': integers(records.map(({ entities }) => entities.length)),
    ...packStrings('records.topic_names', topicNames),
    ...packLists(
      'records.topics',
      records.map(({ topics }) => topics.map((topic) => numberOf.get(topic)!)),
    ),
  }
}

function flagsOf(record: SdkRecord): number {
  const holds: Record<RecordFlag, boolean> = {
    needsNoKey: needsNoKey(record),
    onlyReads: onlyReads(record),
    mcp: record.mcp !== undefined,
    cli: record.cli !== undefined,
  }
  return (Object.keys(FLAGS) as RecordFlag[]).reduce((bits, flag) => bits | (holds[flag] ? FLAGS[flag] : 0), 0)
}
