/**
 * Words -> what they stand for: concepts of synonyms.ts and topic-words.ts. A concept is a term of the search index that
 * no word can spell, so that "pic" finds "photograph" without either turning into the other.
 */
import { isStop, stem, tokens } from '../search/words.ts'
import { ACTIONS, CITIES, COUNTRIES, SYNONYMS } from './synonyms.ts'
import { TOPIC_WORDS } from './topic-words.ts'

interface Expression {
  stems: readonly string[]
  concept: string
  /** Its words mean something else alone. */
  closed: boolean
}

/** A concept, and the places of the words that name it. */
export interface Named {
  concept: string
  places: readonly number[]
  closed: boolean
}

/** First character of a concept, by its sort. */
const SORTS = { synonym: '=', action: '!', near: '%', topic: '~', tag: '#' } as const
export type Sort = keyof typeof SORTS

const synonymConcept = (name: string): string => SORTS.synonym + name
const actionConcept = (name: string): string => SORTS.action + name
const nearConcept = (name: string): string => SORTS.near + name
export const topicConcept = (topic: string): string => SORTS.topic + topic
/** Only of what is tagged with the topic, whatever it speaks of. */
export const tagConcept = (topic: string): string => SORTS.tag + topic

/** For a country, the tag of SDKs that cover all countries, which answer too: "france" is asked of those as well. */
export const wholeOf = (concept: string): string | undefined =>
  COUNTRIES.has(concept.slice(1)) && isOneOf(concept, 'synonym', 'near') ? tagConcept('countries') : undefined

/** The named places that are smaller than a country. */
export function citiesIn(named: readonly Named[]): Named[] {
  const countries = new Set(named.map(({ concept }) => concept).filter((concept) => isOneOf(concept, 'synonym')))
  return named.filter(({ concept }) => {
    const name = concept.slice(1)
    if (isOneOf(concept, 'near')) return COUNTRIES.has(name) && !countries.has(synonymConcept(name))
    return CITIES.has(name)
  })
}

const isOneOf = (concept: string, ...sorts: Sort[]): boolean => sorts.some((sort) => SORTS[sort] === concept[0])

/** Only related to the word that was typed. */
const LOOSE: ReadonlySet<Sort> = new Set(['near', 'topic', 'tag'])
export const isLoose = (sort: Sort | undefined): boolean => sort !== undefined && LOOSE.has(sort)

/** Undefined for a word. */
export const sortOf = (term: string): Sort | undefined =>
  (Object.keys(SORTS) as Sort[]).find((sort) => SORTS[sort] === term[0])

/** The words that say something; all of them where none does. */
export function saying(words: readonly string[]): readonly string[] {
  const said = words.filter((word) => !isStop(word))
  return said.length > 0 ? said : words
}

const byFirstStem = new Map<string, Expression[]>()
const spoken = new Set<string>()
for (const { same, near } of SYNONYMS) {
  for (const member of same) add(member, synonymConcept(same[0]!))
  if (near.length > 0) for (const member of [...same, ...near]) add(member, nearConcept(same[0]!))
}
for (const members of ACTIONS) for (const member of members) add(member, actionConcept(members[0]!))
for (const [topic, said] of Object.entries(TOPIC_WORDS)) {
  for (const member of [topic, ...said.split(',')]) add(member, topicConcept(topic))
}

function add(text: string, concept: string): void {
  const all = tokens(text)
  for (const word of all) spoken.add(word)
  const said = all.filter((word) => !isStop(word))
  // "how old", "on call": an idiom keeps the words that alone say nothing.
  const stems = (said.length < 2 ? all : said).map(stem)
  const first = stems[0]
  if (first === undefined) return
  const expression = { stems, concept, closed: sortOf(concept) === 'synonym' && text.includes('-') }
  const list = byFirstStem.get(first)
  if (list) list.push(expression)
  else byFirstStem.set(first, [expression])
}

const spokenStems = new Set([...spoken].map(stem))

/** Every word of every expression. */
export const spokenWords = (): ReadonlySet<string> => spoken
/** @param term the stem of a word that may be one of them */
export const isSpoken = (term: string): boolean => spokenStems.has(term)

/**
 * The concepts that stems name, in any order of their words.
 * @param apart how many other words may stand between those of one expression
 */
export function conceptsIn(stems: readonly string[], apart: number): Named[] {
  const found: Named[] = []
  for (let at = 0; at < stems.length; at++) {
    for (const { stems: wanted, concept, closed } of byFirstStem.get(stems[at]!) ?? []) {
      const places = placesOf(wanted, stems, at, wanted.length - 1 + apart)
      if (places) found.push({ concept, places, closed })
    }
  }
  return found
}

/** Where the words of an expression stand whose first is at `at`; undefined where one is not within reach. */
function placesOf(
  wanted: readonly string[],
  stems: readonly string[],
  at: number,
  reach: number,
): number[] | undefined {
  const places = [at]
  const end = Math.min(stems.length - 1, at + reach)
  for (let next = 1; next < wanted.length; next++) {
    let place = Math.max(0, at - reach)
    while (place <= end && stems[place] !== wanted[next]) place++
    if (place > end) return undefined
    places.push(place)
  }
  return places
}
