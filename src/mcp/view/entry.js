/** One SDK: its facts, the code to begin with in one language, and its README by section. */
import { arrows, button, byId, element, languageName, metaLine, say, site } from './dom.js'
import { inShort } from './facts.js'
import { callServerTool, canCallTools, canOpenLinks, openLink } from './host.js'
import { prose } from './prose.js'
import { useControl } from './use.js'

/** Nearly every SDK comes in it. */
const USUAL = 'ts'

/** The SDK that is open. Answers for any other come too late and are dropped. */
let open
/** Of the code. The one that was chosen by hand is kept for the next SDK. */
let language
let liked

const choice = () => byId('code-language').querySelector('select')
const headings = () => [...byId('readme').querySelectorAll('h4 > button')]

export function startEntry() {
  byId('back').addEventListener('click', closeEntry)
  byId('entry').addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return void arrows(event, headings(), 'ArrowUp', 'ArrowDown')
    event.preventDefault()
    closeEntry()
  })
  choice().addEventListener('change', ({ target }) => {
    liked = target.value
    language = liked
    void showReadme()
  })
}

/** `wanted` is the language that was searched for. */
export function openEntry(hit, wanted) {
  open = hit
  language = languageOf(hit.languages, [liked, wanted, USUAL])
  byId('entry-title').textContent = hit.title
  byId('facts').replaceChildren(...facts(hit))
  byId('actions').replaceChildren(
    useControl(() => ({ slug: open.slug, language })),
    ...pageControl(hit.slug),
  )
  say(byId('told'), '')
  offerLanguages(hit.languages ?? [])
  byId('list').hidden = true
  byId('entry').hidden = false
  byId('entry-title').focus()
  void showReadme()
}

/** The first that the SDK has; where its languages are unknown, the first that there is. */
function languageOf(languages = [], wanted) {
  const named = wanted.filter(Boolean)
  return named.find((one) => languages.includes(one)) ?? languages[0] ?? named[0]
}

function closeEntry() {
  const { slug } = open
  open = undefined
  byId('entry').hidden = true
  byId('list').hidden = false
  const openers = [...byId('hits').querySelectorAll('h2 button')]
  ;(openers.find(({ dataset }) => dataset.slug === slug) ?? byId('query')).focus()
  say(byId('progress'), '')
}

function facts(hit) {
  const { slug, description, topics = [], reason } = hit
  return [
    description && element('p', {}, description),
    metaLine([slug, ...inShort(hit), topics.join(', '), reason && `Matched: ${reason}`]),
  ].filter(Boolean)
}

/** The URL is made of the base URL and the slug, never taken from text. */
function pageControl(slug) {
  const url = site.pages + encodeURIComponent(slug)
  const address = element('code', {}, url)
  if (!canOpenLinks()) return [element('p', {}, 'Page: ', address)]
  const opener = button('Open page', {}, async () => {
    try {
      await openLink(url)
    } catch {
      opener.replaceWith('The host does not open it. Page: ', address)
    }
  })
  return [opener]
}

const read = (more) => callServerTool('get_sdk_readme', { slug: open.slug, language, ...more })

async function showReadme() {
  const mine = open
  const wanted = language
  const late = () => mine !== open || wanted !== language
  byId('readme').replaceChildren()
  byId('start').hidden = true
  if (!canCallTools()) {
    return say(byId('progress'), 'This host does not let the view read it. Ask in the chat for the README.')
  }
  say(byId('progress'), 'Reading …', { busy: true })
  try {
    const answer = await read({})
    if (late()) return
    if (answer.title) byId('entry-title').textContent = answer.title
    if (!open.languages && answer.languages) offerLanguages(answer.languages)
    show(answer)
  } catch (error) {
    if (late()) return
    byId('readme').replaceChildren(button('Try again', {}, () => showReadme()))
    say(byId('progress'), error.message, { bad: true })
  }
}

/** A long README comes as its outline, with the code to begin with; a short one whole. */
function show({ sections, markdown, hint, ...rest }) {
  if (!sections) {
    byId('readme').append(...part({ markdown, hint, ...rest }, 'README', 4))
    return say(byId('progress'), 'README is open.')
  }
  byId('start').hidden = markdown === undefined
  byId('code').replaceChildren(
    ...(hint ? [element('p', { className: 'meta' }, hint)] : []),
    ...prose(markdown ?? '', 4),
  )
  byId('readme').append(outline(sections), ...readOn(0, { label: 'Read it whole' }))
  say(byId('progress'), `${sections.length} sections, opened one by one.`)
}

/** Those that are known; the one that is shown is among them. */
function offerLanguages(languages) {
  const all = languages.includes(language) ? languages : [language, ...languages]
  choice().replaceChildren(...all.map((one) => element('option', { value: one }, languageName(one))))
  choice().value = language
}

const outline = (sections) =>
  element(
    'ul',
    { className: 'parts' },
    sections.map(({ anchor }) => section(anchor)),
  )

/** A section that unfolds; its text is read when it is first opened. */
function section(anchor) {
  const name = spoken(anchor)
  const body = element('div', { id: `part-${anchor}`, hidden: true })
  const opener = button(element('b', {}, name), { ariaExpanded: 'false' }, async () => {
    body.hidden = !body.hidden
    opener.ariaExpanded = String(!body.hidden)
    if (body.hidden || body.childElementCount > 0) return
    const mine = open
    const wait = element('p', {}, 'Reading …')
    body.append(wait)
    say(byId('progress'), `Reading ${name} …`, { busy: true })
    try {
      body.replaceChildren(...part(await read({ section: anchor }), name, 5, anchor))
      if (mine === open) say(byId('progress'), `${name} is open.`)
    } catch (error) {
      body.replaceChildren()
      if (mine === open) say(byId('progress'), error.message, { bad: true })
    }
  })
  opener.setAttribute('aria-controls', body.id)
  return element('li', {}, element('h4', {}, opener), body)
}

/** `test-without-a-network` -> `Test without a network` */
function spoken(anchor) {
  const words = anchor.replaceAll('-', ' ').replace(/\b(?:api|cli|mcp|sdk)\b/g, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Text in a scrolling box, and a button for the next part. */
function part({ markdown, text = '', hint, next_from }, name, top, anchor) {
  const shown = markdown === undefined ? [element('p', {}, text)] : prose(withoutTitle(markdown), top)
  const box = element('div', { className: 'text', tabIndex: 0, role: 'region', ariaLabel: `Text: ${name}` }, shown)
  return [hint && element('p', {}, hint), box, ...readOn(next_from, { name, top, anchor })].filter(Boolean)
}

/** Drops the heading that the text begins with, which the summary shows already. */
const withoutTitle = (markdown) => markdown.replace(/^\s{0,3}#{1,6}[^\n]*\n/, '')

function readOn(from, { label = 'Read on', name = 'README', top = 4, anchor } = {}) {
  if (from === undefined) return []
  const opener = button(label, {}, async () => {
    const mine = open
    say(byId('progress'), 'Reading …', { busy: true })
    try {
      const next = part(await read({ from, ...(anchor && { section: anchor }) }), name, top, anchor)
      if (mine !== open) return
      opener.replaceWith(...next)
      next.find(({ className }) => className === 'text')?.focus()
      say(byId('progress'), 'The next part is open.')
    } catch (error) {
      if (mine === open) say(byId('progress'), error.message, { bad: true })
    }
  })
  return [opener]
}
