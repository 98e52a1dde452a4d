/**
 * The search form. A page has at most one, because the form declares a tool for agents and its name must be unique.
 * The script reads the path of the SDK pages from `data-search`.
 */
import { html, type Markup } from './html.ts'

export interface SearchForm {
  q?: string
  /** Limits the search to one topic. */
  topic?: string | undefined
  /** Further parameters of the search, the topic among them. */
  parameters?: Readonly<Record<string, string>>
  /** For the bar at the top. */
  compact?: boolean
}

/** With a topic there is no example: one of another topic would find nothing. */
const hint = (topic: string | undefined): string => (topic ? `Search in ${topic}` : 'e.g. weather forecast')

export const searchForm = (
  brand: string,
  { q = '', topic, parameters = {}, compact = false }: SearchForm = {},
): Markup => html`
<form class="search${compact && ' compact'}" role="search" action="/sdk" method="get" data-search="/${brand}-sdk/" toolname="open_sdk_search" tooldescription="Opens the list of SDKs that match a search." toolautosubmit>
<label for="q"${compact && html` class="unseen"`}>Search ${topic ? `SDKs about ${topic}` : 'SDKs'}</label>
<div class="field">
<input id="q" name="q" type="search" value="${q}" maxlength="200" placeholder="${compact ? 'Search SDKs' : hint(topic)}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" toolparamdescription="What the API should do, or words of its name, e.g. exchange rates">
${!compact && html`<button type="submit">Search</button>`}
</div>
${Object.entries(parameters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
</form>`
