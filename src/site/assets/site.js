/** What script adds to pages that work without it: theme, search as you type, copy buttons, progress of forms. */
const root = document.documentElement
const $ = (selector, within = document) => within.querySelector(selector)
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Read out by screen readers, seen by nobody. */
const status = make('p', { className: 'unseen', role: 'status' })
document.body.append(status)

// Theme: the system's until somebody presses the button, which is then remembered.
// A browser that keeps nothing still switches this page.
function ifKept(action) {
  try {
    return action()
  } catch {}
}
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : systemDark.matches)
const chosen = ifKept(() => localStorage.getItem('theme'))
if (chosen === 'dark' || chosen === 'light') root.dataset.theme = chosen
const toggle = $('[data-theme-toggle]')
function showTheme() {
  toggle.setAttribute('aria-pressed', String(isDark()))
  const colour = getComputedStyle(root).backgroundColor
  for (const meta of $$('meta[name="theme-color"]')) meta.content = colour
}
toggle.hidden = false
toggle.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark'
  ifKept(() => localStorage.setItem('theme', root.dataset.theme))
  showTheme()
})
systemDark.addEventListener('change', showTheme)
showTheme()

// Copy buttons.
for (const pre of $$('pre')) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  const frame = make('div', { className: 'code' })
  pre.replaceWith(frame)
  frame.append(pre, button)
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(pre.textContent.trimEnd()).then(
      () => true,
      () => false,
    )
    if (!copied) getSelection().selectAllChildren(pre)
    button.textContent = copied ? 'Copied' : 'Selected'
    status.textContent = copied ? 'Copied to the clipboard' : 'Selected; copy it with the keyboard'
    setTimeout(() => {
      button.textContent = 'Copy'
      status.textContent = ''
    }, 2000)
  })
}

// Only what really scrolls needs a stop for the keyboard.
for (const scroller of $$('pre[tabindex], .table[tabindex]')) {
  new ResizeObserver(() => {
    if (scroller.scrollWidth > scroller.clientWidth) scroller.tabIndex = 0
    else scroller.removeAttribute('tabindex')
  }).observe(scroller)
}

/** Ranked search; `more` is further parameters and a signal to stop. */
async function find(query, limit, { signal, ...more } = {}) {
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

// Search as you type: a combobox with a list of links below it. Enter without a choice submits the form.
const form = $('[data-search]')
const input = form && $('input[type="search"]', form)
if (form && !$('input[name="topic"]', form)) combobox()
function combobox() {
  const list = make('ul', { id: 'found', role: 'listbox', ariaLabel: 'SDKs found' })
  // A list box holds options and nothing else, so what is said of them, or in their place, stands above it.
  const note = make('p')
  const popup = make('div', { className: 'popup', hidden: true }, note, list)
  $('.field', form).append(make('kbd', { className: 'key', textContent: '/', ariaHidden: 'true' }), popup)
  Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' })
  input.setAttribute('aria-controls', 'found')
  let running
  let timer
  let at = -1

  const options = () => $$('[role="option"]', list)
  const isOpen = () => !popup.hidden
  /** What is said, and what there is to choose from; nothing of both closes. */
  function show(text = '', rows = []) {
    note.textContent = text
    note.hidden = text === ''
    list.replaceChildren(...rows)
    list.hidden = rows.length === 0
    popup.hidden = note.hidden && list.hidden
    input.ariaExpanded = String(!list.hidden)
    choose(-1)
  }
  function offer(answer, query) {
    const { hits, total } = answer
    const advice = adviceText(answer)
    const rows = hits.map(({ title, description, slug }) =>
      option(form.dataset.search + slug, title, make('span', { textContent: description || slug })),
    )
    if (total > hits.length) {
      const all = option(`/sdk?${new URLSearchParams({ q: query })}`, `All ${total} results`)
      all.className = 'all'
      rows.push(all)
    }
    show(advice, rows)
    status.textContent = `${advice} ${total} ${total === 1 ? 'SDK' : 'SDKs'} found, ${hits.length} shown`.trim()
  }
  function tell(text) {
    show(text)
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
      option.id = `found-${index}`
      option.ariaSelected = String(index === at)
    })
    if (at < 0) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', all[at].id)
    all[at].scrollIntoView({ block: 'nearest' })
  }
  const option = (href, ...children) =>
    make('li', { role: 'none' }, make('a', { role: 'option', tabIndex: -1, href }, ...children))

  async function search() {
    const query = input.value.trim()
    if (query === '') return close()
    running?.abort()
    running = new AbortController()
    const { signal } = running
    // A quick answer shows no sign of waiting.
    const slow = setTimeout(() => tell('Searching …'), 250)
    try {
      const found = await find(query, 6, { signal })
      if (signal.aborted) return
      if (found.hits.length === 0) tell(adviceText(found) || 'Nothing found.')
      else offer(found, query)
    } catch {
      if (!signal.aborted) tell('The search does not answer. Press Enter to try the whole page.')
    } finally {
      clearTimeout(slow)
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, 90)
  })
  input.addEventListener('keydown', (event) => {
    const last = options().length - 1
    if (event.key === 'ArrowDown' && !isOpen()) search()
    else if (event.key === 'ArrowDown') choose(at >= last ? 0 : at + 1)
    else if (event.key === 'ArrowUp') choose(at <= 0 ? last : at - 1)
    else if (event.key === 'Enter' && at >= 0) options()[at].click()
    else if (event.key === 'Escape' && isOpen()) close()
    else return
    event.preventDefault()
  })
  // A press on an option must not take the focus first, or the list would be gone before the click.
  popup.addEventListener('mousedown', (event) => event.preventDefault())
  input.addEventListener('blur', close)
  addEventListener('pageshow', close)
}
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest?.('input, textarea, select, [contenteditable]')
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (input?.checkVisibility()) input.focus()
  else location.assign('/sdk')
})

// Forms: one press sends once, and says that it does.
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
      properties: { query: { type: 'string', maxLength: 200, description: 'e.g. "weather forecast"' } },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, untrustedContentHint: true },
    execute: async ({ query }) => {
      const { total, hits } = await find(query, 10, { detail: 'detailed' })
      return { content: [{ type: 'text', text: JSON.stringify({ total, hits }) }] }
    },
  })
  ?.catch?.(() => {})
