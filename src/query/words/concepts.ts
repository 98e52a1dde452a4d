/**
 * Words -> the concepts that they stand for, by the lists in word-lists.ts. A concept is a term of the search index that
 * no word can spell, so that "pic" finds "photograph" without either turning into the other.
 */

import { addTo } from '../../catalog/packed/lists.ts'
import { once } from '../../system/once.ts'
import { countryOf, synonyms, topicWords } from './word-lists.ts'
import { isStop, stem, tokens } from './words.ts'

interface Expression {
  stems: readonly string[]
  concept: string
}

export interface ConceptMatch {
  concept: string
  /** Positions of the words that name it. */
  positions: readonly number[]
}

const synonymConcept = (name: string): string => `=${name}`
export const topicConcept = (topic: string): string => `~${topic}`

/** The kind of a concept; undefined for a word. */
export const kindOf = (term: string): 'synonym' | 'topic' | undefined =>
  term[0] === '=' ? 'synonym' : term[0] === '~' ? 'topic' : undefined

export interface Place {
  name: string
  country: string
}

/** The country, region or city that a concept stands for. */
export function placeOf(concept: string): Place | undefined {
  const [name, country] = [concept.slice(1), countryOf().get(concept.slice(1))]
  return kindOf(concept) === 'synonym' && country !== undefined ? { name, country } : undefined
}

/** The concept of the country that a text names: "Russia", "Swiss". */
export function countryNamed(text: string): string | undefined {
  const stems = tokens(text).map(stem)
  const whole = conceptsIn(stems, 0).filter(({ positions }) => positions.length === stems.length)
  return whole.find(({ concept }) => placeOf(concept)?.country === concept.slice(1))?.concept
}

/** The words without stop words; all of them if there are no others. */
export function contentWords(words: readonly string[]): readonly string[] {
  const content = words.filter((word) => !isStop(word))
  return content.length > 0 ? content : words
}

const expressions = once(() => {
  const byFirstStem = new Map<string, Expression[]>()
  /** Word -> its stem. */
  const words = new Map<string, string>()
  for (const texts of synonyms()) for (const text of texts) add(text, synonymConcept(texts[0]!))
  for (const [topic, texts] of topicWords()) for (const text of [topic, ...texts]) add(text, topicConcept(topic))
  return { byFirstStem, words, stems: new Set(words.values()) }

  function add(text: string, concept: string): void {
    const textWords = tokens(text)
    for (const word of textWords) if (!words.has(word)) words.set(word, stem(word))
    const content = textWords.filter((word) => !isStop(word))
    // "how old", "on call": an idiom keeps its stop words.
    const stems = (content.length < 2 ? textWords : content).map((word) => words.get(word)!)
    const first = stems[0]
    if (first === undefined) return
    addTo(byFirstStem, first, { stems, concept })
  }
})

/** Every word of every expression. */
export const expressionWords = (): Iterable<string> => expressions().words.keys()
/** @param term the stem of a word */
export const isInExpression = (term: string): boolean => expressions().stems.has(term)

/**
 * The concepts that stems name, in any order of their words.
 * @param gap how many other words may be between those of one expression
 */
export function conceptsIn(stems: readonly string[], gap: number): ConceptMatch[] {
  const { byFirstStem } = expressions()
  const matches: ConceptMatch[] = []
  for (const [at, first] of stems.entries()) {
    for (const { stems: expression, concept } of byFirstStem.get(first) ?? []) {
      const reach = expression.length - 1 + gap
      const others = expression.slice(1).map((word) => stems.indexOf(word, Math.max(0, at - reach)))
      const isReached = others.every((position) => position >= 0 && position <= at + reach)
      if (isReached) matches.push({ concept, positions: [at, ...others] })
    }
  }
  return matches
}
