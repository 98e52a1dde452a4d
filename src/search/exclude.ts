/** Which records a query excludes: "not Stripe", "without Russia", "other than bitcoin". */
import { brandNamed } from '../query/brands.ts'
import type { Exclusion } from '../query/exclusions.ts'
import { countryNamed } from '../query/words/concepts.ts'
import { isStop, stem, tokens } from '../query/words/words.ts'
import { fieldBits } from './index/indexed-fields.ts'
import { FULL_WEIGHT, type Inverted } from './index/inverted.ts'
import type { Searcher } from './searcher.ts'
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

export function exclude(searcher: Searcher, exclusions: readonly Exclusion[]): Excluded {
  const { index, matchNames } = searcher
  const positions = new Set<number>()
  const alternativesTo: Excluded['alternativesTo'] = []
  for (const { text, alternatives } of exclusions) {
    const named = matchNames(text).matches.map(({ position }) => position)
    const words = tokens(text).filter((word) => !isStop(word))
    // "Switzerland" is also Swiss.
    const country = countryNamed(text)
    // "Stripe" also excludes Stripe Billing.
    const about = aboutAllOf(index, country ? [country] : words.map(stem))
    for (const position of [...named, ...about]) positions.add(position)
    if (alternatives || brandNamed(text)) alternativesTo.push({ text, positions: named, isWanted: alternatives })
  }
  return { names: [...new Set(exclusions.map(({ text }) => text))], alternativesTo, positions }
}

function aboutAllOf(index: Inverted, terms: readonly string[]): number[] {
  const [first, ...others] = terms.map((term) => new Set(positionsAbout(index, term)))
  return [...(first ?? [])].filter((position) => others.every((set) => set.has(position)))
}

function positionsAbout(index: Inverted, term: string): number[] {
  const posting = index.posting(term)
  if (!posting) return []
  const { positions, start } = posting
  return Array.from(positions).filter((_, at) => {
    const bits = index.fields[start + at]!
    const isProminent = index.weights[start + at]! >= ABOUT_WEIGHT * FULL_WEIGHT
    return (bits & ABOUT) !== 0 || ((bits & IN_DESCRIPTION) !== 0 && isProminent)
  })
}
