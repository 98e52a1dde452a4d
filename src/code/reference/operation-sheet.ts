/** The sheet of operations: a line for each endpoint, with what one has to know before a call is written. */
import type { Auth, Members, OperationsFile, Parameter, Point } from '../../catalog/record/facts.ts'
import { isProgram, operationName, type ProgramKind, type Target } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { requiredMembers } from '../../catalog/record/traits.ts'
import {
  callTo,
  type Endpoint,
  requiredParameters,
  type StoredOperation,
  shownParameters,
  takesKey,
} from '../arguments.ts'
import { isFirstCall, isRoot, shownEndpoint } from '../choose-endpoint.ts'
import { byUse, NAMES } from '../parameter-names.ts'
import { bodyKind, isFile } from '../request-by-api-names.ts'
import { programFailure } from '../writers/cli-and-mcp.ts'
import { firstOf, nestedText } from './answer-shape.ts'

type Entities = OperationsFile['entities']

/** Lines of a sheet; fewer are filled up with operations that nobody asked for. */
export const MAX_LINES = 6
export const MIN_LINES = 4
/** At most so many more endpoints are named; more where a query has several steps. */
export const MAX_NAMES = { usual: 3, steps: 6 }
/** An SDK of so many operations shows all of them, or most. */
const MAX_SMALL = 12
/** One line has at most so many of each; members of members only where it has few members. */
const MAX = { choices: 4, wholeChoices: 8, members: 6, wholeMembers: 8, few: 6, nested: 6, required: 5, wrapping: 3 }
/** A line has at most so many optional parameters; a whole one has nearly all. */
const [MAX_OPTIONAL, MAX_WHOLE] = [6, 48]

type Operation = Omit<Endpoint, 'point'>
const nameOf = ({ entity, operation: { op } }: Operation): string => operationName({ entity, op })
/**
 * The likeliest endpoints, and others of the SDK where these are few; all operations of a small one.
 * @param likely best first
 */
export function endpointsShown(
  record: SdkRecord,
  likely: readonly Endpoint[],
  entities: Entities,
  max = MAX_LINES,
): Endpoint[] {
  const shown = likely.slice(0, max)
  const known = new Set(shown.map(({ operation }) => operation))
  const count = entities.reduce((sum, { operations }) => sum + operations.length, 0)
  const least = count <= max ? max : MIN_LINES
  const others = firstOperations(record, entities).filter(({ operation }) => !known.has(operation))
  const more = others.slice(0, Math.max(0, least - shown.length))
  return [...shown, ...more.map(({ entity, operation }) => shownEndpoint(record, entity, operation))]
}

/**
 * `release_group.list(query*) GET /release-group` of the endpoints that come next, and of the operations of a small SDK
 * that nobody asked for. @param likely best first
 */
export function linesBeside(
  shown: readonly Endpoint[],
  record: SdkRecord,
  likely: readonly Endpoint[],
  entities: Entities,
  max = MAX_NAMES.usual,
): string[] {
  const all = firstOperations(record, entities)
  const small = all.length <= MAX_SMALL ? all : []
  const rest = small.map(({ entity, operation }) => shownEndpoint(record, entity, operation))
  const others = small.flatMap((each) => each.operation.points.map((point) => ({ ...each, point })))
  const known = new Set(shown.map(({ point }) => point))
  const next = [...likely, ...rest, ...others].filter(({ point }) => !known.has(point) && known.add(point))
  return next.slice(0, max).map((each) => {
    const { method, path } = each.point
    const required = shownParameters(each.point, record.auth)[0].filter(({ in: where }) => where !== 'path')
    const taken = required.length > 0 ? `(${required.map(({ name }) => `${name}*`).join(', ')})` : ''
    return `${nameOf(each)}${taken} ${method} ${path}`
  })
}

/** Keeps the order, but puts last what the CLI or the MCP server cannot request. */
export const reachableFirst = (record: SdkRecord, endpoints: readonly Endpoint[], target?: Target): Endpoint[] =>
  target && isProgram(target)
    ? endpoints.toSorted((a, b) => Number(isOutOfReach(record, a, target)) - Number(isOutOfReach(record, b, target)))
    : [...endpoints]

