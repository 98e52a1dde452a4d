/** How a set of records splits, for narrowing it. */
import { memoized } from '../../system/once.ts'
import { lowestBit } from '../packed/array-file.ts'
import { LANGUAGE_CODES } from './languages.ts'
import type { Records } from './records.ts'

/** Topics and languages: most frequent first, ties by name. `noAuth`: how many are known to need no key. */
export interface Facets {
  topics: [topic: string, count: number][]
  languages: [language: string, count: number][]
  noAuth: number
}

/** @param positions of the match set */
export function facetsOf(records: Records, positions: Iterable<number>): Facets {
  const topics = new Uint32Array(records.topicNames.length)
  const { add, facets } = createCounter(records)
  for (const position of positions) {
    for (const topic of records.topics(position)) topics[topic]! += 1
    add(position, 1)
  }
  return facets(topics)
}

/** Of the whole catalogue, without a look at the topics of each record. */
export function facetsOfAll(records: Records): Facets {
  const { add, facets } = createCounter(records)
  for (const { position, count } of kindsOfAll(records)) add(position, count)
  return facets(records.topicNames.map((_, number) => records.ofTopic(number).length))
}

function createCounter(records: Records) {
  const languages = new Uint32Array(LANGUAGE_CODES.length)
  let noAuth = 0
  return {
    /** @param count records that are like this one */
    add(position: number, count: number): void {
      for (let bits = records.languages(position); bits !== 0; bits &= bits - 1) languages[lowestBit(bits)]! += count
      if (records.is('needsNoKey', position)) noAuth += count
    },
    /** @param topics how many records have each */
    facets: (topics: ArrayLike<number>): Facets => ({
      topics: sortedCounts(topics, records.topicNames),
      languages: sortedCounts(languages, LANGUAGE_CODES),
      noAuth,
    }),
  }
}

/** Most frequent first, ties by name; without names that nothing has. */
export const sortedCounts = (counts: ArrayLike<number>, names: readonly string[]): [name: string, count: number][] =>
  names
    .map((name, at): [string, number] => [name, counts[at]!])
    .filter(([, count]) => count > 0)
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))

/** Records with the same flags and languages: one of them, and how many they are. Filters count kinds, of which there are few. */
export interface RecordKind {
  position: number
  count: number
}

export function kindsOf(positions: Iterable<number>, { kind }: Records): RecordKind[] {
  const kinds = new Map<number, RecordKind>()
  for (const position of positions) {
    const same = kinds.get(kind(position))
    if (same) same.count += 1
    else kinds.set(kind(position), { position, count: 1 })
  }
  return [...kinds.values()]
}

export const kindsOfAll = memoized((records: Records) => kindsOf(records.positions, records))

/** How many of each kind have each topic. */
export const topicsOfKinds = memoized((records: Records) => {
  const kinds = new Map<number, RecordKind & { topics: Uint32Array }>()
  for (const kind of kindsOfAll(records))
    kinds.set(records.kind(kind.position), { ...kind, topics: new Uint32Array(records.topicNames.length) })
  for (const number of records.topicNames.keys())
    for (const position of records.ofTopic(number)) kinds.get(records.kind(position))!.topics[number]! += 1
  return [...kinds.values()]
})
