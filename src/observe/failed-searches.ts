/** Searches without a good answer, counted by query in DATA_DIR/searches.json, without who asked or when. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../system/make-directory.ts'
import type { ToolCallEvent } from '../tools/define/tool-events.ts'

/** The rarest queries are dropped. */
const MAX_QUERIES = 1_000
/** `empty`: times without a hit. `weak`: times that hits had only some of the words, or related ones. */
type SearchCount = { query: string; empty: number; weak: number }
const KINDS: Record<string, 'empty' | 'weak' | undefined> = { none: 'empty', any: 'weak', related: 'weak' }

/** The query of a call that searches, and how strictly its first hit matches. */
export function searchOf({ tool, input, output }: ToolCallEvent): { query: string; match: string } | undefined {
  const { query, q } = (input ?? {}) as { query?: unknown; q?: unknown }
  const { match, total } = (output ?? {}) as { match?: unknown; total?: unknown }
  if (tool === 'find_sdk' && output) return { query: String(query), match: String(match) }
  if (tool !== 'search_sdk_catalog' || !output || typeof q !== 'string') return undefined
  return { query: q, match: total === 0 ? 'none' : 'exact' }
}

/** Counts in memory; `save` adds the counts to those of the file, and throws the error of the file system. */
export function countSearches(dataDir: string) {
  const counts = new Map<string, SearchCount>()
  return {
    called(call: ToolCallEvent): void {
      const { query: text = '', match = '' } = searchOf(call) ?? {}
      const query = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, 80)
      // An e-mail address, or six digits in a row as telephone, card and customer numbers have them.
      const isPersonal = query.includes('@') || /(\d[\s./-]?){6}/.test(query)
      const count = counts.get(query) ?? { query, empty: 0, weak: 0 }
      const kind = KINDS[match]
      if (!kind || !query || isPersonal || (counts.size >= MAX_QUERIES && !counts.has(query))) return
      counts.set(query, { ...count, [kind]: count[kind] + 1 })
    },
    save(): void {
      if (counts.size === 0) return
      const merged = new Map(topSearches(dataDir).map((count) => [count.query, count]))
      for (const { query, empty, weak } of counts.values()) {
        const saved = merged.get(query) ?? { empty: 0, weak: 0 }
        merged.set(query, { query, empty: empty + saved.empty, weak: weak + saved.weak })
      }
      makeDirectory(dataDir, 0o700)
      const staged = join(dataDir, `.searches.json.${process.pid}`)
      writeFileSync(staged, JSON.stringify(mostFrequent([...merged.values()], MAX_QUERIES)), { mode: 0o600 })
      renameSync(staged, join(dataDir, 'searches.json'))
      counts.clear()
    },
  }
}

/** The queries that failed most often, first. None where there is no file, or one of something else. */
export function topSearches(dataDir: string, limit = MAX_QUERIES): SearchCount[] {
  try {
    return mostFrequent(JSON.parse(readFileSync(join(dataDir, 'searches.json'), 'utf8')), limit)
  } catch {
    return []
  }
}

const mostFrequent = (counts: SearchCount[], limit: number): SearchCount[] =>
  counts.sort((a, b) => b.empty + b.weak - (a.empty + a.weak) || (a.query < b.query ? -1 : 1)).slice(0, limit)
