/**
 * The one search form. A page has one at most, as its tool declaration for agents must be unique. Script reads from
 * `data-search` where the pages of the SDKs are.
 */
import { html, type Markup } from './html.ts'

export interface SearchForm {
  q?: string
  /** Kept while searching on. */
  topic?: string | undefined
  /** In the bar at the top. */
  compact?: boolean
}

/** An example of another topic would find nothing in this one. */
const hint = (topic: string | undefined): string => (topic ? `Search in ${topic}` : 'e.g. weather forecast')

export const searchForm = (brand: string, { q = '', topic, compact = false }: SearchForm = {}): Markup => html`
<form class="search${compact && ' compact'}" role="search" action="/sdk" method="get" data-search="/${brand}-sdk/" toolname="open_sdk_search" tooldescription="Opens the list of SDKs that match a search." toolautosubmit>
<label for="q"${compact && html` class="unseen"`}>Search ${topic ? `SDKs about ${topic}` : 'SDKs'}</label>
<div class="field">
<input id="q" name="q" type="search" value="${q}" maxlength="200" placeholder="${compact ? 'Search SDKs' : hint(topic)}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" toolparamdescription="What the API should do, or words of its name, e.g. exchange rates">
${!compact && html`<button type="submit">Search</button>`}
</div>
${topic !== undefined && html`<input type="hidden" name="topic" value="${topic}">`}
</form>`
