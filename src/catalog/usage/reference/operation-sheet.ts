/** The sheet of operations: a line for each endpoint, with what one has to know before a call is written. */
import type { Answer, OperationsFile, Parameter, Point } from '../../record/facts.ts'
import { isProgram, type ProgramKind, type Target } from '../../record/languages.ts'
import type { SdkRecord } from '../../record/record.ts'
import {
  allParameters,
  callOf,
  callOfPoint,
  isKey,
  requiredParameters,
  type StoredOperation,
  takesKey,
} from '../arguments.ts'
import { programFailure } from '../writers/programs.ts'
import { byUse } from './order-parameters.ts'

export interface Endpoint {
  entity: string
  operation: StoredOperation
  point: Point
}

type Entities = OperationsFile['entities']

/** Lines, and those that are filled up with operations that nobody asked for. */
const [MAX_LINES, MIN_LINES] = [6, 4]
/** In one line. */
const MAX = { optional: 2, choices: 4, members: 5 }

/** The lines below a title that explains their marks. */
export function sheetText(title: string, lines: readonly string[]): string {
  const marks = [
    ...(lines.some((line) => line.includes('*')) ? ['* required'] : []),
    ...(lines.some((line) => line.includes(') direct ')) ? ["direct: client.direct, by the API's names"] : []),
  ]
  const legend = marks.length > 0 ? ` (${marks.join('; ')})` : ''
  return [`${title}${legend}:`, ...lines.map((line) => `- ${line}`)].join('\n')
}

/** `author.list GET /author`, as get_sdk_readme takes it. */
export const endpointName = ({ entity, operation: { op }, point: { method, path } }: Endpoint): string =>
  `${entity}.${op} ${method} ${path}`

/** The likeliest endpoints, and others of the SDK where these are few. @param likely best first */
export function endpointsShown(record: SdkRecord, likely: readonly Endpoint[], entities: Entities): Endpoint[] {
  const shown = likely.slice(0, MAX_LINES)
  const known = new Set(shown.map(({ operation }) => operation))
  for (const endpoint of shown.length < MIN_LINES ? firstEndpoints(record, entities) : []) {
    if (shown.length === MIN_LINES) break
    if (!known.has(endpoint.operation)) shown.push(endpoint)
  }
  return shown
}

/** In the same order, but last those that the CLI or the MCP server cannot request. */
export const reachableFirst = (record: SdkRecord, endpoints: readonly Endpoint[], target: Target): Endpoint[] =>
  isProgram(target)
    ? endpoints.toSorted((a, b) => Number(isOutOfReach(record, a, target)) - Number(isOutOfReach(record, b, target)))
    : [...endpoints]

/** The first call, the first operation of each entity, then the second ones. */
function* firstEndpoints({ first_call, auth }: SdkRecord, entities: Entities): Generator<Endpoint> {
  const isFirst = ({ path, method }: Point) => path === first_call?.path && method === first_call.method
  const all = entities.flatMap(({ name: entity, operations }) =>
    operations.map((operation, at) => ({ entity, operation, rank: operation.points.some(isFirst) ? -1 : at })),
  )
  for (const { entity, operation } of all.sort((a, b) => a.rank - b.rank)) {
    yield { entity, operation, point: operation.points.find(isFirst) ?? callOf(entity, operation, auth).point }
  }
}

const callTo = ({ auth }: SdkRecord, { entity, operation: { op, points }, point }: Endpoint) =>
  callOfPoint(entity, op, points, points.indexOf(point), auth)

/** Whether the program cannot request it, or would lose its answer. */
function isOutOfReach(record: SdkRecord, endpoint: Endpoint, program: ProgramKind): boolean {
  return programFailure(record, program, callTo(record, endpoint)) !== undefined
}

/**
 * `book.list(search*, sort: popular|ascending, +3) GET /books – find books; answers results: [{id, title, …}]`
 * @param optional its optional parameters, the most useful first
 */
export function sheetLine(
  record: SdkRecord,
  endpoint: Endpoint,
  optional = (parameters: readonly Parameter[]): Parameter[] => byUse(parameters),
): string {
  const { point, operation, entity } = endpoint
  const { auth } = record
  const isDirect = callTo(record, endpoint).direct !== undefined
  const [required, others] = parametersOf(record, point)
  const named = [...required, ...optional(others).slice(0, MAX.optional)].map((each) => parameterText(each, isDirect))
  const more = required.length + others.length - named.length
  const about = [
    point.purpose,
    answerText(point.answer),
    point.body === 'form' || point.body === 'multipart' ? point.body : undefined,
    auth.needed === 'sometimes' && takesKey(point, auth) ? 'key' : undefined,
    point.deprecated && 'deprecated',
  ].filter(Boolean)
  return [
    `${entity}.${operation.op}(${[...named, ...(more > 0 ? [`+${more}`] : [])].join(', ')})`,
    ...(isDirect ? ['direct'] : []),
    `${point.method} ${point.path}`,
    ...(about.length > 0 ? [`– ${about.join('; ')}`] : []),
  ].join(' ')
}

/** Required parameters and optional ones, without the key and what headers have. */
export function parametersOf({ auth }: SdkRecord, point: Point): [required: Parameter[], optional: Parameter[]] {
  const required = requiredParameters(point, auth)
  const names = new Set(required.map(({ name }) => name))
  const isPassed = (each: Parameter) => each.in !== 'header' && !isKey(each, auth)
  return [
    required.filter(isPassed),
    allParameters(point, auth).filter((each) => isPassed(each) && !names.has(each.name)),
  ]
}

/** `year*: integer`; text has no type. */
function parameterText(
  { name, api_name = name, in: where, required, ...values }: Parameter,
  isDirect: boolean,
): string {
  const type = typeText(values)
  return `${isDirect && where === 'path' ? api_name : name}${required ? '*' : ''}${type && `: ${type}`}`
}

const FORMATS = /^(?:date|date-time|uuid)$/

function typeText({ type, format = '', enum: choices }: Pick<Parameter, 'type' | 'format' | 'enum'>): string {
  if (choices) return [...choices.slice(0, MAX.choices), ...(choices.length > MAX.choices ? ['…'] : [])].join('|')
  if (FORMATS.test(format)) return format
  return type === 'array' ? 'list' : type === 'string' ? '' : (type ?? '')
}

function answerText(answer: Answer | undefined): string | undefined {
  if (!answer) return undefined
  if (answer.body === 'text') return 'answers text'
  if (answer.body === 'binary') return 'answers a file'
  const { list, records, fields } = answer
  const names = Object.keys(fields)
  if (names.length === 0 && !list) return undefined
  const members = [...names.slice(0, MAX.members), ...(names.length > MAX.members ? ['…'] : [])]
  const item = names.length > 0 ? `{${members.join(', ')}}` : ''
  return `answers ${records ? `${records}: ` : ''}${list ? `[${item}]` : item}`
}
