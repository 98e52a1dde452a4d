/** A page of its own for one read: the browser sends the request to the API itself, which its policy alone allows. */
import type { Point } from '../../catalog/record/facts.ts'
import { operationName } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { needsNoKey, serverUrl } from '../../catalog/record/traits.ts'
import { isKey } from '../../code/arguments.ts'
import { pascal } from '../../code/client-options.ts'
import { byUse } from '../../code/parameter-names.ts'
import { requestParts } from '../../code/request-by-api-names.ts'
import { unreachable } from '../../code/server-url.ts'
import type { OperationPlan } from '../../operations/resolve-operation.ts'
import { CatalogError } from '../../tools/define/catalog-error.ts'
import type { Services } from '../../tools/define/define.ts'
import { html, type Markup } from '../html/html.ts'
import { entryPath, type PageModel } from '../page-model.ts'
import { operationPath } from './operations.ts'
import { terminalLines } from './terminal.ts'

/** Parameters shown at once, by how often they are used; the others unfold. */
const FIRST_INPUTS = 6

export const tryPath = (operation: string): string => `${operation}/try`

/** In the policy of a page, URLs may hold `*` and `;`, which mean more there. */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d+)?$/

/** The server that a browser can ask, and why it cannot where there is none. */
export function serverToTry(record: SdkRecord, point: Point | undefined): { base?: URL; reason?: string } {
  const url = point?.server ?? serverUrl(record)
  if (point?.method !== 'GET') return { reason: 'Only reads can be tried here.' }
  if (point.key || !needsNoKey(record)) return { reason: 'It needs a key, which no web page should ask for.' }
  if (url === undefined) return { reason: 'No server is on record.' }
  const reason = unreachable(url)
  if (reason) return { reason: `The server on record is ${reason}.` }
  const base = url.includes('{') ? undefined : (URL.parse(url) ?? undefined)
  if (base?.protocol !== 'https:') return { reason: 'A page can only ask a server by https.' }
  return PLAIN_HOST.test(base.host) ? { base } : { reason: 'The server on record has no plain host name.' }
}

/** @throws CatalogError not_found where there is nothing to try */
export function tryPage(record: SdkRecord, operation: OperationPlan, { catalog, site }: Services): PageModel {
  const { call, endpoint } = operation
  const { entity, op } = call
  const point = endpoint?.point
  const { base, reason } = serverToTry(record, point)
  const above = operationPath(record.slug, site.brand, operationName(call))
  const name = `${pascal(entity)}.${op}`
  if (!base || !point) {
    throw new CatalogError('not_found', {
      detail: `${name} cannot be tried in a browser. ${reason}`,
      resolution: above,
    })
  }
  const title = `Try ${name} of ${record.title}`
  const { params = {}, query = {} } = requestParts(point, call.arguments)
  const inputs = byUse(point.parameters)
    .filter((parameter) => (parameter.in === 'path' || parameter.in === 'query') && !isKey(parameter, record.auth))
    .map(({ name, api_name = name, in: where, required, enum: choices }): Markup => {
      const value = String((where === 'path' ? params[api_name] : query[name]) ?? '')
      const label = html`<span><code>${name}</code>${required && ' required'}</span>`
      return html`<label>${label} <input name="${where === 'path' ? api_name : name}" data-in="${where}" value="${value}"${required && html` required`}${choices && html` list="values-${where}-${name}"`}></label>
${choices && html`<datalist id="values-${where}-${name}">${choices.map((choice) => html`<option value="${String(choice)}"></option>`)}</datalist>`}`
    })
  return {
    path: tryPath(above),
    title,
    description: `Sends ${point.method} ${point.path} from your browser to ${base.host} and shows the answer.`,
    updated: catalog.generatedAt,
    kind: 'entry',
    hidden: true,
    script: 'try',
    connectTo: base.origin,
    trail: [
      { path: entryPath(record.slug, site.brand), title: record.title },
      { path: above, title: name },
    ],
    markdown: () => '',
    body: () => html`<div class="page try">
<header class="head"><p class="crumbs"><a href="${entryPath(record.slug, site.brand)}"><code>${record.slug}</code></a> <span aria-hidden="true">/</span> <a href="${above}">${name}</a></p>
<h1>Try ${name}</h1>
<p class="lead">Your browser sends this request to <code>${base.host}</code>; nothing of it passes through this site.</p></header>
<form class="playground" data-try="${base.href.replace(/\/$/, '')}" data-path="${point.path.replace(/#.*/, '')}">
${inputs.slice(0, FIRST_INPUTS)}
${inputs.length > FIRST_INPUTS && html`<details><summary>${inputs.length - FIRST_INPUTS} more parameters</summary>${inputs.slice(FIRST_INPUTS)}</details>`}
<p class="send"><button type="submit" disabled>Send</button> <span>${point.method} <code>${point.path}</code></span></p>
</form>
<div class="answer" aria-live="polite"></div>
<noscript><p>Sending needs JavaScript. The lines below do the same from a terminal.</p></noscript>
<h2>From a terminal</h2>
<p>Where an API does not let web pages read its answers (CORS), these do:</p>
${terminalLines(operation)}
</div>`,
  }
}
