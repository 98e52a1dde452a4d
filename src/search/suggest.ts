/**
 * Did-you-mean: the names nearest to one that does not exist, for slugs, titles, topics, pages and tools alike. Shared
 * 2-grams, rare ones counting more, select a few dozen candidates; the weighted edit distance ranks those.
 */

import { type Arrays, type Integers, integers } from '../catalog/packed/array-file.ts'
import { bestOf, openLists, packLists } from '../catalog/packed/lists.ts'
import { createColumn, createNumbering, rowsByKey } from '../catalog/packed/number-columns.ts'
import { openStrings, packStrings, type TextList } from '../catalog/packed/strings.ts'
import { lettersAndDigits } from '../query/words/words.ts'
import { memoized, once } from '../system/once.ts'
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
  /** In its list. */
  at: number
  key: string
  grams: Set<string>
}

/**
 * @param names a list that is never changed; it is indexed on first use, so keep one that is used often
 * @returns names of the list, nearest first; none where nothing is near
 */
export const nearest = (wanted: string, names: readonly string[], limit?: number): string[] =>
  nearestIn(lettersOf(names), wanted, limit).map(({ name }) => name)

/** The same among names whose letters are indexed. */
export function nearestIn(letters: Letters, wanted: string, limit = 3): Candidate[] {
  const typed = candidateOf(lettersAndDigits(wanted.slice(0, 2 * MAX_CHARACTERS)), letters.ending, MAX_CHARACTERS)
  if (typed.key === '') return []
  const near = candidatesFor(typed, letters)
    .map((candidate) => ({ ...candidate, distance: distance(typed, candidate) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return near.filter(({ distance }) => distance <= near[0]!.distance + MAX_BEHIND).slice(0, limit)
}

/** The words of a list that share most of the letters, side by side. */
export const likest = (word: string, letters: Letters): string[] =>
  candidatesFor(candidateOf(word, ''), letters, 2 * MAX_CANDIDATES).map(({ name }) => name)

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

/** The names as pairs of letters, for openLetters. @param prefix of the names of the arrays */
export function packLetters(prefix: string, names: readonly string[]): Arrays {
  // "sdk" says nothing where every name ends so.
  const ending = commonEnding(names.values().map(lettersAndDigits))
  const numbering = createNumbering()
  const [numbers, holders] = [createColumn(new Uint32Array()), createColumn(new Uint32Array())]
  const sizes = new Uint16Array(names.length)
  for (const [at, name] of names.entries()) {
    const { grams } = candidateOf(lettersAndDigits(name), ending)
    sizes[at] = grams.size
    for (const gram of grams) {
      numbers.push(numbering.numberOf(gram))
      holders.push(at)
    }
  }
  const grams = numbering.texts().sort()
  const { starts, rows } = rowsByKey(numbers.rows(), grams.length)
  const ofRows = holders.rows()
  const lists = grams.values().map((gram) => {
    const number = numbering.numberOf(gram)
    return rows.subarray(starts[number], starts[number + 1]).map((row) => ofRows[row]!)
  })
  return {
    ...packStrings(`${prefix}.ending`, [ending]),
    [`${prefix}.sizes`]: integers(sizes),
    ...packStrings(`${prefix}.grams`, grams),
    ...packLists(`${prefix}.holders`, lists),
  }
}

type Letters = ReturnType<typeof openLetters>

/** @param names those that were packed */
export function openLetters(prefix: string, arrays: Arrays, names: TextList) {
  const ending = openStrings(`${prefix}.ending`, arrays).at(0)!
  const grams = openStrings(`${prefix}.grams`, arrays)
  const holders = openLists(`${prefix}.holders`, arrays)
  return {
    ending,
    candidate(at: number): Candidate {
      const name = names.at(at)!
      return { ...candidateOf(lettersAndDigits(name), ending), name, at }
    },
    /** Indexes of the names that have the gram. */
    holdersOf: (gram: string): Integers => holders.at(grams.indexOf(gram)),
    sizes: arrays[`${prefix}.sizes`]!,
    /** Zeros, one for each name, for a count that leaves them so: a million new ones take longer than most counts. */
    zeros: once(() => new Float64Array(names.length)),
  }
}

/** Lists that live on, such as the topics of a catalogue, are indexed once. */
const lettersOf = memoized((names: readonly string[]) => openLetters('', packLetters('', names), names))

function candidateOf(name: string, ending: string, maxLength?: number): Candidate {
  const key = (ending !== '' && name.endsWith(ending) ? name.slice(0, -ending.length) : name).slice(0, maxLength)
  return { name, at: -1, key, grams: gramsOf(key) }
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
function candidatesFor({ grams }: Candidate, letters: Letters, most = MAX_CANDIDATES): Candidate[] {
  const { candidate, holdersOf, sizes } = letters
  const likeness = letters.zeros()
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
  const best = bestOf(sharing, most, (a, b) => likeness[b]! - likeness[a]! || a - b)
  for (const at of sharing) likeness[at] = 0
  return best.map(candidate)
}

function gramsOf(key: string): Set<string> {
  // The ends count: a name is remembered by how it begins.
  const padded = `^${key}$`
  const grams = new Set<string>()
  for (let at = 0; at + GRAM <= padded.length; at++) grams.add(padded.slice(at, at + GRAM))
  return grams
}
