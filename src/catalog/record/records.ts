/**
 * The records of a catalogue. They stay the bytes of sdks.jsonl, and each is parsed when it is asked for; what searches,
 * filters and counts read of all of them is in columns of the search index. Positions are those of the catalogue order.
 */
import { LRUCache } from 'lru-cache'
import { type Bytes, readAt } from '../../system/bytes.ts'
import { once } from '../../system/once.ts'
import { type Arrays, type Integers, integers } from '../packed/array-file.ts'
import { invertLists, openLists, packLists } from '../packed/lists.ts'
import { rowsByKey } from '../packed/number-columns.ts'
import { decodeLines, encodeLines } from '../packed/strings.ts'
import { LANGUAGE_CODES, type Language, serves } from './languages.ts'
import { byTitle } from './order.ts'
import { readinessRank } from './readiness.ts'
import type { SdkRecord } from './record.ts'
import { needsNoKey, onlyReads } from './traits.ts'

/** Yes-or-no facts of a record, as bits. */
export const RECORD_FLAGS = { needsNoKey: 1, onlyReads: 2, mcp: 4, cli: 8 } as const
export type RecordFlag = keyof typeof RECORD_FLAGS

const bitsOf = (languages: readonly Language[]): number =>
  languages.reduce((bits, language) => bits | (1 << LANGUAGE_CODES.indexOf(language)), 0)

/** Of parsed records, in bytes of their JSON: some hundred SDKs. What searches keep of a record takes twice as much memory. */
const MAX_CACHE_BYTES = 2 * 1024 * 1024

/** A record, and the length of its line in sdks.jsonl. */
interface RecordLine {
  record: SdkRecord
  length: number
}

