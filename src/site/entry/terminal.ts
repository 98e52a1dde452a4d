/** One operation from a terminal: as curl, and by the command line of this package. */
import type { Point } from '../../catalog/record/facts.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { callLine, curlFor } from '../../catalog/usage/reference/curl.ts'
import { plainRequest } from '../../catalog/usage/reference/plain-request.ts'
import type { ReadOperation } from '../../tools/sdks/answers/resolve-operation.ts'
import { codeBlock } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'

export function terminalLines(record: SdkRecord, { op, points, call }: ReadOperation, point: Point): Markup {
  const line = (label: string, code: string): Markup => codeBlock({ label, code, language: 'bash', wrap: true })
  return html`${line('curl', curlFor(plainRequest(record, point, call)))}
${line('The command line of this catalogue', callLine(record, { op, points }, point, call))}`
}
