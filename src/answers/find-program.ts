/** The program that find_sdk adds to its best hit: what to install and run for the endpoint that fits the query. */

import { isProgram, TARGETS, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { startFor } from '../code/first-steps.ts'
import { baseName, withLanguages } from '../code/install.ts'
import { endpointName, type OptionalOrder, sheetLine, usualOrder } from '../code/reference/operation-sheet.ts'
import { shownPoint } from '../code/shown-call.ts'
import { capabilities } from '../code/surfaces.ts'
import { type ChosenCall, chooseCalls } from '../operations/choose-call.ts'
import { optionalParameters } from '../operations/optional-parameters.ts'
import type { RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { joinParts } from '../text/join-parts.ts'
import type { FoundProgram } from './find-schema.ts'
import { codeLanguage } from './readme-advice.ts'

/** Programs of the first hit of each need that fits well, else of one that fits at all; and what to read next. */
export async function programsFor(hits: readonly RankedHit[], requested: Target, catalog: Pick<Catalog, 'operations'>) {
  const chosen = await chooseCalls(hits, requested, catalog)
  const programs = chosen.map((each) => programFor(each, requested))
  const [{ next } = {}] = chosen
  const [{ slug, operation } = {}] = programs
  return {
    programs: programs.length > 1 ? programs.map(inOwnFolder) : programs,
    next: slug
      ? withoutUndefined({ slug, operation: next ? endpointName(next) : operation, language: requested })
      : undefined,
  }
}

/** Modules, environments and files of two programs must not meet. */
function inOwnFolder(program: FoundProgram): FoundProgram {
  const folder = baseName(program.slug)
  return program.install ? { ...program, install: `mkdir -p ${folder} && cd ${folder} && ${program.install}` } : program
}

function programFor(
  { record, intent, call, endpoints, entities, others = [], isUncertain, caveat }: ChosenCall,
  requested: Target,
): FoundProgram {
  const target = isProgram(requested) ? requested : codeLanguage(record, requested)
  const point = endpoints[0]?.point
  const order: OptionalOrder = intent ? (parameters) => optionalParameters(intent, parameters) : usualOrder
  const shown = call && point && shownPoint(record, call, point, entities, (parameters) => order(parameters).flat())
  const start = call && target && startFor(record, target, call, requested, shown)
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
    operation: endpoints[0] ? endpointName(endpoints[0]) : call && `${call.entity}.${call.op}`,
    uncertain: isUncertain || undefined,
    ...(start && { package: start.package, install: start.install }),
    ...(start?.code && hasCode && { fence: start.fence, code: start.code }),
    marks: start?.marks,
    note: note || undefined,
    operations: nonEmpty(endpoints.map((each, at) => sheetLine(record, each, order, at === 0))),
    others: nonEmpty(others),
  })
}

/** Why there is no code, and what to do instead. */
function noCodeNote(record: SdkRecord, requested: Target): string {
  const { cli, mcp, languages } = withLanguages(record)
  const others = languages.filter((language) => language !== requested)
  const again = others.length > 0 && `Ask again with language ${others.join(', ')}.`
  if (!isProgram(requested))
    return joinParts(' ', `No ${TARGETS[requested]} code is at hand; get_sdk_readme has a curl line.`, again)
  const program = requested === 'cli' ? cli : mcp
  const why = !program
    ? 'It has none'
    : capabilities(program)
      ? 'It cannot make this call'
      : 'What it can call is not on record; see its README'
  return joinParts(' ', `${TARGETS[requested]}: ${why}.`, again)
}
