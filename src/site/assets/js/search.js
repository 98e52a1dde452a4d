/** Search as you type: a combobox with links below it. Enter without a choice submits the form. */
import { $, $$, make, status } from './dom.js'

/** @returns the answer of find_sdk */
export async function findSdks(query, limit, signal) {
  const parameters = new URLSearchParams({ query, limit, detail: 'detailed' })
  const answer = await fetch(`/api/sdk/find?${parameters}`, { signal, headers: { accept: 'application/json' } })
  if (answer.ok) return answer.json()
  // What the caller can mend comes in words.
  const { detail } = answer.status === 400 ? await answer.json() : {}
  throw Object.assign(new Error(detail ?? `search answered ${answer.status}`), { detail })
}

const adviceText = ({ advice = [] }) => advice.map(({ text }) => text).join(' ')

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

/** What tells one SDK from another at a glance, as far as it is on record. */
const badges = ({ auth, entities }) =>
  [keyBadge(auth), entities && `${entities} ${entities === 1 ? 'entity' : 'entities'}`]
    .filter(Boolean)
    .flatMap((text) => [' ', make('small', { textContent: text })])

export const popupRow = (href, ...children) => make('a', { role: 'option', tabIndex: -1, href }, ...children)

/** Options that belong together, below their name. */
export function group(name, options) {
  const heading = make('p', { role: 'presentation', textContent: name })
  return options.length > 0 ? [make('div', { role: 'group', ariaLabel: name }, heading, ...options)] : []
}

/** Options for the hits of a query, for their topics, and for the page of all results. */
function answerOptions({ hits, total, topics = {} }, query, folder, onlySdks) {
  const href = (topic) => `/sdk?${new URLSearchParams({ q: query, ...topic })}`
  const narrowed = Object.entries(topics)
    .slice(0, 3)
    .map(([topic, count]) => popupRow(href({ topic }), `${topic} `, make('small', { textContent: count })))
  const results = Object.assign(popupRow(href(), `All ${total} results`), { className: 'all' })
  const sdks = hits.map(({ slug, title, description, ...facts }) => {
    const about = make('span', {}, ...marked(description || slug, query))
    return popupRow(folder() + slug, ...marked(title, query), ...badges(facts), ' ', about)
  })
  if (onlySdks) return sdks
  return [...sdks, ...group('Topics in these results', narrowed), ...(total > hits.length ? [results] : [])]
}

/**
 * `folder` gives what the link to an SDK begins with, `place` holds the popup, and `read` gives the words. `more` gives
 * options that need no search, for the words or for an empty field.
 */
export function combobox({ input, place, folder, name, more = () => [], read = () => input.value.trim(), onlySdks }) {
  const list = make('div', { id: name, role: 'listbox', ariaLabel: 'SDKs found' })
  // A list box holds options and nothing else, so the message is above it.
  const note = make('p')
  const popup = make('div', { className: 'popup', hidden: true }, note, list)
  place.append(popup)
  Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' })
  input.setAttribute('aria-controls', name)
  let running
  let timer
  let at = -1

  const options = () => $$('[role="option"]', list)
  /** Without message and rows the popup closes. An option that is still there stays selected. */
  function show(message = '', rows = []) {
    const selected = options()[at]?.href
    note.textContent = message
    note.hidden = message === ''
    list.replaceChildren(...rows)
    list.hidden = rows.length === 0
    popup.hidden = note.hidden && list.hidden
    input.ariaExpanded = String(!list.hidden)
    popup.style.setProperty('--room', `${innerHeight - popup.getBoundingClientRect().top - 12}px`)
    select(options().findIndex(({ href }) => href === selected))
  }
  function announce(message, rows) {
    show(message, rows)
    status.textContent = message
  }
  function close() {
    running?.abort()
    clearTimeout(timer)
    announce('')
  }
  function select(next) {
    const rows = options()
    at = rows.length === 0 ? -1 : next
    for (const [index, option] of rows.entries()) {
      option.id = `${name}-${index}`
      option.ariaSelected = String(index === at)
    }
    if (at < 0) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', rows[at].id)
    rows[at].scrollIntoView({ block: 'nearest' })
  }

  async function search() {
    const query = read()
    running?.abort()
    if (query === '') return show('', more(''))
    running = new AbortController()
    const { signal } = running
    // A quick answer shows no sign of waiting.
    const slow = setTimeout(() => announce('Searching …', more(query)), 250)
    try {
      const answer = await findSdks(query, 6, signal)
      if (signal.aborted) return
      const { hits, total } = answer
      const advice = adviceText(answer)
      if (hits.length === 0) return announce(advice || 'No matches.', more(query))
      show(advice, [...more(query), ...answerOptions(answer, query, folder, onlySdks)])
      const found = total === 0 ? '' : `${total} ${total === 1 ? 'SDK' : 'SDKs'} found, `
      status.textContent = `${advice} ${found}${hits.length} shown`.trim()
    } catch ({ detail = 'The search is not responding. Press Enter for the results page.' }) {
      if (!signal.aborted) announce(detail, more(query))
    } finally {
      clearTimeout(slow)
    }
  }

  let before = ''
  input.addEventListener('input', () => {
    const query = read()
    const rows = more(query)
    select(-1)
    if (rows.length > 0 || before === '') show('', rows)
    before = query
    clearTimeout(timer)
    timer = setTimeout(search, 90)
  })
  input.addEventListener('keydown', (event) => {
    const last = options().length - 1
    if (event.key === 'ArrowDown' && popup.hidden) search()
    else if (event.key === 'ArrowDown') select(at >= last ? 0 : at + 1)
    else if (event.key === 'ArrowUp') select(at <= 0 ? last : at - 1)
    else if (event.key === 'Enter' && at >= 0) options()[at].click()
    else if (event.key === 'Escape' && !popup.hidden && place.tagName !== 'DIALOG') close()
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
  const field = $('.field', form)
  field.append(make('kbd', { className: 'key', textContent: '/', ariaHidden: 'true' }))
  const { close } = combobox({ input, place: field, folder: () => form.dataset.search, name: 'found' })
  input.addEventListener('blur', close)
}

// WebMCP, where the browser has it: the search as a tool for agents.
const model = document.modelContext ?? navigator.modelContext
model
  ?.registerTool?.({
    name: 'find_sdk',
    title: 'Find an SDK',
    description:
      'Finds generated SDKs for public APIs by name or by what they do. Returns title, slug, description and addresses.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'e.g. "weather forecast"' } },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, untrustedContentHint: true },
    execute: async ({ query }) => {
      const { total, hits } = await findSdks(query, 10)
      return { content: [{ type: 'text', text: JSON.stringify({ total, hits }) }] }
    },
  })
  ?.catch?.(() => {})
