/** One operation as get-sdk-readme.ts gives it: a program, the plain request, parameters and the answer. */

import * as z from 'zod'
import { MOST } from '../catalog/record/bounds.ts'
import type { OperationsFile, Parameter, Point } from '../catalog/record/facts.ts'
import { isProgram, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { memberTypes, requiredMembers } from '../catalog/record/traits.ts'
import { recordedBody } from '../code/arguments.ts'
import { pascal } from '../code/client-options.ts'
import { isCurl, startFor } from '../code/first-steps.ts'
import { recordedAnswer } from '../code/recorded-response.ts'
import {
  answerMembers,
  answerWords,
  membersLine,
  NOT_RETURNED,
  returnsJson,
  shapeLine,
} from '../code/reference/answer-shape.ts'
import { callLine, shownCurl } from '../code/reference/curl.ts'
import { errorText, testProgram } from '../code/reference/errors-and-tests.ts'
import { endpointsShown, MIN_LINES, reachableFirst, sheetLine } from '../code/reference/operation-sheet.ts'
import { byUse } from '../code/reference/order-parameters.ts'
import { pagingOf, pagingProgram, pagingText } from '../code/reference/paging.ts'
import { fieldsOf, nestedShape, pointsOf } from '../code/reference/request-body.ts'
import { sheetText } from '../code/reference/sheet-text.ts'
import { answersJson } from '../code/values/sample-values.ts'
import { type ReadOperation, readOperation } from '../operations/resolve-operation.ts'
import { entitiesIn } from '../store/operations.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { joinParts } from '../text/join-parts.ts'
import { fenced, tableRow } from '../text/write-markdown.ts'
import type { Services } from '../tools/define/define.ts'
import { startMarkdown, targetFor } from './readme-advice.ts'

/** Without `more`; and characters of some operations beside an outline. */
const MAX = { optional: 12, endpoints: 5, sheet: 750 }

const types = z.record(z.string(), z.string()).optional()

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
        default: z.unknown().optional(),
        enum: z.array(z.unknown()).optional(),
        members: types,
        required_members: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  request_body: z.string().optional(),
  body_items: types,
  entity_fields: types,
  body: z.string().optional(),
  list: z.boolean().optional(),
  records: z.string().optional(),
  fields: types,
  around: types,
  endpoints: z.array(z.string()).optional(),
})
type OperationFacts = z.output<typeof OPERATION>

interface Request {
  entity?: string | undefined
  op?: string | undefined
  endpoint?: string | undefined
  language: Target | undefined
  more: boolean | undefined
}

/**
 * A program, the parameters and the answer of one operation.
 * @throws CatalogError not_found or invalid_request for an operation or endpoint that does not exist
 */
export const operationAnswer = async (record: SdkRecord, request: Request, services: Services) =>
  operationReference(record, await readOperation(record, request, services), request)

/** The same for an operation that has been read. */
export function operationReference(
  record: SdkRecord,
  { entity, op, call, point, shown, points, entities }: ReadOperation,
  request: Pick<Request, 'language' | 'more'>,
) {
  const requested = request.language ?? 'ts'
  const target = targetFor(record, requested)
  const start = startFor(record, target, call, requested, shown)
  const others = points.filter((other) => other !== point).slice(0, request.more ? points.length : MAX.endpoints)
  const facts = point && {
    ...factsOf(point, bodyFacts(point, entities, entity), request.more === true),
    ...(others.length > 0 && {
      endpoints: others.map((other) => sheetLine(record, { entity, operation: { op, points }, point: other })),
    }),
  }
  const isCut = point && facts && facts.parameters.length + (facts.endpoints?.length ?? 0) < sizeOf(point, points)
  const pages =
    point && !isProgram(target) && pagingProgram(record, target, call, point, requested === 'js' ? requested : target)
  const curl = shown && !(start && isCurl(start)) && shownCurl(record, call, shown)
  const hint = joinParts(
    ' ',
    !start?.code && `No code in ${requested} is at hand.`,
    !point && 'Its parameters are not on record.',
    ...(start?.notes ?? []),
    point &&
      curl &&
      !answersJson(point) &&
      `The answer is ${point.answer && !returnsJson(point.answer) ? answerWords(point.answer) : 'no JSON'}. ${NOT_RETURNED}`,
    point && !pages && pagingOf(point) && pagingText(pagingOf(point)!),
    isCut && 'More parameters or endpoints: ask again with more.',
  )
  const test = request.more && point && !isProgram(target) ? testProgram(record, target, call, point) : undefined
  const markdown = joinParts(
    '\n\n',
    start && (request.language ? startMarkdown(record, start) : start.code && fenced(start.fence, start.code)),
    point && fenced('bash', joinParts('\n', curl, callLine(record, { op, points }, point, call))),
    pages && `Page by page:\n\n${fenced(pages.fence, pages.code)}`,
    record.answered?.operation === `${entity}.${op}` && recordedAnswer(record),
    request.more && !isProgram(target) && errorText(record, target),
    test && `A test without a network prints the seeded record:\n\n${fenced(test.fence, test.code)}`,
  )
  const { method, path } = call
  return {
    ...(hint && { hint }),
    ...(markdown && { markdown }),
    operation: { entity, op, ...(method && { method, path }), ...facts },
  }
}

