/**
 * Did-you-mean: the names nearest to one that does not exist, for slugs, titles, topics, pages and tools alike. Shared
 * 2-grams, rare ones counting more, select a few dozen candidates; the weighted edit distance ranks those.
 */

import { addTo } from '../catalog/packed/lists.ts'
import { lettersAndDigits } from '../query/words/words.ts'
import { memoized } from '../system/once.ts'
import { editCost } from './words/edit-distance.ts'

const GRAM = 2
const MAX_CANDIDATES = 24
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
  grams: ReadonlySet<string>
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

/** Cost of the edits for each letter typed, or the share of grams that differ, where words are in another order. */
function distance(typed: Candidate, { key, grams }: Candidate): number {
  const { length } = typed.key
  const shared = 2 * [...typed.grams].filter((gram) => grams.has(gram)).length
  return Math.min(
    editCost(typed.key, key, MAX_DISTANCE * length) / length,
    partDistance(typed.key, key),
    1 - shared / (typed.grams.size + grams.size),
  )
}

/** A name that begins or ends with what was typed costs little more than the name itself. */
function partDistance(typed: string, key: string): number {
  const { length } = typed
  if (key.length <= length) return Number.POSITIVE_INFINITY
  const ends = [key.slice(0, length), key.slice(-length)]
  const cost = Math.min(...ends.map((end) => editCost(typed, end, MAX_DISTANCE * length)))
  return cost / length + LENGTH_COST * (1 - length / key.length)
}

/** Lists that live on, such as those of a catalogue, are indexed once. */
const indexNames = memoized((names: readonly string[]) => {
  // "sdk" says nothing where every name ends so.
  const ending = commonEnding(names.map(lettersAndDigits))
  const candidates = names.map((name) => ({ ...candidateOf(lettersAndDigits(name), ending), name }))
  /** Gram -> indexes of the candidates that have it. */
  const postings = new Map<string, number[]>()
  for (const [at, { grams }] of candidates.entries()) {
    for (const gram of grams) addTo(postings, gram, at)
  }
  return { ending, candidates, postings }
})

function candidateOf(name: string, ending: string, maxLength?: number): Candidate {
  const key = (ending !== '' && name.endsWith(ending) ? name.slice(0, -ending.length) : name).slice(0, maxLength)
  return { name, key, grams: gramsOf(key) }
}

function commonEnding(keys: readonly string[]): string {
  let ending = keys.length > 1 ? keys[0]! : ''
  for (const key of keys) while (!key.endsWith(ending)) ending = ending.slice(1)
  return ending
}

/** The candidates that share most of the grams. */
function candidatesFor({ grams }: Candidate, { candidates, postings }: ReturnType<typeof indexNames>): Candidate[] {
  const shared = new Map<number, number>()
  for (const gram of grams) {
    const list = postings.get(gram) ?? []
    const weight = Math.log((candidates.length + 1) / (list.length + 0.5))
    for (const at of list) shared.set(at, (shared.get(at) ?? 0) + weight)
  }
  return [...shared]
    .map(([at, weight]) => ({ at, likeness: weight / (grams.size + candidates[at]!.grams.size) }))
    .sort((a, b) => b.likeness - a.likeness || a.at - b.at)
    .slice(0, MAX_CANDIDATES)
    .map(({ at }) => candidates[at]!)
}

function gramsOf(key: string): Set<string> {
  // The ends count: a name is remembered by how it begins.
  const padded = `^${key}$`
  const grams = new Set<string>()
  for (let at = 0; at + GRAM <= padded.length; at++) grams.add(padded.slice(at, at + GRAM))
  return grams
}
