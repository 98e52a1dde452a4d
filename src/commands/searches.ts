/** searches: what people searched for and did not find, most often first. */
import { type SearchCount, topSearches } from '../observe/searches.ts'
import { columns } from '../text/columns.ts'
import { settings } from './start.ts'

export function searches({ limit, json }: { limit: number; json?: boolean }): void {
  const top = topSearches(settings().DATA_DIR, limit)
  process.stdout.write(`${json ? JSON.stringify(top, null, 2) : text(top)}\n`)
}

function text(top: readonly SearchCount[]): string {
  if (top.length === 0) return 'No search without a good answer is counted yet.'
  const rows = top.map(({ query, empty, weak }) => [String(empty), String(weak), query])
  return columns([['empty', 'weak', 'query'], ...rows]).join('\n')
}
