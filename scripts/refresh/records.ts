/** Puts facts into records. What people wrote (title, description, topics, needs, URLs) is never touched. */
import * as z from 'zod'
import { EntrySlug } from '../../src/catalog/record/entry.ts'
import { RecordFacts } from '../../src/catalog/record/facts.ts'
import { isRead, OPERATIONS, type OperationName } from '../../src/catalog/record/languages.ts'
import { Proven } from '../../src/catalog/record/observed.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { needsNoKey } from '../../src/catalog/record/traits.ts'
import { baseName } from '../../src/code/install.ts'
import { withoutUndefined } from '../../src/system/optional-members.ts'

const MEMBERS = Object.keys(RecordFacts.shape) as (keyof RecordFacts)[]

/** Facts about an SDK whose files are not at hand; a member that is absent says nothing. */
const StatedFacts = z.strictObject({ slug: EntrySlug, proven: Proven.optional(), ...RecordFacts.partial().shape })
export type StatedFacts = z.input<typeof StatedFacts>

/** @throws for a line that is no JSON or breaks the schema; the message names the line */
export function readStatedFacts(text: string, file: string): StatedFacts[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const raw = JSON.parse(line) as Record<string, unknown>
    const result = StatedFacts.safeParse(raw)
    if (!result.success) throw new Error(`${file} line ${index + 1}: ${z.prettifyError(result.error)}`)
    // Not the result: the schema fills in what the line does not say.
    return [raw as StatedFacts]
  })
}

/** The record with all facts of its repository in place of the old ones. */
export function replaceFacts(record: SdkRecord, facts: RecordFacts): SdkRecord {
  const texts = Object.fromEntries(Object.entries(record).filter(([member]) => !isFact(member)))
  const known = record.commit !== undefined && record.commit === facts.commit ? statedBefore(record, facts) : {}
  return SdkRecord.parse({ ...texts, ...facts, ...known, auth: authOf(record, facts) })
}

/**
 * What other files of the same commit stated, where the files at hand do not have them; and what was chosen from them, so
 * that a refresh changes no search result: take it out of the record to have it made again.
 */
function statedBefore(record: SdkRecord, facts: RecordFacts): Partial<RecordFacts> {
  const { license, cli, mcp, packages, entities, first_call } = record
  const names = Object.entries(packages).filter(([language, { computed }]) => {
    return !computed && (facts.packages[language as keyof typeof packages]?.computed ?? true)
  })
  return withoutUndefined({
    license: facts.license ?? license,
    cli: facts.cli?.go || !cli?.go ? facts.cli : cli,
    mcp: facts.mcp?.go || !mcp?.go ? facts.mcp : mcp,
    packages: { ...facts.packages, ...Object.fromEntries(names) },
    entities: facts.entities.map((entity) => {
      const { words } = entities.find(({ name }) => name === entity.name) ?? entity
      return withoutUndefined({ ...entity, words })
    }),
    first_call: first_call ?? facts.first_call,
  })
}

/** Files may be silent about keys, or name one without saying whether calls need it: then what is on record stays. */
function authOf(record: SdkRecord, { auth }: RecordFacts): RecordFacts['auth'] {
  if (auth.scheme === 'unknown') return record.auth
  const isOptional = auth.scheme !== 'none' && auth.needed === undefined && needsNoKey(record)
  return isOptional ? { ...auth, needed: 'optional' } : auth
}

const isFact = (member: string): boolean => (MEMBERS as readonly string[]).includes(member)

/** The record with what is stated in place of what it had; packages are joined by language. */
export function addFacts(record: SdkRecord, { slug: _, packages, ...stated }: StatedFacts): SdkRecord {
  const joined: SdkRecord['packages'] = { ...record.packages }
  for (const [language, names] of Object.entries(packages ?? {}) as [keyof typeof joined, (typeof joined)['ts']][]) {
    const { computed: _, ...known } = joined[language] ?? {}
    if (names) joined[language] = { ...known, ...names }
  }
  return SdkRecord.parse({ ...record, ...stated, packages: joined })
}

const READS = OPERATIONS.filter(isRead)

/**
 * The words of the CLI and the tools of the MCP server, where no file of theirs was at hand. Each of the 409 CLIs and servers
 * whose files were read has these.
 */
export function withProgramNames(record: SdkRecord): SdkRecord {
  const { cli, mcp, entities, slug } = record
  const words = READS.filter((op) => entities.some(({ ops }) => ops.includes(op)))
  const toolOf = (op: OperationName) => `${baseName(slug)}_${op}`
  const idle = READS.filter((op) => !words.includes(op)).map(toolOf)
  const computed = true as const
  return {
    ...record,
    ...(cli && !cli.words && { cli: { ...cli, words, computed } }),
    ...(mcp && !mcp.tools && { mcp: { ...mcp, ...(idle.length > 0 && { idle }), tools: READS.map(toolOf), computed } }),
  }
}

/** As sdks.jsonl holds it: members and operations in the order of the schema. */
export function canonical(record: SdkRecord): SdkRecord {
  const entities = record.entities.map((entity) => ({
    ...entity,
    ops: OPERATIONS.filter((op) => entity.ops.includes(op)),
  }))
  return SdkRecord.parse({ ...record, entities })
}
