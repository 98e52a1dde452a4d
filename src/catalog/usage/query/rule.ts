/** What a rule of values is made of. */
import type { QueryContext, Slot, Test, Value } from './slots.ts'
import { isTaker, singularNoun } from './slots.ts'

export interface Gift {
  /** Parameters that take it: the first test that only one passes. */
  to: readonly Test[]
  value: Value
}

type Groups = Readonly<Record<string, string | undefined>>

export interface Rule {
  /** Matches the value alone; words beside it are looked at, as they may be values of others. */
  says: RegExp
  /** All of it is placed, or nothing. */
  gives: (groups: Groups & { v: string }, need: QueryContext) => readonly Gift[]
}

/** @param says a pattern in which case does not count; `v` is what it matches */
export const rule = (says: string | RegExp, gives: Rule['gives']): Rule => ({
  says: typeof says === 'string' ? new RegExp(says, 'giu') : says,
  gives,
})

/** A form that is the value itself. */
export const form = (says: string | RegExp, ...to: readonly Test[]): Rule => rule(says, ({ v }) => [{ to, value: v }])

export const both =
  (...tests: readonly Test[]): Test =>
  (slot) =>
    tests.every((test) => isTaker(slot, test))

export const isRequired: Test = ({ required }) => required

/** Any text will do. */
export const isText = ({ parameter: { type, enum: choices, format } }: Slot): boolean =>
  choices === undefined && format === undefined && (type === 'string' || type === undefined)

export const isNumeric: Test = ({ parameter: { type, example } }) =>
  type === 'integer' || type === 'number' || typeof example === 'number' || /^\d+$/.test(String(example))

/** Whether its example has this form. */
export const isLike =
  (pattern: RegExp): Test =>
  ({ parameter: { example } }) =>
    pattern.test(String(example))

/** Names of things that APIs call by one of their words. */
const SHORT: Readonly<Record<string, string>> = { 'pull request': 'pull', 'postal code': 'postal', 'zip code': 'zip' }

/** Whether the parameter is called by a noun that the query has beside the value. */
export const ofNoun =
  (...nouns: readonly (string | undefined)[]): Test =>
  ({ nouns: own }: Slot) =>
    nouns.some((noun) => {
      const called = singularNoun(noun?.toLowerCase() ?? '')
      return noun !== undefined && (own.includes(called) || own.includes(SHORT[called] ?? called))
    })

/** Names of what looks for a text. */
const SOUGHT =
  /^(?:q|query|search|search ?(?:term|query|text|string|for|phrase|keywords?)|keywords?|terms?|s|phrase|find|query (?:string|text))$/
/** Looks for any text, in no syntax of its own. */
export const SEARCH: Test = (slot) =>
  isText(slot) && isTaker(slot, SOUGHT) && !/[:=(]/.test(String(slot.parameter.example))
export const TITLE = /^(?:name|title|summary|subject|display name|full name)$/
export const ACCOUNT = /^(?:user ?name|user|login|handle|screen ?name|account|nick(?:name)?|owner|org)$/

const NUMBERS = 'two three four five six seven eight nine ten eleven twelve'.split(' ')
/** Source of a pattern for a whole number. */
export const N = `(?<![\\w.,-])(?:\\d+|${NUMBERS.join('|')})(?![\\w.,:/%-]*\\w)`
export const numberOf = (text: string): number => {
  const at = NUMBERS.indexOf(text.toLowerCase())
  return at < 0 ? Number(text.replaceAll(',', '')) : at + 2
}
