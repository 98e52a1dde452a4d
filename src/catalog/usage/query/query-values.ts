/** Values that a query states, for the parameters of an endpoint: forms.ts, phrases.ts and names.ts say which go where. */
import type { Auth, Parameter, Point, Scalar } from '../../record/facts.ts'
import { choicesIn } from './choices.ts'
import { FORMS } from './forms.ts'
import { NAMED } from './names.ts'
import { PHRASES } from './phrases.ts'
import type { Rule } from './rule.ts'
import {
  fittingValue,
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
  /** Parameters whose values are counted from today. */
  relative: readonly string[]
  /** Values of the query that no parameter takes, with the parameter that may be meant. */
  left: readonly { text: string; may?: Parameter }[]
}

/** A masked part of the text: no letter, no space. */
const MASK = '\uE000'

/** @param names of the SDK, the title first, which are no values */
export function queryValues(
  text: string,
  { entity, point, auth, names }: { entity: string; point: Point; auth: Auth; names: readonly string[] },
  context: QueryContext,
): QueryValues {
  let rest = withoutNames(text, names)
  const free = slotsOf(entity, point, auth)
  const values: Record<string, Scalar> = {}
  const relative: string[] = []
  const nouns = nounsOf(entity, point)
  const isKnown = (word: string): boolean => nouns.has(singularNoun(word.toLowerCase())) || context.isKnown(word)
  if (free.length === 0) return { values, relative, left: leftIn(rest, free) }
  for (const rule of FORMS()) apply(rule)
  for (const { slot, value, said } of choicesIn(rest, free, nouns)) place(slot, value, said)
  for (const rule of [...PHRASES(), ...NAMED]) apply(rule)
  return { values, relative, left: leftIn(rest, free) }

  function apply({ says, gives, whole, of }: Rule): void {
    if (of && !free.some((slot) => isTaker(slot, of))) return
    for (const match of rest.matchAll(says)) {
      const [said] = match
      // An earlier match may have taken a part of it.
      if (!rest.startsWith(said, match.index)) continue
      const gifts = gives(match.groups ?? {}, { ...context, isKnown })
      const takers = gifts.map(({ to, value }) => takerOf(to, value))
      const taken = takers.filter((taker) => taker !== undefined)
      if (taken.length < (whole ? Math.max(1, gifts.length) : 1)) continue
      if (new Set(taken.map(({ slot }) => slot)).size < taken.length) continue
      takers.forEach((taker, at) => {
        if (!taker) return
        if (gifts[at]!.isRelative) relative.push(taker.slot.parameter.name)
        place(taker.slot, taker.value, said)
      })
    }
  }

  function place(slot: Slot, value: Scalar, said: string): void {
    values[slot.parameter.name] = value
    free.splice(free.indexOf(slot), 1)
    rest = rest.replace(said, MASK.repeat(said.length))
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
      if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined
    }
    return undefined
  }
}

/** Masks names of the SDK, and capitalised words of the first one. */
function withoutNames(text: string, names: readonly string[]): string {
  const words = new Set(names.slice(0, 1).flatMap((name) => folded(name).match(/[\p{L}\p{N}]+/gu) ?? []))
  const whole = names.filter((name) => name.length > 2).toSorted((a, b) => b.length - a.length)
  const blank = (part: string): string => MASK.repeat(part.length)
  const masked = whole.reduce((rest, name) => {
    const at = folded(rest).indexOf(folded(name))
    const end = at + name.length
    if (at < 0 || !/[^\p{L}\p{N}./@]$|^$/u.test(rest.slice(0, at)) || /^[./@-]?[\p{L}\p{N}]/u.test(rest.slice(end)))
      return rest
    return rest.slice(0, at) + blank(name) + rest.slice(end)
  }, text)
  return masked.replace(/(?<![\p{L}\p{N}./@-])\p{Lu}[\p{L}\p{N}]*(?![./@-][\p{L}\p{N}])/gu, (word) =>
    words.has(folded(word)) ? blank(word) : word,
  )
}

/** Small letters without accents, each in its place. */
const folded = (text: string): string =>
  text.toLowerCase().replace(/[^\0-\x7f]/gu, (letter) => letter.normalize('NFD').charAt(0))

/** Values without a parameter that are named. */
const MAX_LEFT = 2
/** What is a value whatever stands beside it. */
const VALUE =
  /"[^"\uE000]+"|“[^”\uE000]+”|https?:\/\/\S+|[\w.+-]+@[\w-]+\.[\w.]+|[#@]\w[\w-]*|(?<![\p{L}\p{N}.^*+/=(-])-?\d[\d.,:/-]*(?![\p{L}\p{N}^*+=(-])(?<!\D)|\b(?:last|next|past) (?:\d+ )?(?:hour|day|week|month|year)s?\b|\b(?:half|quarter|dozen)\b|(?<=[^.!?\uE000] )\p{Lu}[\p{L}\p{N}'-]*(?: \p{Lu}[\p{L}\p{N}'-]*)*/gu
const NOT_VALUE = /^\p{Lu}{1,5}s?$/u
const ID = /\b(?:id|key|number|code|slug)$/
const QUANTITY = /\b(?:amount|price|value|quantity|total|count)$/

function leftIn(text: string, free: readonly Slot[]): QueryValues['left'] {
  const said = (text.match(VALUE) ?? []).filter((each) => !NOT_VALUE.test(each))
  return said.slice(0, MAX_LEFT).map((text) => {
    const isNumber = /^(?:-?\d[\d.]*|half|quarter|dozen)$/.test(text)
    const fitting = free.filter(({ parameter: { type, enum: choices }, names, required }) => {
      const isNumeric = type === 'integer' || type === 'number'
      const isId = names.some((name) => ID.test(name))
      if (!isNumber) return required && !isNumeric && !choices && !isId && !/^\d/.test(text)
      return (isNumeric && names.some((name) => QUANTITY.test(name))) || (required && isId && /^\d{3,}$/.test(text))
    })
    return { text: text.replaceAll(/["“”]/g, ''), ...(fitting.length === 1 && { may: fitting[0]!.parameter }) }
  })
}
