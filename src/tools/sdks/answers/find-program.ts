/** The program that find_sdk adds to its best hit: what to install and run for the endpoint that fits the query. */

import type { Catalog } from '../../../catalog/catalog.ts'
import type { RankedHit } from '../../../catalog/rank/answer.ts'
import type { Asked } from '../../../catalog/rank/operations/asked.ts'
import { optionalFor } from '../../../catalog/rank/operations/endpoints.ts'
import type { Parameter, Point } from '../../../catalog/record/facts.ts'
import { isProgram, TARGETS, type Target } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nameStems, nameTokens, stem } from '../../../catalog/search/words.ts'
import { type Call, isKey } from '../../../catalog/usage/arguments.ts'
import { baseName, inItsLanguages } from '../../../catalog/usage/install.ts'
import { mcpToolCall } from '../../../catalog/usage/programs.ts'
import { curlFor } from '../../../catalog/usage/reference/curl.ts'
import { plainRequest } from '../../../catalog/usage/reference/plain-request.ts'
import { startFor } from '../../../catalog/usage/start.ts'
import { ableNames } from '../../../catalog/usage/surfaces.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { joinParts } from '../../../text/join-parts.ts'
import { callsFor, type Near } from './choose-call.ts'
import type { FoundProgram } from './find-schema.ts'
import { hintOf, partsOf, type StatedCall, statedCall, valueNote } from './find-values.ts'
import { codeLanguage } from './readme-advice.ts'
import { SENT_FORMS } from './readme-operation.ts'

/** Operations, and endpoints of the operation, that an answer names beside the one that it calls. */
const MAX_OTHERS = 8
const MAX_ENDPOINTS = 3
const MAX_OPTIONAL = 6

/** Programs of the first hit of each need that fits well, else of one that fits at all, in the order of the query. */
export async function programsFor(
  query: string,
  hits: readonly RankedHit[],
  asked: Target,
  catalog: Pick<Catalog, 'operations'>,
) {
  const chosen = await callsFor(query, hits, catalog)
  const parts = partsOf(
    query,
    chosen.map((call) => call.asked?.text),
  )
  const calls = chosen.map((call, at) => statedCall(call, parts[at]!))
  const isSeveral = new Set(calls.map(({ record }) => record.slug)).size > 1
  return calls.map((call) => {
    const program = programFor(call, asked, calls[0]!)
    return isSeveral ? inItsFolder(program) : program
  })
}

/** So that modules, environments and files of two programs do not meet. */
function inItsFolder(program: FoundProgram): FoundProgram {
  const folder = baseName(program.slug)
  return program.install ? { ...program, install: `mkdir -p ${folder} && cd ${folder} && ${program.install}` } : program
}

function programFor(
  { record, asked: need, call, point, stated, endpoints, example, warning, doubt, isNext }: StatedCall,
  asked: Target,
  before: StatedCall,
): FoundProgram {
  const target = isProgram(asked) ? asked : codeLanguage(record, asked)
  const start = call && target && startFor(record, target, call, asked)
  const isMade = start?.code !== undefined && (asked !== 'mcp' || mcpToolCall(record, call!) !== undefined)
  const sent = point && SENT_FORMS[point.body ?? '']
  const isText = point?.answer?.body === 'text' || point?.answer?.body === 'binary'
  const curl = call && point && (sent || isText) && curlFor(plainRequest(record, point, call))
  const taken = isNext && point ? fromAnswer(before.call!.entity, point, stated?.values ?? {}) : []
  const note = joinParts(
    ' ',
    taken.length > 0 && `Take ${taken.join(', ')} from the answer of ${before.call!.entity}.${before.call!.op}.`,
    doubt,
    stated && valueNote(stated),
    !isNext && start?.needs && start.code && `Needs ${start.needs}.`,
    ...(start?.notes ?? []),
    call && !isMade && withoutCode(record, asked),
    curl && sent && `${sent} ${curl}`,
    curl &&
      isText &&
      `It answers with ${point.answer!.body === 'text' ? 'text' : 'a file'}, which clients do not return. Use: ${curl}`,
  )
  const optional = optionalParameters(need, record, point, call)
  return withoutUndefined({
    slug: record.slug,
    operation: call && `${call.entity}.${call.op}`,
    endpoint: call?.method && `${call.method} ${call.path}`,
    example,
    ...(start && !isNext && { package: start.package, install: start.install }),
    ...(start?.code && isMade && { fence: start.fence, code: start.code }),
    warning,
    note: note || undefined,
    optional: nonEmpty(optional.map((each) => hintOf(each, stated?.unused))),
    optional_in: call?.direct && emptyPlace(optional, call.direct),
    endpoints: nonEmpty(otherEndpoints(endpoints, call)),
    others: isNext ? undefined : nonEmpty(otherOperations(record, endpoints, call)),
  })
}

