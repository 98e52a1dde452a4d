/**
 * Operations that people transcribed from models whose repositories cannot be fetched: JSON Lines, an SDK each. A line is
 * checked as a whole; one that breaks the rules is refused, and its SDK keeps what it has.
 */
import * as z from 'zod'
import { isKeyName } from '../../src/builder/facts/api/api-keys.ts'
import { passOf } from '../../src/builder/facts/api/auth.ts'
import { type Data, flag, scalarOf, typeOf } from '../../src/builder/facts/data.ts'
import { chooseFirstCall } from '../../src/builder/facts/first-call/first-call.ts'
import { withKeywords } from '../../src/builder/facts/operations/keywords.ts'
import { bounded, selection } from '../../src/builder/facts/operations/operations.ts'
import { BOUNDS } from '../../src/catalog/record/bounds.ts'
import { EntrySlug } from '../../src/catalog/record/entry.ts'
import {
  Auth,
  type EntityOperations,
  OperationsFile,
  type Parameter,
  Point,
  RecordFacts,
  Scalar,
  Server,
} from '../../src/catalog/record/facts.ts'
import { OPERATIONS } from '../../src/catalog/record/languages.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { placeholderNames } from '../../src/code/arguments.ts'
import { keyVariable } from '../../src/code/client-options.ts'
import { nonEmpty, withoutUndefined } from '../../src/system/optional-members.ts'

const text = z.string().min(1).max(BOUNDS.name)
/** What code can show of a value, as of the values in a model; other values are left out. */
const value = z
  .unknown()
  .transform((stated) => scalarOf(stated as Data))
  .optional()

const TranscribedParameter = z.strictObject({
  name: text,
  in: z.enum(['path', 'query', 'header', 'body']),
  /** The API's own name, where a file states another one. */
  api_name: text.optional(),
  type: text.optional(),
  required: z.boolean().optional(),
  example: value,
  default: value,
  enum: z.array(Scalar).optional(),
})

type Stated = z.output<typeof TranscribedParameter>

const TranscribedPoint = z.strictObject({
  method: Point.shape.method,
  path: Point.shape.path,
  parameters: z.array(TranscribedParameter).default([]),
  select: z.strictObject({ names: z.array(text).default([]), $action: text.optional() }).optional(),
  /** Where the client takes what it returns: `body`, `body.data`. */
  result: z
    .string()
    .regex(/^body(?:\.[\w-]+)*$/, 'must be "body", or the place of a member such as "body.data"')
    .optional(),
})

const Transcribed = z.strictObject({
  slug: EntrySlug,
  commit: z.string().regex(/^[0-9a-f]{40}$/, 'must be the 40 hexadecimal digits of a commit'),
  /** The file or files that were read. */
  from: z.string().min(1).max(2_000),
  /** Only a part of the model was read. */
  partial: z.boolean().optional(),
  entities: z.array(
    z.strictObject({
      name: text,
      fields: z.record(z.string(), z.string()).default({}),
      operations: z.array(z.strictObject({ op: z.enum(OPERATIONS), points: z.array(TranscribedPoint).min(1) })),
    }),
  ),
  auth: z
    .strictObject({
      scheme: z.enum(['apiKey', 'bearer', 'basic', 'oauth2', 'none']),
      in: Auth.shape.in,
      name: text.optional(),
      prefix: z.string().optional(),
    })
    .optional(),
  /** The file that says so. */
  auth_from: text.optional(),
  servers: z.array(Server).optional(),
  license: RecordFacts.shape.license,
  license_from: text.optional(),
})
type Transcribed = z.output<typeof Transcribed>

/** @returns the line, or why it is refused */
export function parseTranscribed(line: string): { transcribed: Transcribed } | { refused: string } {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch (error) {
    return { refused: `is no JSON: ${(error as Error).message}` }
  }
  const { data, error } = Transcribed.safeParse(json)
  const issue = error?.issues[0]
  return data ? { transcribed: data } : { refused: `${issue!.path.join('.')}: ${issue!.message}` }
}

/** The record with the transcribed facts, and the file of operations. */
export function addTranscribed(record: SdkRecord, transcribed: Transcribed) {
  const { slug, commit, partial, servers, license } = transcribed
  const auth = authOf(record, transcribed)
  const entities = transcribed.entities.map(entityOf)
  const callable = entities.filter(({ operations }) => operations.length > 0)
  const operations = OperationsFile.parse(
    withoutUndefined({ format: 1, slug, partial: flag(partial === true), entities: callable } as const),
  )
  const named = withKeywords(entities, undefined)
  const all = partial ? joined(named, record.entities) : named
  const first_call = chooseFirstCall(entities, {
    slug,
    title: record.api_title ?? record.title,
    about: record.description,
    auth,
  })
  const facts = withoutUndefined({ commit, auth, entities: all, first_call, servers, license })
  return { record: { ...record, ...facts }, operations }
}

type Entities = SdkRecord['entities']

/** With the entities and operations that were not read. */
function joined(read: Entities, known: Entities): Entities {
  const opsOf = (entities: Entities, name: string) => entities.find((entity) => entity.name === name)?.ops ?? []
  const unread = known.filter(({ name }) => !read.some((entity) => entity.name === name))
  const completed = read.map((entity) => {
    return { ...entity, ops: [...new Set([...entity.ops, ...opsOf(known, entity.name)])] }
  })
  return [...completed, ...unread]
}

