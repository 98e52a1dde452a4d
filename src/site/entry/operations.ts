/** Entities with their operations: endpoints, parameters, answers and a call to copy. */
import type { OperationsFile, Parameter, Point } from '../../catalog/record/facts.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { callOf, isKey } from '../../catalog/usage/arguments.ts'
import { argumentsOf, pascal } from '../../catalog/usage/client.ts'
import { SCRIPT, written } from '../../catalog/usage/expression.ts'
import { inItsLanguages } from '../../catalog/usage/install.ts'
import { codeBlock } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'

type Operation = OperationsFile['entities'][number]['operations'][number]

/** Rows shown at once; the others unfold. */
const FIRST_ROWS = 12
/** With more endpoints or parameters the page shows one entity at a time. */
const MAX_INLINE = { points: 60, parameters: 160 } as const
/** Endpoints of one operation that are shown; the description of the API has all. */
const MAX_POINTS = 8

function isSmall({ entities }: OperationsFile): boolean {
  const points = entities.flatMap(({ operations }) => operations.flatMap((operation) => operation.points))
  const parameters = points.flatMap((point) => point.parameters)
  return points.length <= MAX_INLINE.points && parameters.length <= MAX_INLINE.parameters
}

/** @param openEntity the entity to unfold; of a large API the page shows only this one in full */
export function operations(record: SdkRecord, file: OperationsFile | undefined, openEntity?: string): Markup {
  const showsAll = file !== undefined && isSmall(file)
  // First, so that it is in sight.
  const entities = record.entities.toSorted((a, b) => Number(b.name === openEntity) - Number(a.name === openEntity))
  const rows = entities.map(({ name, ops }) => row(name, ops))
  const more = rows.slice(FIRST_ROWS)
  return html`<section class="operations" id="operations" aria-labelledby="operations-heading">
<h2 id="operations-heading">Entities and operations</h2>
<div class="rows"${more.length > 0 && html` data-filter="Filter the ${rows.length} entities"`}>${rows.slice(0, FIRST_ROWS)}${
    more.length > 0 && html`<details class="rest"><summary>Show all ${rows.length}</summary>${more}</details>`
  }</div>
</section>`

  function row(name: string, ops: readonly string[]): Markup {
    const entity = file?.entities.find((each) => each.name === name)
    const isOpen = name === openEntity
    const summary = html`<code>${pascal(name)}</code><span class="ops">${ops.join(' · ') || 'no operations'}</span>`
    if (entity && (showsAll || isOpen)) {
      return html`<details class="entity" id="entity-${name}"${isOpen && html` open`}><summary>${summary}</summary>
${entity.operations.map((each) => operation(name, each))}</details>`
    }
    const linked = entity ? html`<a href="?entity=${encodeURIComponent(name)}#operations">${summary}</a>` : summary
    return html`<div class="entity plain" id="entity-${name}">${linked}</div>`
  }

  function operation(entity: string, operation: Operation): Markup {
    const { op, points } = operation
    const id = `${entity}.${op}`
    const hidden = points.length - MAX_POINTS
    return html`<div class="op" id="${id}"><h3><a href="#${id}">${pascal(entity)}.${op}</a></h3>
${callLine(entity, operation)}
${points.slice(0, MAX_POINTS).map(endpoint)}${hidden > 0 && html`<p class="notes">${hidden} more endpoints are in the API's description.</p>`}</div>
`
  }

  /** As TypeScript and JavaScript write it; the start panel makes the client. */
  function callLine(entity: string, operation: Operation): Markup | undefined {
    if (!inItsLanguages(record).languages.some((language) => language === 'ts' || language === 'js')) return undefined
    const { call } = callOf(entity, operation, record.auth)
    const values = written(argumentsOf(record, call), SCRIPT)
    const advice = call.left?.length ? ` // add ${call.left.join(', ')}` : ''
    const code = `await client.${pascal(entity)}().${operation.op}(${values === '{}' ? '' : values})${advice}`
    return codeBlock({ label: 'TypeScript', code, language: 'ts', wrap: true })
  }

  function endpoint({ method, path, parameters, answer, deprecated, key }: Point): Markup {
    const rows = parameters.filter((parameter) => !isKey(parameter, record.auth)).map(parameterRow)
    const fields = Object.keys(answer?.fields ?? {})
    return html`<div class="endpoint"><p><b>${method}</b> <code>${breakable(path)}</code>${key && html` <span>needs the key</span>`}${deprecated && html` <span>deprecated</span>`}</p>
${rows.length > 0 && html`<dl class="parameters">${rows}</dl>`}
${fields.length > 0 && html`<p class="notes">Returns ${answer?.list ? 'records with ' : ''}${fields.join(', ')}.</p>`}</div>
`
  }
}

function parameterRow({ name, in: place, type, required, example, enum: choices, default: usual }: Parameter): Markup {
  const about = [
    required ? 'required' : 'optional',
    type,
    `in the ${place}`,
    choices ? `one of ${choices.join(', ')}` : example !== undefined && `e.g. ${example}`,
    usual !== undefined && `default ${usual}`,
  ]
  return html`<div><dt><code>${name}</code></dt><dd>${about.filter(Boolean).join(', ')}</dd></div>`
}

/** May break after a slash, a dot or a comma, and nowhere else unless it must. */
export const breakable = (url: string): Markup[] => url.split(/(?<=[/.,])/).map((part) => html`${part}<wbr>`)
