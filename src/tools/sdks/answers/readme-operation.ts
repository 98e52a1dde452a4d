/** One operation as get-sdk-readme.ts gives it: code, parameters and the answer's fields. */
import * as z from 'zod'
import type { Parameter, Point } from '../../../catalog/record/facts.ts'
import type { Language } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nearest } from '../../../catalog/search/suggest.ts'
import { type Call, callOf } from '../../../catalog/usage/arguments.ts'
import { pascal } from '../../../catalog/usage/client.ts'
import { codeFor } from '../../../catalog/usage/quickstart.ts'
import { withoutUndefined } from '../../../system/optional-members.ts'
import { joinParts } from '../../../text/join-parts.ts'
import { fenced, tableRow } from '../../../text/markdown.ts'
import type { Services } from '../../define.ts'
import { CatalogError, echoed } from '../../errors.ts'
import { didYouMean } from '../../not-found.ts'
import { codeLanguage, withInstall } from './readme-advice.ts'

/** Optional parameters of one operation. */
const MAX_OPTIONAL = 12
/** Other endpoints of the same operation. */
const MAX_OTHERS = 5
/** Entities that an error names. */
const MAX_NAMED = 40

export const OPERATION = z.strictObject({
  entity: z.string(),
  op: z.string(),
  method: z.string().optional(),
  path: z.string().optional(),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.string(),
        type: z.string().optional(),
        required: z.boolean().optional(),
        example: z.unknown().optional(),
      }),
    )
    .optional(),
  list: z.boolean().optional(),
  fields: z.record(z.string(), z.string()).optional().describe('Of the answer.'),
})
type OperationFacts = z.output<typeof OPERATION>

interface Request {
  entity: string | undefined
  op: string | undefined
  language: Language | undefined
}

/**
 * Code, parameters and answer of one operation.
 * @throws CatalogError not_found or invalid_request for an operation that does not exist
 */
export async function operationAnswer(record: SdkRecord, request: Request, { catalog }: Services) {
  const { entity, op } = resolveOperation(record, request)
  const file = await catalog.operations(record.slug)
  const entities = file === 'unreadable' ? [] : (file?.entities ?? [])
  const operation = entities.find(({ name }) => name === entity)?.operations.find((each) => each.op === op)
  const first = record.first_call?.entity === entity && record.first_call.op === op ? record.first_call : undefined
  const call: Call = first ?? (operation ? callOf(entity, operation, record.auth).call : { entity, op, arguments: {} })
  const points = operation?.points ?? []
  const point = points.find(({ path, method }) => path === call.path && method === call.method)
  const requested = request.language ?? 'ts'
  const language = codeLanguage(record, requested) ?? requested
  const code = codeFor(record, language, call)
  const markdown = code && (request.language ? withInstall(record, language, code) : fenced(code.fence, code.code))
  const hint = joinParts(
    ' ',
    !code && `No code in ${requested} is at hand.`,
    !point && 'Its parameters are not on record.',
    point?.unfilled && `The client fills ${point.unfilled.join(', ')} with nothing; request that path yourself.`,
    point && point.parameters.length > shownParameters(point).length && 'Not all optional parameters are listed.',
    ...(code?.notes ?? []),
    otherEndpoints(points.filter((other) => other !== point)),
  )
  const { method, path } = call
  return {
    ...(hint && { hint }),
    ...(markdown && { markdown }),
    operation: { entity, op, ...(method && { method, path }), ...(point && facts(point)) },
  }
}

const shownParameters = ({ parameters }: Point): Parameter[] => [
  ...parameters.filter(({ required }) => required),
  ...parameters.filter(({ required }) => !required).slice(0, MAX_OPTIONAL),
]

const facts = (point: Point): Omit<OperationFacts, 'entity' | 'op'> =>
  withoutUndefined({
    parameters: shownParameters(point).map((parameter) => {
      const { name, in: where, type, required, example = parameter.default ?? parameter.enum?.[0] } = parameter
      return withoutUndefined({ name, in: where, type, required: required || undefined, example })
    }),
    list: point.answer?.list || undefined,
    fields: point.answer && Object.keys(point.answer.fields).length > 0 ? point.answer.fields : undefined,
  })

function otherEndpoints(points: readonly Point[]): string | undefined {
  if (points.length === 0) return undefined
  const listed = points.slice(0, MAX_OTHERS).map(({ method, path, select }) => {
    const keys = [...(select?.names ?? []), ...(select?.action ? [`$action "${select.action}"`] : [])]
    return `${method} ${path}${keys.length > 0 ? ` (pass ${keys.join(', ')})` : ''}`
  })
  return `Other endpoints: ${listed.join('; ')}${points.length > listed.length ? '; and more' : ''}.`
}

/** The operation by the entity's name in any spelling; without `op` the entity's first. */
function resolveOperation(record: SdkRecord, { entity: name, op: operation }: Request): Pick<Call, 'entity' | 'op'> {
  const { entities, slug } = record
  if (name === undefined) {
    throw new CatalogError('invalid_request', {
      detail: 'op: is of no use without entity.',
      errors: [{ field: 'entity', message: 'is required with op' }],
      resolution: entityList(record),
    })
  }
  const missing = (detail: string, resolution: string) => new CatalogError('not_found', { detail, resolution })
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const entity =
    entities.find((each) => each.name === name) ?? entities.find((each) => letters(each.name) === letters(name))
  if (!entity) {
    const names = entities.map((each) => each.name)
    const suggestion = didYouMean(nearest(name, names, 1), entityList(record))
    throw missing(`${slug} has no entity "${echoed(name)}".`, suggestion)
  }
  const { ops } = entity
  const op = operation === undefined ? ops[0] : ops.find((each) => each === operation.toLowerCase())
  if (op) return { entity: entity.name, op }
  throw missing(
    operation === undefined
      ? `${pascal(entity.name)} has no operation.`
      : `${entity.name} has no operation "${echoed(operation)}".`,
    ops.length > 0 ? `Use one of its operations: ${ops.join(', ')}.` : entityList(record),
  )
}

function entityList({ entities }: SdkRecord): string {
  const usable = entities.filter(({ ops }) => ops.length > 0)
  if (usable.length === 0) return 'No entity of it is on record; ask without entity and op.'
  const names = usable.slice(0, MAX_NAMED).map(({ name, ops }) => `${name} (${ops.join(', ')})`)
  const more = usable.length - names.length
  return `Its entities: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** The parameters of one operation as a table, and the fields of its answer. */
export function operationText({ entity, op, method, path, parameters, list, fields }: OperationFacts): string {
  const rows = (parameters ?? []).map(({ name, in: where, type = '', required, example = '' }) =>
    tableRow([name, where, type, required ? 'yes' : '', String(example)]),
  )
  const answer = Object.entries(fields ?? {}).map(([name, type]) => `${name}: ${type}`)
  return joinParts(
    '\n\n',
    `${pascal(entity)}.${op}${method ? `, ${method} ${path}` : ''}`,
    rows.length > 0
      ? ['| name | in | type | required | example |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
      : parameters && 'No parameters.',
    answer.length > 0 && `Answer: ${list ? 'a list of ' : ''}{ ${answer.join(', ')} }`,
  )
}
