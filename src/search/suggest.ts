/**
 * Did-you-mean: the names nearest to one that does not exist, for slugs, titles, topics, pages and tools alike. Shared
 * 2-grams, rare ones counting more, select a few dozen candidates; the weighted edit distance ranks those.
 */

import { setImmediate as turn } from 'node:timers/promises'
import { bestOf } from '../catalog/packed/lists.ts'
import { createColumn, createNumbering, rowsByKey } from '../catalog/packed/number-columns.ts'
import { lettersAndDigits } from '../query/words/words.ts'
import { editCost } from './words/edit-distance.ts'

const GRAM = 2
const MAX_CANDIDATES = 24
/** Names that are counted for a gram, from the rarest gram on. */
const MAX_COUNTED = 20_000
/** Edits for each letter typed, beyond which a name is not worth suggesting. */
const MAX_DISTANCE = 0.45
/** How much farther than the nearest name another one may be and still be worth suggesting. */
const MAX_BEHIND = 0.2
/** Only the beginning of a longer name is compared. */
const MAX_CHARACTERS = 32
/** What a name costs that is all longer than what was typed, or all shorter. */
const LENGTH_COST = 0.3

interface Candidate {
  name: string
  key: string
  grams: Set<string>
}

/**
 * @param names a list that is never changed; it is indexed on first use, so keep one that is used often
 * @returns names of the list, nearest first; none where nothing is near
 */
export function nearest(wanted: string, names: readonly string[], limit = 3): string[] {
  const index = indexNames(names)
  const typed = candidateOf(lettersAndDigits(wanted.slice(0, 2 * MAX_CHARACTERS)), index.ending, MAX_CHARACTERS)
  if (typed.key === '') return []
  const near = candidatesFor(typed, index)
    .map((candidate) => ({ name: candidate.name, distance: distance(typed, candidate) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return near
    .filter(({ distance }) => distance <= near[0]!.distance + MAX_BEHIND)
    .slice(0, limit)
    .map(({ name }) => name)
}

/** The words of a list that share most of the letters, side by side. @param words as in `nearest` */
export const likest = (word: string, words: readonly string[]): string[] =>
  candidatesFor(candidateOf(word, ''), indexNames(words), 2 * MAX_CANDIDATES).map(({ name }) => name)

/** Cost of the edits for each letter typed, or the share of grams that differ, where words are in another order. */
function distance(typed: Candidate, { key, grams }: Candidate): number {
  const { length } = typed.key
  const shared = 2 * typed.grams.intersection(grams).size
  const unlike = 1 - shared / (typed.grams.size + grams.size)
  const most = Math.min(MAX_DISTANCE, unlike) * length
  return Math.min(unlike, editCost(typed.key, key, most) / length, partDistance(typed.key, key, most))
}

/** A name that begins or ends with what was typed costs little more than the name itself. */
function partDistance(typed: string, key: string, most: number): number {
  const { length } = typed
  const longer = LENGTH_COST * (1 - length / key.length)
  if (longer <= 0) return Number.POSITIVE_INFINITY
  const ends = [key.slice(0, length), key.slice(-length)]
  return Math.min(...ends.map((end) => editCost(typed, end, most - longer * length))) / length + longer
}

type NameIndex = ReturnType<typeof indexing> extends Generator<unknown, infer Index> ? Index : never

/** Lists that live on, such as those of a catalogue, are indexed once. */
const indexes = new WeakMap<readonly string[], NameIndex>()

function* made(names: readonly string[]): Generator<undefined, void> {
  if (!indexes.has(names)) indexes.set(names, yield* indexing(names))
}

function indexNames(names: readonly string[]): NameIndex {
  made(names).toArray()
  return indexes.get(names)!
}

/** The same before it is needed, while other work runs. */
export async function indexInTurns(names: readonly string[]): Promise<void> {
  for (const _ of made(names)) await turn()
}

/** Names that are indexed in one turn. */
const SLICE = 1_000

function* indexing(names: readonly string[]) {
  // "sdk" says nothing where every name ends so.
  const ending = commonEnding(names.values().map(lettersAndDigits))
  const candidate = (at: number) => ({ ...candidateOf(lettersAndDigits(names[at]!), ending), name: names[at]! })
  const [numbering, numbers, holders] = [
    createNumbering(),
    createColumn(new Uint32Array()),
    createColumn(new Uint32Array()),
  ]
  const sizes = new Uint16Array(names.length)
  for (const at of names.keys()) {
    if (at % SLICE === SLICE - 1) yield
    const { grams } = candidate(at)
    sizes[at] = grams.size
    for (const gram of grams) {
      numbers.push(numbering.numberOf(gram))
      holders.push(at)
    }
  }
  const grams = new Map(numbering.texts().map((gram, number) => [gram, number]))
  const { starts, rows } = rowsByKey(numbers.rows(), grams.size)
  const ofRows = holders.rows()
  const byGram = rows.map((row) => ofRows[row]!)
  /** Indexes of the names that have the gram. */
  function holdersOf(gram: string): Uint32Array {
    const number = grams.get(gram)
    return number === undefined ? new Uint32Array() : byGram.subarray(starts[number], starts[number + 1])
  }
  return { ending, candidate, holdersOf, sizes }
}

function candidateOf(name: string, ending: string, maxLength?: number): Candidate {
  const key = (ending !== '' && name.endsWith(ending) ? name.slice(0, -ending.length) : name).slice(0, maxLength)
  return { name, key, grams: gramsOf(key) }
}

function commonEnding(keys: Iterable<string>): string {
  let ending: string | undefined
  let count = 0
  for (const key of keys) {
    count++
    ending ??= key
    while (!key.endsWith(ending)) ending = ending.slice(1)
  }
  return count > 1 ? ending! : ''
}

/** The candidates that share most of the grams. */
function candidatesFor({ grams }: Candidate, index: NameIndex, most = MAX_CANDIDATES): Candidate[] {
  const { candidate, holdersOf, sizes } = index
  const likeness = new Float64Array(sizes.length)
  const sharing: number[] = []
  let counted = 0
  for (const list of Array.from(grams, holdersOf).sort((a, b) => a.length - b.length)) {
    if (counted > 0 && counted + list.length > MAX_COUNTED) break
    counted += list.length
    const weight = Math.log((sizes.length + 1) / (list.length + 0.5))
    for (const at of list) {
      if (likeness[at] === 0) sharing.push(at)
      likeness[at]! += weight
    }
  }
  for (const at of sharing) likeness[at]! /= grams.size + sizes[at]!
  return bestOf(sharing, most, (a, b) => likeness[b]! - likeness[a]! || a - b).map(candidate)
}

function gramsOf(key: string): Set<string> {
  // The ends count: a name is remembered by how it begins.
  const padded = `^${key}$`
  const grams = new Set<string>()
  for (let at = 0; at + GRAM <= padded.length; at++) grams.add(padded.slice(at, at + GRAM))
  return grams
}