/** Sorts operations: that of the first call, the first one of each entity, then the second ones. */
function firstOperations(record: SdkRecord, entities: Entities): Operation[] {
  const rankOf = (entity: string, { op, points }: StoredOperation, at: number) =>
    points.every(isRoot) ? MAX_SMALL : points.some((each) => isFirstCall(record, { entity, op, ...each })) ? -1 : at
  return entities
    .flatMap(({ name: entity, operations }) =>
      operations.map((operation, at) => ({ entity, operation, rank: rankOf(entity, operation, at) })),
    )
    .sort((a, b) => a.rank - b.rank)
}

export interface SheetOptions {
  order?: OptionalOrder | undefined
  isWhole?: boolean
  /** Members of an answer that a query asks for stand first. */
  asksFor?: ((name: string) => boolean) | undefined
  target?: Target | undefined
  /** Members of answers that lines before it have told, and the endpoint of that line. */
  told?: Map<string, string> | undefined
  /** No client is asked for: names are those of the API. */
  isPlain?: boolean
}

/** How a body that is no JSON is sent. */
function bodyText(point: Point): string | undefined {
  const kind = bodyKind(point)
  if (kind !== 'form' && kind !== 'multipart') return undefined
  return kind === point.body ? kind : `multipart with ${point.parameters.find(isFile)!.name}`
}

/** Whether the program cannot request it, or would lose its answer. */
function isOutOfReach(record: SdkRecord, endpoint: Endpoint, program: ProgramKind): boolean {
  return programFailure(record, program, callTo(endpoint, record.auth)) !== undefined
}

/** Optional parameters: those that a query names, and the others, in the order to show them. */
export type OptionalOrder = (parameters: readonly Parameter[]) => readonly [named: Parameter[], others: Parameter[]]
export const usualOrder: OptionalOrder = (parameters) => [[], byUse(parameters)]

/**
 * `book.list(search*, sort: popular|ascending, page, +3) GET /books – find books; answers results: [{id, title, …}]`
 * @param isWhole of what is asked for
 * @param target a CLI or an MCP server may not request it
 */
export function sheetLine(
  record: SdkRecord,
  endpoint: Endpoint,
  { order = usualOrder, isWhole = false, asksFor, target, told, isPlain = false }: SheetOptions = {},
): string {
  const { point } = endpoint
  const { auth } = record
  const isProgramLine = target !== undefined && isProgram(target)
  const isMissed = isProgramLine && isOutOfReach(record, endpoint, target)
  const isDirect = isMissed || (!(isProgramLine || isPlain) && callTo(endpoint, auth).direct !== undefined)
  const shownName = ({ name, api_name = name, in: where }: Parameter) =>
    (isDirect || isPlain) && where === 'path' ? api_name : name
  // Below a line without a language stands no code that says it.
  const formText = ({ meaning }: Parameter): string => (isWhole && !target && meaning ? ` (${meaning})` : '')
  const soughtText = (each: Parameter): string => (NAMES.sought.test(each.name) ? formText(each) : '')
  const [required, optional] = shownParameters(point, auth)
  const [named, others] = order(optional)
  const most = isWhole ? MAX.wholeChoices : MAX.choices
  const shown = [
    ...(point.body_items ? [`[{${membersText(point.body_items)}}]`] : []),
    ...required.map(
      (each) =>
        shownName(each) +
        (each.required ? '*' : '') +
        typeText(each, most, asksFor) +
        (isWhole ? sourceText(each) : '') +
        formText(each),
    ),
    ...[
      ...named.map((each) => shownName(each) + typeText(each, most, asksFor) + formText(each)),
      // What is sent has members that nobody can guess.
      ...others.map(
        (each) => shownName(each) + (isWhole && each.members ? typeText(each, most, asksFor) : '') + soughtText(each),
      ),
    ].slice(0, isWhole ? MAX_WHOLE : MAX_OPTIONAL),
  ]
  const more = required.length + optional.length - shown.length
  const about = [
    point.purpose,
    answerText(point, { asksFor, told, isWhole }),
    bodyText(point),
    isWhole && headersText(point, auth),
    auth.needed === 'sometimes' && takesKey(point, auth) ? 'key' : undefined,
    point.deprecated && 'deprecated',
  ].filter(Boolean)
  return [
    `${nameOf(endpoint)}(${[...shown, ...(more > 0 ? [`+${more}`] : [])].join(', ')})`,
    ...(isDirect ? [isMissed ? 'curl' : 'direct'] : []),
    `${point.method} ${point.path}`,
    ...(about.length > 0 ? [`– ${about.join('; ')}`] : []),
  ].join(' ')
}

