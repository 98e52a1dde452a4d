/** searches: what people searched for and did not find, most often first. */
import { topSearches } from '../observe/searches.ts'
import { columns } from '../text/columns.ts'
import { settings } from './start.ts'

export function searches({ limit, json }: { limit: number; json?: boolean }): void {
  const top = topSearches(settings().DATA_DIR, limit)
  const rows = top.map(({ query, empty, weak }) => [String(empty), String(weak), query])
  const table = columns([['empty', 'weak', 'query'], ...rows]).join('\n')
  const text = top.length > 0 ? table : 'No search without a good answer is counted yet.'
  process.stdout.write(`${json ? JSON.stringify(top, null, 2) : text}\n`)
}
