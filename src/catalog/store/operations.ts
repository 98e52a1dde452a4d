/**
 * operations/{slug}.json of a catalogue: hashed when the catalogue is built, read and parsed when somebody asks for
 * one. A file that changed since, as when another build took the directory's place, is not read: it would tell of
 * another catalogue.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boundedMap } from '../../system/bounded-map.ts'
import { replaceUnsafeIn } from '../../text/unsafe-characters.ts'
import { OperationsFile } from '../record/facts.ts'
import type { SdkRecord } from '../record/record.ts'
import { locate } from './locate.ts'
import { digest } from './manifest.ts'

/** A longer file is refused; the longest known one has 610 KB. */
export const MAX_OPERATIONS_BYTES = 4 * 1024 * 1024

/** Where the files are, and the SHA-256 of each; undefined for an SDK that has none. */
export interface StoredOperations {
  directory: string
  digestOf(slug: string): string | undefined
}

/** Files that are kept parsed. */
const MOST_KEPT = 50

/**
 * The file of one SDK; undefined where it has none, and `unreadable` where it can't be read now, or is not the one that
 * was hashed, as while another catalogue takes the place of this one.
 */
export type OperationsReader = (slug: string) => Promise<OperationsFile | 'unreadable' | undefined>

export function operationsReader(stored: StoredOperations | undefined): OperationsReader {
  const kept = boundedMap<Promise<OperationsFile | 'unreadable'>>(MOST_KEPT)
  return async (slug) => {
    const expected = stored?.digestOf(slug)
    if (!stored || expected === undefined) return undefined
    const reading = kept.getOrInsertComputed(slug, () => readOne(stored.directory, slug, expected))
    const file = await reading
    if (file === 'unreadable' && kept.get(slug) === reading) kept.remove(slug)
    return file
  }
}

async function readOne(directory: string, slug: string, expected: string): Promise<OperationsFile | 'unreadable'> {
  const path = join(locate(directory), 'operations', `${slug}.json`)
  const bytes = await readFile(path).catch(() => undefined)
  return (bytes && digest(bytes) === expected && parseOperations(bytes)) || 'unreadable'
}

function parseOperations(bytes: Buffer): OperationsFile | undefined {
  try {
    return OperationsFile.safeParse(replaceUnsafeIn(JSON.parse(bytes.toString('utf8')))).data
  } catch {
    return undefined
  }
}

/** Each member of a record that its operations file does not bear out, with the rule. */
export function contradictions(record: SdkRecord, file: OperationsFile | undefined): string[] {
  const pointsOf = (entity: string, op: string) =>
    file?.entities.find(({ name }) => name === entity)?.operations.find((operation) => operation.op === op)?.points
  const { slug, first_call: call, entities } = record
  const problems: string[] = []
  if (call) {
    const points = pointsOf(call.entity, call.op) ?? []
    const isThere = points.some(({ method, path }) => method === call.method && path === call.path)
    const what = `${call.entity} ${call.op} ${call.method} ${call.path}`
    if (!isThere) problems.push(`first_call: is ${what}, which operations/${slug}.json does not hold`)
  }
  for (const { name, ops } of file ? entities : []) {
    const missing = ops.filter((op) => !pointsOf(name, op))
    if (missing.length > 0)
      problems.push(`entities: ${name} has ${missing.join(', ')}, without a path in operations/${slug}.json`)
  }
  return problems
}
