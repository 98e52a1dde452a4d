/** What find_sdk adds to its best hits: operations that fit the query and, in a language, what to install and run. */

import { isProgram, operationName, TARGETS, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { endpointName } from '../code/arguments.ts'
import { curlStart, isCurl, type Start, startFor } from '../code/first-steps.ts'
import { baseName, withLanguages } from '../code/install.ts'
import { sheetLine } from '../code/reference/operation-sheet.ts'
import { capabilities } from '../code/surfaces.ts'
import { choosePlans } from '../operations/choose-call.ts'
import type { Asked, ChosenPlan } from '../operations/choose-plan.ts'
import type { RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { joinParts } from '../text/join-parts.ts'
import type { FoundProgram } from './find-schema.ts'
import { targetFor } from './readme-advice.ts'

/** For the first hit of each need that fits well, else for one that fits at all; and what to read next. */
export async function programsFor(
  hits: readonly RankedHit[],
  asked: Asked,
  catalog: Pick<Catalog, 'find' | 'operations'>,
) {
  const { target: requested } = asked
  const { plans, left } = await choosePlans(hits, asked, catalog)
  const programs = plans.map((each) => programFor(each, requested))
  const [{ next, plan } = {}] = plans
  const hasCode = plan && requested && targetFor(plan.record, requested) !== undefined
  const [{ slug, operation } = {}] = programs
  return {
    programs: programs.length > 1 ? programs.map(inOwnFolder) : programs,
    left: left.map(({ step, plan: other }) => ({ step, ...(other && stepLine(other)) })),
    next: slug
      ? withoutUndefined({
          slug,
          operation: next ? endpointName(next) : operation,
          language: hasCode ? requested : undefined,
        })
      : undefined,
  }
}

/** The SDK and the operation of a step that no program is shown for. */
function stepLine({ plan: { record, endpoint }, order }: ChosenPlan): { slug: string; operation?: string } {
  return { slug: record.slug, ...(endpoint && { operation: sheetLine(record, endpoint, { order }) }) }
}

/** Modules, environments and files of two programs must not meet. */
function inOwnFolder(program: FoundProgram): FoundProgram {
  const folder = baseName(program.slug)
  return program.install ? { ...program, install: `mkdir -p ${folder} && cd ${folder} && ${program.install}` } : program
}

function programFor(
  { plan, order, asksFor, endpoints, others, isUncertain, caveat, next }: ChosenPlan,
  requested: Target | undefined,
): FoundProgram {
  const { record, call, endpoint } = plan
  const target = requested && targetFor(record, requested)
  const told = new Map<string, string>()
  const own = call && target && startFor(plan, target, requested)
  const missing = call && requested && !(own && codeOf(own)) && noCodeNote(record, requested)
  const start = (missing && curlStart(plan, missing)) || own
  const code = start && codeOf(start)
  const notes = start ? notesOf(start) : []
  // The first note of a curl is why it stands here.
  const without = start && isCurl(start) ? notes[0] : undefined
  const note = joinParts(' ', ...notes.slice(Number(without !== undefined)), missing && !code && missing)
  return withoutUndefined({
    slug: record.slug,
    operation: endpoint ? endpointName(endpoint) : call && operationName(call),
    uncertain: isUncertain || undefined,
    ...(start && { package: start.package, install: start.install, without }),
    ...code,
    marks: start?.marks,
    lacks: caveat,
    note: note || undefined,
    operations: nonEmpty(
      endpoints.map((each, at) =>
        sheetLine(record, each, {
          ...{ order, asksFor, told, target: requested },
          isWhole: at === 0 || each === next || (isUncertain && requested !== undefined && at === 1),
          isPlain: requested === undefined,
        }),
      ),
    ),
    others: nonEmpty(others),
  })
}

/** Code that makes the call: the settings of an MCP server alone do not. */
const codeOf = ({ fence, tool, code }: Start) => (code && (fence !== 'json' || tool) ? { fence, code } : undefined)

const notesOf = ({ needs, code, notes }: Start): string[] => [...(needs && code ? [`Needs ${needs}.`] : []), ...notes]

const UNRECORDED = 'What it can call is not on record; see its README'

/** Why there is no code, and what to do instead. */
function noCodeNote(record: SdkRecord, requested: Target): string {
  const { cli, mcp, languages } = withLanguages(record)
  const others = languages.filter((language) => language !== requested)
  const again = others.length > 0 && `Ask again with language ${others.join(', ')}.`
  if (!isProgram(requested)) return joinParts(' ', `No ${TARGETS[requested]} code is at hand.`, again)
  const program = requested === 'cli' ? cli : mcp
  const why = program && (capabilities(program) ? 'It cannot make this call' : UNRECORDED)
  return joinParts(' ', `${TARGETS[requested]}: ${why ?? 'It has none'}.`, again)
}
