/**
 * Forms of values that no file of a repository states and people know: `stated-values.tsv` has a line for each parameter, and every
 * refresh puts them on record again.
 */
import * as z from 'zod'
import { bounded, mapPoints } from '../../src/builder/facts/operations/operations.ts'
import { type EntityOperations, type OperationsFile, Parameter, type Point } from '../../src/catalog/record/facts.ts'
import { withoutUndefined } from '../../src/system/optional-members.ts'

const { name: _, model_name: __, about: ___, from: ____, members: _____, ...stated } = Parameter.shape
/** Null takes a fact out of the record. */
const Facts = z.strictObject(
  Object.fromEntries(Object.entries(stated).map(([member, schema]) => [member, z.nullish(schema)])),
)

export interface ValueLine {
  slug: string
  /** `METHOD /path`; `/path` for all that begin so; empty for all that have the parameter. */
  endpoint: string
  name: string
  /** With `in`, an endpoint that has no such parameter gets it. */
  facts: Partial<Parameter>
}

/** Lines of `slug<TAB>[[METHOD ]/path ]name<TAB>facts in JSON`. @throws for a line that breaks the rules */
export function readValues(text: string): ValueLine[] {
  const lines = text.split('\n').filter(Boolean)
  return lines.map((line, index) => {
    const [slug = '', place = '', json = ''] = line.split('\t')
    const { data, error } = Facts.safeParse(JSON.parse(json))
    if (error) throw new Error(`line ${index + 1}: ${z.prettifyError(error)}`)
    const [, endpoint = '', name = place] = /^((?:[A-Z]+ )?\/\S*) (.+)$/.exec(place) ?? []
    return { slug, endpoint, name, facts: data as Partial<Parameter> }
  })
}

const isNamed = ({ name, api_name }: Parameter, line: ValueLine): boolean =>
  name === line.name || api_name === line.name

/** Those of the endpoint alone stand last. */
function linesFor({ method, path }: Point, lines: readonly ValueLine[]): ValueLine[] {
  const holds = ({ endpoint }: ValueLine): boolean =>
    endpoint.startsWith('/') ? path.startsWith(endpoint) : endpoint === '' || endpoint === `${method} ${path}`
  const known = lines.filter(holds)
  return known.toSorted((a, b) => a.endpoint.length - b.endpoint.length)
}

/** With these values, and with no other meanings; a line of one endpoint wins over that of all. */
export const withValues = (entities: readonly EntityOperations[], lines: readonly ValueLine[]): EntityOperations[] =>
  mapPoints(entities, (point) => {
    const own = linesFor(point, lines)
    const known = point.parameters.map(({ meaning: _, ...parameter }): Parameter => {
      const line = own.findLast((each) => isNamed(parameter, each))
      return line ? joined(parameter, line.facts) : parameter
    })
    const others = own.filter(
      ({ facts, ...line }) => facts.in && !known.some((each) => isNamed(each, { facts, ...line })),
    )
    const added = others.map(({ name, facts }) => joined({ name, in: facts.in! }, facts))
    return added.length > 0 ? bounded({ ...point, parameters: [...known, ...added] }) : { ...point, parameters: known }
  })

const joined = (parameter: Parameter, facts: Partial<Parameter>): Parameter =>
  withoutUndefined(
    Object.fromEntries(Object.entries({ ...parameter, ...facts }).map(([member, fact]) => [member, fact ?? undefined])),
  ) as Parameter

/** Lines that no parameter on record has. */
export const unusedLines = (lines: readonly ValueLine[], files: Iterable<OperationsFile>): ValueLine[] => {
  const points = Map.groupBy(
    [...files].flatMap(({ slug, entities }) =>
      entities.flatMap(({ operations }) => operations.flatMap((each) => each.points.map((point) => ({ slug, point })))),
    ),
    ({ slug }) => slug,
  )
  return lines.filter(
    (line) =>
      !points
        .get(line.slug)
        ?.some(
          ({ point }) => linesFor(point, [line]).length > 0 && point.parameters.some((each) => isNamed(each, line)),
        ),
  )
}
