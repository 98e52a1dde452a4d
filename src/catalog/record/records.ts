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
import { openStrings, packStrings } from '../packed/strings.ts'
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
  const topics = packLists(
    'records.topics',
    rows.values().map((row) => row.topics.map((topic) => numbers.get(topic)!)),
  )
  const licenses = [...new Set(rows.map(({ license }) => license))].sort()
  const slugs = rows.map(({ slug }) => slug).sort()
  const slugNumbers = new Map(slugs.map((slug, number) => [slug, number]))
  const renamed = new Map(rows.flatMap(({ before = [] }, position) => before.map((slug) => [slug, position])))
  return {
    'records.lines': integers(rows.map(({ line }) => line)),
    'records.lengths': lengths,
    ...packStrings('records.slugs', slugs),
    'records.slug_numbers': integers(rows.map(({ slug }) => slugNumbers.get(slug)!)),
    ...packStrings(
      'records.titles',
      rows.values().map(({ title }) => title),
    ),
    ...packStrings('records.renamed', renamed.keys()),
    'records.renamed_to': integers([...renamed.values()]),
    'records.flags': Uint8Array.from(rows, ({ flags }) => flags),
    'records.languages': Uint32Array.from(rows, ({ languages }) => languages),
    'records.entities': integers(rows.map(({ entities }) => entities)),
    'records.readiness_rank': integers(rows.map(({ readiness }) => readiness)),
    'records.licenses': integers(rows.map(({ license }) => licenses.indexOf(license))),
    ...packStrings('records.license_names', licenses),
    ...packStrings('records.topic_names', topicNames),
    ...topics,
    ...invertLists('records.topics', topics, 'records.of_topic', topicNames.length),
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
  const positions = once((): readonly number[] => {
    // Array.from takes five times as long.
    const all: number[] = []
    for (let position = 0; position < lines.length; position++) all.push(position)
    return all
  })
  const licenses = column('licenses')
  const strings = (name: string) => openStrings(`records.${name}`, arrays)
  const [slugs, titles, licenseNames] = [strings('slugs'), strings('titles'), strings('license_names')]
  const topicNames = [...strings('topic_names')]
  const topics = openLists('records.topics', arrays)
  /** Sorted slugs have numbers of their own. */
  const slugNumbers = column('slug_numbers')
  const ofSlugs = once(() => rowsByKey(slugNumbers, slugNumbers.length).rows)
  const positionOf = (slug: string): number => ofSlugs()[slugs.indexOf(slug)] ?? -1
  const slugOf = (position: number): string => slugs.at(slugNumbers[position]!)!
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
    get positions() {
      return positions()
    },
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
    positionOf,
    /** Number of its line in sdks.jsonl; -1 for an unknown slug. */
    lineOf: (slug: string): number => lines[positionOf(slug)] ?? -1,
    /** New slugs by those that SDKs had before. */
    renamed: once((): ReadonlyMap<string, string> => {
      const before = [...strings('renamed')]
      return new Map(before.map((old, at) => [old, slugOf(column('renamed_to')[at]!)]))
    }),
    slug: slugOf,
    /** Sorted. */
    slugsBeginning: slugs.beginning,
    title: (position: number): string => titles.at(position)!,
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
    ofTopic: openLists('records.of_topic', arrays).at,
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
    license: (position: number): string => licenseNames.at(licenses[position]!)!,
    /** Positions in the order of readiness.ts, and those with most entities first; those of all are kept. */
    mostReady: descending(ready),
    mostEntities: descending(entityCounts),
  }
}

/** Orders positions with the largest number first, as they are where it is equal. */
function descending(numbers: Integers): (positions?: ArrayLike<number>) => Uint32Array {
  const all = once(() => sorted(new Uint32Array(numbers.length).map((_, position) => position)))
  return (positions) => (positions ? sorted(positions) : all())

  function sorted(positions: ArrayLike<number>): Uint32Array {
    const keys = new Uint32Array(positions.length)
    let max = 0
    for (let at = 0; at < keys.length; at++) max = Math.max(max, numbers[positions[at]!]!)
    for (let at = 0; at < keys.length; at++) keys[at] = max - numbers[positions[at]!]!
    return rowsByKey(keys, max + 1).rows.map((row) => positions[row]!)
  }
}

/** Where each line begins, in any number of bytes. */
function startsOf(lengths: Integers): Float64Array {
  const starts = new Float64Array(lengths.length)
  for (let line = 1; line < starts.length; line++) starts[line] = starts[line - 1]! + lengths[line - 1]! + 1
  return starts
}

/** Bits of the languages whose code serves a caller of each language. */
const SERVING = Object.fromEntries(
  LANGUAGE_CODES.map((asked) => [asked, bitsOf(LANGUAGE_CODES.filter((code) => serves(code, asked)))]),
) as Record<Language, number>
