/** Forms: one press sends once, and says so. */
import { $, $$, status } from './dom.js'

for (const message of $$('form[data-progress]')) {
  const button = $('button[type="submit"]', message)
  const label = button.textContent
  message.addEventListener('submit', () => {
    // After the press: a disabled button would not submit.
    setTimeout(() => {
      button.disabled = true
      button.textContent = 'Sending …'
      status.textContent = 'Sending'
    })
  })
  addEventListener('pageshow', () => {
    button.disabled = false
    button.textContent = label
  })
}
$('[data-focus]')?.focus()
