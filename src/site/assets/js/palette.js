/** The search over every page: Ctrl or Command with K, or the icon on a small screen, where it fills the screen. */
import { $, $$, make, withStorage } from './dom.js'
import { combobox, group, input, popupRow } from './search.js'

const opener = $('[data-palette]')
const folder = opener.dataset.palette

// The SDKs that were opened last stay in this browser.
const MAX_RECENT = 5
const recents = () => withStorage(() => JSON.parse(localStorage.getItem('recent') ?? '[]')) ?? []
if (location.pathname.startsWith(folder)) {
  const here = { path: location.pathname, title: $('h1')?.textContent ?? '' }
  const latest = [here, ...recents().filter(({ path }) => path !== here.path)].slice(0, MAX_RECENT)
  withStorage(() => localStorage.setItem('recent', JSON.stringify(latest)))
}

/** Pages whose names begin like the words; without words all, and the SDKs that were opened last. */
function pageOptions(words) {
  const opened = words === '' ? recents().map(({ path, title }) => popupRow(path, title)) : []
  const pages = $$('.bottom nav:first-of-type a')
    .filter((link) => link.textContent.toLowerCase().startsWith(words.toLowerCase()))
    .map((link) => popupRow(link.href, link.textContent))
  return [...group('Opened last', opened), ...group('Pages', pages)]
}

let palette
function openPalette() {
  palette ??= build()
  const { dialog, field, search } = palette
  if (!dialog.open) dialog.showModal()
  field.select()
  search()
}

function build() {
  const label = 'Search SDKs and pages'
  const field = make('input', { type: 'search', name: 'q', autocomplete: 'off', spellcheck: false })
  Object.assign(field, { ariaLabel: label, placeholder: label })
  const shut = make('button', { type: 'button', className: 'shut', textContent: 'Close' })
  const form = make('form', { action: '/sdk', role: 'search' }, field, shut)
  const dialog = make('dialog', { className: 'palette', ariaLabel: 'Search' }, form)
  document.body.append(dialog)
  const { close, search } = combobox({
    input: field,
    place: dialog,
    folder: () => folder,
    name: 'palette-found',
    more: pageOptions,
  })
  shut.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', close)
  // A press beside it closes it.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
  return { dialog, field, search }
}

const SHORTCUTS = [
  ['/', 'Search'],
  ['Ctrl K', 'Search SDKs and pages, from everywhere'],
  ['↑ ↓ Enter', 'Choose what was found'],
  ['← →', 'Change the tab that has the focus'],
  ['Esc', 'Close'],
  ['?', 'These keys'],
]
let help
function openHelp() {
  if (!help) {
    const rows = SHORTCUTS.map(([key, does]) => make('p', {}, make('kbd', { textContent: key }), ` ${does}`))
    const close = make('button', { className: 'shut', textContent: 'Close' })
    const heading = make('h2', { textContent: 'Keys' })
    help = make(
      'dialog',
      { className: 'palette', ariaLabel: 'Keys' },
      heading,
      ...rows,
      make('form', { method: 'dialog' }, close),
    )
    document.body.append(help)
  }
  if (!help.open) help.showModal()
}

opener.addEventListener('click', (event) => {
  event.preventDefault()
  openPalette()
})
document.addEventListener('keydown', (event) => {
  const modified = event.ctrlKey || event.metaKey
  const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]')
  if (event.key === '?' && !isTyping && !modified) return openHelp()
  const opensPalette = modified && event.key.toLowerCase() === 'k'
  if (!opensPalette && (event.key !== '/' || isTyping || modified || event.altKey)) return
  event.preventDefault()
  if (!opensPalette && input?.checkVisibility()) input.focus()
  else openPalette()
})
