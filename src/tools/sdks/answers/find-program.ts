/** The program that find_sdk adds to its best hit: what to install and run for the endpoint that fits the query. */

import type { Catalog } from '../../../catalog/catalog.ts'
import type { RankedHit } from '../../../catalog/rank/answer.ts'
import type { ScoredEndpoint } from '../../../catalog/rank/operations/rank-endpoints.ts'
import { isProgram, TARGETS, type Target } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import type { Call } from '../../../catalog/usage/arguments.ts'
import { baseName, withLanguages } from '../../../catalog/usage/install.ts'
import { startFor } from '../../../catalog/usage/start.ts'
import { capabilities } from '../../../catalog/usage/surfaces.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { joinParts } from '../../../text/join-parts.ts'
import { type ChosenCall, chooseCalls } from './choose-call.ts'
import type { FoundProgram } from './find-schema.ts'
import { codeLanguage } from './readme-advice.ts'

/** Operations that an answer names beside the one that it calls. */
const MAX_OTHERS = 8

/** Programs of the first hit of each need that fits well, else of one that fits at all. */
export async function programsFor(
  hits: readonly RankedHit[],
  requested: Target,
  catalog: Pick<Catalog, 'operations'>,
): Promise<FoundProgram[]> {
  const programs = (await chooseCalls(hits, catalog)).map((chosen) => programFor(chosen, requested))
  return programs.length > 1 ? programs.map(inOwnFolder) : programs
}

/** Modules, environments and files of two programs must not meet. */
function inOwnFolder(program: FoundProgram): FoundProgram {
  const folder = baseName(program.slug)
  return program.install ? { ...program, install: `mkdir -p ${folder} && cd ${folder} && ${program.install}` } : program
}

function programFor({ record, call, endpoints, isUncertain, caveat }: ChosenCall, requested: Target): FoundProgram {
  const target = isProgram(requested) ? requested : codeLanguage(record, requested)
  const start = call && target && startFor(record, target, call, requested)
  const hasCode = start?.code !== undefined && (start.fence !== 'json' || start.tool !== undefined)
  const note = joinParts(
    ' ',
    caveat,
    start?.needs && start.code && `Needs ${start.needs}.`,
    ...(start?.notes ?? []),
    call && !hasCode && noCodeNote(record, requested),
  )
  return withoutUndefined({
    slug: record.slug,
    operation: call && `${call.entity}.${call.op}`,
    endpoint: call?.method && `${call.method} ${call.path}`,
    uncertain: isUncertain || undefined,
    ...(start && { package: start.package, install: start.install }),
    ...(start?.code && hasCode && { fence: start.fence, code: start.code }),
    note: note || undefined,
    others: nonEmpty(otherOperations(record, endpoints, call)),
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

/** The nearest to the query first, then the first of each entity. */
function otherOperations(
  { entities }: SdkRecord,
  candidates: readonly ScoredEndpoint[],
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
