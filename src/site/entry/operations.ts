/** Entities with their operations: endpoints, parameters, answers and a call to copy. */

import type { OperationsFile, Parameter, Point } from '../../catalog/record/facts.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { callOf, isKey } from '../../catalog/usage/arguments.ts'
import { argumentsOf, pascal } from '../../catalog/usage/client.ts'
import { SCRIPT, written } from '../../catalog/usage/expression.ts'
import { inItsLanguages } from '../../catalog/usage/install.ts'
import { codeBlock } from '../html/code.ts'
import { html, type Markup } from '../html/html.ts'

type Entity = OperationsFile['entities'][number]
type Operation = Entity['operations'][number]

/** Rows shown at once; the others unfold. */
const FIRST_ROWS = 12
/** With more endpoints or parameters the page shows one entity at a time. */
const MOST_INLINE = { points: 60, parameters: 160 } as const
/** Endpoints of one operation that are shown; the description of the API has all. */
const MOST_POINTS = 8

export interface OperationsView {
  record: SdkRecord
  file: OperationsFile | undefined
  /** The entity to show in full where the page does not show all. */
  entity: string | undefined
}

const isSmall = ({ entities }: OperationsFile): boolean => {
  const points = entities.flatMap(({ operations }) => operations.flatMap((operation) => operation.points))
  const parameters = points.reduce((sum, point) => sum + point.parameters.length, 0)
  return points.length <= MOST_INLINE.points && parameters <= MOST_INLINE.parameters
}

/** Whether the page is another one for the entity asked for. */
export const isByEntity = (file: OperationsFile | undefined): boolean => file !== undefined && !isSmall(file)

export const entityId = (name: string): string => `entity-${name}`
const operationId = (entity: string, op: string): string => `${entity}.${op}`

export function operations({ record, file, entity }: OperationsView): Markup {
  const { entities } = record
  const total = entities.length
  const open = entities.some(({ name }) => name === entity) ? entity : undefined
  // The one asked for stands first, so that it is in sight.
  const inOrder = [...entities].sort((a, b) => Number(b.name === open) - Number(a.name === open))
  const rows = inOrder.map(({ name, ops }) => row(name, ops))
  const rest = rows.slice(FIRST_ROWS)
  return html`<section class="operations" id="operations" aria-labelledby="operations-heading">
<h2 id="operations-heading">Entities and operations</h2>
<div class="rows"${total > FIRST_ROWS && html` data-filter="Filter the ${total} entities"`}>${rows.slice(0, FIRST_ROWS)}${
    rest.length > 0 && html`<details class="rest"><summary>Show all ${total}</summary>${rest}</details>`
  }</div>
</section>`

  function row(name: string, ops: readonly string[]): Markup {
    const known = file?.entities.find((one) => one.name === name)
    const names = html`<code>${pascal(name)}</code><span class="ops">${ops.join(' · ') || 'no operations'}</span>`
    if (!known) return html`<div class="entity plain" id="${entityId(name)}">${names}</div>`
    if (isByEntity(file) && name !== open) {
      return html`<div class="entity plain" id="${entityId(name)}"><a href="?entity=${encodeURIComponent(name)}#operations">${names}</a></div>`
    }
    return html`<details class="entity" id="${entityId(name)}"${name === open && html` open`}><summary>${names}</summary>
${known.operations.map((operation) => one(known, operation))}</details>`
  }

  function one({ name }: Entity, operation: Operation): Markup {
    const { op, points } = operation
    const id = operationId(name, op)
    const shown = points.slice(0, MOST_POINTS)
    return html`<div class="op" id="${id}"><h3><a href="#${id}">${pascal(name)}.${op}</a></h3>
${callLine(name, operation)}
${shown.map(endpoint)}${points.length > shown.length && html`<p class="notes">${points.length - shown.length} more endpoints are in the API's description.</p>`}</div>
`
  }

  /** As TypeScript and JavaScript write it; with a client made as in the start panel. */
  function callLine(name: string, operation: Operation): Markup | undefined {
    if (!inItsLanguages(record).languages.some((language) => language === 'ts' || language === 'js')) return undefined
    const { call } = callOf(name, operation, record.auth)
    const given = written(argumentsOf(record, call), SCRIPT)
    const left = call.left?.length ? ` // add ${call.left.join(', ')}` : ''
    const code = `await client.${pascal(name)}().${operation.op}(${given === '{}' ? '' : given})${left}`
    return codeBlock({ label: 'TypeScript', code, language: 'ts', wrap: true })
  }

  function endpoint({ method, path, parameters, answer, deprecated, key }: Point): Markup {
    const shown = parameters.filter((parameter) => !isKey(parameter, record.auth))
    const fields = Object.keys(answer?.fields ?? {})
    return html`<div class="endpoint"><p><b>${method}</b> <code>${breakable(path)}</code>${key && html` <span>needs the key</span>`}${deprecated && html` <span>deprecated</span>`}</p>
${shown.length > 0 && html`<dl class="parameters">${shown.map(parameterRow)}</dl>`}
${fields.length > 0 && html`<p class="notes">Returns ${answer?.list ? 'records with ' : ''}${fields.join(', ')}.</p>`}</div>
`
  }
}

function parameterRow({ name, in: where, type, required, example, enum: choices, default: usual }: Parameter): Markup {
  const about = [
    required ? 'required' : 'optional',
    type,
    `in the ${where}`,
    choices ? `one of ${choices.join(', ')}` : example !== undefined && `e.g. ${example}`,
    usual !== undefined && `default ${usual}`,
  ]
  return html`<div><dt><code>${name}</code></dt><dd>${about.filter(Boolean).join(', ')}</dd></div>`
}

/** May break after a slash, and nowhere else unless it must. */
export const breakable = (path: string): Markup[] => path.split(/(?<=[/.,])/).map((part) => html`${part}<wbr>`)
