/** Which records a query does not want: "not Stripe", "without Russia", "other than bitcoin". */
import type { Records } from '../record/records.ts'
import { isStop, nameTokens, stem, tokens } from '../search/words.ts'
import { conceptsIn, isCountry, kindOf } from './concepts.ts'
import { FIELDS } from './index/fields.ts'
import { FULL_WEIGHT, type Inverted, type Posting } from './index/inverted.ts'
import type { NameMatch } from './names/exact-names.ts'
import { brandNamed } from './reading/brands.ts'
import type { Exclusion } from './reading/exclusions.ts'

/** Fields that tell what an SDK is about. */
const ABOUT = ['title', 'alias', 'topic', 'host'].reduce(
  (bits, field) => bits | (1 << FIELDS.indexOf(field as 'title')),
  0,
)
const IN_DESCRIPTION = 1 << FIELDS.indexOf('description')
/** A word in these weighs so much only where the SDK is about it. */
const ABOUT_WEIGHT = 0.62 * FULL_WEIGHT

export interface Excluded {
  /** What was read as not wanted. */
  names: string[]
  /** Named so that others of their kind are wanted. */
  alternativesTo: { text: string; positions: number[] }[]
  positions: ReadonlySet<number>
}

/** @param matchNames records of exactly a name */
export function excluder(
  records: Records,
  { terms, fields, weights }: Inverted,
  matchNames: (query: string) => { matches: readonly NameMatch[] },
) {
  return function exclude(exclusions: readonly Exclusion[]): Excluded {
    const excluded = new Set<number>()
    const names: string[] = []
    const alternativesTo: Excluded['alternativesTo'] = []
    for (const { text, alternatives } of exclusions) {
      const named = matchNames(text).matches.map(({ position }) => position)
      const positions = named.length > 0 ? [...named, ...calledAfter(text)] : about(text)
      names.push(text)
      for (const position of positions) excluded.add(position)
      if (alternatives || brandNamed(text)) alternativesTo.push({ text, positions: named })
    }
    return { names, alternativesTo, positions: excluded }
  }

  /** "stripe" is also Stripe Billing. */
  function calledAfter(text: string): number[] {
    const wanted = tokens(text).filter((word) => !isStop(word))
    const postings = wanted.map((word) => terms.get(stem(word)))
    const rarest = postings.reduce(
      (fewest, one) => (fewest && one && size(one) >= size(fewest) ? fewest : one),
      postings[0],
    )
    if (!rarest || postings.includes(undefined)) return []
    return Array.from(rarest.positions).filter((position) => {
      const [title, slug] = [records.title(position), records.slug(position)]
      const words = new Set([...nameTokens(title), ...tokens(title), ...tokens(slug)])
      return wanted.every((word) => words.has(word))
    })
  }

  /** Records that are about all words of the text. */
  function about(text: string): number[] {
    const words = tokens(text).filter((word) => !isStop(word))
    const stems = words.map(stem)
    const concepts = conceptsIn(stems, 0)
    const perWord = stems.map((term, at) => {
      const own = terms.get(term)
      // "Swiss" is Switzerland; but "chuck norris" is no programming joke, though both stand for jokes.
      const names = concepts.filter(
        ({ concept, positions }) => positions.includes(at) && isSame(concept) && (!own || isCountry(text)),
      )
      return [own, ...names.map(({ concept }) => terms.get(concept))].filter((posting) => !!posting)
    })
    const known = perWord.filter((postings) => postings.length > 0)
    if (known.length === 0 || known.length < perWord.length) return []
    const sets = known.map((postings) => new Set(postings.flatMap(positionsAbout)))
    return [...sets[0]!].filter((position) => sets.every((set) => set.has(position)))
  }

  function positionsAbout({ positions, start }: Posting): number[] {
    return Array.from(positions).filter((_, at) => {
      const bits = fields[start + at]!
      return (bits & ABOUT) !== 0 || ((bits & IN_DESCRIPTION) !== 0 && weights[start + at]! >= ABOUT_WEIGHT)
    })
  }
}

const size = ({ start, end }: Posting): number => end - start

const isSame = (concept: string): boolean => kindOf(concept) === 'synonym' || kindOf(concept) === 'topic'
