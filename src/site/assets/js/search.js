/** Search as you type: a combobox with links below it. Enter without a choice submits the form. */
import { $, $$, make, status } from './dom.js'

/** Ranked search; `more` is further parameters and a signal to stop. */
export async function find(query, limit, { signal, ...more } = {}) {
  const parameters = new URLSearchParams({ query, limit, ...more })
  const answer = await fetch(`/api/sdk/find?${parameters}`, { signal, headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`search answered ${answer.status}`)
  return answer.json()
}

/** What to do about an answer, in words; here nothing narrows a search. */
const adviceText = ({ advice = [] }) =>
  advice
    .filter(({ kind }) => kind !== 'narrow')
    .map(({ text }) => text)
    .join(' ')

/** The text with the words of the query marked. */
function marked(text, query) {
  const words = query.match(/[\p{L}\p{N}]{2,}/gu) ?? []
  if (words.length === 0) return [text]
  const pattern = new RegExp(`(${words.join('|')})`, 'giu')
  return text.split(pattern).map((part, at) => (at % 2 ? make('mark', { textContent: part }) : part))
}

const KEYS = { optional: 'Key optional', sometimes: 'Key for some calls', always: 'Needs a key' }
const keyBadge = ({ scheme = 'unknown', needed = 'always' } = {}) =>
  scheme === 'none' ? 'No key' : scheme !== 'unknown' && KEYS[needed]

/** What tells one SDK from another at a glance; nothing where it is not on record. */
const badges = ({ auth, entities }) =>
  [keyBadge(auth), entities && `${entities} ${entities === 1 ? 'entity' : 'entities'}`]
    .filter(Boolean)
    .flatMap((text) => [' ', make('small', { textContent: text })])

export const option = (href, ...children) => make('a', { role: 'option', tabIndex: -1, href }, ...children)

/** Options that belong together, below their name. */
export const group = (name, ...options) =>
  make('div', { role: 'group', ariaLabel: name }, make('p', { role: 'presentation', textContent: name }), ...options)

/**
 * `folder` is the path of the pages of SDKs, and `place` where the popup goes. `known` gives options without a search:
 * those for the words, or for none before anything is typed.
 */
export function combobox({ input, place, folder, name, known = () => [] }) {
  const list = make('div', { id: name, role: 'listbox', ariaLabel: 'SDKs found' })
  // A list box holds options and nothing else, so what is said of them, or in their place, stands above it.
  const note = make('p')
  const popup = make('div', { className: 'popup', hidden: true }, note, list)
  place.append(popup)
  Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' })
  input.setAttribute('aria-controls', name)
  let running
  let timer
  let at = -1

  const options = () => $$('[role="option"]', list)
  const isOpen = () => !popup.hidden
  /** What is said, and what there is to choose from; nothing of both closes. What was chosen stays so if it is there. */
  function show(text = '', rows = []) {
    const chosen = options()[at]?.href
    note.textContent = text
    note.hidden = text === ''
    list.replaceChildren(...rows)
    list.hidden = rows.length === 0
    popup.hidden = note.hidden && list.hidden
    input.ariaExpanded = String(!list.hidden)
    if (isOpen()) popup.style.setProperty('--room', `${innerHeight - popup.getBoundingClientRect().top - 12}px`)
    choose(options().findIndex(({ href }) => href === chosen))
  }
  function offer(answer, query) {
    const { hits, total, topics = {} } = answer
    const advice = adviceText(answer)
    const rows = [
      ...known(query),
      ...hits.map((hit) => {
        const { title, description, slug } = hit
        const about = make('span', {}, ...marked(description || slug, query))
        return option(folder + slug, ...marked(title, query), ...badges(hit), ' ', about)
      }),
    ]
    const names = Object.entries(topics).slice(0, 3)
    if (names.length > 0) {
      const links = names.map(([topic, count]) =>
        option(`/sdk?${new URLSearchParams({ q: query, topic })}`, `${topic} `, make('small', { textContent: count })),
      )
      rows.push(group('Topics in these results', ...links))
    }
    if (total > hits.length) {
      const all = option(`/sdk?${new URLSearchParams({ q: query })}`, `All ${total} results`)
      all.className = 'all'
      rows.push(all)
    }
    show(advice, rows)
    status.textContent = `${advice} ${total} ${total === 1 ? 'SDK' : 'SDKs'} found, ${hits.length} shown`.trim()
  }
  function tell(text, rows) {
    show(text, rows)
    status.textContent = text
  }
  function close() {
    running?.abort()
    clearTimeout(timer)
    show()
    status.textContent = ''
  }
  function choose(next) {
    const all = options()
    at = all.length === 0 ? -1 : next
    all.forEach((option, index) => {
      option.id = `${name}-${index}`
      option.ariaSelected = String(index === at)
    })
    if (at < 0) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', all[at].id)
    all[at].scrollIntoView({ block: 'nearest' })
  }

  async function search() {
    const query = input.value.trim()
    running?.abort()
    if (query === '') return show('', known(''))
    running = new AbortController()
    const { signal } = running
    // A quick answer shows no sign of waiting.
    const slow = setTimeout(() => tell('Searching …', known(query)), 250)
    try {
      const found = await find(query, 6, { signal, detail: 'detailed' })
      if (signal.aborted) return
      if (found.hits.length === 0) tell(adviceText(found) || 'No matches.', known(query))
      else offer(found, query)
    } catch {
      if (!signal.aborted) tell('The search is not responding. Press Enter for the results page.', known(query))
    } finally {
      clearTimeout(slow)
    }
  }

  let before = ''
  input.addEventListener('input', () => {
    const query = input.value.trim()
    const rows = known(query)
    choose(-1)
    if (rows.length > 0 || before === '') show('', rows)
    before = query
    clearTimeout(timer)
    timer = setTimeout(search, 90)
  })
  input.addEventListener('keydown', (event) => {
    const last = options().length - 1
    if (event.key === 'ArrowDown' && !isOpen()) search()
    else if (event.key === 'ArrowDown') choose(at >= last ? 0 : at + 1)
    else if (event.key === 'ArrowUp') choose(at <= 0 ? last : at - 1)
    else if (event.key === 'Enter' && at >= 0) options()[at].click()
    else if (event.key === 'Escape' && isOpen() && place.tagName !== 'DIALOG') close()
    else return
    event.preventDefault()
  })
  // A press on an option must not take the focus first, or the list would be gone before the click.
  popup.addEventListener('mousedown', (event) => event.preventDefault())
  addEventListener('pageshow', close)
  return { close, search }
}

const form = $('[data-search]')
export const input = form && $('input[type="search"]', form)
if (form && !$('input[type="hidden"]', form)) {
  $('.field', form).append(make('kbd', { className: 'key', textContent: '/', ariaHidden: 'true' }))
  const { close } = combobox({ input, place: $('.field', form), folder: form.dataset.search, name: 'found' })
  input.addEventListener('blur', close)
}
