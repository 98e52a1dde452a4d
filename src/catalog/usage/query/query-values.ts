/** Extracts the values of a query for the parameters of an endpoint, by the rules in forms.ts, phrases.ts and names.ts. */
import type { Auth, Point, Scalar } from '../../record/facts.ts'
import { choicesIn } from './choices.ts'
import { FORM_RULES } from './forms.ts'
import { NAME_RULES } from './names.ts'
import { PHRASE_RULES } from './phrases.ts'
import type { Assignment, Rule } from './rule.ts'
import {
  coerceValue,
  nounsOf,
  passes,
  type QueryContext,
  type Slot,
  type SlotTest,
  type SlotValue,
  singularNoun,
  slotsOf,
  takesList,
  textShape,
} from './slots.ts'

export interface QueryValues {
  /** By parameter name. */
  values: Record<string, Scalar>
  /** The text without values and names of the SDK. */
  remainder: string
}

/** A masked part of the text: no letter, no space. */
export const MASK = '\uE000'
/** The next item of a list. */
const NEXT_ITEM = /^(?:, ?(?:and |or )?| and | or | & )([\p{L}\p{N}][\p{L}\p{N}_.-]*[\p{L}\p{N}])(?![\p{L}\p{N}])/u

/** @param names of the SDK, the title first; they are no values */
export function extractValues(
  text: string,
  { entity, point, auth, names }: { entity: string; point: Point; auth: Auth; names: readonly string[] },
  context: Omit<QueryContext, 'isEndpointWord'>,
): QueryValues {
  let remainder = withoutNames(text, names)
  const free = slotsOf(entity, point, auth)
  const values: Record<string, Scalar> = {}
  const nouns = nounsOf(entity, point)
  const isEndpointWord = (word: string): boolean => nouns.has(singularNoun(word.toLowerCase()))
  const parameterWords = new Set(free.flatMap(({ names }) => names.flatMap((name) => name.split(' '))))
  const isSdkWord = (word: string): boolean =>
    isEndpointWord(word) || parameterWords.has(word) || context.isSdkWord(word)
  if (free.length > 0) {
    for (const rule of FORM_RULES()) apply(rule)
    for (const { slot, value, phrase } of choicesIn(remainder, free, nouns, context)) {
      place(slot, value)
      mask(remainder.indexOf(phrase), phrase.length)
    }
    for (const rule of [...PHRASE_RULES(), ...NAME_RULES]) apply(rule)
  }
  return { values, remainder }

  function apply({ pattern, assign }: Rule): void {
    for (const { 0: v, index: start, groups } of remainder.matchAll(pattern)) {
      assignAll(start, start + v.length, assign({ ...groups, v }, { ...context, isSdkWord, isEndpointWord }))
    }
  }

  /** Assigns all values of a match, or none. */
  function assignAll(start: number, end: number, assignments: readonly Assignment[]): void {
    // An earlier match may have taken a part of it.
    if (remainder.slice(start, end).includes(MASK)) return
    const takers = assignments.map(({ to, value }) => takerOf(to, value))
    const slots = new Set(takers.map((taker) => taker?.slot))
    if (slots.size < Math.max(1, assignments.length) || slots.has(undefined)) return
    const [only] = takers
    const isWholeMatch = takers.length === 1 && String(only!.value) === remainder.slice(start, end)
    const { value, length } =
      isWholeMatch && takesList(only!.slot) ? listFrom(only!, end) : { value: undefined, length: 0 }
    for (const taker of takers) place(taker!.slot, value ?? taker!.value)
    mask(start, end + length - start)
  }

  /** The value, with the values of the same shape that follow it. */
  function listFrom({ value }: { value: Scalar }, from: number): { value: Scalar; length: number } {
    const values = [value]
    let length = 0
    for (;;) {
      const [text, next] = NEXT_ITEM.exec(remainder.slice(from + length)) ?? []
      if (!text || !next || textShape(next) !== textShape(value)) break
      values.push(next)
      length += text.length
    }
    return { value: values.length > 1 ? values.join(',') : value, length }
  }

  function place(slot: Slot, value: Scalar): void {
    values[slot.parameter.name] = value
    free.splice(free.indexOf(slot), 1)
  }

  function mask(start: number, length: number): void {
    remainder = remainder.slice(0, start) + MASK.repeat(length) + remainder.slice(start + length)
  }

  /** The one parameter that fits best; undefined if several fit as well. */
  function takerOf(to: readonly SlotTest[], value: SlotValue): { slot: Slot; value: Scalar } | undefined {
    for (const test of to) {
      const fitting = free.flatMap((slot) => {
        const coerced = passes(slot, test)
          ? coerceValue(typeof value === 'function' ? value(slot) : value, slot)
          : undefined
        return coerced === undefined ? [] : [{ slot, value: coerced }]
      })
      const required = fitting.filter(({ slot }) => slot.required)
      if (required.length === 1) return required[0]
      // One value is no list.
      const single = fitting.filter(({ slot }) => slot.parameter.type !== 'array')
      const [only, second] = single.length > 0 ? single : fitting
      if (only) return second ? undefined : only
    }
    return undefined
  }
}

/** Masks names of the SDK, and capitalised words of the first one. */
function withoutNames(text: string, names: readonly string[]): string {
  const [title = '', ...others] = names.map(folded)
  const words = new Set(title.match(/[\p{L}\p{N}]+/gu))
  const longestFirst = [title, ...others].filter((name) => name.length > 2).toSorted((a, b) => b.length - a.length)
  const masked = longestFirst.reduce((rest, name) => {
    const at = folded(rest).indexOf(name)
    const [before, after] = [rest.slice(0, at), rest.slice(at + name.length)]
    const isPart = /[\p{L}\p{N}./@-]$/u.test(before) || /^[./@-]?[\p{L}\p{N}]/u.test(after)
    return at < 0 || isPart ? rest : before + MASK.repeat(name.length) + after
  }, text)
  return masked.replace(/(?<![\p{L}\p{N}./@-])\p{Lu}[\p{L}\p{N}]*(?![./@-][\p{L}\p{N}])/gu, (word) =>
    words.has(folded(word)) ? MASK.repeat(word.length) : word,
  )
}

/** Small letters without accents, each in its place. */
const folded = (text: string): string =>
  text.toLowerCase().replace(/[^\0-\x7f]/gu, (letter) => letter.normalize('NFD').charAt(0))
