/** The index of an SDK's operations: a row for each entity, with a link to the page of each operation. */
import type { OperationsFile } from '../../catalog/record/facts.ts'
import { operationName, PROGRAMS, type Target } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { shownEndpoint } from '../../code/choose-endpoint.ts'
import { pascal } from '../../code/client-options.ts'
import { withLanguages } from '../../code/install.ts'
import { html, type Markup, raw } from '../html/html.ts'
import { entryPath } from '../page-model.ts'

const FIRST_ROWS = 12
/** With more operations the rows leave the endpoints out, so that the page stays small. */
const MAX_WITH_ENDPOINTS = 60

/** Path of the page of one operation, `author.list`, in a language if one was chosen. */
export function operationPath(slug: string, brand: string, operation: string, lang?: string): string {
  const at = operation.lastIndexOf('.')
  const path = `${entryPath(slug, brand)}/${encodeURIComponent(operation.slice(0, at))}/${operation.slice(at + 1)}`
  return lang === undefined ? path : `${path}?${new URLSearchParams({ lang })}`
}

export const targetsOf = (record: SdkRecord): Target[] => [
  ...withLanguages(record).languages,
  ...(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[]),
]

/** @param query the language that was chosen, and words that the script filters the rows by */
export function operationIndex(
  record: SdkRecord,
  recorded: OperationsFile['entities'],
  brand: string,
  { lang, entity: filter = '' }: { lang?: string | undefined; entity?: string | undefined },
): Markup {
  const { slug, entities } = record
  // Each link has it, so another text would make a page of megabytes.
  const target = targetsOf(record).find((target) => target === lang)
  const count = entities.reduce((sum, { ops }) => sum + ops.length, 0)
  const rows = entities.map(row)
  const more = rows.slice(FIRST_ROWS)
  return html`<section class="operations" id="operations" aria-labelledby="operations-heading">
<h2 id="operations-heading">Entities and operations</h2>
<div class="rows"${more.length > 0 && html` data-filter="Filter the ${rows.length} entities" data-words="${filter}"`}>${rows.slice(0, FIRST_ROWS)}${
    more.length > 0 &&
    html`<details class="rest"${filter !== '' && html` open`}><summary>Show all ${rows.length}</summary>${more}</details>`
  }</div>
</section>`

  function row({ name, ops }: SdkRecord['entities'][number]): Markup {
    const operations = recorded.find((each) => each.name === name)?.operations
    const links = ops.map((op) => {
      const operation = count <= MAX_WITH_ENDPOINTS && operations?.find((each) => each.op === op)
      const point = operation && shownEndpoint(record, name, operation).point
      const endpoint = point && html` <span>${point.method} ${breakable(point.path)}</span>`
      return html`<li><a href="${operationPath(slug, brand, operationName({ entity: name, op }), target)}"><code>${op}</code></a>${endpoint}</li>`
    })
    return html`<div class="entity" id="entity-${name}"><h3>${breakable(pascal(name))}</h3>${links.length > 0 ? html`<ul>${links}</ul>` : html`<p>no operations</p>`}</div>`
  }
}

/** May break after a slash, a dot or a comma, before an inner capital, and nowhere else unless it must. */
export const breakable = (text: string): Markup =>
  html`${text.split(/(?<=[/.,])|(?<=[a-z\d])(?=[A-Z])/).map((part, at) => html`${at > 0 && raw('<wbr>')}${part}`)}`
