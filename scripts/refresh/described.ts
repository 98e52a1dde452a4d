/**
 * Operations on record, completed by descriptions that the API's provider publishes: for SDKs whose own description cannot be
 * had. Only endpoints of the same method and path are completed; none is added.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { OpenApiDescription } from '../../src/builder/facts/api/description.ts'
import { type Data, entriesAt, objectAt } from '../../src/builder/facts/data.ts'
import { chooseFirstCall } from '../../src/builder/facts/first-call/first-call.ts'
import { parseFile } from '../../src/builder/facts/model/parse.ts'
import { isModelObject } from '../../src/builder/facts/model/read-model.ts'
import { bounded, describedPoint, mapPoints } from '../../src/builder/facts/operations/operations.ts'
import type { Warn } from '../../src/builder/facts/repository-files.ts'
import { type Answer, OperationsFile, type Parameter, type Point } from '../../src/catalog/record/facts.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { calledPoint } from '../../src/code/arguments.ts'
import { withoutUndefined } from '../../src/system/optional-members.ts'

/** The descriptions of one SDK: each JSON or YAML file of the folder that can be read. */
export async function readDescriptions(folder: string, warn: Warn): Promise<OpenApiDescription[]> {
  const names = (await readdir(folder)).filter((name) => /\.(?:json|ya?ml)$/i.test(name)).sort()
  const read = async (name: string) => {
    const root = parseFile(name, await readFile(join(folder, name), 'utf8'), warn)
    return isModelObject(root) ? [new OpenApiDescription(name, root)] : []
  }
  return (await Promise.all(names.map(read))).flat()
}

/** The record and its operations with what the first description that has an endpoint says of it. */
export function addDescribed(
  record: SdkRecord,
  { entities: known, ...file }: OperationsFile,
  descriptions: readonly OpenApiDescription[],
) {
  const sources = descriptions.map((description) => ({
    description: renamed(description, known),
    // What needs a key is known of all endpoints or of none.
    keyed: new Set<string>(),
  }))
  const entities = mapPoints(known, (point, { entity, op }) => {
    const source = sources.find(({ description }) => description.operation(point.path, point.method))
    if (!source) return point
    return bounded(joined(point, describedPoint(point, { entity, op, ...source }), isEmpty(source.description, point)))
  })
  const { first_call: old, ...others } = record
  const { slug, auth, description: about } = others
  const valuesOf = (all: OperationsFile['entities']) =>
    calledPoint(old, all)?.parameters.map(({ name, type, required, example, default: usual, enum: choices }) => {
      return { name, type, required, example, usual, choices }
    })
  // The description says more than the record of what the API is about: whoever read it chose better.
  const isSame = old !== undefined && isDeepStrictEqual(valuesOf(known), valuesOf(entities))
  const context = { slug, title: record.api_title ?? record.title, about, auth }
  const first_call = isSame ? old : chooseFirstCall(entities, context)
  return {
    record: { ...others, ...(first_call && { first_call }) },
    operations: OperationsFile.parse({ ...file, entities }),
  }
}

/** What the description says, and what is on record beyond it: the description may be of another version. */
function joined(known: Point, described: Point, answersNothing: boolean): Point {
  const { answer: _, ...point } = described
  const parameters = described.parameters.map((parameter) => {
    const same = known.parameters.find((each) => each.in === parameter.in && namesOf(parameter).includes(each.name))
    const choices = fuller(same?.enum, parameter.enum)
    return withoutUndefined({ ...same, ...parameter, enum: choices, members: fuller(same?.members, parameter.members) })
  })
  const answer = answerOf(known.answer, described.answer, answersNothing)
  const isNamed = (parameter: Parameter) => parameter.in === 'body'
  const hasNewBody = described.parameters.length > known.parameters.length || !known.parameters.some(isNamed)
  const body = hasNewBody && (described.parameters.some(isNamed) || !known.body) ? point.body : known.body
  return withoutUndefined({
    ...point,
    parameters,
    body,
    body_items: fuller(known.body_items, point.body_items),
    answer,
  })
}

const namesOf = ({ name, model_name }: Parameter): unknown[] => [name, model_name]

const isText = (answer: Answer | undefined): boolean => answer?.body === 'text' || answer?.body === 'binary'
const countOf = (answer: Answer | undefined): number =>
  Object.keys(answer?.fields ?? {}).length + Object.keys(answer?.around ?? {}).length
const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length
const fuller = <T>(known: T, described: T): T => (sizeOf(known) > sizeOf(described) ? known : described)

/** Without a kind the answer on record is the entity's, whichever endpoint gave it. */
function answerOf(known: Point['answer'], described: Point['answer'], answersNothing: boolean): Point['answer'] {
  if (answersNothing && !isText(known)) return undefined
  if (known?.body && !isText(known)) return isText(described) || countOf(described) > countOf(known) ? described : known
  return isText(described) || countOf(described) > 0 ? described : (known ?? described)
}

/** Whether the only answer to a request that succeeds is none: 204, or of a removal one without contents. */
function isEmpty(description: OpenApiDescription, { path, method }: Point): boolean {
  const responses = entriesAt(description.operation(path, method), 'responses')
  const good = responses.filter(([code]) => /^2(?:0[0-4]|xx)$/i.test(code))
  const says = (response: Data) =>
    Object.keys(description.resolve(response)).some((name) => /^(?:content|schema)$/.test(name))
  return good.length > 0 && good.every(([code, response]) => code === '204' || (method === 'DELETE' && !says(response)))
}

const shapeOf = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}')

/** The description with paths as the record writes them: placeholders may have other names. */
function renamed(description: OpenApiDescription, entities: OperationsFile['entities']): OpenApiDescription {
  const paths = objectAt(description.root, 'paths')
  const byShape = new Map(Object.entries(paths).map(([path, item]) => [shapeOf(path), item]))
  const points = entities.flatMap(({ operations }) => operations.flatMap((operation) => operation.points))
  const others = points.flatMap(({ path }) => {
    const item = Object.hasOwn(paths, path) ? undefined : byShape.get(shapeOf(path))
    return item === undefined ? [] : [[path, item] as const]
  })
  return new OpenApiDescription(description.file, {
    ...description.root,
    paths: { ...paths, ...Object.fromEntries(others) },
  })
}
