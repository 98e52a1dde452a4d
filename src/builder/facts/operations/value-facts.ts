/** What a description states of a value besides its name: type, choices, bounds, and how it is written in a request. */

import { BOUNDS, STYLES } from '../../../catalog/record/bounds.ts'
import type { Parameter } from '../../../catalog/record/facts.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import type { OpenApiDescription } from '../api/description.ts'
import { at, type Data, listAt, nameAt, scalarsOf, textAt, typeOf } from '../data.ts'
import type { ModelObject } from '../model/read-model.ts'

/** @param read a member of the schema, or of the parameter that has no schema (Swagger 2.0) */
export function valueFacts(description: OpenApiDescription, read: (member: string) => Data) {
  const items = description.schema(read('items'))
  const choices = scalarsOf(listAt(read('enum') ?? items.enum))
  const format = nameAt(read('format'))
  const stated = typeOf(read('type'))
  const type = (stated ?? 'string') === 'string' && isBinary(format, read) ? ('file' as const) : stated
  const ofItems = typeOf(items.type)
  const isFile = ofItems === 'string' && isBinary(textAt(items, 'format'), (member) => items[member])
  return {
    type,
    items: type !== 'array' || ofItems === 'object' ? undefined : isFile ? ('file' as const) : ofItems,
    format: type === 'file' ? undefined : format,
    enum: nonEmpty(choices.slice(0, BOUNDS.enum)),
  }
}

/** OpenAPI 3.0 says `format: binary`, 3.1 the media type of a value that is not encoded, and some say it in words. */
const isBinary = (format: string | undefined, read: (member: string) => Data): boolean =>
  format === 'binary' ||
  (read('contentMediaType') !== undefined && read('contentEncoding') === undefined) ||
  /\bvia `?multipart\/form-data\b/i.test(textAt(read('description')) ?? '')

export function boundsOf(read: (member: string) => Data, type: Parameter['type']) {
  const number = (member: string): number | undefined => {
    const value = read(member)
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  }
  const size = (member: string): number | undefined => {
    const value = number(type === 'array' ? `${member}Items` : `${member}Length`)
    return value !== undefined && Number.isInteger(value) && value >= 0 ? value : undefined
  }
  const length = withoutUndefined({ min: size('min') || undefined, max: size('max') })
  const pattern = textAt(read('pattern'))
  return {
    pattern: pattern && pattern.length <= BOUNDS.pattern ? pattern : undefined,
    minimum: number('minimum') ?? number('exclusiveMinimum'),
    maximum: number('maximum') ?? number('exclusiveMaximum'),
    length: Object.keys(length).length > 0 ? length : undefined,
  }
}

type Style = (typeof STYLES)[number]
const isStyle = (style: string | undefined): style is Style =>
  (STYLES as readonly (string | undefined)[]).includes(style)

/** Swagger 2.0 by the terms of OpenAPI 3; without a statement it is `csv`. */
const COLLECTION_FORMATS: Readonly<Record<string, { style?: Style; explode: boolean }>> = {
  csv: { explode: false },
  multi: { explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
}

/** What Swagger 2.0 says of a list; the parameters of OpenAPI 3 have a schema. */
const swaggerFormat = (stated: ModelObject, type: Parameter['type']) =>
  stated.in !== undefined && stated.schema === undefined && type === 'array'
    ? COLLECTION_FORMATS[textAt(stated, 'collectionFormat') ?? 'csv']
    : undefined

/** Style and explode, as far as they are not the default (OpenAPI 3.1.1, 4.8.12.2). */
export function serialisation(stated: ModelObject, place: Parameter['in'], type: Parameter['type']) {
  const swagger = swaggerFormat(stated, type)
  const usual = place === 'query' || place === 'body' ? 'form' : 'simple'
  const named = textAt(stated, 'style')
  const style = swagger?.style ?? (isStyle(named) ? named : usual)
  const explode = swagger?.explode ?? at(stated, 'explode')
  const isNested = type === 'array' || type === 'object'
  const byDefault = style === 'form' || style === 'deepObject'
  return {
    style: style === usual ? undefined : style,
    explode: isNested && typeof explode === 'boolean' && explode !== byDefault ? explode : undefined,
  }
}
