/** Reads members of data whose shape nobody promises: models and API descriptions. */

import { BOUNDS, TYPES } from '../../catalog/record/bounds.ts'
import type { Scalar, Type } from '../../catalog/record/facts.ts'
import { isModelObject, type ModelObject, type ModelValue } from './model/read-model.ts'

export type Data = ModelValue | undefined

/** The value at the end of a path of own members. */
export function at(value: Data, ...path: readonly string[]): Data {
  for (const key of path) value = isModelObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return value
}

export function objectAt(value: Data, ...path: readonly string[]): ModelObject {
  const member = at(value, ...path)
  return isModelObject(member) ? member : {}
}

export const entriesAt = (value: Data, ...path: readonly string[]): [string, ModelValue][] =>
  Object.entries(objectAt(value, ...path))

export function listAt(value: Data, ...path: readonly string[]): ModelValue[] {
  const member = at(value, ...path)
  return Array.isArray(member) ? member : []
}

/** Text that is not blank; a number counts as its digits. */
export function textAt(value: Data, ...path: readonly string[]): string | undefined {
  const member = at(value, ...path)
  return (typeof member === 'string' || typeof member === 'number' ? String(member).trim() : '') || undefined
}

/** Text short enough to be a name. */
export function nameAt(value: Data, ...path: readonly string[]): string | undefined {
  const text = textAt(value, ...path)
  return text !== undefined && text.length <= BOUNDS.name ? text : undefined
}

/** Text of more words is prose, which the catalogue does not take over. */
const MAX_WORDS = 14

/** A value that code can show; of a list the first. */
export function scalarOf(value: Data): Scalar | undefined {
  if (Array.isArray(value)) return scalarOf(value[0])
  if (typeof value === 'string') {
    const isValue = value !== '' && value.length <= BOUNDS.value && value.trim().split(/\s+/).length <= MAX_WORDS
    return isValue ? value : undefined
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

export const scalarsOf = (values: readonly Data[]): Scalar[] => values.flatMap((value) => scalarOf(value) ?? [])

const isType = (type: Data): type is Type => (TYPES as readonly Data[]).includes(type)

/** The type that JSON Schema states (of several the first that is not null), or the model's ``"`$STRING`"``. */
export function typeOf(stated: Data): Type | undefined {
  if (Array.isArray(stated)) return stated.flat().map(typeOf).find(Boolean)
  if (typeof stated !== 'string') return undefined
  const plain = stated.replace(/^`\$(\w+)`$/, '$1').toLowerCase()
  return isType(plain) ? plain : undefined
}

/** True, or nothing: a record states no `false`. */
export const flag = (isSet: boolean): true | undefined => isSet || undefined

/** Without its plural "s": `stories` as `story`. */
export const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
