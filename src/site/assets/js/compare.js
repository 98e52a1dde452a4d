/** Ticked SDKs stay ticked over pages and filters, in this tab, until they are taken away. */
import { $, $$, make, withStorage } from './dom.js'

const MAX_COMPARED = 5
const choice = $('.choice')
if (choice) {
  const button = $('button', choice)
  const note = $('span', choice)
  const advice = note.textContent
  const chosen = new Map(withStorage(() => JSON.parse(sessionStorage.getItem('compare') ?? '[]')) ?? [])
  const tray = make('ul', { className: 'chips tray', ariaLabel: 'Chosen for comparison' })
  const ticks = $$('.tick input')
  choice.append(tray)

  /** One removable entry for each; those of other pages are sent with the form, too. */
  function show() {
    withStorage(() => sessionStorage.setItem('compare', JSON.stringify([...chosen])))
    for (const tick of ticks) tick.checked = chosen.has(tick.value)
    const entries = [...chosen].map(([slug, title]) => {
      const entry = make('button', { type: 'button', textContent: `${title} ×`, ariaLabel: `Remove ${title}` })
      entry.addEventListener('click', () => {
        chosen.delete(slug)
        show()
      })
      const isHere = ticks.some(({ value }) => value === slug)
      const sent = isHere ? [] : [make('input', { type: 'hidden', name: 'slugs', value: slug })]
      return make('li', {}, entry, ...sent)
    })
    tray.replaceChildren(...entries)
    const { size } = chosen
    choice.classList.toggle('chosen', size > 0)
    button.disabled = size === 1 || size > MAX_COMPARED
    note.textContent = size === 1 ? 'Tick one more.' : size > MAX_COMPARED ? `At most ${MAX_COMPARED}.` : advice
  }
  for (const tick of ticks) {
    tick.addEventListener('change', () => {
      if (tick.checked) chosen.set(tick.value, $('h3', tick.closest('li')).textContent)
      else chosen.delete(tick.value)
      show()
    })
  }
  show()
  // Coming back by the browser's history, the page may be as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && show())
}
