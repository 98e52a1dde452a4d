/** One operation as get-sdk-readme.ts gives it: code, parameters and the answer's fields. */
import * as z from 'zod'
import type { Parameter, Point } from '../../../catalog/record/facts.ts'
import type { Language } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nearest } from '../../../catalog/search/suggest.ts'
import { type Call, callOf } from '../../../catalog/usage/arguments.ts'
import { pascal } from '../../../catalog/usage/client.ts'
import { codeFor } from '../../../catalog/usage/quickstart.ts'
import { fenced, tableRow } from '../../../text/markdown.ts'
import type { Services } from '../../define.ts'
import { CatalogError, echoed } from '../../errors.ts'
import { didYouMean } from '../../not-found.ts'
import { programmed, withInstall } from './readme-advice.ts'

/** Parameters that are not required, of one operation. */
const MOST_OPTIONAL = 12
/** Other endpoints of the same operation. */
const MOST_OTHERS = 5
/** Entities that an error names. */
const MOST_NAMED = 40

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
type OperationShown = z.output<typeof OPERATION>

interface Wanted {
  entity: string | undefined
  op: string | undefined
  language: Language | undefined
}

/** Code, parameters and answer of one operation. */
export async function operationAnswer(record: SdkRecord, wanted: Wanted, services: Services) {
  const { entity, op } = named(record, wanted)
  const read = await services.catalog.operations(record.slug)
  const file = read === 'unreadable' ? undefined : read
  const operation = file?.entities.find(({ name }) => name === entity)?.operations.find((one) => one.op === op)
  const found = operation && callOf(entity, operation, record.auth)
  const isFirst = record.first_call?.entity === entity && record.first_call.op === op
  const call: Call = isFirst ? record.first_call! : (found?.call ?? { entity, op, arguments: {} })
  const point = operation?.points.find(({ path, method }) => path === call.path && method === call.method)
  const asked = wanted.language ?? 'ts'
  const language = programmed(record, asked) ?? asked
  const code = codeFor(record, language, call)
  const markdown = code && (wanted.language ? withInstall(record, language, code) : fenced(code.fence, code.code))
  const hint = [
    code ? '' : `No code in ${asked} is at hand.`,
    point ? '' : 'Its parameters are not on record.',
    point?.unfilled ? `The client fills ${point.unfilled.join(', ')} with nothing; request that path yourself.` : '',
    point && point.parameters.length > shown(point).length ? 'Not all optional parameters are listed.' : '',
    ...(code?.notes ?? []),
    others(operation?.points ?? [], point),
  ]
    .filter(Boolean)
    .join(' ')
  return {
    ...(hint && { hint }),
    ...(markdown && { markdown }),
    operation: { entity, op, ...(call.method && { method: call.method, path: call.path }), ...(point && facts(point)) },
  }
}

const shown = ({ parameters }: Point): Parameter[] => [
  ...parameters.filter(({ required }) => required),
  ...parameters.filter(({ required }) => !required).slice(0, MOST_OPTIONAL),
]

const facts = (point: Point): Omit<OperationShown, 'entity' | 'op'> => ({
  parameters: shown(point).map(({ name, in: where, type, required, example, default: usual, enum: choices }) => {
    const value = example ?? usual ?? choices?.[0]
    return {
      name,
      in: where,
      ...(type && { type }),
      ...(required && { required }),
      ...(value !== undefined && { example: value }),
    }
  }),
  ...(point.answer?.list && { list: true }),
  ...(point.answer && Object.keys(point.answer.fields).length > 0 && { fields: point.answer.fields }),
})

function others(points: readonly Point[], taken: Point | undefined): string {
  const rest = points.filter((point) => point !== taken)
  if (rest.length === 0) return ''
  const listed = rest.slice(0, MOST_OTHERS).map(({ method, path, select }) => {
    const keys = [...(select?.names ?? []), ...(select?.action ? [`$action "${select.action}"`] : [])]
    return `${method} ${path}${keys.length > 0 ? ` (pass ${keys.join(', ')})` : ''}`
  })
  return `Other endpoints: ${listed.join('; ')}${rest.length > listed.length ? '; and more' : ''}.`
}

/** @throws CatalogError not_found, which names what there is; invalid_request for an operation without an entity */
function named(record: SdkRecord, { entity: typed, op: typedOp }: Wanted): Pick<Call, 'entity' | 'op'> {
  const { entities, slug } = record
  if (typed === undefined) {
    throw new CatalogError('invalid_request', {
      detail: 'op: is of no use without entity.',
      errors: [{ field: 'entity', message: 'is required with op' }],
      resolution: listOf(record),
    })
  }
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const entity =
    entities.find(({ name }) => name === typed) ?? entities.find(({ name }) => plain(name) === plain(typed))
  if (!entity) {
    const names = entities.map(({ name }) => name)
    throw new CatalogError('not_found', {
      detail: `${slug} has no entity "${echoed(typed)}".`,
      resolution: didYouMean(nearest(typed, names, 1), listOf(record)),
    })
  }
  const { ops } = entity
  const op = typedOp === undefined ? ops[0] : ops.find((one) => one === typedOp.toLowerCase())
  if (!op) {
    throw new CatalogError('not_found', {
      detail:
        typedOp === undefined
          ? `${pascal(entity.name)} has no operation.`
          : `${entity.name} has no operation "${echoed(typedOp)}".`,
      resolution: ops.length > 0 ? `Use one of its operations: ${ops.join(', ')}.` : listOf(record),
    })
  }
  return { entity: entity.name, op }
}

function listOf({ entities }: SdkRecord): string {
  const usable = entities.filter(({ ops }) => ops.length > 0)
  if (usable.length === 0) return 'No entity of it is on record; ask without entity and op.'
  const names = usable.slice(0, MOST_NAMED).map(({ name, ops }) => `${name} (${ops.join(', ')})`)
  const rest = usable.length - names.length
  return `Its entities: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}

/** The facts of one operation as a table and a line. */
export function operationText({ entity, op, method, path, parameters, list, fields }: OperationShown): string {
  const rows = (parameters ?? []).map(({ name, in: where, type = '', required, example = '' }) =>
    tableRow([name, where, type, required ? 'yes' : '', String(example)]),
  )
  const answer = Object.entries(fields ?? {}).map(([name, type]) => `${name}: ${type}`)
  return [
    `${pascal(entity)}.${op}${method ? `, ${method} ${path}` : ''}`,
    rows.length > 0
      ? ['| name | in | type | required | example |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
      : parameters && 'No parameters.',
    answer.length > 0 && `Answer: ${list ? 'a list of ' : ''}{ ${answer.join(', ')} }`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
