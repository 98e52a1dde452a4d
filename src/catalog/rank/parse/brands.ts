/** Well-known services that a query names: what people use them for, so that others of their kind can replace them. */
import { once } from '../../../system/once.ts'
import { isStop, stem, tokens } from '../../search/words.ts'
import { type BrandKind, brandKinds, englishWords } from '../word-lists.ts'

export interface Brand {
  /** As it is usually written. */
  name: string
  kinds: BrandKind[]
  /** The name is also a word, so that it is read as one unless the query says otherwise. */
  ordinary: boolean
}

const brands = once(() => {
  const byKey = new Map<string, Brand>()
  /** Words of the longest name. */
  let maxWords = 1
  for (const kind of brandKinds()) {
    for (const spellings of kind.brands) {
      for (const { text, ordinary } of spellings) {
        const words = tokens(text)
        const key = words.join(' ')
        const brand = byKey.get(key)
        const isWord = ordinary || (words.length === 1 && englishWords().has(key))
        if (brand) brand.kinds.push(kind)
        else if (key !== '') byKey.set(key, { name: spellings[0]!.text, kinds: [kind], ordinary: isWord })
        maxWords = Math.max(maxWords, words.length)
      }
    }
  }
  return { byKey, maxWords }
})

/** Whether the word is the whole name of a service. */
export const isBrandWord = (word: string): boolean => brands().byKey.has(word)

/** The service of exactly this name, also with "api" and the like. */
export function brandNamed(text: string): Brand | undefined {
  const words = tokens(text)
  const name = words.filter((word) => !PRODUCT_WORDS.has(word))
  return brands().byKey.get(name.join(' ')) ?? brands().byKey.get(words.join(' '))
}

export interface BrandMention {
  brand: Brand
  /** The words of the query that name it. */
  words: readonly string[]
}

/** "pager duty" is PagerDuty: least length of a name that may be written as several words. */
const MIN_JOINED = 6
/** Most content words of a query that names a thing and hardly more. */
const SHORT = 4
/** Words beside the name of a product. */
const PRODUCT_WORDS = new Set(
  'api apis sdk sdks client library integration account webhook webhooks plugin app'.split(' '),
)

/**
 * Every service that the query names; of names that overlap, the longest.
 * @param isWord whether a folded word is one of the catalogue
 */
export function brandsIn(query: string, isWord: (word: string) => boolean): BrandMention[] {
  const { byKey, maxWords } = brands()
  const words = tokens(query)
  const content = words.filter((word) => !isStop(word) && !PRODUCT_WORDS.has(word))
  const mentions: BrandMention[] = []
  for (let at = 0; at < words.length; ) {
    const mention = longestAt(at)
    if (mention) mentions.push(mention)
    at += mention?.words.length ?? 1
  }
  return mentions

  function longestAt(at: number): BrandMention | undefined {
    for (let length = Math.min(maxWords, words.length - at); length > 0; length--) {
      const part = words.slice(at, at + length)
      const brand = byKey.get(part.join(' ')) ?? joinedBrand(part)
      if (brand && (!brand.ordinary || isMeant(at, length, brand))) return { brand, words: part }
    }
    return undefined
  }

  function joinedBrand(parts: readonly string[]): Brand | undefined {
    const whole = parts.join('')
    const brand = parts.length > 1 && whole.length >= MIN_JOINED ? byKey.get(whole) : undefined
    return brand?.ordinary ? undefined : brand
  }

  /** "notion api", "notion": the service; "a square image": the word. */
  function isMeant(at: number, length: number, { kinds, name }: Brand): boolean {
    // "send a Telegram photo": no word in the middle of a sentence is written so.
    if (content.length === length || query.indexOf(name) > 0) return true
    if (content.length > SHORT) return false
    if (length === 1 && !isWord(words[at]!)) return true
    // "genius lyrics": the other words are what such a service is for.
    const purpose = kinds.flatMap(({ need, topics }) => [...tokens(need), ...topics.flatMap(tokens)])
    const stems = new Set(purpose.map(stem))
    return content.some((word) => stems.has(stem(word)) && !words.slice(at, at + length).includes(word))
  }
}
