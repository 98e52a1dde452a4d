/** Builds elements from text. The whole view never reads text as markup. */
export const $ = (id) => document.getElementById(id)

/** Children are elements or text; false and undefined are left out. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children.flat().filter((child) => child !== undefined && child !== false))
  return element
}

export const paragraph = (...children) => make('p', {}, ...children)
export const chips = (...children) => make('div', { className: 'chips' }, ...children)
export const button = (label, properties, onclick) => make('button', { type: 'button', onclick, ...properties }, label)

/** What the server wrote into the document: the URL of the SDK pages, the names of languages. */
export const site = JSON.parse($('site').textContent)

/** What people call a language, where it is known. */
export const languageName = (id) => (Object.hasOwn(site.languages, id) ? site.languages[id] : id)

/** A line of small facts; empty ones are left out. */
export function metaLine(facts) {
  const spans = facts.filter(Boolean).map((fact) => make('span', {}, fact))
  return make('p', { className: 'meta' }, spans)
}

/** Shows the state (waiting, done, failed) and has screen readers read it out. */
export function say(place, text, { bad = false, busy = false } = {}) {
  place.textContent = text
  place.toggleAttribute('data-bad', bad)
  $('main').setAttribute('aria-busy', String(busy))
}

/** Moves the focus among `items` by arrow keys, Home and End. @returns whether the key was one of them */
export function arrows(event, items, back, forth) {
  const at = items.indexOf(document.activeElement)
  const next = { [back]: at - 1, [forth]: at + 1, Home: 0, End: items.length - 1 }[event.key]
  if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return false
  event.preventDefault()
  items[Math.min(Math.max(next, 0), items.length - 1)].focus()
  return true
}
