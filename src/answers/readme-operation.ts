/** One operation as get-sdk-readme.ts gives it: a program, the plain request, parameters and the answer. */

import * as z from 'zod'
import { BOUNDS } from '../catalog/record/bounds.ts'
import type { OperationsFile, Parameter, Point } from '../catalog/record/facts.ts'
import { isProgram, operationName, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { requiredMembers } from '../catalog/record/traits.ts'
import { type Endpoint, recordedBody } from '../code/arguments.ts'
import { pascal } from '../code/client-options.ts'
import { isCurl, startFor } from '../code/first-steps.ts'
import { byUse } from '../code/parameter-names.ts'
import {
  answerMembers,
  answerWords,
  fullTypes,
  membersLine,
  NOT_RETURNED,
  returnsJson,
  shapeLine,
} from '../code/reference/answer-shape.ts'
import { callLine, shownCurl } from '../code/reference/curl.ts'
import { errorText, testProgram } from '../code/reference/errors-and-tests.ts'
import { endpointsShown, MIN_LINES, reachableFirst, sheetLine } from '../code/reference/operation-sheet.ts'
import { pagingOf, pagingProgram, pagingText } from '../code/reference/paging.ts'
import { recordedAnswer } from '../code/reference/recorded-response.ts'
import { fieldsOf, nestedShape, pointsOf } from '../code/reference/request-body.ts'
import { sheetText } from '../code/reference/sheet-text.ts'
import { answersJson } from '../code/values/sample-values.ts'
import { type OperationPlan, readOperation } from '../operations/resolve-operation.ts'
import { entitiesIn } from '../store/operations.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { joinParts } from '../text/join-parts.ts'
import { fenced, tableRow } from '../text/write-markdown.ts'
import type { Services } from '../tools/define/define.ts'
import { startMarkdown, targetFor } from './readme-advice.ts'

/** Limits of an answer without `more`; `sheet` is in characters, for the operations beside an outline. */
const MAX = { optional: 24, endpoints: 5, sheet: 750 }

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
        meaning: z.string().optional(),
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

export interface OperationRequest {
  entity?: string | undefined
  op?: string | undefined
  endpoint?: string | undefined
  language: Target | undefined
  more?: boolean | undefined
}

/**
 * A program, the parameters and the answer of one operation.
 * @throws CatalogError not_found or invalid_request for an operation or endpoint that does not exist
 */
export const operationAnswer = async (record: SdkRecord, request: OperationRequest, services: Services) =>
  operationReference(await readOperation(record, request, services), request)

/** The same for an operation that has been read. */
export function operationReference(
  plan: OperationPlan,
  { language, more = false }: Pick<OperationRequest, 'language' | 'more'>,
) {
  const shown = shownParts(plan, language, more)
  const hint = joinParts(' ', ...HINTS.flatMap((hintsOf) => hintsOf(shown)))
  const markdown = joinParts('\n\n', ...PARTS.flatMap((partsOf) => partsOf(shown)))
  const { entity, op, method, path } = plan.call
  return {
    ...(hint && { hint }),
    ...(markdown && { markdown }),
    operation: { entity, op, ...(method && { method, path }), ...shown.facts?.members },
  }
}

function shownParts(plan: OperationPlan, language: Target | undefined, more: boolean) {
  const { record, endpoint } = plan
  const requested = language ?? 'ts'
  const target = targetFor(record, requested)
  const codeIn = target && !isProgram(target) ? target : undefined
  const start = target && startFor(plan, target, requested)
  return {
    ...{ plan, language, requested, more, start },
    point: endpoint?.point,
    facts: endpoint && factsOf(plan, endpoint, more),
    codeIn,
    pages: codeIn && pagingProgram(plan, codeIn, requested === 'js' ? requested : codeIn),
    curl: endpoint && !(start && isCurl(start)) ? shownCurl(plan) : undefined,
  }
}

type Shown = ReturnType<typeof shownParts>
type Say = (shown: Shown) => string | false | undefined | readonly string[]

const HINTS: readonly Say[] = [
  ({ start, requested }) => !start?.code && `No code in ${requested} is at hand.`,
  ({ point }) => !point && 'Its parameters are not on record.',
  ({ start }) => start?.notes ?? [],
  ({ point, curl }) => point && curl && !answersJson(point) && `The answer is ${whatOf(point)}. ${NOT_RETURNED}`,
  ({ point, pages }) => {
    const paging = point && !pages && pagingOf(point)
    return paging && pagingText(paging)
  },
  ({ facts }) => facts?.isCut && 'More parameters or endpoints: ask again with more.',
]

const whatOf = ({ answer }: Point): string | undefined =>
  answer && !returnsJson(answer) ? answerWords(answer) : 'no JSON'

const PARTS: readonly Say[] = [
  ({ start, language, plan }) => start && language && startMarkdown(plan.record, start),
  ({ start, language }) => !language && start?.code && fenced(start.fence, start.code),
  ({ point, plan, curl }) => {
    const lines = point && joinParts('\n', curl, callLine(plan))
    return lines && fenced('bash', lines)
  },
  ({ pages }) => pages && `Page by page:\n\n${fenced(pages.fence, pages.code)}`,
  ({ plan: { record, call } }) => record.answered?.operation === operationName(call) && recordedAnswer(record),
  ({ more, codeIn, plan }) => more && codeIn && errorText(plan.record, codeIn),
  ({ more, codeIn, plan }) => {
    const test = more && codeIn && testProgram(plan, codeIn)
    return test && `A test without a network prints the seeded record:\n\n${fenced(test.fence, test.code)}`
  },
]

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
  { entity, point }: Endpoint,
  entities: Entities,
): Pick<OperationFacts, 'request_body' | 'entity_fields'> {
  const request_body = recordedBody(point)
  if (request_body !== 'unknown') return request_body ? { request_body } : {}
  const fields = fieldsOf(pointsOf(entity, point, entities))
  return { request_body, ...(fields && { entity_fields: fullTypes(fields) }) }
}