const sourceText = ({ from }: Parameter): string => (from ? ` from ${from}` : '')
/** `header x-api-version: 2`, of headers that the API requires besides the key. */
function headersText(point: Point, auth: Auth): string | undefined {
  const headers = requiredParameters(point, auth).filter(({ in: where }) => where === 'header')
  return headers.map((each) => `header ${each.name}${typeText(each, MAX.choices)}`).join(', ') || undefined
}

const FORMATS = /^(?:date|date-time|uuid)$/

/** `: integer`; nothing for text; of an object its required members, then others. */
function typeText(
  { type = 'string', format = '', enum: choices, members }: Parameter,
  most: number,
  asksFor: (name: string) => boolean = () => false,
): string {
  if (choices) return `: ${firstOf(choices.map(String), most, '|')}`
  if (FORMATS.test(format)) return `: ${format}`
  const needed = requiredMembers(members)
  const others = Object.keys(members ?? {})
    .filter((name) => !needed.includes(name))
    .sort((a, b) => Number(asksFor(b)) - Number(asksFor(a)))
  const inner = [...needed.map((name) => `${name}*`), ...others]
  if (inner.length > 0) return `: ${nestedText(type, firstOf(inner, MAX.required))}`
  return type === 'string' ? '' : `: ${type === 'array' ? 'list' : type}`
}

function answerText(
  { method, path, answer }: Point,
  { asksFor, told, isWhole = false }: SheetOptions,
): string | undefined {
  if (!answer) return undefined
  if (answer.body === 'text') return 'answers text'
  if (answer.body === 'binary') return 'answers a file'
  const { list, records, fields, around = {} } = answer
  // An object among many members is one of them; beside few it is what they wrap.
  if (!list && records && !records.includes('.') && Object.keys(around).length > MAX.wrapping)
    return `answers {${membersText({ [records]: { type: 'object', members: fields }, ...around }, asksFor)}}`
  if (Object.keys(fields).length === 0 && !list) return undefined
  const members = membersText(fields, asksFor, isWhole ? MAX.wholeMembers : MAX.members)
  const key = Object.keys(fields).sort().join()
  const before = told?.get(key)
  if (!before) told?.set(key, `${method} ${path}`)
  const item = before && before.length + 3 < members.length ? `as ${before}` : members
  return `answers ${records ? `${records}: ` : ''}${list ? `[${item && `{${item}}`}]` : `{${item}}`}`
}

/** `id, owner: {login, …}, tags`: the names of members, and those of the lists and objects in them where these are few. */
function membersText(
  fields: Members,
  asksFor: (name: string) => boolean = () => false,
  most = MAX.wholeMembers,
): string {
  const isAsked = ([name, field]: [string, Members[string]]): boolean =>
    asksFor(name) || (typeof field !== 'string' && Object.keys(field.members ?? {}).some(asksFor))
  const all = Object.entries(fields)
  if (all.slice(most).some(isAsked)) all.sort((a, b) => Number(isAsked(b)) - Number(isAsked(a)))
  let room = all.length > MAX.few ? 0 : MAX.nested
  const names = all.map(([name, field]) => {
    const inner = typeof field === 'string' ? [] : Object.keys(field.members ?? {})
    const asked = inner.filter(asksFor)
    const count = Math.min(inner.length, Math.max(room, asked.length))
    if (typeof field === 'string' || count === 0) return name
    room = Math.max(0, room - count)
    const isCut = asked.some((each) => inner.indexOf(each) >= count)
    return `${name}: ${nestedText(field.type, firstOf(isCut ? [...new Set([...asked, ...inner])] : inner, count))}`
  })
  return firstOf(names, most)
}
