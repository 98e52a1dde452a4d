/** Builds elements from text. The whole view never reads text as markup. */
export const byId = (id) => document.getElementById(id)

/** Children are elements or text; false and undefined are left out. */
export function element(tag, properties = {}, ...children) {
  const created = Object.assign(document.createElement(tag), properties)
  created.append(...children.flat().filter((child) => child !== undefined && child !== false))
  return created
}

export const paragraph = (...children) => element('p', {}, ...children)
export const chips = (...children) => element('div', { className: 'chips' }, ...children)
export const button = (label, properties, onclick) =>
  element('button', { type: 'button', onclick, ...properties }, label)

/** What the server wrote into the document: the URL of the SDK pages, the names of languages. */
export const site = JSON.parse(byId('site').textContent)

/** What people call a language, where it is known. */
export const languageName = (id) => (Object.hasOwn(site.languages, id) ? site.languages[id] : id)

/** A line of small facts; empty ones are left out. */
export function metaLine(facts) {
  const spans = facts.filter(Boolean).map((fact) => element('span', {}, fact))
  return element('p', { className: 'meta' }, spans)
}

/** Shows the state (waiting, done, failed) and has screen readers read it out. */
export function say(place, text, { bad = false, busy = false } = {}) {
  place.textContent = text
  place.toggleAttribute('data-bad', bad)
  byId('main').setAttribute('aria-busy', String(busy))
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
