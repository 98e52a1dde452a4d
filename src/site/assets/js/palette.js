/** The search over every page: Ctrl or Command with K, or the icon on a small screen, where it fills the screen. */
import { $, $$, ifKept, make } from './dom.js'
import { combobox, group, input, option } from './search.js'

const opener = $('[data-palette]')
const folder = opener.dataset.palette

// The SDKs that were opened last stay in this browser.
const MOST_RECENT = 5
const recents = () => ifKept(() => JSON.parse(localStorage.getItem('recent') ?? '[]')) ?? []
if (location.pathname.startsWith(folder)) {
  const here = { path: location.pathname, title: $('h1')?.textContent ?? '' }
  const others = recents().filter(({ path }) => path !== here.path)
  ifKept(() => localStorage.setItem('recent', JSON.stringify([here, ...others].slice(0, MOST_RECENT))))
}

/** Pages whose names begin like the words; without words all, and the SDKs that were opened last. */
function known(words) {
  const opened = words === '' ? recents().map(({ path, title }) => option(path, title)) : []
  const pages = $$('.bottom nav:first-of-type a')
    .filter((link) => link.textContent.toLowerCase().startsWith(words.toLowerCase()))
    .map((link) => option(link.href, link.textContent))
  return [
    ...(opened.length > 0 ? [group('Opened last', ...opened)] : []),
    ...(pages.length > 0 ? [group('Pages', ...pages)] : []),
  ]
}

let opened
function open() {
  opened ??= build()
  const { dialog, field, search } = opened
  if (!dialog.open) dialog.showModal()
  field.select()
  search()
}

function build() {
  const field = make('input', {
    type: 'search',
    name: 'q',
    maxLength: 200,
    autocomplete: 'off',
    ariaLabel: 'Search SDKs and pages',
    placeholder: 'Search SDKs and pages',
  })
  field.spellcheck = false
  const shut = make('button', { type: 'button', className: 'shut', textContent: 'Close' })
  const dialog = make(
    'dialog',
    { className: 'palette', ariaLabel: 'Search' },
    make('form', { action: '/sdk', role: 'search' }, field, shut),
  )
  document.body.append(dialog)
  const { close, search } = combobox({ input: field, place: dialog, folder, name: 'palette-found', known })
  shut.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', close)
  // A press beside it closes it.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
  return { dialog, field, search }
}

opener.addEventListener('click', (event) => {
  event.preventDefault()
  open()
})
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    return open()
  }
  const typing = event.target.closest?.('input, textarea, select, [contenteditable]')
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (input?.checkVisibility()) input.focus()
  else open()
})
