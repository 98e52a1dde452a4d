/** Slots: the parameters that rules assign values to, with their names in words. */

import { MOST } from '../../record/bounds.ts'
import type { Auth, Parameter, Point, Scalar } from '../../record/facts.ts'
import { allParameters, isKey, isNested } from '../arguments.ts'
import { isSecret } from '../request.ts'

/** A parameter that may take a value. */
export interface Slot {
  parameter: Parameter
  /** Its names in words: `start date`. */
  names: readonly string[]
  /** Nouns of its names, in the singular: "issue" for `issue_number`. */
  nouns: readonly string[]
  required: boolean
}

/** What rules know beside the text. */
export interface QueryContext {
  reads: boolean
  /** Whether the SDK is described by the word, which is then no value. */
  isSdkWord: (word: string) => boolean
  isEnglishWord: (word: string) => boolean
  /** Whether the word is in the entity's name or the path. */
  isEndpointWord: (word: string) => boolean
}

export type SlotTest = RegExp | ((slot: Slot) => boolean)
export type SlotValue = Scalar | ((slot: Slot) => Scalar | undefined)

/** A name in words: `minMagnitude` is "min magnitude". */
export const inWords = (name: string): string =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()

export const singularNoun = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : /[^su]s$/.test(word) ? word.slice(0, -1) : word

const NOT_NOUN =
  /^(?:num|nb|n|number of|num of|count of|max|forecast|total|filter|q|id) | (?:i?ids?|uuid|number|no|num|key|code|count|name|slug)$/g

export function slotsOf(entity: string, point: Point, auth: Auth): Slot[] {
  const parameters = allParameters(point, auth)
  const ofEntity = inWords(entity).split(' ')
  return parameters
    .filter((each, at) => parameters.findIndex(({ name }) => name === each.name) === at)
    .filter((each) => each.in !== 'header' && !isKey(each, auth) && !isSecret(each) && !isNested(each))
    .map((parameter) => {
      const { name, api_name = name, in: where, required = false } = parameter
      // `filter[stop]` is called "stop", too.
      const names = [...new Set([api_name, name, api_name.replace(/^\w+(?=\[\w)/, '')].map(inWords))]
      const nouns = names.map((each) => singularNoun(each.replaceAll(NOT_NOUN, '')))
      const [before = '', after = ''] = point.path.split(`/{${api_name}}`)
      // In /lists/{id}/cards it is the id of a list.
      const owner = singularNoun(inWords(before.split('/').at(-1) ?? ''))
      const isOwner = nounsOf('', { path: after }).has(ofEntity.at(-1)!)
      const isId = where === 'path' && names.some((each) => /^(?:id|key|number|slug|name)(?: or \w+)?$/.test(each))
      return {
        parameter,
        names,
        required,
        nouns: [...nouns, ...(isId ? [owner, ...(isOwner ? [] : [inWords(entity)])] : [])],
      }
    })
}

/** The value with the parameter's type; undefined if the parameter cannot take it. */
export function coerceValue(value: Scalar | undefined, { parameter }: Slot): Scalar | undefined {
  const { type, enum: choices = [], in: where, example } = parameter
  if (value === undefined || (where === 'path' && /[/\\]|^\.+$/.test(String(value)))) return undefined
  const choice = choices.find((each) => String(each).toLowerCase() === String(value).toLowerCase())
  if (choice !== undefined) return choice
  // A list as long as the limit may be cut.
  if (choices.length > 0 && (choices.length < MOST.enum || textShape(choices[0]!) !== textShape(value)))
    return undefined
  if (type === 'object' || type === 'boolean' || /^[[{]/.test(String(example))) return undefined
  if (type !== 'integer' && type !== 'number') return type === undefined ? value : String(value)
  const number = Number(value)
  return Number.isFinite(number) && (type === 'number' || Number.isInteger(number)) ? number : undefined
}

/** Whether the parameter takes several values, separated by commas. */
export const takesList = ({ names, parameter: { type, enum: choices, example } }: Slot): boolean =>
  (type === undefined || type === 'string' || type === 'array') &&
  !choices &&
  (String(example).includes(',') || names.some((name) => singularNoun(name) !== name))

/** The shape of `CVE-2021-44228` is A-0-0. */
export const textShape = (value: Scalar): string =>
  String(value)
    .replace(/[A-Z]+/g, 'A')
    .replace(/[a-z]+/g, 'a')
    .replace(/\d+/g, '0')

export const passes = (slot: Slot, test: SlotTest): boolean =>
  typeof test === 'function' ? test(slot) : slot.names.some((name) => test.test(name))

/** Words of the entity and the path, in the singular; none of them is a value. */
export const nounsOf = (entity: string, { path }: Pick<Point, 'path'>): ReadonlySet<string> =>
  new Set(`${entity} ${path}`.split(/[^A-Za-z]+/).flatMap((part) => inWords(part).split(' ').map(singularNoun)))
