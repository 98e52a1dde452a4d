/** Values that a query states, for the parameters of an endpoint: forms.ts, phrases.ts and names.ts say which go where. */
import type { Auth, Point, Scalar } from '../../record/facts.ts'
import { choicesIn } from './choices.ts'
import { FORMS } from './forms.ts'
import { NAMED } from './names.ts'
import { PHRASES } from './phrases.ts'
import type { Gift, Rule } from './rule.ts'
import {
  fittingValue,
  formOf,
  isList,
  isTaker,
  nounsOf,
  type QueryContext,
  type Slot,
  singularNoun,
  slotsOf,
  type Test,
  type Value,
} from './slots.ts'

export interface QueryValues {
  /** By the names of the parameters. */
  values: Record<string, Scalar>
  /** The text without values and names of the SDK. */
  rest: string
}

/** A masked part of the text: no letter, no space. */
export const MASK = '\uE000'
/** What goes on with a list. */
const NEXT = /^(?:, ?(?:and |or )?| and | or | & )([\p{L}\p{N}][\p{L}\p{N}_.-]*[\p{L}\p{N}])(?![\p{L}\p{N}])/u

/** @param names of the SDK, the title first, which are no values */
export function queryValues(
  text: string,
  { entity, point, auth, names }: { entity: string; point: Point; auth: Auth; names: readonly string[] },
  context: Omit<QueryContext, 'isOwn'>,
): QueryValues {
  let rest = withoutNames(text, names)
  const free = slotsOf(entity, point, auth)
  const values: Record<string, Scalar> = {}
  const nouns = nounsOf(entity, point)
  const isOwn = (word: string): boolean => nouns.has(singularNoun(word.toLowerCase()))
  const ofParameters = new Set(free.flatMap(({ names }) => names.flatMap((name) => name.split(' '))))
  const isKnown = (word: string): boolean => isOwn(word) || ofParameters.has(word) || context.isKnown(word)
  if (free.length > 0) {
    for (const rule of FORMS()) apply(rule)
    for (const { slot, value, said } of choicesIn(rest, free, nouns, context)) {
      place(slot, value)
      mask(rest.indexOf(said), said.length)
    }
    for (const rule of [...PHRASES(), ...NAMED]) apply(rule)
  }
  return { values, rest }

  function apply({ says, gives }: Rule): void {
    for (const { 0: v, index: start, groups } of rest.matchAll(says)) {
      take(start, start + v.length, gives({ ...groups, v }, { ...context, isKnown, isOwn }))
    }
  }

  /** Places all of it, or nothing. */
  function take(start: number, end: number, gifts: readonly Gift[]): void {
    // An earlier match may have taken a part of it.
    if (rest.slice(start, end).includes(MASK)) return
    const takers = gifts.map(({ to, value }) => takerOf(to, value))
    const slots = new Set(takers.map((taker) => taker?.slot))
    if (slots.size < Math.max(1, gifts.length) || slots.has(undefined)) return
    const [only] = takers
    const isOne = takers.length === 1 && String(only!.value) === rest.slice(start, end)
    const { value, length } = isOne && isList(only!.slot) ? listFrom(only!, end) : { value: undefined, length: 0 }
    for (const taker of takers) place(taker!.slot, value ?? taker!.value)
    mask(start, end + length - start)
  }

  /** The value, and those of the same form that follow it. */
  function listFrom({ value }: { value: Scalar }, from: number): { value: Scalar; length: number } {
    const values = [value]
    let length = 0
    for (;;) {
      const [said, next] = NEXT.exec(rest.slice(from + length)) ?? []
      if (!said || !next || formOf(next) !== formOf(value)) break
      values.push(next)
      length += said.length
    }
    return { value: values.length > 1 ? values.join(',') : value, length }
  }

  function place(slot: Slot, value: Scalar): void {
    values[slot.parameter.name] = value
    free.splice(free.indexOf(slot), 1)
  }

  function mask(start: number, length: number): void {
    rest = rest.slice(0, start) + MASK.repeat(length) + rest.slice(start + length)
  }

  /** The one parameter that fits best; undefined where several fit as well. */
  function takerOf(to: readonly Test[], value: Value): { slot: Slot; value: Scalar } | undefined {
    for (const test of to) {
      const fitting = free.flatMap((slot) => {
        const written = isTaker(slot, test)
          ? fittingValue(typeof value === 'function' ? value(slot) : value, slot)
          : undefined
        return written === undefined ? [] : [{ slot, value: written }]
      })
      const needed = fitting.filter(({ slot }) => slot.required)
      if (needed.length === 1) return needed[0]
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
  const sought = [title, ...others].filter((name) => name.length > 2).toSorted((a, b) => b.length - a.length)
  const masked = sought.reduce((rest, name) => {
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
