/** One SDK in the list: its name, one line, its facts, and what to call or why it is a hit, with the searched words marked. */

import { LANGUAGES } from '../../catalog/record/languages.ts'
import { operationCount } from '../../catalog/record/readiness.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { failedTwice, needsNoKey, serverUrl } from '../../catalog/record/traits.ts'
import { unreachable } from '../../code/server-url.ts'
import { isStop, stem, tokens as wordsOf } from '../../query/words/words.ts'
import type { Fit } from '../../search/fit/fit.ts'
import { joinParts } from '../../text/join-parts.ts'
import { operationPath } from '../entry/operations.ts'
import { keyBadge } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'
import { entryPath } from '../page-model.ts'
import type { Row } from './selection.ts'

export const FIT_WORDS = { good: 'good match', weak: 'weak match', none: 'not a match' } as const satisfies Record<
  Fit,
  string
>

interface RowOptions {
  brand: string
  searched: ReadonlySet<string>
  form: string
  facts: string
}

export function row({ record, hit }: Row, { brand, searched, form, facts }: RowOptions): Markup {
  const { slug, title, description } = record
  return html`
<li><h3><a href="${entryPath(slug, brand)}">${marked(title, searched)}</a></h3>
${description !== undefined && html`<p>${marked(description, searched)}</p>`}
<p class="meta">${exceptions(record).map((text) => html`<strong>${text}</strong> `)}${factLine(record)}</p>
${hit && why(record, hit, brand)}
${facts !== '' && html`<p class="meta">${facts}</p>`}
<label class="tick"><input type="checkbox" name="slugs" value="${slug}" form="${form}"> <span>Compare<span class="unseen"> ${title}</span></span></label></li>`
}

/** `TypeScript, Go · 12 operations · MIT · 2026-07-17 · proven in 2 languages`, as far as it is on record. */
function factLine(record: SdkRecord): string {
  const { languages, license, updated, proven } = record
  return joinParts(
    ' · ',
    languages.map((language) => LANGUAGES[language]).join(', '),
    counted(operationCount(record), 'operation'),
    license,
    updated,
    proven && `proven in ${counted(proven.languages.length, 'language')}`,
  )
}

const counted = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`

/** The operation that answers the words, else why a doubtful hit is one. A good match needs no mark. */
function why(
  { slug }: SdkRecord,
  { fit, reason, notes, operation, need }: NonNullable<Row['hit']>,
  brand: string,
): Markup {
  const parts = [
    need && `For “${need}”`,
    fit !== 'good' && html`<b>${FIT_WORDS[fit]}</b>`,
    operation && html`call <a href="${operationPath(slug, brand, operation)}"><code>${operation}</code></a>`,
    fit === 'good' || operation ? notes : reason,
  ].filter((part) => part)
  return html`${parts.length > 0 && html`<p class="meta why">${parts.map((part, at) => [at > 0 && '; ', part])}</p>`}`
}

/** What most SDKs do not have: a key that must be had first, one language only, a server that is out of reach. */
function exceptions(record: SdkRecord): string[] {
  const { languages } = record
  const server = serverUrl(record)
  return [
    !needsNoKey(record) && (keyBadge(record)?.text ?? false),
    languages.length === 1 && `Only ${LANGUAGES[languages[0]!]}`,
    record.deprecated !== undefined && 'Deprecated',
    failedTwice(record) && 'Its API failed twice',
    server !== undefined && unreachable(server) !== undefined && `Server is ${unreachable(server)}`,
  ].filter((text) => text !== false)
}

export const searchedWords = (q: string): ReadonlySet<string> =>
  new Set(
    wordsOf(q)
      .filter((word) => !isStop(word))
      .map(stem),
  )

/** The text with the words that were searched in mark elements. */
const marked = (text: string, searched: ReadonlySet<string>): Markup | string =>
  searched.size === 0
    ? text
    : html`${text.split(/([\p{L}\p{N}]+)/u).map((part, at) => (at % 2 === 1 && wordsOf(part).some((word) => searched.has(stem(word))) ? html`<mark>${part}</mark>` : part))}`
