/** Ticked SDKs stay ticked over pages and filters, in this tab and in the address, until they are taken away. */
import { $, $$, make, status, withStorage } from './dom.js'
import { combobox } from './search.js'

const MAX_COMPARED = 5
const choice = $('.choice')
if (choice) {
  const button = $('button', choice)
  const note = $('span', choice)
  const advice = note.textContent
  const tray = make('ul', { className: 'chips tray', ariaLabel: 'Chosen for comparison' })
  const ticks = $$('.tick input')
  const titles = new Map(ticks.map((tick) => [tick.value, $('h3', tick.closest('li')).textContent]))
  const stored = new Map(withStorage(() => JSON.parse(sessionStorage.getItem('compare') ?? '[]')) ?? [])
  const shared = new URLSearchParams(location.search).get('compare')?.split(',').slice(0, MAX_COMPARED)
  const nameOf = (slug) => [slug, titles.get(slug) ?? stored.get(slug) ?? slug]
  const chosen = shared ? new Map(shared.map(nameOf)) : stored
  choice.append(tray)

  function textFor(size) {
    if (size === 0) return advice
    if (size === 1) return 'One SDK is chosen. Tick one more.'
    return `${size} SDKs are chosen. ${size > MAX_COMPARED ? `Compare at most ${MAX_COMPARED}.` : 'Compare them, or tick more.'}`
  }

  /** One removable entry for each; those of other pages are sent with the form, too. */
  function show() {
    withStorage(() => sessionStorage.setItem('compare', JSON.stringify([...chosen])))
    for (const tick of ticks) tick.checked = chosen.has(tick.value)
    const entries = [...chosen].map(([slug, title]) => {
      const entry = make('button', { type: 'button', textContent: `${title} ×`, ariaLabel: `Remove ${title}` })
      entry.addEventListener('click', () => {
        chosen.delete(slug)
        show()
        status.textContent = note.textContent
      })
      const sent = titles.has(slug) ? [] : [make('input', { type: 'hidden', name: 'slugs', value: slug })]
      return make('li', {}, entry, ...sent)
    })
    tray.replaceChildren(...entries)
    const { size } = chosen
    const url = new URL(location.href)
    if (size > 0) url.searchParams.set('compare', [...chosen.keys()].join(','))
    else url.searchParams.delete('compare')
    history.replaceState(null, '', url)
    choice.classList.toggle('chosen', size > 0)
    button.disabled = size === 1 || size > MAX_COMPARED
    note.textContent = textFor(size)
  }
  for (const tick of ticks) {
    tick.addEventListener('change', () => {
      if (tick.checked) chosen.set(...nameOf(tick.value))
      else chosen.delete(tick.value)
      show()
      status.textContent = note.textContent
    })
  }
  show()
  // Coming back by the browser's history, the page may be as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && show())
}

// The names of the page that compares: what is typed after the last comma is searched, and a choice is added.
const names = $('.slugs input')
if (names) {
  const last = /[^,]*$/
  const folder = () => `/sdk/compare?slugs=${names.value.replace(last, '').replaceAll(' ', '')}`
  const read = () => last.exec(names.value)[0].trim()
  const { close } = combobox({ input: names, place: names.parentElement, folder, name: 'names', read, onlySdks: true })
  names.addEventListener('blur', close)
}
