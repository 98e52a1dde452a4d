/** What find_sdk found, and asking it again. */
import { arrows, button, byId, chips, element, metaLine, paragraph, say } from './dom.js'
import { openEntry } from './entry.js'
import { inShort } from './facts.js'
import { showFilters, startFilters } from './filters.js'
import { callServerTool, canCallTools, canFillScreen, displayMode, fillScreen, structured } from './host.js'

const MAX_HITS = 50
const STEP = 10
/** Rows in a conversation, where the view is one thing among others. */
const FEW = 5

/** Input of the search that is shown or under way. */
let lastInput = { query: '' }
let answered = { hits: [] }
/** Nothing was found, and not for a filter. */
let nothing = false
/** Of two searches the later one counts, whichever is answered first. */
let latest = 0

const titles = () => [...byId('hits').querySelectorAll('h2 button')]

export function startList() {
  startFilters(narrow)
  byId('search').addEventListener('click', searchWords)
  // Not a form: a frame that may not submit forms does not even say that one was to be submitted.
  byId('query').addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing) searchWords()
    else if (event.key === 'ArrowDown' && titles().length > 0) titles()[0].focus()
    else return
    event.preventDefault()
  })
  byId('hits').addEventListener('keydown', (event) => {
    const up = event.key === 'ArrowUp' && document.activeElement === titles()[0]
    if (!up && event.key !== 'Escape') return void arrows(event, titles(), 'ArrowUp', 'ArrowDown')
    event.preventDefault()
    byId('query').focus()
  })
  byId('more').addEventListener('click', showMore)
}

function searchWords() {
  const query = byId('query').value.trim()
  if (query === '') return say(byId('summary'), 'Type a name or a need first.')
  search({ query, limit: STEP })
}

/** A topic narrows the hits; without hits it becomes the query. */
function narrow(change) {
  const fresh = nothing && change.topic !== undefined
  if (fresh) byId('query').value = change.topic
  search({ ...change, ...(fresh && { query: change.topic }), limit: STEP })
}

/** Where the host can give the view the whole screen, it is asked to. Hits that are here come first. */
async function showMore() {
  const from = titles().length
  if (canFillScreen()) await fillScreen().catch(() => {})
  if (answered.hits.length > from) showAnswer(answered, from)
  else void search({ limit: Math.min((lastInput.limit ?? 0) + STEP, MAX_HITS) }, from)
}

/** `focus` as in showAnswer. */
async function search(change, focus) {
  lastInput = { ...lastInput, ...change, detail: 'detailed' }
  const mine = ++latest
  say(byId('summary'), `Searching “${lastInput.query}” …`, { busy: true })
  try {
    const answer = await callServerTool('find_sdk', lastInput)
    if (mine === latest) showAnswer(answer, focus)
  } catch (error) {
    if (mine === latest) showFailure(error)
  }
}

/** What the host says of the call that it made: its arguments, perhaps in pieces, and its end. */
export function showToolInput({ arguments: input }) {
  if (typeof input?.query !== 'string') return
  lastInput = { ...input }
  if (document.activeElement !== byId('query')) byId('query').value = input.query
  say(byId('summary'), `Searching “${input.query}” …`, { busy: true })
}

export function toolResult(result) {
  const mine = ++latest
  try {
    const answer = structured(result)
    showAnswer(answer)
    if (canCallTools() && lastInput.query && lastInput.detail !== 'detailed' && answer.hits?.length > 0)
      void complete(mine)
  } catch (error) {
    showFailure(error)
  }
}

export function toolCancelled({ reason }) {
  latest++
  const why = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '.'
  say(byId('summary'), `The search was cancelled${why}`)
  offerSearch()
}

/** The short form that models get holds no topics and languages of each hit. */
async function complete(mine) {
  try {
    const answer = await callServerTool('find_sdk', { ...lastInput, detail: 'detailed' })
    if (mine === latest) showAnswer(answer)
  } catch {
    // The short form stays; it is complete for what it shows.
    if (mine === latest) offerSearch()
  }
}

function offerSearch() {
  const can = canCallTools()
  byId('list').querySelector('search').hidden = !can
  if (!can) byId('filters').hidden = true
}

/** `focus` is the place of the hit that gets it, where the reader asked for more. */
function showAnswer(answer, focus) {
  if (!Array.isArray(answer.hits)) return showText(answer.text ?? '')
  answered = answer
  const { hits: every, total = every.length } = answer
  const hits = every.slice(0, focus === undefined && displayMode() === 'inline' ? FEW : MAX_HITS)
  const held = document.activeElement?.dataset?.slug
  const narrowed = ['topic', 'language', 'no_auth'].some((name) => lastInput[name] !== undefined)
  nothing = every.length === 0 && !narrowed
  offerSearch()
  if (canCallTools()) showFilters(lastInput, answer)
  if (total === 1 && !narrowed) byId('filters').hidden = true
  byId('notes').replaceChildren(...notes(answer, narrowed))
  byId('hits').replaceChildren(...hits.map(item))
  byId('more').hidden =
    hits.length === every.length && (!canCallTools() || total <= every.length || every.length >= MAX_HITS)
  const place = focus ?? hits.findIndex(({ slug }) => slug === held)
  titles()[Math.min(place, hits.length - 1)]?.focus()
  const many = hits.length < total ? `${hits.length} of ${total} SDKs` : `${total} ${total === 1 ? 'SDK' : 'SDKs'}`
  const words = lastInput.query ? ` for “${lastInput.query}”` : ''
  say(byId('summary'), total === 0 ? `No SDK found${words}` : `${many}${words}`)
}

function item(hit) {
  const { slug, title, description, operation } = hit
  const opener = button(title, {}, () => openEntry(hit, lastInput.language))
  opener.dataset.slug = slug
  const facts = metaLine([...inShort(hit), operation && `try ${operation}`])
  return element('li', {}, element('h2', {}, opener), element('div', {}, description && paragraph(description), facts))
}

function notes({ hits, advice = [], read_as = {}, nearest = [] }, narrowed) {
  const near = nearest.map((slug) => button(slug, {}, () => openEntry({ slug, title: slug }, lastInput.language)))
  const widen = () => search({ topic: undefined, language: undefined, no_auth: undefined, limit: STEP })
  const corrections = Object.entries(read_as).map(([typed, read]) => `“${read}” instead of “${typed}”`)
  const toDo = advice.map(({ text }) => text)
  return [
    corrections.length > 0 && paragraph(`Showing results for ${corrections.join(', ')}.`),
    toDo.length > 0 && paragraph(toDo.join(' ')),
    nothing && canCallTools() && paragraph('Or start with a topic.'),
    near.length > 0 && paragraph('Similar names:'),
    near.length > 0 && chips(near),
    hits.length === 0 && narrowed && canCallTools() && chips(button('Search without filters', {}, widen)),
    !canCallTools() && paragraph('This host does not let the list search. Ask in the chat for another search.'),
  ].filter(Boolean)
}

/** From a host that passes on the text alone. */
function showText(text) {
  offerSearch()
  byId('notes').replaceChildren(element('pre', { className: 'plain' }, text))
  byId('hits').replaceChildren()
  byId('more').hidden = true
  say(byId('summary'), 'What the search answered')
}

export function showFailure(error) {
  offerSearch()
  byId('notes').replaceChildren()
  const again = button('Try again', {}, () => search({}))
  if (canCallTools() && lastInput.query) byId('notes').append(chips(again))
  say(byId('summary'), error.message, { bad: true })
}