/** What the SDK can do, in a few lines; none if its endpoints are not on record. */
export async function someOperations(record: SdkRecord, target: Target | undefined, { catalog }: Services) {
  const shown = endpointsShown(record, [], entitiesIn(await catalog.operations(record.slug)), MIN_LINES)
  const lines = (target ? reachableFirst(record, shown, target) : shown).map((each) => sheetLine(record, each))
  const operations = lines.filter((_, at) => at === 0 || lines.slice(0, at + 1).join('').length <= MAX.sheet)
  return operations.length > 0 ? { operations } : {}
}

type Entities = OperationsFile['entities']

/** A body without members on record: the fields of the entity are the only hint. */
function bodyFacts(
  point: Point,
  entities: Entities,
  entity: string,
): Pick<OperationFacts, 'request_body' | 'entity_fields'> {
  const request_body = recordedBody(point)
  if (request_body !== 'unknown') return request_body ? { request_body } : {}
  const fields = fieldsOf(pointsOf(entity, point, entities))
  return { request_body, ...(fields && { entity_fields: memberTypes(fields) }) }
}

function factsOf(point: Point, sent: ReturnType<typeof bodyFacts>, showsAll: boolean) {
  const sorted = byUse(point.parameters)
  const optional = sorted.filter(({ required }) => !required)
  const shown = showsAll ? sorted : [...sorted.filter(({ required }) => required), ...optional.slice(0, MAX.optional)]
  const { answer } = point
  return withoutUndefined({
    parameters: shown.map(parameterFacts),
    ...sent,
    body_items: point.body_items && memberTypes(point.body_items),
    body: answer?.body,
    list: answer?.list,
    records: answer?.list ? answer.records : undefined,
    fields: answer && Object.keys(answer.fields).length > 0 ? memberTypes(answer.fields) : undefined,
    around: answer?.around && memberTypes(answer.around),
  })
}

/** Parameters and other endpoints in all. */
const sizeOf = ({ parameters }: Point, points: readonly Point[]): number => parameters.length + points.length - 1

const parameterFacts = ({
  name,
  in: where,
  type,
  required,
  example,
  default: usual,
  enum: choices,
  members,
}: Parameter) =>
  withoutUndefined({
    ...{ name, in: where, type, required, example, default: usual, enum: choices },
    members: members && memberTypes(members),
    required_members: nonEmpty(requiredMembers(members)),
  })

type Values = Pick<NonNullable<OperationFacts['parameters']>[number], 'enum' | 'example' | 'default'> &
  Parameters<typeof nestedShape>[0]

/** Choices of a parameter, else an example; and its default. */
export const valuesText = ({ enum: choices, example, default: usual, ...nested }: Values): string =>
  joinParts(
    '; ',
    nested.members && nestedShape(nested, MOST.fields),
    choices ? `one of ${choices.join(', ')}` : example !== undefined && `e.g. ${example}`,
    usual !== undefined && `default ${usual}`,
  )

/** The facts of one operation as text: its parameters as a table, and the shape of the answer. */
export function operationText(facts: OperationFacts): string {
  const { entity, op, method, path, parameters, endpoints, request_body, body_items, entity_fields, ...answer } = facts
  const isSilent = request_body === 'unknown' || request_body === 'unnamed'
  const rows = (parameters ?? []).map(({ name, in: where, type = '', required, ...values }) =>
    tableRow([name, where, type, required ? 'yes' : '', valuesText({ type, ...values })]),
  )
  return joinParts(
    '\n\n',
    `${pascal(entity)}.${op}${method ? `, ${method} ${path}` : ''}`,
    rows.length > 0
      ? ['| name | in | type | required | values |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
      : parameters && (isSilent ? 'No parameter is on record.' : 'No parameters.'),
    body_items
      ? `Its body is ${nestedShape({ type: 'array', members: body_items }, MOST.fields)}.`
      : request_body && BODY[request_body],
    entity_fields && `Fields of the entity, some of which its body may take: ${membersLine(entity_fields)}.`,
    answerText(answer),
    endpoints && sheetText('Other endpoints, for the argument operation', endpoints),
  )
}

/** What a reader has to know about the body beside the table of parameters. */
const BODY: Readonly<Record<string, string>> = {
  unknown: 'Its body is not on record.',
  unnamed: 'Its body has no named members on record.',
  list: 'Its body is a list.',
  file: 'Its body is a file.',
}

type AnswerFacts = Pick<OperationFacts, 'body' | 'list' | 'records' | 'fields' | 'around'>

/** `Answer: { count: integer, results: a list of { id: integer } }` */
function answerText(answer: AnswerFacts): string | undefined {
  if (answer.body === undefined && answer.fields === undefined) return undefined
  const words = answerWords(answer)
  return words ? `Answer: ${words}.` : `Answer: ${shapeLine(answerMembers(answer)!)}`
}
