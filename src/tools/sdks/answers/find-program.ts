/** The program that find_sdk adds to its best hit: what to install and run for the operation that was found. */
import * as z from 'zod'
import type { Catalog } from '../../../catalog/catalog.ts'
import type { Fit } from '../../../catalog/rank/fit/fit.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { type Call, callOf } from '../../../catalog/usage/arguments.ts'
import { firstCallOf } from '../../../catalog/usage/quickstart.ts'
import { isProgram, startFor, type Target } from '../../../catalog/usage/start.ts'
import { joinParts } from '../../../text/join-parts.ts'
import { fenced } from '../../../text/markdown.ts'
import { codeLanguage } from './readme-advice.ts'

export const PROGRAM = z.strictObject({
  slug: z.string(),
  operation: z.string(),
  package: z.string(),
  install: z.string().optional(),
  fence: z.string(),
  code: z.string(),
  note: z.string().optional(),
  others: z.array(z.string()).optional().describe('More operations.'),
})
type Program = z.output<typeof PROGRAM>

type Operation = Pick<Call, 'entity' | 'op'>

/** Programs in one answer: a need of two parts has two. */
const MAX_PROGRAMS = 2

interface Hit {
  record: SdkRecord
  fit: Fit
  need?: string | undefined
  operation?: Operation | undefined
}

/** Of the best hit of each need, if it fits well. */
export async function programsFor(hits: readonly Hit[], asked: Target, catalog: Pick<Catalog, 'operations'>) {
  const best = hits.filter(({ need }, at) => hits.findIndex((hit) => hit.need === need) === at)
  const fitting = best.filter(({ fit }) => fit !== 'none').slice(0, MAX_PROGRAMS)
  const programs = await Promise.all(
    fitting.map(({ record, operation }) => programFor(record, asked, operation, catalog)),
  )
  return programs.filter((program) => program !== undefined)
}

/** Undefined where the SDK has no code in that language. */
async function programFor(
  record: SdkRecord,
  asked: Target,
  operation: Operation | undefined,
  catalog: Pick<Catalog, 'operations'>,
): Promise<Program | undefined> {
  const call = await callFor(record, operation, catalog)
  const target = isProgram(asked) ? asked : codeLanguage(record, asked)
  const start = call && target && startFor(record, target, call)
  if (!call || !start?.code) return undefined
  const { install, fence, code, notes } = start
  const others = otherOperations(record, call)
  const note = joinParts(' ', start.needs && `Needs ${start.needs}.`, ...notes)
  return {
    slug: record.slug,
    operation: `${call.entity}.${call.op}`,
    package: start.package,
    ...(install && { install }),
    ...{ fence, code },
    ...(note && { note }),
    ...(others.length > 0 && { others }),
  }
}

/** Operations that an answer names beside the one that it calls. */
const MAX_OTHERS = 15

/** Of an SDK with many, the first of each entity come first. */
const otherOperations = ({ entities }: SdkRecord, { entity, op }: Operation): string[] =>
  entities
    .flatMap(({ name, ops }) => ops.map((each, index) => ({ name, op: each, index })))
    .filter((each) => each.name !== entity || each.op !== op)
    .toSorted((a, b) => a.index - b.index)
    .slice(0, MAX_OTHERS)
    .map((each) => `${each.name}.${each.op}`)

/** The call of the operation that was found, else the SDK's first. */
async function callFor(record: SdkRecord, found: Operation | undefined, { operations }: Pick<Catalog, 'operations'>) {
  const first = firstCallOf(record)
  if (!found || (first?.entity === found.entity && first.op === found.op)) return first
  const file = await operations(record.slug)
  const entities = file === 'unreadable' ? [] : (file?.entities ?? [])
  const operation = entities.find(({ name }) => name === found.entity)?.operations.find(({ op }) => op === found.op)
  return operation ? callOf(found.entity, operation, record.auth).call : first
}

export const programText = ({ slug, operation, package: name, install, fence, code, note, others }: Program): string =>
  joinParts(
    '\n',
    `Code of ${slug} for ${operation}, package ${name}:`,
    install && fenced('bash', install),
    fenced(fence, code),
    note,
    others && `More operations: ${others.join(', ')}.`,
  )
