/** searches: what people searched for and did not find, most often first. */
import { topSearches } from '../../observe/failed-searches.ts'
import { columns } from '../../text/columns.ts'
import { loadSettings } from '../load-services.ts'
import { type OutputOptions, printResult } from '../output.ts'

export function searchesCommand({ limit, ...output }: OutputOptions & { limit: number }): void {
  const counts = topSearches(loadSettings().DATA_DIR, limit)
  printResult(output, counts, (visible) => {
    const rows = visible.map(({ query, empty, weak }) => [String(empty), String(weak), query])
    if (rows.length === 0) return 'No search without a good answer is counted yet.'
    return columns([['empty', 'weak', 'query'], ...rows]).join('\n')
  })
}
