/** Well-known services that a query names: what people use them for, so that others of their kind can replace them. */
import { once } from '../system/once.ts'
import { isPreposition, OBJECTS } from './command.ts'
import type { Sentence, SentenceToken } from './sentence.ts'
import { type BrandKind, brandKinds, isEnglishWord } from './words/word-lists.ts'
import { foldAccents, stem, tokens, wordsOfRole } from './words/words.ts'

export interface Brand {
  /** As it is usually written. */
  name: string
  kinds: BrandKind[]
  /** The list says that the name is also a word. */
  ordinary: boolean
}

/** "pager duty" is PagerDuty: least length of a name that may be written as one word or several. */
const MIN_JOINED = 6

const brands = once(() => {
  const byKey = new Map<string, Brand>()
  /** Words of the longest name. */
  let maxWords = 1
  for (const { brands: all, ...kind } of brandKinds()) {
    for (const spellings of all) {
      for (const { text, ordinary } of spellings) {
        const words = tokens(text)
        const key = words.join(' ')
        const brand = byKey.get(key)
        if (brand) brand.kinds.push(kind)
        else if (key !== '') byKey.set(key, { name: spellings[0]!.text, kinds: [kind], ordinary })
        // "removebg" is remove.bg.
        const joined = words.join('')
        if (words.length > 1 && joined.length >= MIN_JOINED && !byKey.has(joined)) byKey.set(joined, byKey.get(key)!)
        maxWords = Math.max(maxWords, words.length)
      }
    }
  }
  return { byKey, maxWords }
})

/** Whether some of the words say what such a service is for. */
function isForPurpose({ kinds }: Brand, words: readonly SentenceToken[]): boolean {
  const stems = new Set(kinds.flatMap(({ need, topics }) => [need, ...topics].flatMap(tokens)).map(stem))
  return words.some((word) => stems.has(word.stem))
}

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
  /** It comes after other words, which are searched for without its kind: "cat pictures in a Discord bot". */
  isBeside: boolean
  /** The need is to be done with it: "on Spotify", "start a Spotify playlist". */
  isAsked: boolean
}

/** A query with as many other words that say something does not only name a thing. */
const SHORT = 4
const PRODUCT_WORDS = wordsOfRole('product')
/** The name of a service that is to be used follows. */
export const TO_SERVICE = wordsOfRole('to_service')

/**
 * Every service that a sentence names; of names that overlap, the longest.
 * @param isWord whether a folded word is one of the catalogue; `isNamed`: of its names
 */
export function brandsIn(
  { text: query, tokens: typed }: Sentence,
  { isWord, isNamed }: Record<'isWord' | 'isNamed', (word: string) => boolean>,
): BrandMention[] {
  const { byKey, maxWords } = brands()
  const words = typed.map(({ text }) => text)
  const content = typed.filter(({ text, role }) => role !== 'function' && !PRODUCT_WORDS.has(text))
  const mentions: BrandMention[] = []
  for (let at = 0; at < words.length; ) {
    const mention = longestAt(at)
    if (mention) mentions.push(mention)
    at += mention?.words.length ?? 1
  }
  return mentions

  function longestAt(at: number): BrandMention | undefined {
    // "a company called Doctolib"
    if (/^(?:called|named|titled)$/.test(words[at - 1] ?? '')) return undefined
    for (let length = Math.min(maxWords, words.length - at); length > 0; length--) {
      const part = words.slice(at, at + length)
      const joined = part.join('')
      // "crowd in" is not Crowdin.
      const mayBeJoined = joined.length >= MIN_JOINED && typed[at + length - 1]!.role !== 'function'
      const brand = byKey.get(part.join(' ')) ?? (mayBeJoined ? byKey.get(joined) : undefined)
      if (!brand) continue
      // "travel time" need not be TravelTime, nor "random dog" random.dog.
      const areKnown = length > 1 && part.every(byKey.has(part.join(' ')) ? isNamed : isWord)
      const areWords = areKnown && !foldAccents(query).includes(foldAccents(brand.name))
      if ((brand.ordinary || areWords || isEnglishWord(joined)) && !isMeant(at, length, brand, areWords)) continue
      const before = words.slice(0, at).findLast((word) => !OBJECTS.has(word)) ?? ''
      const isBeside = content.some(({ text }) => words.indexOf(text) < at)
      return { brand, words: part, isBeside, isAsked: !isPreposition(before) || TO_SERVICE.has(words[at - 1]!) }
    }
    return undefined
  }

  /** "notion api", "notion": the service; "a square image": the word. */
  function isMeant(at: number, length: number, brand: Brand, areWords: boolean): boolean {
    const part = words.slice(at, at + length)
    const others = content.filter(({ text }) => !part.includes(text))
    // "discord: create a channel"
    if (query[typed[at + length - 1]!.end] === ':') return true
    // "send a Telegram photo": no word in the middle of a sentence is written so.
    if ((others.length === 0 && !areWords) || query.indexOf(brand.name) > 0) return true
    if (others.length >= SHORT) return false
    // "mercury in fish" is no bank.
    if (length === 1 && !isWord(words[at]!)) return !isPreposition(words[at + 1] ?? '')
    // "genius lyrics": the other words are what such a service is for.
    return isForPurpose(brand, others)
  }
}
