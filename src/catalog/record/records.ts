/**
 * The records of a catalogue. They stay the bytes of sdks.jsonl, and each is parsed when it is asked for; what searches,
 * filters and counts read of all of them is in columns of the search index. Positions are those of the catalogue order.
 */
import { LRUCache } from 'lru-cache'
import { once } from '../../system/once.ts'
import { type Arrays, type Integers, integers } from '../packed/array-file.ts'
import { openLists, packLists } from '../packed/lists.ts'
import { decodeLines, encodeLines } from '../packed/strings.ts'
import { LANGUAGE_CODES, type Language, serves } from './languages.ts'
import { readinessRank } from './readiness.ts'
import type { SdkRecord } from './record.ts'
import { needsNoKey, onlyReads } from './traits.ts'

/** Yes-or-no facts of a record, as bits. */
export const RECORD_FLAGS = { needsNoKey: 1, onlyReads: 2, mcp: 4, cli: 8 } as const
export type RecordFlag = keyof typeof RECORD_FLAGS

const bitsOf = (languages: readonly Language[]): number =>
  languages.reduce((bits, language) => bits | (1 << LANGUAGE_CODES.indexOf(language)), 0)

/** How the member of a record that had another slug begins: within a text its quotes would be escaped. */
const RENAMED = '"renamed_from":['

/** Of parsed records, in bytes of their JSON: a thousand SDKs and more. */
const MAX_CACHE_BYTES = 4 * 1024 * 1024

/** A record, and the bytes of its line in sdks.jsonl. */
export interface RecordLine {
  record: SdkRecord
  start: number
  length: number
}

/** The columns of the records, for openRecords. @param lines in catalogue order */
export function packRecords(lines: readonly RecordLine[]): Arrays {
  const records = lines.map(({ record }) => record)
  const topicNames = [...new Set(records.flatMap(({ topics }) => topics))].sort()
  const numbers = new Map(topicNames.map((topic, number) => [topic, number]))
  const topics = records.map(({ topics }) => topics.map((topic) => numbers.get(topic)!))
  return {
    'records.starts': Uint32Array.from(lines, ({ start }) => start),
    'records.lengths': integers(lines.map(({ length }) => length)),
    'records.slugs': encodeLines(records.map(({ slug }) => slug)),
    'records.titles': encodeLines(records.map(({ title }) => title)),
    'records.flags': Uint8Array.from(records, flagsOf),
    'records.languages': Uint32Array.from(records, ({ languages }) => bitsOf(languages)),
    'records.entities': integers(records.map(({ entities }) => entities.length)),
    'records.readiness_rank': integers(records.map(readinessRank)),
    'records.topic_names': encodeLines(topicNames),
    ...packLists('records.topics', topics),
  }
}

function flagsOf(record: SdkRecord): number {
  const flags: Record<RecordFlag, boolean> = {
    needsNoKey: needsNoKey(record),
    onlyReads: onlyReads(record),
    mcp: record.mcp !== undefined,
    cli: record.cli !== undefined,
  }
  return (Object.keys(flags) as RecordFlag[]).reduce((bits, flag) => bits | (flags[flag] ? RECORD_FLAGS[flag] : 0), 0)
}

export type Records = ReturnType<typeof openRecords>

export function openRecords(arrays: Arrays, sdks: Uint8Array) {
  const json = Buffer.from(sdks.buffer, sdks.byteOffset, sdks.byteLength)
  const column = (name: string): Integers => arrays[`records.${name}`]!
  const [starts, lengths, flags] = [column('starts'), column('lengths'), column('flags')]
  const [languages, entityCounts, ready] = [column('languages'), column('entities'), column('readiness_rank')]
  const [slugs, titles, topicNames] = ['slugs', 'titles', 'topic_names'].map((name) =>
    decodeLines(column(name) as Uint8Array),
  ) as [string[], string[], string[]]
  const topics = openLists('records.topics', arrays)
  const positions = new Map(slugs.map((slug, position) => [slug, position]))
  const cache = new LRUCache<number, SdkRecord>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (_, position) => lengths[position]!,
  })

  const parse = (position: number): SdkRecord =>
    JSON.parse(json.toString('utf8', starts[position], starts[position]! + lengths[position]!))

  const comesIn = (language: Language, position: number): boolean => (languages[position]! & SERVING[language]) !== 0

  return {
    length: starts.length,
    /** Every position, ascending. */
    positions: Array.from(starts.keys()) as readonly number[],
    at(position: number): SdkRecord {
      const cached = cache.get(position)
      if (cached) return cached
      const record = parse(position)
      cache.set(position, record)
      return record
    },
    // A scan of all records leaves the cache to those that are asked for one by one.
    *[Symbol.iterator](): Generator<SdkRecord> {
      for (let position = 0; position < starts.length; position++) yield cache.peek(position) ?? parse(position)
    },
    /** -1 for an unknown slug. */
    positionOf: (slug: string): number => positions.get(slug) ?? -1,
    /** New slugs by those that SDKs had before. Few had another, so their lines are looked for in the bytes. */
    renamed: once((): ReadonlyMap<string, string> => {
      const renamed = new Map<string, string>()
      for (let at = json.indexOf(RENAMED); at >= 0; at = json.indexOf(RENAMED, at + 1)) {
        const end = json.indexOf('\n', at)
        const line = json.toString('utf8', json.lastIndexOf('\n', at) + 1, end < 0 ? json.length : end)
        const { slug, renamed_from = [] } = JSON.parse(line) as SdkRecord
        for (const old of renamed_from) renamed.set(old, slug)
      }
      return renamed
    }),
    slug: (position: number): string => slugs[position]!,
    title: (position: number): string => titles[position]!,
    is: (flag: RecordFlag, position: number): boolean => (flags[position]! & RECORD_FLAGS[flag]) !== 0,
    /** Topics of the whole catalogue, by number. */
    topicNames: topicNames as readonly string[],
    /** Numbers of the topics of a record. */
    topics: topics.at,
    /** A test for one topic. */
    having(topic: string) {
      const number = topicNames.indexOf(topic)
      return (position: number): boolean => topics.at(position).includes(number)
    },
    /** Bits of LANGUAGE_CODES; 0 where no language is on record. */
    languages: (position: number): number => languages[position]!,
    /** Whether it is on record in the language, or in one that serves it. */
    comesIn,
    /** Losing the right SDK is worse than checking whether it comes in the language, so unknown languages pass. */
    mayComeIn: (language: Language, position: number): boolean =>
      languages[position] === 0 || comesIn(language, position),
    entityCount: (position: number): number => entityCounts[position]!,
    /** In the order of readiness.ts. */
    byReadiness: (a: number, b: number): number => ready[b]! - ready[a]!,
  }
}

/** Bits of the languages whose code serves a caller of each language. */
const SERVING = Object.fromEntries(
  LANGUAGE_CODES.map((asked) => [asked, bitsOf(LANGUAGE_CODES.filter((code) => serves(code, asked)))]),
) as Record<Language, number>
