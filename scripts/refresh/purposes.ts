/**
 * What endpoints are for, which people write: a refresh keeps it where the endpoint has the same method and path, and
 * takes nothing from the sentences of others.
 */

import { mapPoints } from '../../src/builder/facts/operations/operations.ts'
import { BOUNDS } from '../../src/catalog/record/bounds.ts'
import type { EntityOperations, OperationsFile, Parameter, Point } from '../../src/catalog/record/facts.ts'
import { withoutUndefined } from '../../src/system/optional-members.ts'

/** By slug and endpoint. */
export type Purposes = Map<string, string>

const keyOf = (slug: string, { method, path }: Pick<Point, 'method' | 'path'>): string => `${slug}\t${method} ${path}`

const endpointsOf = ({ slug, entities }: OperationsFile): [key: string, purpose: string | undefined][] =>
  entities.flatMap(({ operations }) =>
    operations.flatMap(({ points }) =>
      points.map((point) => [keyOf(slug, point), point.purpose] as [string, string | undefined]),
    ),
  )

/** The purposes on record. */
export const purposesOf = (files: Iterable<OperationsFile>): Purposes =>
  new Map([...files].flatMap(endpointsOf).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Lines of `slug<TAB>METHOD /path<TAB>purpose`, and why others are refused. */
export function readPurposes(text: string, files: Iterable<OperationsFile>) {
  const known = new Set([...files].flatMap(endpointsOf).map(([key]) => key))
  const purposes: Purposes = new Map()
  const refused: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [slug = '', endpoint = '', purpose = '', ...more] = line.split('\t')
    const key = `${slug}\t${endpoint}`
    const why = !known.has(key)
      ? `${slug} ${endpoint} is no endpoint on record`
      : purpose.trim() === '' || more.length > 0
        ? 'must be a slug, an endpoint and a purpose, with a tab between them'
        : purpose.length > BOUNDS.purpose && `${purpose.length} characters, at most ${BOUNDS.purpose}`
    if (why) refused.push(`line ${index + 1}: refused: ${why}`)
    else purposes.set(key, purpose.trim())
  }
  return { purposes, refused }
}

/** With these purposes, and without the texts of others. */
export const withPurposes = (slug: string, entities: readonly EntityOperations[], purposes: Purposes) =>
  mapPoints(entities, (point) =>
    withoutUndefined({
      ...point,
      parameters: point.parameters.map(({ about: _, ...parameter }): Parameter => parameter),
      purpose: purposes.get(keyOf(slug, point)),
    }),
  )
