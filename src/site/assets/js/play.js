/** The first page plays its questions once, calmly: until a reader takes over, and never where no motion is wanted. */
import { $, $$, make } from './dom.js'

const SHOWN_MS = 6000
const demo = $('.demo > .tabs')
const questions = demo ? $$(':scope > .tablist > button', demo) : []
if (questions.length > 1 && matchMedia('(prefers-reduced-motion: no-preference)').matches) {
  const pause = make('button', { type: 'button', className: 'pause', textContent: 'Pause' })
  let at = 0
  const timer = setInterval(() => {
    if (document.hidden || demo.matches(':hover, :focus-within')) return
    demo.classList.add('playing')
    at = (at + 1) % questions.length
    questions[at].click()
    if (at === 0) stop()
  }, SHOWN_MS)
  function stop() {
    clearInterval(timer)
    pause.remove()
  }
  // Also the press of Pause.
  demo.addEventListener('click', ({ isTrusted }) => isTrusted && stop())
  demo.append(pause)
}
