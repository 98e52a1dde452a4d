/** What ranked search knows about words; word-lists/ holds the lists, and the head of each says what belongs in it. */
import { readKeyedLists, readWordList, splitList } from '../../system/word-list.ts'

interface Synonyms {
  /** Expressions for one concept; the first names it. */
  same: readonly string[]
  /** Expressions that are only related to it. */
  related: readonly string[]
}

const file = (name: string): URL => new URL(`word-lists/${name}.txt`, import.meta.url)

const countries = readSynonyms('countries')
const cities = readSynonyms('cities')

export const SYNONYMS: readonly Synonyms[] = [
  ...countries,
  ...cities,
  ...['places', 'nature', 'work', 'web', 'leisure'].flatMap(readSynonyms),
]
/** Names of concepts. */
export const COUNTRIES: ReadonlySet<string> = namesOf(countries)
export const CITIES: ReadonlySet<string> = namesOf(cities)

export const ACTIONS: readonly (readonly string[])[] = readWordList(file('actions')).map(splitList)

export const TOPIC_WORDS: readonly (readonly [topic: string, expressions: readonly string[]])[] = readKeyedLists(
  file('topic-words'),
)

export const BRANDS: ReadonlySet<string> = new Set(readWordList(file('brands')))

export const ENGLISH_WORDS: ReadonlySet<string> = new Set([...readWordList(file('english-words')), ...BRANDS])

export const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  readWordList(file('foreign-words')).flatMap((line) => line.slice(line.indexOf(':') + 1).match(/\S+/g) ?? []),
)

function readSynonyms(name: string): Synonyms[] {
  return readWordList(file(`synonyms/${name}`)).map((line) => {
    const [same = '', related = ''] = line.split('|')
    return { same: splitList(same), related: splitList(related) }
  })
}

function namesOf(synonyms: readonly Synonyms[]): ReadonlySet<string> {
  return new Set(synonyms.map(({ same }) => same[0]!))
}