/** The facts of an endpoint, and whether parameters or other endpoints are left out. */
function factsOf({ record, entities, call: { direct } }: OperationPlan, endpoint: Endpoint, showsAll: boolean) {
  const { operation, point } = endpoint
  const { answer, body_items, parameters } = point
  const { required = [], optional = [] } = Object.groupBy(byUse(parameters), (each) =>
    each.required ? 'required' : 'optional',
  )
  const shown = showsAll ? byUse(parameters) : [...required, ...optional.slice(0, MAX.optional)]
  const all = operation.points.filter((other) => other !== point)
  const others = showsAll ? all : all.slice(0, MAX.endpoints)
  return {
    isCut: shown.length + others.length < parameters.length + all.length,
    members: withoutUndefined({
      parameters: shown.map((each) =>
        parameterFacts(direct && each.in === 'path' ? { ...each, name: each.api_name ?? each.name } : each),
      ),
      ...bodyFacts(endpoint, entities),
      body_items: body_items && fullTypes(body_items),
      body: answer?.body,
      list: answer?.list,
      records: answer?.records,
      fields: answer && Object.keys(answer.fields).length > 0 ? fullTypes(answer.fields) : undefined,
      around: answer?.around && fullTypes(answer.around),
      endpoints: nonEmpty(others.map((other) => sheetLine(record, { ...endpoint, point: other }))),
    }),
  }
}

const parameterFacts = ({
  name,
  in: where,
  type,
  required,
  meaning,
  example,
  default: usual,
  enum: choices,
  members,
}: Parameter) =>
  withoutUndefined({
    ...{ name, in: where, type, required, meaning, example, default: usual, enum: choices },
    members: members && fullTypes(members),
    required_members: nonEmpty(requiredMembers(members)),
  })

type Values = Pick<NonNullable<OperationFacts['parameters']>[number], 'meaning' | 'enum' | 'example' | 'default'> &
  Parameters<typeof nestedShape>[0]

/** Says what the values of a parameter are, and names its choices, or else an example, and its default. */
export const valuesText = ({ meaning, enum: choices, example, default: usual, ...nested }: Values): string =>
  joinParts(
    '; ',
    meaning,
    nested.members && nestedShape(nested, BOUNDS.fields),
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
      ? `Its body is ${nestedShape({ type: 'array', members: body_items }, BOUNDS.fields)}.`
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
