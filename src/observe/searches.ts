/**
 * What people search for and do not find, as counts in DATA_DIR/searches.json. Nothing tells who asked or when, and a
 * query that looks like an address or a number of a person is left out.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { makeDirectory } from '../system/make-directory.ts'
import type { ToolCall } from '../tools/calls.ts'

/** Queries that are kept; the rarest ones give way. */
const MOST_QUERIES = 1_000
const MOST_CHARACTERS = 80
const FILE = 'searches.json'

const Stored = z.array(z.strictObject({ query: z.string(), empty: z.int().min(0), weak: z.int().min(0) }))

export interface SearchCount {
  query: string
  /** Times that nothing was found. */
  empty: number
  /** Times that only some words, or related ones, were found. */
  weak: number
}

/** The query of a call that searches, and how strictly its first hit matches. */
export function searchOf({ tool, input, output }: ToolCall): { query: string; match: string } | undefined {
  const asked = input as { query?: unknown; q?: unknown } | undefined
  const found = output as { match?: unknown; total?: unknown } | undefined
  if (!found) return undefined
  if (tool === 'find_sdk') return { query: String(asked?.query), match: String(found.match) }
  if (tool !== 'search_sdk_catalog' || typeof asked?.q !== 'string') return undefined
  return { query: asked.q, match: found.total === 0 ? 'none' : 'exact' }
}

/** Counts in memory; `save` adds to what the file has. */
export function countSearches(dataDir: string) {
  const counts = new Map<string, SearchCount>()
  return {
    called(call: ToolCall): void {
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
      const all = new Map(read(dataDir).map((count) => [count.query, count]))
      for (const { query, empty, weak } of counts.values()) {
        const before = all.get(query)
        all.set(query, { query, empty: empty + (before?.empty ?? 0), weak: weak + (before?.weak ?? 0) })
      }
      makeDirectory(dataDir, 0o700)
      const staged = join(dataDir, `.${FILE}.${process.pid}`)
      writeFileSync(staged, JSON.stringify(sorted([...all.values()]).slice(0, MOST_QUERIES)), { mode: 0o600 })
      renameSync(staged, join(dataDir, FILE))
      counts.clear()
    },
  }
}

/** The queries that failed most often, first. */
export const topSearches = (dataDir: string, limit: number): SearchCount[] => sorted(read(dataDir)).slice(0, limit)

const normal = (query: string): string =>
  query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS)

/** An e-mail address, or six digits in a row as telephone, card and customer numbers have them. */
const isPersonal = (query: string): boolean => query.includes('@') || /(\d[\s./-]?){6}/.test(query)

const sorted = (counts: readonly SearchCount[]): SearchCount[] =>
  counts.toSorted((a, b) => b.empty + b.weak - (a.empty + a.weak) || (a.query < b.query ? -1 : 1))

/** Empty where there is no file, or one that something else has written. */
function read(dataDir: string): SearchCount[] {
  try {
    return Stored.catch([]).parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')))
  } catch {
    return []
  }
}
