/**
 * What people search for and do not find, as counts in DATA_DIR/searches.json; every further worker has a file of its
 * own, such as searches-2.json, as two that add to one file would lose counts. Nothing tells who asked or when, and a
 * query that looks like an address or a number of a person is left out.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { makeDirectory } from '../system/make-directory.ts'
import type { ToolCallEvent } from '../tools/tool-events.ts'

/** Queries that are kept; the rarest ones give way. */
const MOST_QUERIES = 1_000
const MOST_CHARACTERS = 80
const fileOf = (worker: number): string => (worker === 1 ? 'searches.json' : `searches-${worker}.json`)

const Stored = z.array(z.strictObject({ query: z.string(), empty: z.int().min(0), weak: z.int().min(0) }))

export interface SearchCount {
  query: string
  /** Times that nothing was found. */
  empty: number
  /** Times that only some words, or related ones, were found. */
  weak: number
}

/** The query of a call that searches, and how strictly its first hit matches. */
export function searchOf({ tool, input, output }: ToolCallEvent): { query: string; match: string } | undefined {
  const asked = input as { query?: unknown; q?: unknown } | undefined
  const found = output as { match?: unknown; total?: unknown } | undefined
  if (!found) return undefined
  if (tool === 'find_sdk') return { query: String(asked?.query), match: String(found.match) }
  if (tool !== 'search_sdk_catalog' || typeof asked?.q !== 'string') return undefined
  return { query: asked.q, match: found.total === 0 ? 'none' : 'exact' }
}

/** Counts in memory; `save` adds to what the file has. */
export function countSearches(dataDir: string, worker = 1) {
  const file = fileOf(worker)
  const counts = new Map<string, SearchCount>()
  return {
    called(call: ToolCallEvent): void {
      const search = searchOf(call)
      const kind = search && ({ none: 'empty', any: 'weak', related: 'weak' } as const)[search.match]
      const query = search && normal(search.query)
      if (!kind || !query || isPersonal(query)) return
      if (!counts.has(query) && counts.size >= MOST_QUERIES) return
      const count = counts.get(query) ?? { query, empty: 0, weak: 0 }
      counts.set(query, { ...count, [kind]: count[kind] + 1 })
    },
    /** In one step, so that a reader sees the old or the new file. Throws the error of the file system. */
    save(): void {
      if (counts.size === 0) return
      const all = new Map(read(dataDir, file).map((count) => [count.query, count]))
      for (const count of counts.values()) add(all, count)
      makeDirectory(dataDir, 0o700)
      const staged = join(dataDir, `.${file}.${process.pid}`)
      writeFileSync(staged, JSON.stringify(sorted([...all.values()]).slice(0, MOST_QUERIES)), { mode: 0o600 })
      renameSync(staged, join(dataDir, file))
      counts.clear()
    },
  }
}

/** The queries that failed most often, first. */
export function topSearches(dataDir: string, limit: number): SearchCount[] {
  const all = new Map<string, SearchCount>()
  for (const file of filesIn(dataDir)) for (const count of read(dataDir, file)) add(all, count)
  return sorted([...all.values()]).slice(0, limit)
}

function filesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir).filter((name) => /^searches(-\d+)?\.json$/.test(name))
  } catch {
    return []
  }
}

function add(counts: Map<string, SearchCount>, { query, empty, weak }: SearchCount): void {
  const before = counts.get(query)
  counts.set(query, { query, empty: empty + (before?.empty ?? 0), weak: weak + (before?.weak ?? 0) })
}

const normal = (query: string): string =>
  query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS)

/** An e-mail address, or six digits in a row as telephone, card and customer numbers have them. */
const isPersonal = (query: string): boolean => query.includes('@') || /(\d[\s./-]?){6}/.test(query)

const sorted = (counts: readonly SearchCount[]): SearchCount[] =>
  counts.toSorted((a, b) => b.empty + b.weak - (a.empty + a.weak) || (a.query < b.query ? -1 : 1))

/** Empty where there is no file, or one that something else has written. */
function read(dataDir: string, file: string): SearchCount[] {
  try {
    return Stored.catch([]).parse(JSON.parse(readFileSync(join(dataDir, file), 'utf8')))
  } catch {
    return []
  }
}
