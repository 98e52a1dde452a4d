/** Tabs in place of sections one below the other, and a filter for long lists of entities. */
import { $, $$, make, status, withStorage } from './dom.js'

/** What shows the same choice elsewhere on the page. */
const sets = []

/**
 * `entries` are panels with a name, and an id for the URL; `key` names the choice there and in this browser, and is empty
 * for one that is not kept.
 */
function tabs(place, key, label, entries, first = entries[0]) {
  const bar = make('div', { className: 'tablist', role: 'tablist', ariaLabel: label })
  const buttons = entries.map((entry) => {
    const { panel, name, id } = entry
    const button = make('button', { type: 'button', role: 'tab', id: `tab-${panel.id}`, textContent: name })
    button.setAttribute('aria-controls', panel.id)
    panel.role = 'tabpanel'
    panel.setAttribute('aria-labelledby', button.id)
    button.addEventListener('click', () => {
      if (!key) return select(entry)
      for (const set of sets) if (set.key === key) set.choose(id)
      withStorage(() => localStorage.setItem(key, id))
      const url = new URL(location.href)
      url.searchParams.set(key, id)
      history.replaceState(null, '', url)
    })
    return button
  })
  if (!key) bar.ariaOrientation = 'vertical'
  bar.append(...buttons)
  place.prepend(bar)
  function select(entry) {
    for (const [at, button] of buttons.entries()) {
      const isSelected = entries[at] === entry
      entries[at].panel.hidden = !isSelected
      button.ariaSelected = String(isSelected)
      button.tabIndex = isSelected ? 0 : -1
      // On a small screen the bar scrolls.
      if (isSelected) bar.scrollLeft = button.offsetLeft - bar.offsetLeft - 40
    }
  }
  bar.addEventListener('keydown', (event) => {
    const { key: pressed, target } = event
    const at = buttons.indexOf(target)
    const [after, before] = [at + 1, at - 1]
    const arrows = { ArrowRight: after, ArrowDown: after, ArrowLeft: before, ArrowUp: before }
    const next = { ...arrows, Home: 0, End: buttons.length - 1 }[pressed]
    if (next === undefined) return
    const button = buttons.at(next % buttons.length)
    event.preventDefault()
    button.focus()
    button.click()
  })
  const byId = (name) => entries.find(({ panel, id }) => name && (id === name || panel.id === name))
  const inHash = () => byId(location.hash.slice(1))
  const inQuery = byId(new URLSearchParams(location.search).get(key))
  select(inHash() ?? inQuery ?? byId(key && withStorage(() => localStorage.getItem(key))) ?? first)
  addEventListener('hashchange', () => inHash() && select(inHash()))
  const choose = (id) => byId(id) && select(byId(id))
  sets.push({ key, choose })
}

// On a small screen the lists beside the text begin folded.
if (matchMedia('(max-width: 61.99rem)').matches) for (const fold of $$('.fold')) fold.open = false

for (const place of $$('[data-tabs]')) {
  const sections = $$(':scope > .tab', place)
  const entries = sections.map((section) => {
    const panel = Object.assign($('.panel', section), { id: section.id })
    return { panel, name: $('summary', section).textContent, id: section.dataset.tab }
  })
  const first = entries[sections.findIndex(({ open }) => open)]
  for (const [at, section] of sections.entries()) section.replaceWith(entries[at].panel)
  tabs(place, place.dataset.tabs, place.dataset.label, entries, first)
}

// The clients that an agent runs in.
const clients = $('[data-section="connect-an-agent"] > .parts')
if (clients) {
  const entries = $$('.part:not(:has(#the-tools))', clients).map((panel) => {
    const heading = $('h3', panel)
    panel.id = heading.id
    heading.removeAttribute('id')
    heading.className = 'unseen'
    return { panel, name: heading.firstChild.textContent, id: panel.id }
  })
  tabs(clients, 'client', 'Clients', entries)
}

const rows = $('[data-filter]')
if (rows) {
  const label = rows.dataset.filter
  const field = make('input', { type: 'search', ariaLabel: label, placeholder: label, className: 'filter' })
  const none = make('p', { className: 'notes', textContent: 'No entity has this name.', hidden: true })
  const entities = $$('.entity', rows)
  rows.prepend(field, none)
  const filter = () => {
    const word = field.value.trim().toLowerCase()
    if (word !== '') $('.rest', rows).open = true
    for (const row of entities) row.hidden = !row.firstElementChild.textContent.toLowerCase().includes(word)
    const shown = entities.filter(({ hidden }) => !hidden).length
    none.hidden = shown > 0
    status.textContent = `${shown} of ${entities.length} shown`
  }
  field.addEventListener('input', () => {
    filter()
    const url = new URL(location.href)
    if (field.value === '') url.searchParams.delete('entity')
    else url.searchParams.set('entity', field.value)
    history.replaceState(null, '', url)
  })
  field.value = rows.dataset.words
  if (field.value !== '') filter()
}