function entityOf({ name, fields, operations }: Transcribed['entities'][number]): EntityOperations {
  const types = Object.entries(fields).slice(0, BOUNDS.fields)
  const answer = { fields: Object.fromEntries(types.map(([field, type]) => [field, typeOf(type) ?? ('any' as const)])) }
  const hasFields = types.length > 0
  return {
    name,
    operations: operations
      .map(({ op, points }) => ({
        op,
        points: points.slice(0, BOUNDS.points).map((point) => pointOf(point, hasFields ? answer : undefined)),
      }))
      .toSorted((a, b) => OPERATIONS.indexOf(a.op) - OPERATIONS.indexOf(b.op)),
  }
}

function pointOf(stated: z.output<typeof TranscribedPoint>, answer: Point['answer']): Point {
  const { method, path, select, result } = stated
  const placeholders = placeholderNames(path)
  const parameters = withPlaceholders(stated.parameters, placeholders).map(parameterOf)
  const filled = new Set(
    parameters.flatMap(({ in: where, name, api_name = name }) => (where === 'path' ? api_name : [])),
  )
  const point = withoutUndefined({
    method,
    path,
    parameters,
    select: selection(select?.names ?? [], select?.$action),
    unfilled: nonEmpty(placeholders.filter((name) => !filled.has(name))),
    result: result?.replace(/^body\.?/, '') || undefined,
    answer,
  })
  return bounded(point)
}

/** Path parameters in the order of the placeholders; those with another name get the placeholder's as the API's own. */
function withPlaceholders(parameters: Stated[], placeholders: readonly string[]): Stated[] {
  const inPath = parameters.filter(({ in: where }) => where === 'path')
  if (inPath.length !== placeholders.length) return parameters
  const isNamed = (name: string) => inPath.some((parameter) => (parameter.api_name ?? parameter.name) === name)
  const free = placeholders.filter((name) => !isNamed(name))
  return parameters.map((parameter) => {
    const isFree = parameter.in === 'path' && !placeholders.includes(parameter.api_name ?? parameter.name)
    return isFree ? { ...parameter, api_name: free.shift()! } : parameter
  })
}

/** Clients send every other key of a call under the name that it has there, so the API's own name is the one to pass. */
function parameterOf(stated: Stated): Parameter {
  const { name, in: where, api_name = name, type, required, example, default: usual, enum: choices } = stated
  const isPath = where === 'path'
  return withoutUndefined({
    name: isPath ? name : api_name,
    in: where,
    api_name: isPath && api_name !== name ? api_name : undefined,
    model_name: !isPath && api_name !== name ? name : undefined,
    type: typeOf(type),
    required: flag(isPath || required === true),
    example,
    default: usual,
    enum: nonEmpty((choices ?? []).slice(0, BOUNDS.enum)),
  })
}

/** A key that an operation requires is never denied; what is on record stays where the line says nothing of keys. */
function authOf(record: SdkRecord, { auth, auth_from, entities }: Transcribed): Auth {
  const points = entities.flatMap(({ operations }) => operations.flatMap((operation) => operation.points))
  const stated_by = auth_from?.startsWith('.sdk/def') ? ('description' as const) : ('model' as const)
  const isFree = auth === undefined || auth.scheme === 'none'
  const scheme = isFree ? keyAmong(points) : schemeOf(auth)
  if (!scheme) {
    if (auth) return { scheme: 'none', stated_by }
    const { in: where, name } = record.auth
    const isWithoutWay = where && name !== undefined && (record.auth.pass ?? 'none') === 'none'
    return isWithoutWay ? { ...record.auth, pass: passOf({ in: where, name }, points) } : record.auth
  }
  const { in: where, name } = scheme
  const pass = where && name !== undefined ? passOf({ in: where, name }, points) : undefined
  return withoutUndefined({ ...scheme, env: keyVariable(record), pass, stated_by })
}

function schemeOf({ scheme: kind, in: where, name, prefix }: NonNullable<Transcribed['auth']>) {
  const scheme = kind === 'oauth2' ? ('bearer' as const) : kind
  if (scheme === 'apiKey' || scheme === 'none') return { scheme, in: where, name, prefix: prefix || undefined }
  const usual = scheme === 'basic' ? 'Basic' : 'Bearer'
  return { scheme, in: where ?? ('header' as const), name: name ?? 'Authorization', prefix: prefix || usual }
}

/** The key that operations require as an ordinary parameter. */
function keyAmong(points: readonly { parameters: readonly Stated[] }[]) {
  const keys = points.flatMap(
    ({ parameters }) =>
      parameters.find(({ name, api_name = name, in: where, required }) => {
        return required && (where === 'query' || where === 'header') && isKeyName(api_name)
      }) ?? [],
  )
  const [key] = keys
  return (
    key && {
      scheme: 'apiKey' as const,
      in: key.in as 'query' | 'header',
      name: key.api_name ?? key.name,
      needed: keys.length === points.length ? ('always' as const) : ('sometimes' as const),
    }
  )
}
