/**
 * The records of a catalogue, which stay the bytes of sdks.jsonl: each is parsed when somebody asks for it. What
 * searches, filters and counts ask of all of them stands beside them in columns (pack-records.ts). Positions are those of
 * the catalogue order.
 */
import { boundedMap } from '../../system/bounded-map.ts'
import type { Arrays, Integers } from '../packed/file.ts'
import { openLists } from '../packed/lists.ts'
import { openStrings } from '../packed/strings.ts'
import { LANGUAGES, type Language, serves } from './languages.ts'
import type { SdkRecord } from './record.ts'

/** What a record is, or is not, as bits. */
export const FLAGS = { needsNoKey: 1, onlyReads: 2, mcp: 4, cli: 8 } as const
export type RecordFlag = keyof typeof FLAGS

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

export const bitOf = (language: Language): number => 1 << LANGUAGE_CODES.indexOf(language)

/** Parsed records that are kept, in bytes of their JSON: those of a thousand SDKs and more. */
const MOST_PARSED = 4 * 1024 * 1024

export interface Records extends Iterable<SdkRecord> {
  readonly length: number
  /** All of them, ascending. */
  readonly positions: readonly number[]
  at(position: number): SdkRecord
  /** -1 for a slug that no record has. */
  positionOf(slug: string): number
  slug(position: number): string
  title(position: number): string
  is(flag: RecordFlag, position: number): boolean
  /** Topics of the whole catalogue, by number. */
  readonly topicNames: readonly string[]
  /** Numbers of the topics of a record. */
  topics(position: number): Integers
  /** A test for one topic. */
  having(topic: string): (position: number) => boolean
  /** Bits of LANGUAGE_CODES; 0 where no language is on record. */
  languages(position: number): number
  /** Losing the right SDK is worse than checking whether it comes in the language, so unknown languages pass. */
  mayComeIn(language: Language, position: number): boolean
  entityCount(position: number): number
}

/** @param arrays of packRecords for these very bytes */
export function openRecords(arrays: Arrays, sdks: Uint8Array): Records {
  const text = Buffer.from(sdks.buffer, sdks.byteOffset, sdks.byteLength)
  const [starts, lengths, flags, languages, entityCounts] = [
    'records.starts',
    'records.lengths',
    'records.flags',
    'records.languages',
    'records.entities',
  ].map((name) => arrays[name]) as [Integers, Integers, Integers, Integers, Integers]
  const slugs = openStrings('records.slugs', arrays)
  const titles = openStrings('records.titles', arrays)
  const names = openStrings('records.topic_names', arrays)
  const topicNames = Array.from({ length: names.size }, (_, index) => names.at(index))
  const topics = openLists('records.topics', arrays)
  const parsed = boundedMap<SdkRecord, number>(MOST_PARSED, (_, position) => lengths[position]!)

  const topicsOf = (position: number): Integers => topics.values.subarray(topics.start(position), topics.end(position))

  const parse = (position: number): SdkRecord =>
    JSON.parse(text.toString('utf8', starts[position], starts[position]! + lengths[position]!))

  return {
    length: starts.length,
    positions: Array.from(starts.keys()),
    at: (position) => parsed.getOrInsertComputed(position, parse),
    // Whoever reads all of them does not push out what others ask for.
    *[Symbol.iterator]() {
      for (let position = 0; position < starts.length; position++) yield parsed.get(position) ?? parse(position)
    },
    positionOf: slugs.indexOf,
    slug: slugs.at,
    title: titles.at,
    is: (flag, position) => (flags[position]! & FLAGS[flag]) !== 0,
    topicNames,
    topics: topicsOf,
    having(topic) {
      const number = topicNames.indexOf(topic)
      return (position) => topicsOf(position).includes(number)
    },
    languages: (position) => languages[position]!,
    mayComeIn: (language, position) => languages[position] === 0 || (languages[position]! & SERVING[language]) !== 0,
    entityCount: (position) => entityCounts[position]!,
  }
}

/** Bits of the languages whose code serves who asks for one. */
const SERVING = Object.fromEntries(
  LANGUAGE_CODES.map((asked) => [
    asked,
    LANGUAGE_CODES.filter((code) => serves(code, asked)).reduce((bits, code) => bits | bitOf(code), 0),
  ]),
) as Record<Language, number>
