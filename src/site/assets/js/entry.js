/** Tabs in place of what stands one below the other, and a filter for long lists of entities. */
import { $, $$, ifKept, make, status } from './dom.js'

/** `panels` are elements with ids; `key` names the choice in the URL and in this browser. */
function tabs(place, panels, { label, key, nameOf, idOf, first }) {
  const bar = make('div', { className: 'tablist', role: 'tablist', ariaLabel: label })
  const buttons = panels.map((panel) => {
    const button = make('button', { type: 'button', role: 'tab', id: `tab-${panel.id}`, textContent: nameOf(panel) })
    button.setAttribute('aria-controls', panel.id)
    Object.assign(panel, { role: 'tabpanel' })
    panel.setAttribute('aria-labelledby', button.id)
    button.addEventListener('click', () => choose(panel, true))
    return button
  })
  bar.append(...buttons)
  place.prepend(bar)
  function choose(chosen, byHand = false) {
    panels.forEach((panel, at) => {
      panel.hidden = panel !== chosen
      buttons[at].ariaSelected = String(panel === chosen)
      buttons[at].tabIndex = panel === chosen ? 0 : -1
    })
    const button = buttons[panels.indexOf(chosen)]
    // On a small screen the bar scrolls.
    bar.scrollLeft = button.offsetLeft - bar.offsetLeft - 40
    if (!byHand) return
    ifKept(() => localStorage.setItem(key, idOf(chosen)))
    const url = new URL(location.href)
    url.searchParams.set(key, idOf(chosen))
    history.replaceState(null, '', url)
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
  const asked = new URLSearchParams(location.search).get(key)
  const kept = ifKept(() => localStorage.getItem(key))
  const start = () => byId(location.hash.slice(1)) ?? byId(asked) ?? byId(kept) ?? first ?? panels[0]
  choose(start())
  addEventListener('hashchange', () => byId(location.hash.slice(1)) && choose(start()))
}

// On a small screen what stands beside the text begins folded.
if (matchMedia('(max-width: 61.99rem)').matches) for (const fold of $$('.fold')) fold.open = false

const start = $('[data-tabs]')
if (start) {
  const parts = $$('details', start)
  const names = new Map()
  const panels = parts.map((part) => {
    const panel = $('.panel', part)
    panel.id = part.id
    names.set(panel, $('summary', part).textContent)
    return panel
  })
  const first = panels[parts.findIndex(({ open }) => open)]
  for (const [at, part] of parts.entries()) part.replaceWith(panels[at])
  const idOf = (panel) => panel.id.replace('start-', '')
  tabs(start, panels, { label: start.dataset.label, key: 'lang', nameOf: (panel) => names.get(panel), idOf, first })
}

// The clients that an agent runs in.
const clients = $('[data-section="connect-an-agent"] > .parts')
if (clients) {
  const panels = $$('.part', clients).filter((part) => part.querySelector('h3').id !== 'the-tools')
  for (const panel of panels) {
    const heading = $('h3', panel)
    panel.id = heading.id
    heading.removeAttribute('id')
    heading.className = 'unseen'
  }
  tabs(clients, panels, {
    label: 'Clients',
    key: 'client',
    nameOf: (panel) => $('h3', panel).firstChild.textContent,
    idOf: (panel) => panel.id,
  })
}

const rows = $('[data-filter]')
if (rows) {
  const box = make('input', {
    type: 'search',
    ariaLabel: rows.dataset.filter,
    placeholder: rows.dataset.filter,
    className: 'filter',
  })
  const rest = $('.rest', rows)
  rows.prepend(box)
  box.addEventListener('input', () => {
    const word = box.value.trim().toLowerCase()
    if (word !== '') rest.open = true
    const all = $$('.entity', rows)
    for (const row of all) row.hidden = !row.firstElementChild.textContent.toLowerCase().includes(word)
    const left = all.filter(({ hidden }) => !hidden).length
    status.textContent = `${left} of ${all.length} shown`
  })
}
