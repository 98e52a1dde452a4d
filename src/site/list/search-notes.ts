/** What a search says of itself: how it read the words, and that nothing fits them, with what to do next. */

import { MATCH_TEXT, moreText } from '../../answers/find-advice.ts'
import { NEAREST_HITS } from '../../search/ranked-answer.ts'
import { shorten } from '../../text/columns.ts'
import { joinParts } from '../../text/join-parts.ts'
import { html, type Markup } from '../html/html.ts'
import { listPath } from './list-query.ts'
import { FIT_WORDS, searchedWords } from './row.ts'
import type { Selection } from './selection.ts'

/** "Good match: every word matches. Read as: wether → weather." */
export const understood = ({ match, fit, reading }: Selection): string =>
  joinParts(
    ' ',
    match !== undefined && match !== 'none' && fit !== 'none' && `${capital(FIT_WORDS[fit!])}: ${MATCH_TEXT[match]}.`,
    fit === 'weak' && 'See what each does before you choose.',
    reading,
  )

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

/** How the words were read, with the way to what was typed; there, the way back. */
export function readingNote(selection: Selection): Markup {
  const { query, readAs } = selection
  const { literal, ...corrected } = query
  const to = (other: typeof query): string => listPath({ ...other, page: 1 })
  const text = understood(selection)
  return html`${literal && html`<p class="note">Exactly as typed. <a href="${to(corrected)}">Search by meaning instead</a></p>\n`}${
    text !== '' &&
    html`<p class="note">${text}${readAs.length > 0 && html` <a href="${to({ ...query, literal: true })}">Search for “${shortened(query.q)}” instead</a>`}</p>\n`
  }`
}

/** Characters of the words that a sentence repeats; the field has them all. */
const MAX_QUOTED = 120
export const shortened = (q: string): string => shorten(q, MAX_QUOTED)

/** Nothing that was found fits, or nothing was found and neither topic, filters nor a similar name are the reason. */
export const isUnfit = ({ query, total, fit, others, near, topics }: Selection): boolean =>
  query.q !== '' && total === 0 && (others > 0 || (fit === 'none' && near.length === 0 && topics.q === ''))

const MAX_WORDS = 4

/** Kinds of advice that the heading says, or the links below it. */
const SAID = ['no_fit', 'rephrase', 'ask']

/** @param heading says it in words @param waysOut links that drop filters */
export function nothingFits(selection: Selection, heading: string, waysOut: Markup, count: number): Markup {
  const { query, advice } = selection
  const notes = advice.filter(({ kind }) => !SAID.includes(kind)).map(({ text }) => text)
  const words = query.q.split(/\s+/).filter((word) => searchedWords(word).size > 0)
  const alone = words.slice(0, MAX_WORDS).map((word, at) => {
    const path = listPath({ q: word, filters: query.filters, page: 1 })
    return html`${at > 0 && ', '}<a href="${path}">${word}</a>`
  })
  return html`<div class="nothing"><h2 id="count">${heading}</h2>
${notes.length > 0 && html`<p class="note">${notes.join(' ')}</p>\n`}${readingNote(selection)}<ul>${alone.length > 1 && html`<li>Search for one word of it: ${alone}</li>`}
${waysOut.text !== '' && html`<li>${waysOut}</li>\n`}<li>Browse <a href="/sdk">all ${count} SDKs</a> by topic</li>
<li>Is an SDK missing? <a href="/contact?${new URLSearchParams({ about: selection.query.q, kind: 'missing' }).toString()}">Tell us which API</a></li></ul></div>`
}

/** The matches, or the nearest few; what only shares a word is folded. @param rows of the page */
export function hitRows(rows: readonly Markup[], { total, others, offset }: Selection): Markup {
  const end = total === 0 ? NEAREST_HITS : total - offset
  const rest = rows.slice(end)
  const more = total === 0 ? `${rest.length} more` : moreText(others)
  return html`${total === 0 && html`<h2 class="nearest">The nearest of ${others}, none of them a match</h2>\n`}<ol class="entries" start="${offset + 1}">${rows.slice(0, end)}</ol>
${rest.length > 0 && html`<details class="rest"><summary>${more}</summary><ol class="entries" start="${offset + end + 1}">${rest}</ol></details>`}`
}
