/** The program that find_sdk adds to its best hit: what to install and run for the endpoint that fits the query. */

import type { Catalog } from '../../../catalog/catalog.ts'
import type { RankedHit } from '../../../catalog/rank/answer.ts'
import type { QueryIntent } from '../../../catalog/rank/operations/query-intent.ts'
import { rankOptionalParameters } from '../../../catalog/rank/operations/rank-endpoints.ts'
import type { Parameter, Point } from '../../../catalog/record/facts.ts'
import { isProgram, TARGETS, type Target } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nameStems, nameTokens, stem } from '../../../catalog/search/words.ts'
import { type Call, isKey } from '../../../catalog/usage/arguments.ts'
import { baseName, withLanguages } from '../../../catalog/usage/install.ts'
import { mcpToolCall } from '../../../catalog/usage/programs.ts'
import { curlFor } from '../../../catalog/usage/reference/curl.ts'
import { plainRequest } from '../../../catalog/usage/reference/plain-request.ts'
import { startFor } from '../../../catalog/usage/start.ts'
import { capabilities } from '../../../catalog/usage/surfaces.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { joinParts } from '../../../text/join-parts.ts'
import { type CallCandidate, chooseCalls } from './choose-call.ts'
import type { FoundProgram } from './find-schema.ts'
import { type FilledCall, fillCall, parameterHint, splitQuery, unusedNote } from './find-values.ts'
import { codeLanguage } from './readme-advice.ts'
import { BODY_NOTES } from './readme-operation.ts'

/** Operations, and endpoints of the operation, that an answer names beside the one that it calls. */
const MAX_OTHERS = 8
const MAX_ENDPOINTS = 3
const MAX_OPTIONAL = 6

/** Programs of the first hit of each need that fits well, else of one that fits at all, in the order of the query. */
export async function programsFor(
  query: string,
  hits: readonly RankedHit[],
  requested: Target,
  catalog: Pick<Catalog, 'operations'>,
) {
  const chosen = await chooseCalls(query, hits, catalog)
  const parts = splitQuery(
    query,
    chosen.map(({ intent }) => intent?.text),
  )
  const calls = chosen.map((call, at) => fillCall(call, parts[at]!))
  const isSeveral = new Set(calls.map(({ record }) => record.slug)).size > 1
  return calls.map((call) => {
    const program = programFor(call, requested, calls[0]!)
    return isSeveral ? inOwnFolder(program) : program
  })
}

/** Modules, environments and files of two programs must not meet. */
function inOwnFolder(program: FoundProgram): FoundProgram {
  const folder = baseName(program.slug)
  return program.install ? { ...program, install: `mkdir -p ${folder} && cd ${folder} && ${program.install}` } : program
}

function programFor(
  { record, intent, call, point, filled, candidates, example, warning, caveat, isFollowUp }: FilledCall,
  requested: Target,
  before: FilledCall,
): FoundProgram {
  const target = isProgram(requested) ? requested : codeLanguage(record, requested)
  const start = call && target && startFor(record, target, call, requested)
  const hasCode = start?.code !== undefined && (requested !== 'mcp' || mcpToolCall(record, call!) !== undefined)
  const bodyNote = point && BODY_NOTES[point.body ?? '']
  const isText = point?.answer?.body === 'text' || point?.answer?.body === 'binary'
  const curl = call && point && (bodyNote || isText) && curlFor(plainRequest(record, point, call))
  const taken = isFollowUp && point ? argumentsInAnswer(before.call!.entity, point, filled?.values ?? {}) : []
  const note = joinParts(
    ' ',
    taken.length > 0 && `Take ${taken.join(', ')} from the answer of ${before.call!.entity}.${before.call!.op}.`,
    caveat,
    filled && unusedNote(filled),
    !isFollowUp && start?.needs && start.code && `Needs ${start.needs}.`,
    ...(start?.notes ?? []),
    call && !hasCode && noCodeNote(record, requested),
    curl && bodyNote && `${bodyNote} ${curl}`,
    curl &&
      isText &&
      `It answers with ${point.answer!.body === 'text' ? 'text' : 'a file'}, which clients do not return. Use: ${curl}`,
  )
  const optional = optionalParameters(intent, record, point, call)
  return withoutUndefined({
    slug: record.slug,
    operation: call && `${call.entity}.${call.op}`,
    endpoint: call?.method && `${call.method} ${call.path}`,
    example,
    ...(start && !isFollowUp && { package: start.package, install: start.install }),
    ...(start?.code && hasCode && { fence: start.fence, code: start.code }),
    warning,
    note: note || undefined,
    optional: nonEmpty(optional.map((each) => parameterHint(each, filled?.unused))),
    optional_in: call?.direct && emptyPlace(optional, call.direct),
    endpoints: nonEmpty(otherEndpoints(candidates, call)),
    others: isFollowUp ? undefined : nonEmpty(otherOperations(record, candidates, call)),
  })
}

