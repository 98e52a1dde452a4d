/** What script adds to every page: the theme, links on headings, the place in the contents, forms that send once. */
import { $, $$, make, root, status, withStorage } from './dom.js'

// Theme: the system's until somebody presses the button, which is then remembered.
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : systemDark.matches)
const theme = withStorage(() => localStorage.getItem('theme'))
if (theme === 'dark' || theme === 'light') root.dataset.theme = theme
const toggle = $('[data-theme-toggle]')
function showTheme() {
  toggle.setAttribute('aria-pressed', String(isDark()))
  const colour = getComputedStyle(root).backgroundColor
  for (const meta of $$('meta[name="theme-color"]')) meta.content = colour
}
toggle.hidden = false
toggle.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark'
  withStorage(() => localStorage.setItem('theme', root.dataset.theme))
  showTheme()
})
systemDark.addEventListener('change', showTheme)
showTheme()

// Headings link to themselves. In a README their ids have a prefix, which links from elsewhere leave out.
const PREFIX = 'user-content-'
for (const heading of $$('.prose :is(h2, h3, h4)[id]')) {
  const href = `#${heading.id.replace(PREFIX, '')}`
  const ariaLabel = `Link to ${heading.textContent}`
  heading.append(make('a', { className: 'permalink', href, textContent: '#', ariaLabel }))
}
function goToHash() {
  const name = decodeURIComponent(location.hash.slice(1))
  if (name === '') return
  const target = document.getElementById(name) ?? document.getElementById(PREFIX + name)
  for (let around = target; around; around = around.parentElement) if (around.matches('details')) around.open = true
  target?.scrollIntoView()
}
addEventListener('hashchange', goToHash)
addEventListener('load', goToHash)

// The contents mark the section that is being read.
const links = new Map($$('.contents a').map((link) => [link.hash.slice(1), link]))
const parts = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
function markCurrent() {
  const line = innerHeight / 3
  const current = parts.findLast((part) => part.getBoundingClientRect().top < line) ?? parts[0]
  for (const [id, link] of links) {
    if (id === current.id) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}
if (parts.length > 0) {
  addEventListener('scroll', markCurrent, { passive: true })
  markCurrent()
}

// Forms: one press sends once, and says so.
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
