/** What a search says of itself: how it read the words, and that nothing fits them, with what to do next. */
import { NEAREST_HITS } from '../../catalog/rank/answer.ts'
import { html, type Markup } from '../html/html.ts'
import { listPath } from './query.ts'
import { searchedWords } from './row.ts'
import type { Selection } from './selection.ts'

export const correctionText = (readAs: Selection['readAs']): string =>
  `Showing results for ${readAs.map(([typed, read]) => `“${read}” instead of “${typed}”`).join(', ')}.`

/** How misspelt words were read, with the way to what was typed; there, the way back. And that a match is no sure one. */
export function correction({ query, readAs, fit }: Selection): Markup {
  const { literal, ...corrected } = query
  const to = (other: typeof query): string => listPath({ ...other, page: 1 })
  return html`${literal && html`<p class="note">Exactly as typed. <a href="${to(corrected)}">Search by meaning instead</a></p>\n`}${
    readAs.length > 0 &&
    html`<p class="note">${correctionText(readAs)} <a href="${to({ ...query, literal: true })}">Search for “${query.q}” instead</a></p>\n`
  }${fit === 'weak' && html`<p class="note">No sure match: see what each does before you choose.</p>\n`}`
}

/** Nothing that was found fits, or nothing was found and neither topic, filters nor a similar name are the reason. */
export const isUnfit = ({ query, fit, total, near, topics }: Selection): boolean =>
  fit === 'none' && query.page === 1 && (total > 0 || (near.length === 0 && topics.q === ''))

/** Words of the search that are offered alone. */
const MAX_WORDS = 4

/** @param heading says it in words @param waysOut links that drop filters */
export function nothingFits({ query, notes }: Selection, heading: string, waysOut: Markup, count: number): Markup {
  const words = query.q.split(/\s+/).filter((word) => searchedWords(word).size > 0)
  const alone = words.slice(0, MAX_WORDS).map((word, at) => {
    const path = listPath({ q: word, filters: query.filters, page: 1 })
    return html`${at > 0 && ', '}<a href="${path}">${word}</a>`
  })
  return html`<div class="nothing"><h2 id="count">${heading}</h2>
<p class="note">${notes.join(' ')}</p>
<ul>${alone.length > 1 && html`<li>Search for one word of it: ${alone}</li>`}
${waysOut.text !== '' && html`<li>${waysOut}</li>\n`}<li>Browse <a href="/sdk">all ${count} SDKs</a> by topic</li>
<li>Is an SDK missing? <a href="/contact">Tell us which API</a></li></ul></div>`
}

/** The first few, and the others folded. @param rows of the first page @param total of all pages */
export const nearestRows = (rows: readonly Markup[], total: number): Markup =>
  html`<h2 class="nearest">The nearest of ${total}, none of them a match</h2>
<ol class="entries">${rows.slice(0, NEAREST_HITS)}</ol>
${rows.length > NEAREST_HITS && html`<details class="rest"><summary>${rows.length - NEAREST_HITS} more</summary><ol class="entries" start="${NEAREST_HITS + 1}">${rows.slice(NEAREST_HITS)}</ol></details>`}`
