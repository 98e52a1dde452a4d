/** One operation from a terminal: as curl, and by the command line of this package. */
import { callLine, shownCurl } from '../../code/reference/curl.ts'
import type { Plan } from '../../code/shown-call.ts'
import { codeBlock } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'

export function terminalLines(plan: Plan): Markup {
  const line = (label: string, code: string): Markup => codeBlock({ label, code, language: 'bash', wrap: true })
  const own = callLine(plan)
  return html`${line('curl', shownCurl(plan))}
${own !== undefined && line('The command line of this catalogue', own)}`
}
