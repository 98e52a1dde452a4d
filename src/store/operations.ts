/** The operations of each SDK of a catalogue: hashed when the catalogue is built, read and parsed on request. */
import { setImmediate as loopTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { OperationsFile } from '../catalog/record/facts.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { calledPoint } from '../code/arguments.ts'
import { replaceUnsafeIn } from '../text/unsafe-characters.ts'
import { digest } from './catalog-files.ts'

/** Of parsed files, in bytes of their JSON. */
const MAX_CACHE_BYTES = 1024 * 1024
/** How long a file is checked in one turn of the event loop. */
const SLICE_MS = 5

export interface StoredOperations {
  /** The JSON of one SDK. @throws where it is not there or was changed */
  read(slug: string): Promise<Buffer | undefined>
  /** They came with the program, whose tests check them. */
  areOurs: boolean
  /** SHA-256 of what `read` gives; undefined for an SDK without operations. */
  digestOf(slug: string): string | undefined
}

/** The file of one SDK, if any; `unreadable` also if it is another one now, as while a build replaces the catalogue. */
export type OperationsReader = (slug: string) => Promise<OperationsFile | 'unreadable' | undefined>

/** Those of a file that can be read. */
export const entitiesIn = (file: Awaited<ReturnType<OperationsReader>>): OperationsFile['entities'] =>
  file === 'unreadable' ? [] : (file?.entities ?? [])

/** Reads operations, and says whether every file asked for could be read: else answers may lack what is in one. */
export function operationsReader(stored: StoredOperations | undefined) {
  let isWhole = true
  const cache = new LRUCache<string, OperationsFile>({ maxSize: MAX_CACHE_BYTES })
  const operations: OperationsReader = async (slug) => {
    const expected = stored?.digestOf(slug)
    if (!stored || expected === undefined) return undefined
    const cached = cache.get(slug)
    if (cached) return cached
    const bytes = await stored.read(slug).catch(() => undefined)
    const file = bytes && digest(bytes) === expected ? await parseOperations(bytes, stored) : undefined
    if (file) cache.set(slug, file, { size: bytes!.length })
    isWhole &&= file !== undefined
    return file ?? 'unreadable'
  }
  return { operations, isWhole: () => isWhole }
}

/** Entity by entity, so that other requests are answered in between: checking the longest known file takes 40 ms. */
async function parseOperations(bytes: Buffer, { areOurs }: StoredOperations): Promise<OperationsFile | undefined> {
  if (areOurs) return JSON.parse(bytes.toString())
  const { EntityOperations, OperationsFile } = await import('../catalog/record/facts.ts')
  try {
    const { entities, ...about } = JSON.parse(bytes.toString())
    const file = OperationsFile.parse({ ...about, entities: [] })
    let began = performance.now()
    for (const entity of entities) {
      file.entities.push(EntityOperations.parse(replaceUnsafeIn(entity)))
      if (performance.now() - began < SLICE_MS) continue
      await loopTurn()
      began = performance.now()
    }
    return file
  } catch {
    return undefined
  }
}

/** Each member of a record that contradicts its operations file, with the rule. */
export function contradictions(record: SdkRecord, file: OperationsFile | undefined): string[] {
  const { slug, first_call: call, entities } = record
  const problems: string[] = []
  if (call && !calledPoint(call, entitiesIn(file))) {
    const what = `${call.entity} ${call.op} ${call.method} ${call.path}`
    problems.push(`first_call: is ${what}, which operations/${slug}.json does not hold`)
  }
  for (const { name, ops } of file && !file.partial ? entities : []) {
    const operations = file?.entities.find((entity) => entity.name === name)?.operations
    const missing = ops.filter((op) => !operations?.some((operation) => operation.op === op))
    if (missing.length > 0)
      problems.push(`entities: ${name} has ${missing.join(', ')}, without a path in operations/${slug}.json`)
  }
  return problems
}
