/** Sends a read to its API, and shows what came back. */
import { $, $$, make, status } from './dom.js'

const form = $('[data-try]')
const place = $('.answer')
/** Characters of an answer that are shown. */
const MAX_SHOWN = 20_000
$('button', form).disabled = false

function address() {
  const inputs = $$('input', form).filter(({ value }) => value !== '')
  const inPath = new Map(inputs.filter(({ dataset }) => dataset.in === 'path').map(({ name, value }) => [name, value]))
  const query = inputs.filter(({ dataset }) => dataset.in === 'query').map(({ name, value }) => [name, value])
  const path = form.dataset.path.replace(/\{([^{}]+)\}/g, (_, name) => encodeURIComponent(inPath.get(name) ?? ''))
  const joint = path.includes('?') ? '&' : '?'
  return form.dataset.try + path + (query.length > 0 ? joint + new URLSearchParams(query) : '')
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function show(className, words, text) {
  const line = make('p', { className, textContent: words })
  const shown = text && make('pre', { tabIndex: 0, textContent: text.slice(0, MAX_SHOWN) })
  const cut = text?.length > MAX_SHOWN && make('p', { className: 'notes', textContent: 'The rest is not shown.' })
  place.replaceChildren(line, ...[shown, cut].filter(Boolean))
  status.textContent = words
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const url = address()
  const start = performance.now()
  show('notes', 'Sending')
  try {
    const answer = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    const text = await answer.text()
    const words = `${answer.status} ${answer.statusText}, ${Math.round(performance.now() - start)} ms, ${text.length} characters`
    show(answer.ok ? 'ok' : 'bad', words, indented(text))
  } catch {
    show('bad', 'The browser could not read an answer: the API does not let web pages read it, or its server is away.')
  }
})
