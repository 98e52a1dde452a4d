/** What a reader has to know of a value where it stands: `required, integer: year of the holidays (example)`. */

import type { Members, Parameter } from '../../catalog/record/facts.ts'
import { joinParts } from '../../text/join-parts.ts'
import { isNested } from '../arguments.ts'
import { type Entries, type Expression, List, Marked, UNKNOWN } from '../values/expression.ts'
import { meaningOf } from '../values/parameter-meanings.ts'
import { isStated, sampleOf } from '../values/sample-values.ts'

/** Choices that a mark names. */
const MAX_CHOICES = 8
/** Levels of members in a body that code shows. */
const MAX_LEVELS = 3
/** Members of an object whose form is shown. */
const MAX_SHAPE = 2
/** Members of an object that requires none, and those that are only named. */
const [MAX_MEMBERS, MAX_NAMED] = [3, 6]

const TYPES: Readonly<Record<string, string>> = { string: 'text', array: 'list' }
const SEPARATORS: Readonly<Record<string, string>> = {
  form: 'commas',
  simple: 'commas',
  pipeDelimited: '"|"',
  spaceDelimited: 'spaces',
  tabDelimited: 'tabs',
}

/** Formats that say no more than the type. */
const SIZES = /^(?:u?int\d*|integer|long|float|double|decimal|number|boolean)$/

type Typed = Partial<Parameter>

/** `integer 1–100`, `date`, `a|b|c`, `list of text`. @param most choices that are named */
export function typeText(typed: Typed, most = MAX_CHOICES): string {
  const { type, format, pattern, items, members } = typed
  const values = choicesText(typed, most)
  if (!members && (type === 'object' || (type === 'array' && items === 'object')))
    return `${type === 'array' ? 'list of objects' : 'object'} whose members are not on record`
  if (type === 'array') return joinParts(' ', 'list', values && `of ${values}`, separatorText(typed))
  if (values) return values
  const isText = type === undefined || type === 'string'
  const named = isText ? (format ?? 'text') : joinParts(' ', TYPES[type] ?? type, !SIZES.test(format ?? '') && format)
  return joinParts(' ', named, rangeText(typed), pattern && `like ${pattern}`)
}

/** Names the choices, or else the type of the items. */
function choicesText({ enum: choices = [], items }: Typed, most: number): string | undefined {
  if (choices.length === 0) return items && (TYPES[items] ?? items)
  return choices.slice(0, most).join('|') + (choices.length > most ? '|…' : '')
}

function separatorText({ style = 'form', explode }: Typed): string | undefined {
  const isJoined = explode === false || style.endsWith('Delimited')
  return isJoined && SEPARATORS[style] ? `with ${SEPARATORS[style]}` : undefined
}

const bounds = (least?: number, most?: number): string =>
  joinParts(' ', least !== undefined && `from ${least}`, most !== undefined && `up to ${most}`)

/** Bounds of a number, or of the length of a text. */
function rangeText({ minimum, maximum, length: { min = 0, max } = {} }: Typed): string {
  const characters = bounds(min > 1 ? min : undefined, max)
  return characters ? `${characters} characters` : bounds(minimum, maximum)
}

/** `[required, ]TYPE[: meaning](example|default|made up)`. @param source where the value is from */
export function markOf(parameter: Parameter, source?: string): string {
  const { meaning, from, required } = parameter
  const about = from ? joinParts(', ', meaning, `from ${from}`) : meaningOf(parameter)
  const text = `${required ? 'required, ' : ''}${typeText(parameter)}${about ? `: ${about}` : ''}`
  return source && source !== 'placeholder' ? `${text} (${source})` : text
}

/** A value of a call; it may differ from what the facts have by now. */
export function marked(parameter: Parameter, value: Expression): Marked {
  const sample = sampleOf(parameter)
  const isSample = String(sample.value) === String(value)
  const isPlaceholder = /^YOUR_[A-Z0-9_]*$/.test(String(value))
  return new Marked(value, markOf(parameter, isSample ? sample.source : isPlaceholder ? undefined : 'example'))
}

/** Makes a sample with its source; a list or an object is made of its members. */
export function markedSample(parameter: Parameter, level = 1): Marked {
  if (isNested(parameter)) return new Marked(skeletonOf(parameter, level), markOf(parameter))
  const { value, source } = sampleOf(parameter)
  return new Marked(value, markOf(parameter, source))
}

/** Offers a value that is on record; none is made up. */
export function offered(parameter: Parameter): Marked {
  const sample = sampleOf(parameter)
  const isKnown = isStated(sample) && !isNested(parameter)
  const members = Object.keys(parameter.members ?? {})
  const shape =
    members.length > 0 && `{ ${members.slice(0, MAX_NAMED).join(', ')}${members.length > MAX_NAMED ? ', …' : ''} }`
  const mark = joinParts(' ', markOf(parameter, isKnown ? sample.source : undefined), shape)
  return new Marked(isKnown ? sample.value : UNKNOWN, mark, true)
}

/** A value with a few of its members, to show how it is written: `address[city]` in a form. */
export function sampleShape({ members, ...parameter }: Parameter): unknown {
  const inner = Object.entries(members ?? {})
  const all = inner.map(([name, field]) => memberParameter(name, field))
  const shown = all.some(({ required }) => required) ? all.filter(({ required }) => required) : all.slice(0, MAX_SHAPE)
  const { type, items } = parameter
  const object = Object.fromEntries(shown.map((each) => [each.name, sampleShape(each)]))
  if (type === 'object') return object
  if (type === 'array') return inner.length > 0 ? [object] : [sampleOf({ ...parameter, type: items ?? 'string' }).value]
  return sampleOf(parameter).value
}

function skeletonOf(parameter: Parameter, level: number): Expression {
  const { type, items, members } = parameter
  const object = members && level <= MAX_LEVELS ? membersOf(members, level) : {}
  if (type === 'object') return object
  if (members || items === 'object') return new List([object])
  return new List(items === undefined || items === 'array' ? [] : [sampleOf({ ...parameter, type: items }).value])
}

/** Shows the required members; where there is none, the first few are offered. */
function membersOf(members: Members, level: number): Entries {
  const all = Object.entries(members).map(([name, field]) => memberParameter(name, field))
  const required = all.filter((each) => each.required)
  const shown = required.length > 0 ? required : all.slice(0, MAX_MEMBERS)
  return Object.fromEntries(
    shown.map((each) => [each.name, each.required ? markedSample(each, level + 1) : offered(each)]),
  )
}

function memberParameter(name: string, field: Members[string]): Parameter {
  const { type, ...more } = typeof field === 'string' ? { type: field } : field
  return { name, in: 'body', ...more, ...(type !== 'any' && { type }) }
}
