/** One SDK: its facts, its page, and its README by section. */
import { $, arrows, button, languageName, make, metaLine, say, site } from './dom.js'
import { callTool, canCallTools, canOpenLinks, openLink } from './host.js'
import { prose } from './prose.js'

/** The SDK that is open. Answers for any other come too late and are dropped. */
let open
let language

const choice = () => $('code-language').querySelector('select')
const headings = () => [...$('readme').querySelectorAll('h4 > button')]

export function startEntry() {
  $('back').addEventListener('click', closeEntry)
  $('entry').addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return void arrows(event, headings(), 'ArrowUp', 'ArrowDown')
    event.preventDefault()
    closeEntry()
  })
  choice().addEventListener('change', ({ target }) => {
    language = target.value || undefined
    void showReadme()
  })
}

export function openEntry(hit) {
  open = hit
  language = undefined
  $('entry-title').textContent = hit.title
  $('facts').replaceChildren(...facts(hit))
  $('actions').replaceChildren(...actions(hit.slug))
  $('code-language').hidden = true
  $('list').hidden = true
  $('entry').hidden = false
  $('entry-title').focus()
  void showReadme()
}

function closeEntry() {
  const { slug } = open
  open = undefined
  $('entry').hidden = true
  $('list').hidden = false
  const openers = [...$('hits').querySelectorAll('h2 button')]
  ;(openers.find(({ dataset }) => dataset.slug === slug) ?? $('query')).focus()
  say($('progress'), '')
}

function facts({ slug, description, topics = [], languages = [], install = [] }) {
  return [
    description && make('p', {}, description),
    metaLine([slug, topics.join(', '), languages.map(languageName).join(', ')]),
    install.length > 0 &&
      make(
        'ul',
        { className: 'install' },
        install.map((line) => make('li', {}, ...labelled(line))),
      ),
  ].filter(Boolean)
}

/** `Python: pip install x, then …` -> label and command; a comma ends the command. */
function labelled(line) {
  const [, label, typed, rest] = /^(?:(.*?): )?([^,]*)(.*)$/s.exec(line)
  return [label && `${label}: `, make('code', {}, typed), rest].filter(Boolean)
}

/** The URL is made of the base URL and the slug, never taken from text. */
function actions(slug) {
  const url = site.pages + encodeURIComponent(slug)
  const address = make('code', {}, url)
  if (!canOpenLinks()) return ['Page: ', address]
  const opener = button('Open page', { className: 'main' }, async () => {
    try {
      await openLink(url)
    } catch {
      opener.replaceWith('The host does not open it. Page: ', address)
    }
  })
  return [opener]
}

const read = (more) => callTool('get_sdk_readme', { slug: open.slug, ...(language && { language }), ...more })

async function showReadme() {
  const mine = open
  const wanted = language
  const late = () => mine !== open || wanted !== language
  $('readme').replaceChildren()
  if (!canCallTools()) {
    return say($('progress'), 'This host does not let the view read it. Ask in the chat for the README.')
  }
  say($('progress'), 'Reading …', { busy: true })
  try {
    const answer = await read({})
    if (late()) return
    if (answer.title) $('entry-title').textContent = answer.title
    if (answer.languages) offerLanguages(answer.languages)
    if (answer.sections) $('readme').append(outline(answer.sections), ...readOn(answer.hint !== undefined && 0))
    else $('readme').append(...part(answer, 'README', 4))
    say($('progress'), answer.sections ? `${answer.sections.length} sections, opened one by one.` : 'README is open.')
  } catch (error) {
    if (late()) return
    $('readme').replaceChildren(button('Try again', {}, () => showReadme()))
    say($('progress'), error.message, { bad: true })
  }
}

function offerLanguages(languages) {
  choice().replaceChildren(
    make('option', { value: '' }, 'all languages'),
    ...languages.map((one) => make('option', { value: one }, languageName(one))),
  )
  choice().value = language ?? ''
  $('code-language').hidden = languages.length < 2
}

const outline = (sections) =>
  make(
    'ul',
    { className: 'parts' },
    sections.map(({ anchor, approx_tokens }) => section(anchor, approx_tokens)),
  )

/** A section that unfolds; its text is read when it is first opened. */
function section(anchor, tokens) {
  const name = spoken(anchor)
  const body = make('div', { id: `part-${anchor}`, hidden: true })
  const size = make('span', {}, `${tokens} tokens`)
  const opener = button(make('b', {}, name), { ariaExpanded: 'false' }, async () => {
    body.hidden = !body.hidden
    opener.ariaExpanded = String(!body.hidden)
    if (body.hidden || body.childElementCount > 0) return
    const mine = open
    const wait = make('p', {}, 'Reading …')
    body.append(wait)
    say($('progress'), `Reading ${name} …`, { busy: true })
    try {
      body.replaceChildren(...part(await read({ section: anchor }), name, 5, anchor))
      if (mine === open) say($('progress'), `${name} is open.`)
    } catch (error) {
      body.replaceChildren()
      if (mine === open) say($('progress'), error.message, { bad: true })
    }
  })
  opener.append(size)
  opener.setAttribute('aria-controls', body.id)
  return make('li', {}, make('h4', {}, opener), body)
}

/** `test-without-a-network` -> `Test without a network` */
function spoken(anchor) {
  const words = anchor.replaceAll('-', ' ').replace(/\b(?:api|cli|mcp|sdk)\b/g, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Text in a scrolling box, and a button for the next part. */
function part({ markdown, text = '', hint, next_from }, name, top, anchor) {
  const shown = markdown === undefined ? [make('p', {}, text)] : prose(withoutTitle(markdown), top)
  const box = make('div', { className: 'text', tabIndex: 0, role: 'region', ariaLabel: `Text: ${name}` }, shown)
  return [hint && make('p', {}, hint), box, ...readOn(next_from, name, top, anchor)].filter(Boolean)
}

/** Drops the heading that the text begins with, which the summary shows already. */
const withoutTitle = (markdown) => markdown.replace(/^\s{0,3}#{1,6}[^\n]*\n/, '')

function readOn(from, name = 'README', top = 4, anchor = undefined) {
  if (from === undefined || from === false) return []
  const opener = button('Read on', {}, async () => {
    const mine = open
    say($('progress'), 'Reading …', { busy: true })
    try {
      const next = part(await read({ from, ...(anchor && { section: anchor }) }), name, top, anchor)
      if (mine !== open) return
      opener.replaceWith(...next)
      next.find(({ className }) => className === 'text')?.focus()
      say($('progress'), 'The next part is open.')
    } catch (error) {
      if (mine === open) say($('progress'), error.message, { bad: true })
    }
  })
  return [opener]
}
