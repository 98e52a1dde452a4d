/** Code with a button that copies it. */
import { button, byId, element, say } from './dom.js'

const SHOWN_MS = 2000

export function copyableCode(text) {
  const code = element('code', {}, text)
  const copier = button('Copy', { className: 'copy' }, async () => {
    const word = (await copied(code)) ? 'Copied' : 'Selected'
    copier.textContent = word
    say(byId('outcome'), word)
    setTimeout(() => {
      copier.textContent = 'Copy'
      if (byId('outcome').textContent === word) say(byId('outcome'), '')
    }, SHOWN_MS)
  })
  return element('div', { className: 'code' }, element('pre', {}, code), copier)
}

/** Hosts may keep a frame from the clipboard; the older command often works where the newer is not allowed. */
async function copied(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(code)
    return document.execCommand('copy')
  }
}
