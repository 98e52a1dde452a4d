/** What narrows the list of SDKs and sets its order: links with the number of SDKs that each leads to. */

import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import { html, type Markup } from '../html/html.ts'
import { type Filters, FLAG_NAMES, FLAGS, withoutTopic } from './filters.ts'
import { type ListQuery, listPath, SORTS, type Sort } from './query.ts'
import type { Selection } from './selection.ts'

/** Topics shown at once; the others unfold. */
const FIRST_TOPICS = 14
const FIRST_LANGUAGES = 8

export function facets(selection: Selection): Markup {
  return html`<div class="facets">
${flags(selection)}
${topics(selection)}
${languages(selection)}
</div>`
}

interface Chip {
  label: string
  count?: number | undefined
  isCurrent: boolean
  path: string
}

const chip = ({ label, count, isCurrent, path }: Chip): Markup =>
  html`<li><a href="${path}"${isCurrent && html` aria-current="true"`}>${label}${count !== undefined && html` <span>${count}</span>`}</a></li>`

/** The same list from its beginning, with other filters. */
const to = (query: ListQuery, filters: Filters): string => listPath({ ...query, filters, page: 1 })

const without = (filters: Filters, name: keyof Filters): Filters => {
  const { [name]: _, ...rest } = filters
  return rest
}

function flags({ query, counts }: Selection): Markup | undefined {
  const { filters } = query
  const chips = FLAG_NAMES.filter((name) => filters[name] || (counts[name] ?? 0) > 0).map((name) => ({
    label: FLAGS[name].label,
    count: counts[name],
    isCurrent: filters[name] === true,
    path: to(query, filters[name] ? without(filters, name) : { ...filters, [name]: true }),
  }))
  return chips.length === 0
    ? undefined
    : html`<nav class="filters" aria-labelledby="narrow"><h2 id="narrow">Show only</h2><ul class="chips">${chips.map(chip)}</ul></nav>`
}

function topics({ query, topics: { q, counts: all } }: Selection): Markup | undefined {
  if (all.length === 0) return undefined
  const kept = withoutTopic(query.filters)
  const { topic: current } = query.filters
  const chips = all.map(([topic, count]): Chip => {
    const isCurrent = topic === current
    const filters = isCurrent ? kept : { ...kept, topic }
    return { label: topic, count, isCurrent, path: to({ ...query, q: isCurrent ? query.q : q }, filters) }
  })
  // On a narrow screen the row scrolls, and only its beginning is seen.
  const inOrder = [...chips.filter(({ isCurrent }) => isCurrent), ...chips.filter(({ isCurrent }) => !isCurrent)]
  const first = inOrder.slice(0, FIRST_TOPICS)
  const rest = inOrder.slice(FIRST_TOPICS).sort((a, b) => (a.label < b.label ? -1 : 1))
  return html`<nav class="topics" aria-labelledby="topics"><h2 id="topics">${q === '' ? 'Topics' : 'Topics in these results'}</h2>
<ul class="chips">${first.map(chip)}</ul>
${rest.length > 0 && html`<details><summary>${rest.length} more ${rest.length === 1 ? 'topic' : 'topics'}</summary><ul class="chips">${rest.map(chip)}</ul></details>`}
</nav>`
}

/** Last, because nearly all SDKs come in the same six. */
function languages({ query, counts }: Selection): Markup | undefined {
  const { filters } = query
  const known = (Object.keys(LANGUAGES) as Language[])
    .filter((language) => (language in counts && counts[language] !== 0) || filters.language === language)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
  const chips = known.slice(0, FIRST_LANGUAGES).map((language): Chip => {
    const isCurrent = filters.language === language
    return {
      label: LANGUAGES[language],
      count: counts[language],
      isCurrent,
      path: to(query, isCurrent ? without(filters, 'language') : { ...filters, language }),
    }
  })
  return chips.length === 0
    ? undefined
    : html`<nav class="filters languages" aria-labelledby="languages"><h2 id="languages">Languages</h2><ul class="chips">${chips.map(chip)}</ul></nav>`
}

/** Links, each to the same SDKs in another order. */
export function sorting({ query, total }: Selection): Markup | undefined {
  if (total < 2) return undefined
  const usual = query.q === '' ? SORTS.title : 'Best match'
  const others = (Object.keys(SORTS) as Sort[]).filter((sort) => sort !== 'title' || query.q !== '')
  const { sort: current, ...plain } = query
  const options: Chip[] = [
    { label: usual, isCurrent: current === undefined, path: listPath({ ...plain, page: 1 }) },
    ...others.map((sort) => ({
      label: SORTS[sort],
      isCurrent: current === sort,
      path: listPath({ ...plain, sort, page: 1 }),
    })),
  ]
  return html`<nav class="sorting" aria-label="Order"><ul>${options.map(chip)}</ul></nav>`
}
