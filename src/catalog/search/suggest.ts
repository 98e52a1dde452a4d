/**
 * Did-you-mean: the names nearest to one that is not there, for slugs, titles, topics, pages and tools alike. Shared
 * 2-grams, rare ones counting more, pick a few dozen candidates; fuse.js orders those, as it is too slow for all.
 */
import Fuse from 'fuse.js'
import { compact } from './words.ts'

const GRAM = 2
const SHORTLIST = 24
/** fuse.js scores from 0, the same, to 1, nothing in common. */
const FARTHEST = 0.45
/** How far behind the nearest name another one may be and still be worth naming. */
const BEHIND = 0.2
/** Longer wishes are read as far as this; it is also as much as fuse.js takes in one piece. */
const MOST_CHARACTERS = 32
/** Slips at the first letter are rare. */
const OTHER_START = 0.1
const FUSE = { includeScore: true, ignoreLocation: true, threshold: FARTHEST }

interface Candidate {
  name: string
  key: string
}

interface Grams {
  /** How every name ends, as "sdk": nobody means anything by it. */
  ending: string
  candidates: readonly Candidate[]
  /** Which candidates hold a gram. */
  holders: ReadonlyMap<string, readonly number[]>
  size: readonly number[]
}

/** Lists that live on, as those of a catalogue do, are read once. */
const known = new WeakMap<readonly string[], Grams>()

/**
 * @param candidates a list that is never changed; it is indexed on first use, so keep one that is asked for often
 * @returns names of the list, nearest first; none where nothing is near
 */
export function nearest(wanted: string, candidates: readonly string[], most = 3): string[] {
  const grams = known.get(candidates) ?? remember(candidates)
  const key = without(grams.ending, compact(wanted.slice(0, 2 * MOST_CHARACTERS))).slice(0, MOST_CHARACTERS)
  if (key === '') return []
  const shortlist = sharing(key, grams)
  const near = new Fuse(
    shortlist.map((candidate) => candidate.key),
    FUSE,
  )
    .search(key)
    .map(({ item, refIndex, score = 1 }) => ({
      name: shortlist[refIndex]!.name,
      distance: score + lengthGap(key, item) + (item[0] === key[0] ? 0 : OTHER_START),
    }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  const farthest = Math.min(FARTHEST, (near[0]?.distance ?? 0) + BEHIND)
  return near
    .filter(({ distance }) => distance <= farthest)
    .slice(0, most)
    .map(({ name }) => name)
}

function remember(names: readonly string[]): Grams {
  const keys = names.map(compact)
  const ending = commonEnding(keys)
  const candidates = names.map((name, at) => ({ name, key: without(ending, keys[at]!) }))
  const holders = new Map<string, number[]>()
  const size = candidates.map(({ key }, at) => {
    const grams = gramsOf(key)
    for (const gram of grams) {
      const list = holders.get(gram)
      if (list) list.push(at)
      else holders.set(gram, [at])
    }
    return grams.size
  })
  const made = { ending, candidates, holders, size }
  known.set(names, made)
  return made
}

/** The candidates that share most of the grams. */
function sharing(key: string, { candidates, holders, size }: Grams): Candidate[] {
  const shared = new Map<number, number>()
  const wanted = gramsOf(key)
  for (const gram of wanted) {
    const list = holders.get(gram) ?? []
    const tells = Math.log((candidates.length + 1) / (list.length + 0.5))
    for (const at of list) shared.set(at, (shared.get(at) ?? 0) + tells)
  }
  return [...shared]
    .map(([at, weight]) => ({ at, likeness: weight / (wanted.size + size[at]!) }))
    .sort((a, b) => b.likeness - a.likeness || a.at - b.at)
    .slice(0, SHORTLIST)
    .map(({ at }) => candidates[at]!)
}

function gramsOf(key: string): Set<string> {
  // The ends count: a name is remembered by how it begins.
  const padded = `^${key}$`
  const grams = new Set<string>()
  for (let at = 0; at + GRAM <= padded.length; at++) grams.add(padded.slice(at, at + GRAM))
  return grams
}

function commonEnding(keys: readonly string[]): string {
  let ending = keys.length > 1 ? keys[0]! : ''
  for (const key of keys) while (!key.endsWith(ending)) ending = ending.slice(1)
  return ending
}

const without = (ending: string, key: string): string =>
  ending !== '' && key.endsWith(ending) ? key.slice(0, -ending.length) : key

/** fuse.js ignores what else the name holds; this adds a price for the difference in length. */
const lengthGap = (a: string, b: string): number => (Math.abs(a.length - b.length) / Math.max(a.length, b.length)) * 0.3
