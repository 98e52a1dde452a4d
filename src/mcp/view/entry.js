/** One SDK: its facts, the code to begin with in one language, and its README by section. */
import { arrows, button, byId, element, languageName, metaLine, paragraph, say, site } from './dom.js'
import { inShort } from './facts.js'
import { callServerTool, canCallTools, canOpenLinks, openLink } from './host.js'
import { prose } from './prose.js'
import { useControl } from './use.js'

/** Nearly every SDK comes in it. */
const USUAL = 'ts'

/** The SDK that is open. Answers for any other come too late and are dropped. */
let open
/** Language of the code, and the one chosen by hand, which the next SDK is shown in too. */
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
    showReadme()
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
  say(byId('outcome'), '')
  offerLanguages(hit.languages ?? [])
  byId('list').hidden = true
  byId('entry').hidden = false
  byId('entry-title').focus()
  showReadme()
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
    description && paragraph(description),
    metaLine([slug, ...inShort(hit), topics.join(', '), reason && `Matched: ${reason}`]),
  ].filter(Boolean)
}

/** The URL is made of the base URL and the slug, never taken from text. */
function pageControl(slug) {
  if (site.pages === undefined) return []
  const url = site.pages + encodeURIComponent(slug)
  const address = element('code', {}, url)
  if (!canOpenLinks()) return [paragraph('Page: ', address)]
  const opener = button('Open page', {}, async () => {
    try {
      await openLink(url)
    } catch {
      opener.replaceWith('The host does not open it. Page: ', address)
    }
  })
  return [opener]
}

/**
 * Calls get_sdk_readme for the open SDK, and `show` with the answer. An answer that comes after another SDK or language
 * was chosen is dropped.
 */
async function read(input, waiting, show, failed = () => {}) {
  const chosen = language
  const request = { slug: open.slug, ...input }
  const isLate = () => request.slug !== open?.slug || chosen !== language
  say(byId('progress'), waiting, { busy: true })
  try {
    const answer = await callServerTool('get_sdk_readme', request)
    if (!isLate()) show(answer)
  } catch (error) {
    if (isLate()) return
    failed()
    say(byId('progress'), error.message, { bad: true })
  }
}

function showReadme() {
  byId('readme').replaceChildren()
  byId('start').hidden = true
  if (!canCallTools()) {
    return say(byId('progress'), 'This host does not let the view read it. Ask in the chat for the README.')
  }
  const again = () => byId('readme').replaceChildren(button('Try again', {}, showReadme))
  void read({ language }, 'Reading …', showStart, again)
}

/** With a language the code to begin with comes alone; the README is asked for without one. */
function showStart(answer) {
  const { title, sections, markdown, hint } = answer
  if (sections || language === undefined || markdown === undefined) return showOutline(answer)
  if (title) byId('entry-title').textContent = title
  byId('start').hidden = false
  byId('code').replaceChildren(...(hint ? [element('p', { className: 'meta' }, hint)] : []), ...prose(markdown, 4))
  void read({}, 'Reading …', showOutline)
}

/** A long README comes as its outline, a short one whole. */
function showOutline({ title, languages, sections, markdown, hint, ...answer }) {
  if (title) byId('entry-title').textContent = title
  if (!open.languages && languages) offerLanguages(languages)
  if (!sections) {
    byId('readme').append(...part({ markdown, hint, ...answer }, 'README', 4))
    return say(byId('progress'), 'README is open.')
  }
  const parts = sections.map(({ anchor }) => section(anchor))
  byId('readme').append(element('ul', { className: 'parts' }, parts), ...readOn(0, { label: 'Read it whole' }))
  say(byId('progress'), `${sections.length} sections, opened one by one.`)
}

/** Those that are known; the one that is shown is among them. */
function offerLanguages(languages) {
  const choices = languages.includes(language) ? languages : [language, ...languages]
  choice().replaceChildren(...choices.map((id) => element('option', { value: id }, languageName(id))))
  choice().value = language
}

/** A section that unfolds; its text is read when it is first opened. */
function section(anchor) {
  const name = spoken(anchor)
  const body = element('div', { id: `part-${anchor}`, hidden: true })
  const opener = button(element('b', {}, name), { ariaExpanded: 'false' }, () => {
    body.hidden = !body.hidden
    opener.ariaExpanded = String(!body.hidden)
    if (body.hidden || body.childElementCount > 0) return
    body.append(paragraph('Reading …'))
    const show = (answer) => {
      body.replaceChildren(...part(answer, name, 5, anchor))
      say(byId('progress'), `${name} is open.`)
    }
    void read({ language, section: anchor }, `Reading ${name} …`, show, () => body.replaceChildren())
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
  const shown = markdown === undefined ? [paragraph(text)] : prose(withoutTitle(markdown), top)
  const box = element('div', { className: 'text', tabIndex: 0, role: 'region', ariaLabel: `Text: ${name}` }, shown)
  return [hint && paragraph(hint), box, ...readOn(next_from, { name, top, anchor })].filter(Boolean)
}

/** Drops the heading that the text begins with, which the summary shows already. */
const withoutTitle = (markdown) => markdown.replace(/^\s{0,3}#{1,6}[^\n]*\n/, '')

function readOn(from, { label = 'Read on', name = 'README', top = 4, anchor } = {}) {
  if (from === undefined) return []
  const show = (answer) => {
    const next = part(answer, name, top, anchor)
    opener.replaceWith(...next)
    next.find(({ className }) => className === 'text')?.focus()
    say(byId('progress'), 'The next part is open.')
  }
  const opener = button(label, {}, () =>
    read({ language, from, ...(anchor && { section: anchor }) }, 'Reading …', show),
  )
  return [opener]
}