/** Parameters of a second call that the answer of the first has: those that are called after its entity. */
function argumentsInAnswer(
  entity: string,
  { path, parameters }: Point,
  values: Readonly<Record<string, unknown>>,
): string[] {
  const words = nameStems(entity)
  return parameters.flatMap(({ name, api_name = name, in: where }) => {
    const [owner = ''] = where === 'path' ? path.split(`/{${api_name}}`) : []
    const called = [name, api_name, owner.split('/').at(-1) ?? ''].flatMap(nameTokens)
    return called.some((word) => words.has(stem(word))) && !(name in values) ? name : []
  })
}

/** Why there is no code, and what to do instead. */
function noCodeNote(record: SdkRecord, requested: Target): string {
  const { cli, mcp, languages } = withLanguages(record)
  const others = `language ${languages.join(', ')}`
  if (!isProgram(requested))
    return `No ${TARGETS[requested]} code is at hand: ask again with ${others}, or use the curl line of get_sdk_readme.`
  const program = requested === 'cli' ? cli : mcp
  const why = !program
    ? 'It has none'
    : capabilities(program)
      ? 'It cannot make this call'
      : 'What it can call is not on record; see its README'
  return `${TARGETS[requested]}: ${why}. Ask again with ${others}.`
}

function optionalParameters(
  intent: QueryIntent | undefined,
  record: SdkRecord,
  point: Point | undefined,
  call: Call | undefined,
): Parameter[] {
  if (!intent || !point) return []
  const isUnset = (parameter: Parameter) =>
    !isKey(parameter, record.auth) && call?.arguments[parameter.name] === undefined
  return rankOptionalParameters(intent, point.parameters.filter(isUnset)).slice(0, MAX_OPTIONAL)
}

/** The place of all of them, where the program names places and has nothing there. */
function emptyPlace(parameters: readonly Parameter[], direct: NonNullable<Call['direct']>) {
  const [place, other] = new Set(parameters.map(({ in: where }) => where))
  const isEmpty = (place === 'query' || place === 'body') && other === undefined && !direct[place]
  return isEmpty ? place : undefined
}

/** Other endpoints of the same operation, the nearest to the query first. */
function otherEndpoints(candidates: readonly CallCandidate[], call: Call | undefined): string[] {
  const same = candidates.filter(({ entity, op }) => entity === call?.entity && op === call.op)
  return same
    .flatMap(({ operation, index }) => operation?.points[index ?? 0] ?? [])
    .filter(({ method, path }) => method !== call?.method || path !== call.path)
    .slice(0, MAX_ENDPOINTS)
    .map(({ method, path }) => `${method} ${path}`)
}

/** The nearest to the query first, then the first of each entity. */
function otherOperations(
  { entities }: SdkRecord,
  candidates: readonly CallCandidate[],
  call: Call | undefined,
): string[] {
  const near = candidates.map(({ entity, op }) => `${entity}.${op}`)
  const names = entities
    .flatMap(({ name, ops }) => ops.map((op, index) => ({ name: `${name}.${op}`, index })))
    .sort((a, b) => a.index - b.index)
    .map(({ name }) => name)
  const isOther = (name: string): boolean => name !== `${call?.entity}.${call?.op}`
  return [...new Set([...near, ...names])].filter(isOther).slice(0, MAX_OTHERS)
}
