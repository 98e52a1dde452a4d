/**
 * Words -> what they stand for: concepts of synonyms.ts and topic-words.ts. A concept is a term of the search index that
 * no word can spell, so that "pic" finds "photograph" without either turning into the other.
 */
import { isStop, stem, tokens } from './stem.ts'
import { ACTIONS, SYNONYMS } from './synonyms.ts'
import { TOPIC_WORDS } from './topic-words.ts'

interface Expression {
  stems: readonly string[]
  concept: string
}

/** A concept, and the places of the words that name it. */
export interface Named {
  concept: string
  places: readonly number[]
}

/** First character of a concept, by its sort. */
const SORTS = { synonym: '=', action: '!', topic: '~' } as const
export type Sort = keyof typeof SORTS

const synonymConcept = (name: string): string => SORTS.synonym + name
const actionConcept = (name: string): string => SORTS.action + name
export const topicConcept = (topic: string): string => SORTS.topic + topic

/** Undefined for a word. */
export const sortOf = (term: string): Sort | undefined =>
  (Object.keys(SORTS) as Sort[]).find((sort) => SORTS[sort] === term[0])

/** Stems of the words that say something; of all words where none does. */
export function saying(words: readonly string[]): string[] {
  const said = words.filter((word) => !isStop(word))
  return (said.length > 0 ? said : words).map(stem)
}

const byFirstStem = new Map<string, Expression[]>()
for (const members of SYNONYMS) for (const member of members) add(member, synonymConcept(members[0]!))
for (const members of ACTIONS) for (const member of members) add(member, actionConcept(members[0]!))
for (const [topic, said] of Object.entries(TOPIC_WORDS)) {
  for (const member of [topic, ...said.split(',')]) add(member, topicConcept(topic))
}

function add(text: string, concept: string): void {
  const all = tokens(text)
  const said = all.filter((word) => !isStop(word))
  // "how old", "on call": an idiom keeps the words that alone say nothing.
  const stems = (said.length < 2 ? all : said).map(stem)
  const first = stems[0]
  if (first === undefined) return
  const list = byFirstStem.get(first)
  if (list) list.push({ stems, concept })
  else byFirstStem.set(first, [{ stems, concept }])
}

/**
 * The concepts that stems name, in any order of their words.
 * @param apart how many other words may stand between those of one expression
 */
export function conceptsIn(stems: readonly string[], apart: number): Named[] {
  const found: Named[] = []
  for (let at = 0; at < stems.length; at++) {
    for (const { stems: wanted, concept } of byFirstStem.get(stems[at]!) ?? []) {
      const places = placesOf(wanted, stems, at, wanted.length - 1 + apart)
      if (places) found.push({ concept, places })
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
