/** How a match set splits by topic, by language and by whether a key is needed, for narrowing. */
import { LANGUAGE_CODES, type Records } from '../record/records.ts'

/** Topics and languages: most frequent first, ties by name. `noAuth`: how many are known to need no key. */
export interface Facets {
  topics: [topic: string, count: number][]
  languages: [language: string, count: number][]
  noAuth: number
}

/** @param positions of the match set; without it the whole catalogue */
export function facetsOf(records: Records, positions: Iterable<number> = records.positions): Facets {
  const topics = new Uint32Array(records.topicNames.length)
  const languages = new Uint32Array(LANGUAGE_CODES.length)
  let noAuth = 0
  for (const position of positions) {
    for (const topic of records.topics(position)) topics[topic]! += 1
    for (let bits = records.languages(position); bits !== 0; bits &= bits - 1) languages[lowestBit(bits)]! += 1
    if (records.is('needsNoKey', position)) noAuth += 1
  }
  return { topics: counted(topics, records.topicNames), languages: counted(languages, LANGUAGE_CODES), noAuth }
}

const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)

const counted = (counts: Uint32Array, names: readonly string[]): [name: string, count: number][] =>
  names
    .flatMap((name, at): [string, number][] => (counts[at]! > 0 ? [[name, counts[at]!]] : []))
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
