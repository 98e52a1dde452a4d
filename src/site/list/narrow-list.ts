/** What narrows the list of SDKs and sets its order: links with the number of SDKs that each leads to. */
import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import { html, type Markup } from '../html/html.ts'
import { FILTER_FLAG_NAMES, FILTER_FLAGS, type Filters, listPath, SORTS, type Sort } from './list-query.ts'
import type { Selection } from './selection.ts'

/** Topics and languages shown at once. The other topics unfold. */
const FIRST_TOPICS = 14
const FIRST_LANGUAGES = 8

interface Chip {
  label: string
  count?: number | undefined
  isCurrent: boolean
  path: string
}

const chip = ({ label, count, isCurrent, path }: Chip): Markup =>
  html`<li><a href="${path}"${isCurrent && html` aria-current="true"`}>${label}${count !== undefined && html` <span>${count}</span>`}</a></li>`

const filterNav = (kind: string, id: string, heading: string, chips: readonly Chip[]): Markup | false =>
  chips.length > 0 &&
  html`<nav class="${kind}" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2><ul class="chips">${chips.map(chip)}</ul></nav>`

export function facets(selection: Selection): Markup {
  const { query, counts } = selection
  const flags = FILTER_FLAG_NAMES.map((name) => ({
    label: FILTER_FLAGS[name].label,
    count: counts[name],
    ...toggle(selection, { [name]: true }),
  })).filter(({ isCurrent, count = 0 }) => isCurrent || count > 0)
  const languages = (Object.keys(LANGUAGES) as Language[])
    .filter((language) => (language in counts && counts[language] !== 0) || query.filters.language === language)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
    .slice(0, FIRST_LANGUAGES)
    .map((language) => ({ label: LANGUAGES[language], count: counts[language], ...toggle(selection, { language }) }))
  // Languages are last, because nearly all SDKs come in the same six.
  const active = Object.keys(query.filters).length
  return html`<details class="fold facets" open><summary>Filters${active > 0 && ` (${active})`}</summary>
<div>
${filterNav('filters', 'narrow', 'Show only', flags)}
${topics(selection)}
${filterNav('filters languages', 'languages', 'Languages', languages)}
</div>
</details>`
}

/** Leads to the first page of the list, with the filter if it is off, else without it. */
function toggle({ query }: Selection, filter: Filters, q = query.q): Pick<Chip, 'isCurrent' | 'path'> {
  const [[name, value]] = Object.entries(filter) as [[keyof Filters, unknown]]
  const { [name]: current, ...others } = query.filters
  const isCurrent = current === value
  const next = isCurrent ? { filters: others } : { filters: { ...query.filters, ...filter }, q }
  return { isCurrent, path: listPath({ ...query, ...next, page: 1 }) }
}

function topics(selection: Selection): Markup | false {
  const { q, counts } = selection.topics
  const chips = counts.map(([label, count]) => ({ label, count, ...toggle(selection, { topic: label }, q) }))
  // On a narrow screen the row scrolls, and only its beginning is seen.
  const inOrder = chips.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  const others = inOrder.slice(FIRST_TOPICS).sort((a, b) => (a.label < b.label ? -1 : 1))
  return (
    chips.length > 0 &&
    html`<nav class="topics" aria-labelledby="topics"><h2 id="topics">${q === '' ? 'Topics' : 'Topics in these results'}</h2>
<ul class="chips">${inOrder.slice(0, FIRST_TOPICS).map(chip)}</ul>
${others.length > 0 && html`<details><summary>${others.length} more ${others.length === 1 ? 'topic' : 'topics'}</summary><ul class="chips">${others.map(chip)}</ul></details>`}
</nav>`
  )
}

/** Links, each to the same SDKs in another order. */
export function sorting({ query, total }: Selection): Markup | false {
  const { sort: current, ...unsorted } = query
  const option = (label: string, sort?: Sort): Chip => ({
    label,
    isCurrent: current === sort,
    path: listPath({ ...unsorted, ...(sort && { sort }), page: 1 }),
  })
  const byDefault = query.q === '' ? option(SORTS.readiness) : option('Best match')
  const others = (Object.keys(SORTS) as Sort[]).filter((sort) => sort !== 'readiness' || query.q !== '')
  const options = [byDefault, ...others.map((sort) => option(SORTS[sort], sort))]
  return total > 1 && html`<nav class="sorting" aria-label="Order"><ul>${options.map(chip)}</ul></nav>`
}
