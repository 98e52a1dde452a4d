/** The parts of rules that find values in a query and say which parameter takes each. */
import type { QueryContext, Slot, SlotTest, SlotValue } from './slots.ts'
import { passes, singularNoun } from './slots.ts'

export interface Assignment {
  /** The parameter is the only one that passes the first such test. */
  to: readonly SlotTest[]
  value: SlotValue
}

type Groups = Readonly<Record<string, string | undefined>>

export interface Rule {
  /** Matches only the value; lookarounds read the words beside it, which may be values themselves. */
  pattern: RegExp
  /** All values of one match are assigned, or none. */
  assign: (groups: Groups & { v: string }, context: QueryContext) => readonly Assignment[]
}

/** @param pattern matches any case if it is a string; `v` is the matched text */
export const rule = (pattern: string | RegExp, assign: Rule['assign']): Rule => ({
  pattern: typeof pattern === 'string' ? new RegExp(pattern, 'giu') : pattern,
  assign,
})

/** A rule whose match is the value. */
export const valueRule = (pattern: string | RegExp, ...to: readonly SlotTest[]): Rule =>
  rule(pattern, ({ v }) => [{ to, value: v }])

export const allOf =
  (...tests: readonly SlotTest[]): SlotTest =>
  (slot) =>
    tests.every((test) => passes(slot, test))

export const isRequired: SlotTest = ({ required }) => required

/** Whether the parameter takes any text. */
export const isText = ({ parameter: { type, enum: choices, format } }: Slot): boolean =>
  choices === undefined && format === undefined && (type === 'string' || type === undefined)

export const isNumeric: SlotTest = ({ parameter: { type, example } }) =>
  type === 'integer' || type === 'number' || typeof example === 'number' || /^\d+$/.test(String(example))

/** Whether the example of the parameter matches. */
export const exampleMatches =
  (pattern: RegExp): SlotTest =>
  ({ parameter: { example } }) =>
    pattern.test(String(example))

/** Nouns of two words that APIs shorten to one. */
const SHORT: Readonly<Record<string, string>> = { 'pull request': 'pull', 'postal code': 'postal', 'zip code': 'zip' }

/** Whether the parameter has the name of a noun that is beside the value in the query. */
export const matchesNoun =
  (...nouns: readonly (string | undefined)[]): SlotTest =>
  ({ nouns: slotNouns }: Slot) =>
    nouns.some((noun) => {
      if (noun === undefined) return false
      const singular = singularNoun(noun.toLowerCase())
      return slotNouns.includes(singular) || slotNouns.includes(SHORT[singular] ?? singular)
    })

/** Names of parameters that search for a text. */
const SEARCH_NAMES =
  /^(?:q|query|search|search ?(?:term|query|text|string|for|phrase|keywords?)|keywords?|terms?|s|phrase|find|query (?:string|text))$/
/** Whether the parameter searches for any text, without a query syntax. */
export const SEARCH: SlotTest = (slot) =>
  isText(slot) && passes(slot, SEARCH_NAMES) && !/[:=(]/.test(String(slot.parameter.example))
export const TITLE = /^(?:name|title|summary|subject|display name|full name)$/
export const ACCOUNT = /^(?:user ?name|user|login|handle|screen ?name|account|nick(?:name)?|owner|org)$/

const NUMBERS = 'two three four five six seven eight nine ten eleven twelve'.split(' ')
/** Source of a pattern for a whole number. */
export const INTEGER = `(?<![\\w.,-])(?:\\d+|${NUMBERS.join('|')})(?![\\w.,:/%-]*\\w)`
export const numberOf = (text: string): number => {
  const at = NUMBERS.indexOf(text.toLowerCase())
  return at < 0 ? Number(text.replaceAll(',', '')) : at + 2
}
