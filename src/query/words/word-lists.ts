/** Reads the word lists of ranked search; the head of each file in word-lists/ says what belongs in it. */

import { indexInSorted } from '../../catalog/packed/strings.ts'
import type { Language, OperationName } from '../../catalog/record/languages.ts'
import { once } from '../../system/once.ts'
import { readKeyedLists, readWordList } from '../../system/word-list.ts'
import { splitList } from '../../text/typed-text.ts'
import { stem } from './words.ts'

const file = (name: string): URL => new URL(`word-lists/${name}.txt`, import.meta.url)

const linesOf = (name: string): readonly string[] => readWordList(file(`synonyms/${name}`))
const synonymsOf = (name: string): (readonly string[])[] => linesOf(name).map((line) => splitList(line))
/** Each country as its expressions, and those of each of its cities. */
const countries = once((): (readonly (readonly string[])[])[] =>
  linesOf('countries').map((line) => {
    const [country, cities] = line.split('|')
    return [splitList(country!), ...splitList(cities ?? '').map((city) => city.split('/'))]
  }),
)

/** Expressions for one concept each; the first names it. */
export const synonyms = (): readonly (readonly string[])[] => [
  ...countries().flat(),
  ...['places', 'nature', 'work', 'money', 'learning', 'web', 'leisure'].flatMap(synonymsOf),
]
/** Names of the concepts of countries, regions and cities -> the country. */
export const countryOf = once(
  (): ReadonlyMap<string, string> =>
    new Map(countries().flatMap((places) => places.map(([name]) => [name!, places[0]![0]!]))),
)

export const topicWords = (): readonly (readonly [topic: string, expressions: readonly string[]])[] =>
  readKeyedLists(file('topic-words'))

/** Well-known services of one kind. */
export interface BrandKind {
  /** What people use them for, in the words of a query. */
  need: string
  topics: readonly string[]
}

interface ListedKind extends BrandKind {
  /** Each as its spellings, the usual one first; `ordinary`: the spelling is also a word. */
  brands: readonly (readonly { text: string; ordinary: boolean }[])[]
}

export const brandKinds = (): readonly ListedKind[] =>
  readWordList(file('brands')).map((line) => {
    const [head = '', names = ''] = line.split(' : ', 2)
    const [need = '', topics = ''] = head.split('|')
    const brands = splitList(names).map((name) =>
      name.split('/').map((spelling) => ({ text: spelling.replace('*', '').trim(), ordinary: spelling.includes('*') })),
    )
    return { need: need.trim(), topics: splitList(topics), brands }
  })

const englishWords = once(() => readWordList(file('english-words')))
export const isEnglishWord = (word: string): boolean => indexInSorted(englishWords(), word) >= 0
const englishStems = once((): ReadonlySet<string> => new Set(englishWords().map(stem)))
/** Whether a stem is of an ordinary English word, which is no typo even if no SDK has it. */
export const isEnglishStem = (term: string): boolean => englishStems().has(term)

/** Words of instructions about a program. */
export const programWords = once(
  (): ReadonlySet<string> => new Set(readWordList(file('program-words')).flatMap((line) => line.split(/\s+/))),
)

/** Abbreviation -> the words that it stands for. */
export const abbreviations = once(
  (): ReadonlyMap<string, string> =>
    new Map(readKeyedLists(file('abbreviations')).map(([short, [long = '']]) => [short, long])),
)

/** Name -> language: names without another meaning, names that are also words, and package managers. */
export function programmingLanguages() {
  const [clear, ambiguous, managers] = [0, 1, 2].map((column) => {
    const rows = readWordList(file('programming-languages')).map((line) => line.split(':') as [Language, string])
    return new Map(rows.flatMap(([code, names]) => splitList(names.split('|')[column]!).map((name) => [name, code])))
  }) as [Map<string, Language>, Map<string, Language>, Map<string, Language>]
  return { clear, ambiguous, managers }
}

export interface SaidWord {
  /** Stems of what people say. */
  said: readonly string[]
  /** Stems of the words of APIs that it may stand for. */
  terms: string[]
}

/** What people say for words of operations, by its first stem. */
export const saidWords = once(() => {
  const byFirst = new Map<string, Map<string, SaidWord>>()
  for (const [name, expressions] of readKeyedLists(file('operation-words'))) {
    for (const expression of expressions) {
      const said = expression.split(' ').map(stem)
      const known = byFirst.get(said[0]!) ?? new Map<string, SaidWord>()
      const entry = known.get(said.join(' ')) ?? { said, terms: [] }
      entry.terms.push(...name.split(' ').map(stem))
      byFirst.set(said[0]!, known.set(said.join(' '), entry))
    }
  }
  return byFirst
})

export interface OperationVerb {
  word: string
  /** The likeliest first. */
  ops: readonly OperationName[]
  /** It is also a noun or an adjective. */
  ordinary: boolean
  /** It may be the name of an endpoint. */
  specific: boolean
  /** Only an operation whose name has the verb does it. */
  mustBeNamed: boolean
}

/** Verbs by their stem; those of two words by the stem and the particle: "call off". */
export const operationVerbs = once(() => {
  const verbs = new Map<string, OperationVerb>()
  for (const [ops, words] of readKeyedLists(file('operation-verbs'))) {
    for (const word of words) {
      const [verb = ''] = word.split(/[*!]/)
      const marks = { ordinary: word.includes('*'), specific: word.includes('!'), mustBeNamed: word.includes('!!') }
      const [main = '', ...particle] = verb.split(' ')
      verbs.set([stem(main), ...particle].join(' '), { word: verb, ops: ops.split(' ') as OperationName[], ...marks })
    }
  }
  return verbs
})