/** The columns of the records, for openRecords. @param lines in their order, without a gap */
export function packRecords(lines: Iterable<RecordLine>): Arrays {
  const rows = Array.from(lines, ({ record, length }, line) => ({
    ...{ line, length, slug: record.slug, title: record.title, topics: record.topics, before: record.renamed_from },
    ...{ flags: flagsOf(record), languages: bitsOf(record.languages) },
    ...{ entities: record.entities.length, readiness: readinessRank(record), license: record.license ?? '' },
  }))
  const lengths = integers(rows.map(({ length }) => length))
  rows.sort(byTitle)
  const topicNames = [...new Set(rows.flatMap(({ topics }) => topics))].sort()
  const numbers = new Map(topicNames.map((topic, number) => [topic, number]))
  const licenses = [...new Set(rows.map(({ license }) => license))].sort()
  const renamed = rows.flatMap(({ before = [] }, position) => before.map((slug) => ({ slug, position })))
  return {
    'records.lines': integers(rows.map(({ line }) => line)),
    'records.lengths': lengths,
    'records.slugs': encodeLines(rows.map(({ slug }) => slug)),
    'records.titles': encodeLines(rows.map(({ title }) => title)),
    'records.renamed': encodeLines(renamed.map(({ slug }) => slug)),
    'records.renamed_to': integers(renamed.map(({ position }) => position)),
    'records.flags': Uint8Array.from(rows, ({ flags }) => flags),
    'records.languages': Uint32Array.from(rows, ({ languages }) => languages),
    'records.entities': integers(rows.map(({ entities }) => entities)),
    'records.readiness_rank': integers(rows.map(({ readiness }) => readiness)),
    'records.licenses': integers(rows.map(({ license }) => licenses.indexOf(license))),
    'records.license_names': encodeLines(licenses),
    'records.topic_names': encodeLines(topicNames),
    ...packLists(
      'records.topics',
      rows.values().map(({ topics }) => topics.map((topic) => numbers.get(topic)!)),
    ),
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

export function openRecords(arrays: Arrays, sdks: Bytes) {
  const column = (name: string): Integers => arrays[`records.${name}`]!
  const [lines, lengths, flags] = [column('lines'), column('lengths'), column('flags')]
  const [languages, entityCounts, ready] = [column('languages'), column('entities'), column('readiness_rank')]
  const starts = startsOf(lengths)
  const licenses = column('licenses')
  const [slugs, titles, topicNames, licenseNames] = ['slugs', 'titles', 'topic_names', 'license_names'].map((name) =>
    decodeLines(column(name) as Uint8Array),
  ) as [string[], string[], string[], string[]]
  const topics = openLists('records.topics', arrays)
  const byTopic = once(() => invertLists(topics, topicNames.length))
  const positions = new Map(slugs.map((slug, position) => [slug, position]))
  const cache = new LRUCache<number, SdkRecord>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (_, position) => lengths[lines[position]!]!,
  })

  const json = (position: number): Buffer => readAt(sdks, starts[lines[position]!]!, lengths[lines[position]!]!)
  const parse = (position: number): SdkRecord => JSON.parse(json(position).toString())

  const comesIn = (language: Language, position: number): boolean => (languages[position]! & SERVING[language]) !== 0

  return {
    length: lines.length,
    /** Every position, ascending. */
    positions: Array.from(lines.keys()) as readonly number[],
    /** As in sdks.jsonl. */
    json,
    at(position: number): SdkRecord {
      const cached = cache.get(position)
      if (cached) return cached
      const record = parse(position)
      cache.set(position, record)
      return record
    },
    // A scan of all records leaves the cache to those that are asked for one by one.
    *[Symbol.iterator](): Generator<SdkRecord> {
      for (let position = 0; position < lines.length; position++) yield cache.peek(position) ?? parse(position)
    },
    /** -1 for an unknown slug. */
    positionOf: (slug: string): number => positions.get(slug) ?? -1,
    /** Number of its line in sdks.jsonl; -1 for an unknown slug. */
    lineOf: (slug: string): number => lines[positions.get(slug) ?? -1] ?? -1,
    /** New slugs by those that SDKs had before. */
    renamed: once((): ReadonlyMap<string, string> => {
      const before = decodeLines(column('renamed') as Uint8Array)
      return new Map(before.map((old, at) => [old, slugs[column('renamed_to')[at]!]!]))
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
    /** Positions with the topic of that number, ascending. */
    ofTopic: (number: number): Integers => byTopic().at(number),
    /** The same number for records with the same flags and languages. */
    kind: (position: number): number => languages[position]! * 2 ** 8 + flags[position]!,
    /** Bits of LANGUAGE_CODES; 0 where no language is on record. */
    languages: (position: number): number => languages[position]!,
    /** Whether it is on record in the language, or in one that serves it. */
    comesIn,
    /** Losing the right SDK is worse than checking whether it comes in the language, so unknown languages pass. */
    mayComeIn: (language: Language, position: number): boolean =>
      languages[position] === 0 || comesIn(language, position),
    /** SPDX identifier; empty where none is on record. */
    license: (position: number): string => licenseNames[licenses[position]!]!,
    entityCount: (position: number): number => entityCounts[position]!,
    /** In the order of readiness.ts. */
    byReadiness: (a: number, b: number): number => ready[b]! - ready[a]!,
    /** All positions in that order, and those with most entities first. */
    mostReady: once(() => descending(ready)),
    mostEntities: once(() => descending(entityCounts)),
  }
}

/** Rows with the largest number first, as they are where it is equal. */
function descending(numbers: Integers): Uint32Array {
  let max = 0
  for (const number of numbers) if (number > max) max = number
  return rowsByKey(
    Uint32Array.from(numbers, (number) => max - number),
    max + 1,
  ).rows
}

/** Where each line begins, in any number of bytes. */
function startsOf(lengths: Integers): Float64Array {
  let next = 0
  return Float64Array.from(lengths, (length) => {
    const start = next
    next += length + 1
    return start
  })
}

/** Bits of the languages whose code serves a caller of each language. */
const SERVING = Object.fromEntries(
  LANGUAGE_CODES.map((asked) => [asked, bitsOf(LANGUAGE_CODES.filter((code) => serves(code, asked)))]),
) as Record<Language, number>
