/** Well-known services that a query names: what people use them for, so that others of their kind can stand in. */
import { once } from '../../../system/once.ts'
import { foldAccents, isStop, stem, tokens } from '../../search/words.ts'
import { type BrandKind, brandKinds, englishWords } from '../word-lists.ts'

export interface Brand {
  /** As it is usually written. */
  name: string
  kinds: readonly BrandKind[]
  /** The name is also a word, so that it is read as one unless the query says otherwise. */
  ordinary: boolean
}

interface Known extends Brand {
  kinds: BrandKind[]
}

interface KnownBrands {
  byKey: ReadonlyMap<string, Known>
  /** Words of the longest name. */
  longest: number
}

const known = once((): KnownBrands => {
  const byKey = new Map<string, Known>()
  let longest = 1
  for (const kind of brandKinds()) {
    for (const spellings of kind.brands) {
      for (const { text, ordinary } of spellings) {
        const words = tokens(text)
        const key = words.join(' ')
        const brand = byKey.get(key)
        const isWord = ordinary || (words.length === 1 && englishWords().has(key))
        if (brand) brand.kinds.push(kind)
        else if (key !== '') byKey.set(key, { name: spellings[0]!.text, kinds: [kind], ordinary: isWord })
        longest = Math.max(longest, words.length)
      }
    }
  }
  return { byKey, longest }
})

/** Whether the word is the whole name of a service. */
export const isBrandWord = (word: string): boolean => known().byKey.has(word)

/** The service of exactly this name. */
export const brandNamed = (text: string): Brand | undefined =>
  known().byKey.get(
    tokens(text)
      .filter((word) => !NEUTRAL.has(word))
      .join(' '),
  ) ?? known().byKey.get(tokens(text).join(' '))

export interface BrandMention {
  brand: Brand
  /** The words of the query that name it. */
  words: readonly string[]
}

const MIN_JOINED = 6
/** Words that say something in a query that names a thing and hardly more. */
const SHORT = 4
/** Capitalised in any sentence. */
const CALENDAR = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english i'.split(
    ' ',
  ),
)
/** Words that say that the word before or after them is a product. */
const NEUTRAL = new Set([
  'api',
  'apis',
  'sdk',
  'sdks',
  'client',
  'library',
  'integration',
  'account',
  'webhook',
  'webhooks',
  'plugin',
  'app',
])

/** "pager duty" is PagerDuty. */
function joined(words: readonly string[]): Known | undefined {
  const whole = words.join('')
  const brand = words.length > 1 && whole.length >= MIN_JOINED ? known().byKey.get(whole) : undefined
  return brand?.ordinary ? undefined : brand
}

/**
 * Every service that the query names, the longest names first read.
 * @param isWord whether a folded word is one of the catalogue
 */
export function brandsIn(query: string, isWord: (word: string) => boolean): BrandMention[] {
  const pieces = query.match(/[\p{L}\p{N}]+/gu) ?? []
  const words = pieces.map(foldAccents)
  const content = words.filter((word) => !isStop(word) && !NEUTRAL.has(word))
  const isSentence = pieces.some((piece) => /^\p{Ll}/u.test(piece) && !isStop(piece))
  const found: BrandMention[] = []
  for (let at = 0; at < words.length; ) {
    const match = longestAt(at)
    if (match) found.push(match)
    at += match?.words.length ?? 1
  }
  return found

  function longestAt(at: number): BrandMention | undefined {
    for (let length = Math.min(known().longest, words.length - at); length > 0; length--) {
      const part = words.slice(at, at + length)
      const brand = known().byKey.get(part.join(' ')) ?? joined(part)
      if (brand && (!brand.ordinary || isMeant(at, length, brand))) return { brand, words: part }
    }
    return undefined
  }

  /** "notion api", "Notion pages", "notion": the service; "a square image": the word. */
  function isMeant(at: number, length: number, { kinds }: Brand): boolean {
    if (content.length === length) return true
    if (CALENDAR.has(words[at]!) || isStop(words[at]!)) return NEUTRAL.has(words[at + length] ?? '')
    if (NEUTRAL.has(words[at + length] ?? '')) return true
    if (length === 1 && content.length <= SHORT && !isWord(words[at]!)) return true
    // "genius lyrics": the other words are what such a service is for.
    const about = new Set(kinds.flatMap(({ need, topics }) => [...tokens(need), ...topics.flatMap(tokens)]).map(stem))
    if (
      content.length <= SHORT &&
      content.some((word) => !words.slice(at, at + length).includes(word) && about.has(stem(word)))
    )
      return true
    const startsSentence = at === 0 || /[.!?:]\s*$/.test(query.slice(0, query.indexOf(pieces[at]!)))
    return isSentence && !startsSentence && /^\p{Lu}/u.test(pieces[at]!)
  }
}
