/** Which records a query excludes: "not Stripe", "without Russia", "other than bitcoin". */
import type { Records } from '../catalog/record/records.ts'
import { brandNamed } from '../query/brands.ts'
import type { Exclusion } from '../query/exclusions.ts'
import { countryNamed } from '../query/words/concepts.ts'
import { isStop, nameTokens, stem, tokens } from '../query/words/words.ts'
import { fieldBits } from './index/indexed-fields.ts'
import { FULL_WEIGHT, type Inverted, type Posting } from './index/inverted.ts'
import type { MatchNames } from './names/exact-names.ts'
import { ABOUT_WEIGHT } from './weights.ts'

/** Fields that say what an SDK is about. */
const ABOUT = fieldBits('title', 'alias', 'topic', 'host')
const IN_DESCRIPTION = fieldBits('description')

export interface Excluded {
  /** Excluded names as the query spells them. */
  names: string[]
  /** Names whose records are replaced by others of their kind. */
  alternativesTo: { text: string; positions: number[]; isWanted: boolean }[]
  positions: ReadonlySet<number>
}

export function createExcluder(records: Records, index: Inverted, matchNames: MatchNames) {
  return function exclude(exclusions: readonly Exclusion[]): Excluded {
    const positions = new Set<number>()
    const alternativesTo: Excluded['alternativesTo'] = []
    for (const { text, alternatives } of exclusions) {
      const named = matchNames(text).matches.map(({ position }) => position)
      const words = tokens(text).filter((word) => !isStop(word))
      const postings = words.map((word) => index.posting(stem(word)))
      const excluded = named.length > 0 ? [...named, ...calledAfter(words, postings)] : aboutAllOf(text, postings)
      for (const position of excluded) positions.add(position)
      if (alternatives || brandNamed(text)) alternativesTo.push({ text, positions: named, isWanted: alternatives })
    }
    return { names: exclusions.map(({ text }) => text), alternativesTo, positions }
  }

  /** Records whose names have all the words: "stripe" also excludes Stripe Billing. */
  function calledAfter(words: readonly string[], postings: readonly (Posting | undefined)[]): number[] {
    if (postings.length === 0 || postings.includes(undefined)) return []
    const [rarest] = (postings as Posting[]).toSorted((a, b) => a.positions.length - b.positions.length)
    return Array.from(rarest!.positions).filter((position) => {
      const [title, slug] = [records.title(position), records.slug(position)]
      const nameWords = new Set([...nameTokens(title), ...tokens(title), ...tokens(slug)])
      return words.every((word) => nameWords.has(word))
    })
  }

  function aboutAllOf(text: string, postings: readonly (Posting | undefined)[]): number[] {
    // "Switzerland" is also Swiss.
    const country = countryNamed(text)
    const [first, ...others] = (country ? [index.posting(country)] : postings).map(
      (posting) => new Set(positionsAbout(posting)),
    )
    return [...(first ?? [])].filter((position) => others.every((set) => set.has(position)))
  }

  function positionsAbout(posting: Posting | undefined): number[] {
    if (!posting) return []
    const { positions, start } = posting
    return Array.from(positions).filter((_, at) => {
      const bits = index.fields[start + at]!
      const isProminent = index.weights[start + at]! >= ABOUT_WEIGHT * FULL_WEIGHT
      return (bits & ABOUT) !== 0 || ((bits & IN_DESCRIPTION) !== 0 && isProminent)
    })
  }
}
