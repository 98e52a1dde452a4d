/** Tabs in place of sections one below the other, and a filter for long lists of entities. */
import { $, $$, make, status, withStorage } from './dom.js'

/** `panels` are elements with ids; `key` names the choice in the URL and in this browser. */
function tabs(place, panels, { label, key, nameOf, idOf, first = panels[0] }) {
  const bar = make('div', { className: 'tablist', role: 'tablist', ariaLabel: label })
  const buttons = panels.map((panel) => {
    const button = make('button', { type: 'button', role: 'tab', id: `tab-${panel.id}`, textContent: nameOf(panel) })
    button.setAttribute('aria-controls', panel.id)
    panel.role = 'tabpanel'
    panel.setAttribute('aria-labelledby', button.id)
    button.addEventListener('click', () => {
      select(panel)
      withStorage(() => localStorage.setItem(key, idOf(panel)))
      const url = new URL(location.href)
      url.searchParams.set(key, idOf(panel))
      history.replaceState(null, '', url)
    })
    return button
  })
  bar.append(...buttons)
  place.prepend(bar)
  function select(panel) {
    for (const [at, button] of buttons.entries()) {
      const isSelected = panels[at] === panel
      panels[at].hidden = !isSelected
      button.ariaSelected = String(isSelected)
      button.tabIndex = isSelected ? 0 : -1
      // On a small screen the bar scrolls.
      if (isSelected) bar.scrollLeft = button.offsetLeft - bar.offsetLeft - 40
    }
  }
  bar.addEventListener('keydown', ({ key: pressed, target }) => {
    const at = buttons.indexOf(target)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[pressed]
    if (next === undefined) return
    const button = buttons.at(next % buttons.length)
    button.focus()
    button.click()
  })
  const byId = (id) => panels.find((panel) => id && (idOf(panel) === id || panel.id === id))
  const inHash = () => byId(location.hash.slice(1))
  const inQuery = byId(new URLSearchParams(location.search).get(key))
  select(inHash() ?? inQuery ?? byId(withStorage(() => localStorage.getItem(key))) ?? first)
  addEventListener('hashchange', () => inHash() && select(inHash()))
}

// On a small screen the lists beside the text begin folded.
if (matchMedia('(max-width: 61.99rem)').matches) for (const fold of $$('.fold')) fold.open = false

const start = $('[data-tabs]')
if (start) {
  const sections = $$('details', start)
  const names = new Map()
  const panels = sections.map((section) => {
    const panel = $('.panel', section)
    panel.id = section.id
    names.set(panel, $('summary', section).textContent)
    return panel
  })
  const first = panels[sections.findIndex(({ open }) => open)]
  for (const [at, section] of sections.entries()) section.replaceWith(panels[at])
  const idOf = (panel) => panel.id.replace('start-', '')
  tabs(start, panels, { label: start.dataset.label, key: 'lang', nameOf: (panel) => names.get(panel), idOf, first })
}

// The clients that an agent runs in.
const clients = $('[data-section="connect-an-agent"] > .parts')
if (clients) {
  const panels = $$('.part', clients).filter((part) => $('h3', part).id !== 'the-tools')
  for (const panel of panels) {
    const heading = $('h3', panel)
    panel.id = heading.id
    heading.removeAttribute('id')
    heading.className = 'unseen'
  }
  const nameOf = (panel) => $('h3', panel).firstChild.textContent
  tabs(clients, panels, { label: 'Clients', key: 'client', nameOf, idOf: (panel) => panel.id })
}

const rows = $('[data-filter]')
if (rows) {
  const label = rows.dataset.filter
  const field = make('input', { type: 'search', ariaLabel: label, placeholder: label, className: 'filter' })
  rows.prepend(field)
  field.addEventListener('input', () => {
    const word = field.value.trim().toLowerCase()
    if (word !== '') $('.rest', rows).open = true
    const entities = $$('.entity', rows)
    for (const row of entities) row.hidden = !row.firstElementChild.textContent.toLowerCase().includes(word)
    status.textContent = `${entities.filter(({ hidden }) => !hidden).length} of ${entities.length} shown`
  })
}
