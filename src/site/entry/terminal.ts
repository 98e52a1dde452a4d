/** One operation from a terminal: as curl, and by the command line of this package. */
import type { SdkRecord } from '../../catalog/record/record.ts'
import { callLine, shownCurl } from '../../code/reference/curl.ts'
import type { Shown } from '../../code/shown-call.ts'
import type { ReadOperation } from '../../operations/resolve-operation.ts'
import { codeBlock } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'

export function terminalLines(record: SdkRecord, { op, points, call, point }: ReadOperation, shown: Shown): Markup {
  const line = (label: string, code: string): Markup => codeBlock({ label, code, language: 'bash', wrap: true })
  const own = callLine(record, { op, points }, point!, call)
  return html`${line('curl', shownCurl(record, call, shown))}
${own !== undefined && line('The command line of this catalogue', own)}`
}
