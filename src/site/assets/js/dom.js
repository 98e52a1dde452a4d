/** Small functions that all parts of the script use. */
export const root = document.documentElement
export const $ = (selector, within = document) => within.querySelector(selector)
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]

export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

// For screen readers only.
export const status = make('p', { className: 'unseen', role: 'status' })
document.body.append(status)

/** Where the browser refuses storage the page works without. */
export function withStorage(action) {
  try {
    return action()
  } catch {}
}
