/** Small things that all parts of the script use. */
export const root = document.documentElement
export const $ = (selector, within = document) => within.querySelector(selector)
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]

export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

// Read out by screen readers, seen by nobody.
export const status = make('p', { className: 'unseen', role: 'status' })
document.body.append(status)

/** A browser that keeps nothing still works. */
export function ifKept(action) {
  try {
    return action()
  } catch {}
}