/** Arguments of a second call that the answer of the first has: those that are called after its entity. */
function fromAnswer(entity: string, { path, parameters }: Point, stated: Readonly<Record<string, unknown>>): string[] {
  const words = nameStems(entity)
  return parameters.flatMap(({ name, api_name = name, in: where }) => {
    const [owner = ''] = where === 'path' ? path.split(`/{${api_name}}`) : []
    const called = [name, api_name, owner.split('/').at(-1) ?? ''].flatMap(nameTokens)
    return called.some((word) => words.has(stem(word))) && !(name in stated) ? name : []
  })
}

/** Why there is no code, and what to do instead. */
function withoutCode(record: SdkRecord, asked: Target): string {
  const { cli, mcp, languages } = inItsLanguages(record)
  const others = `language ${languages.join(', ')}`
  if (!isProgram(asked))
    return `No ${TARGETS[asked]} code is at hand: ask again with ${others}, or use the curl line of get_sdk_readme.`
  const program = asked === 'cli' ? cli : mcp
  const why = !program
    ? 'It has none'
    : ableNames(program)
      ? 'It cannot make this call'
      : 'What it can call is not on record; see its README'
  return `${TARGETS[asked]}: ${why}. Ask again with ${others}.`
}

function optionalParameters(
  asked: Asked | undefined,
  record: SdkRecord,
  point: Point | undefined,
  call: Call | undefined,
): Parameter[] {
  if (!asked || !point) return []
  const isLeft = (parameter: Parameter) =>
    !isKey(parameter, record.auth) && call?.arguments[parameter.name] === undefined
  return optionalFor(asked, point.parameters.filter(isLeft)).slice(0, MAX_OPTIONAL)
}

/** The place of all of them, where the program names places and has nothing there. */
function emptyPlace(parameters: readonly Parameter[], direct: NonNullable<Call['direct']>) {
  const [place, other] = new Set(parameters.map(({ in: where }) => where))
  const isEmpty = (place === 'query' || place === 'body') && other === undefined && !direct[place]
  return isEmpty ? place : undefined
}

/** Other endpoints of the same operation, the nearest to the query first. */
function otherEndpoints(endpoints: readonly Near[], call: Call | undefined): string[] {
  const same = endpoints.filter(({ entity, op }) => entity === call?.entity && op === call.op)
  return same
    .flatMap(({ operation, index }) => operation?.points[index ?? 0] ?? [])
    .filter(({ method, path }) => method !== call?.method || path !== call.path)
    .slice(0, MAX_ENDPOINTS)
    .map(({ method, path }) => `${method} ${path}`)
}

/** The nearest to the query first, then the first of each entity. */
function otherOperations({ entities }: SdkRecord, endpoints: readonly Near[], call: Call | undefined): string[] {
  const near = endpoints.map(({ entity, op }) => `${entity}.${op}`)
  const names = entities
    .flatMap(({ name, ops }) => ops.map((op, index) => ({ name: `${name}.${op}`, index })))
    .sort((a, b) => a.index - b.index)
    .map(({ name }) => name)
  const isOther = (name: string): boolean => name !== `${call?.entity}.${call?.op}`
  return [...new Set([...near, ...names])].filter(isOther).slice(0, MAX_OTHERS)
}
