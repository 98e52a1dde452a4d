/** The page of one operation: code in each language, parameters, the answer, and its neighbours. */

import { operationReference, operationText, valuesText } from '../../answers/readme-operation.ts'
import type { Point } from '../../catalog/record/facts.ts'
import { isProgram, LANGUAGES, operationName, PROGRAMS } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { recordedBody } from '../../code/arguments.ts'
import { pascal } from '../../code/client-options.ts'
import { isCurl, startFor } from '../../code/first-steps.ts'
import { byUse } from '../../code/parameter-names.ts'
import type { Quickstart } from '../../code/quickstart.ts'
import { answerMembers, shapeExample } from '../../code/reference/answer-shape.ts'
import { errorText, testProgram } from '../../code/reference/errors-and-tests.ts'
import { sheetLine } from '../../code/reference/operation-sheet.ts'
import { pagingOf, pagingProgram, pagingText } from '../../code/reference/paging.ts'
import { nestedShape } from '../../code/reference/request-body.ts'
import { type OperationPlan, readOperation } from '../../operations/resolve-operation.ts'
import { joinParts } from '../../text/join-parts.ts'
import type { Services } from '../../tools/define/define.ts'
import { codeBlock } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'
import { entryPath, ofSdk, type PageModel } from '../page-model.ts'
import { breakable, operationPath, targetsOf } from './operations.ts'
import { recordedBlock, shapeBlock } from './response-on-record.ts'
import { RAW, START, sentence } from './start-panel.ts'
import { type Tab, tabSet } from './tabs.ts'
import { terminalLines } from './terminal.ts'
import { serverToTry, tryPath } from './try-page.ts'

export interface OperationQuery {
  entity: string
  op: string
  lang?: string | undefined
  /** Path or action of another endpoint than the one that is shown first. */
  endpoint?: string | undefined
}

/** @throws CatalogError not_found for an operation or endpoint that does not exist */
export async function operationPage(record: SdkRecord, query: OperationQuery, services: Services): Promise<PageModel> {
  const { catalog, site } = services
  const operation = await readOperation(record, { ...query, endpoint: query.endpoint }, services)
  const { call, endpoint: shown } = operation
  const { entity, op } = call
  const point = shown?.point
  const name = `${pascal(entity)}.${op}`
  const path = operationPath(record.slug, site.brand, operationName(call))
  const above = entryPath(record.slug, site.brand)
  const title = `${name} of the ${record.title} SDK`
  const language = targetsOf(record).find((target) => target === query.lang)
  const { method = call.method, path: endpoint = call.path } = point ?? {}
  return {
    path,
    title,
    description: `How to call ${name}${method ? ` (${method} ${endpoint})` : ''} of ${record.title}: code in each language, parameters and answer.`,
    updated: catalog.generatedAt,
    twin: `${path}.md`,
    skip: { to: START, label: 'Skip to the code' },
    ...ofSdk(record, site.brand, { path, title: name }),
    // Another endpoint is another view of the same page.
    hidden: query.endpoint !== undefined,
    markdown() {
      const { hint, markdown, operation: facts } = operationReference(operation, { language, more: true })
      return joinParts('\n\n', `# ${title}`, hint, markdown, operationText(facts))
    },
    body: () => html`<div class="page entry operation">
<header class="head"><div>
<p class="crumbs"><a href="/sdk">SDKs</a> <span aria-hidden="true">/</span> <a href="${above}"><code>${record.slug}</code></a> <span aria-hidden="true">/</span> <a href="${above}#entity-${entity}">${pascal(entity)}</a></p>
<h1>${name}</h1>
${point?.purpose !== undefined && html`<p class="lead">${sentence(point.purpose)}</p>`}
<p class="endpoint">${method && html`<b>${method}</b> <code>${breakable(endpoint ?? '')}</code>`}${point?.key && html` <span>needs the key</span>`}${point?.deprecated && html` <span>deprecated</span>`}</p>
</div></header>
<section class="start" id="${START}" tabindex="-1" aria-labelledby="start-heading">
<h2 id="start-heading" class="unseen">Code</h2>
${tabSet(tabsOf(operation), query.lang)}
${serverToTry(record, point).base && html`<p class="notes"><a href="${tryPath(path)}">Try it in the browser</a></p>`}
</section>
<div class="body">
${point ? parameterSection(point) : html`<p class="notes">Its parameters are not on record.</p>`}
${answerSection(operation)}
${otherEndpoints(operation)}
</div>
${neighbours(operation, services)}
</div>`,
  }
}

const folded = (summary: string, { code, fence }: Pick<Quickstart, 'code' | 'fence'>): Markup =>
  html`<details><summary>${summary}</summary>${codeBlock({ label: summary, code, language: fence })}</details>`

