/** What a rule of values is made of. */
import type { QueryContext, Slot, Test, Value } from './slots.ts'
import { isTaker, singularNoun } from './slots.ts'

export interface Gift {
  /** Parameters that take it: the first test that only one passes. */
  to: readonly Test[]
  value: Value
  /** It is counted from today. */
  isRelative?: boolean
}

export interface Rule {
  /** The groups are what `gives` reads. */
  says: RegExp
  gives: (groups: Readonly<Record<string, string | undefined>>, need: QueryContext) => readonly Gift[]
  /** All of it is placed, or nothing. */
  whole?: true
  /** It is only looked for where a parameter has such a name, as the pattern is a long one. */
  of?: RegExp
}

/** @param says a pattern in which case does not count */
export const rule = (says: string | RegExp, gives: Rule['gives'], more: Pick<Rule, 'whole' | 'of'> = {}): Rule => ({
  says: typeof says === 'string' ? new RegExp(says, 'giu') : says,
  gives,
  ...more,
})

/** The group `v` is the value. */
export const taken =
  (to: readonly Test[], read: (text: string) => Value = (text) => text): Rule['gives'] =>
  ({ v }) =>
    v === undefined ? [] : [{ to, value: read(v) }]

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
  (form: RegExp): Test =>
  ({ parameter: { example } }) =>
    form.test(String(example))

/** Whether the parameter is called by a noun that the query has beside the value. */
export const ofNoun =
  (...nouns: readonly (string | undefined)[]): Test =>
  ({ nouns: own }: Slot) =>
    nouns.some((noun) => noun !== undefined && own.includes(singularNoun(noun.toLowerCase())))

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
export const N = `(?<n>\\d+|${NUMBERS.join('|')})`
export const numberOf = (text: string): number => {
  const at = NUMBERS.indexOf(text.toLowerCase())
  return at < 0 ? Number(text.replaceAll(',', '')) : at + 2
}