function tabsOf(plan: OperationPlan): Tab[] {
  const { record, endpoint } = plan
  const tabs = targetsOf(record).flatMap((target): Tab[] => {
    const start = startFor(plan, target)
    if (!start?.code) return []
    const pages = !isProgram(target) && pagingProgram(plan, target)
    const test = !isProgram(target) && testProgram(plan, target)
    const label = isProgram(target) ? PROGRAMS[target] : LANGUAGES[target]
    const isPlain = isCurl(start)
    const isRaw = plan.call.direct !== undefined && !isProgram(target) && !isPlain
    return [
      {
        id: target,
        label,
        panel: html`${start.install !== undefined && folded('Install', { code: start.install, fence: 'bash' })}
${codeBlock({ label: isRaw ? html`${label} <span>${RAW}</span>` : isPlain ? 'curl' : label, code: start.code, language: start.fence })}
${start.notes.length > 0 && html`<p class="notes">${start.notes.join(' ')}</p>`}
${!isProgram(target) && !isPlain && html`<p class="notes">${withCode(errorText(record, target))}</p>`}
${pages && folded('Page by page', pages)}${test && folded('A test without a network', test)}`,
      },
    ]
  })
  return endpoint ? [...tabs, { id: 'curl', label: 'curl', panel: terminalLines(plan) }] : tabs
}

/** Texts instead of a table, by what is recorded about the body. */
const NONE = {
  none: 'None.',
  optional: 'None.',
  unnamed: 'None but a body, which has no named members on record.',
  list: 'None but a body, which is a list.',
  file: 'None but a body, which is a file.',
  unknown: 'None on record. What its body takes is not on record either.',
} as const

function parameterSection(point: Point): Markup {
  const paging = pagingOf(point)
  const rows = byUse(point.parameters).map(
    ({ name, api_name = name, in: where, type, required, ...values }) =>
      html`<tr><th scope="row"><code>${name}</code>${api_name !== name && html`<span>in the request <code>${api_name}</code></span>`}</th><td>${joinParts(', ', type, `in ${where}`, required && 'required')}</td><td>${valuesText({ type, ...values })}</td></tr>`,
  )
  return html`<section id="parameters" aria-labelledby="parameters-heading"><h2 id="parameters-heading">Parameters</h2>
${
  rows.length === 0
    ? html`<p>${point.body_items ? `None but a body: ${nestedShape({ type: 'array', members: point.body_items })}.` : NONE[recordedBody(point) ?? 'none']}</p>`
    : html`<div class="table" tabindex="0"><table><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Values</th></tr></thead><tbody>${rows}</tbody></table></div>`
}${paging && html`<p class="notes">${pagingText(paging)}</p>`}</section>`
}

function answerSection({ record: { answered }, call, endpoint }: OperationPlan): Markup | false {
  const point = endpoint?.point
  const recorded = answered?.operation === operationName(call) && recordedBlock(answered)
  const shape = point?.answer && shapeBlock(point.answer)
  const members = point?.answer && !recorded && answerMembers(point.answer)
  const example = members ? shapeExample(members) : undefined
  return (
    (recorded || shape !== undefined) &&
    html`<section id="answer" aria-labelledby="answer-heading"><h2 id="answer-heading">Answer</h2>
${recorded}${shape}${example !== undefined && html`<details><summary>An example of this shape, with made-up values</summary>${codeBlock({ label: "Made from the API's description", code: JSON.stringify(example, null, 2), language: 'json' })}</details>`}</section>`
  )
}

function otherEndpoints({ record, endpoint }: OperationPlan): Markup | false {
  const others = endpoint?.operation.points.filter((other) => other !== endpoint.point) ?? []
  return (
    others.length > 0 &&
    html`<section id="endpoints" aria-labelledby="endpoints-heading"><h2 id="endpoints-heading">Other endpoints of this operation</h2>
<ul>${others.map((other) => html`<li><a href="?${new URLSearchParams({ endpoint: other.select?.action ?? `${other.method} ${other.path}` }).toString()}">${sheetLine(record, { ...endpoint!, point: other })}</a></li>`)}</ul></section>`
  )
}

function neighbours({ record, call: { entity, op } }: OperationPlan, { site }: Services): Markup {
  const operations = record.entities.flatMap(({ name, ops }) => ops.map((each) => ({ entity: name, op: each })))
  const at = operations.findIndex((each) => each.entity === entity && each.op === op)
  const link = (rel: 'prev' | 'next', index: number): Markup | undefined => {
    const other = operations[index]
    return (
      other &&
      html`<a rel="${rel}" href="${operationPath(record.slug, site.brand, operationName(other))}">${rel === 'prev' && '← '}${pascal(other.entity)}.${other.op}${rel === 'next' && ' →'}</a>`
    )
  }
  return html`<nav class="pager" aria-label="Operations">${link('prev', at - 1)} ${link('next', at + 1)}</nav>`
}

const withCode = (text: string): Markup[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
