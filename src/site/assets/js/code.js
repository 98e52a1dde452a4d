/** Code: a header with its language, and a button that copies it. */
import { $, $$, make, status } from './dom.js'

const LANGUAGES = {
  bash: 'Shell',
  csharp: 'C#',
  go: 'Go',
  http: 'HTTP',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  lua: 'Lua',
  php: 'PHP',
  python: 'Python',
  rb: 'Ruby',
  ruby: 'Ruby',
  sh: 'Shell',
  text: 'Text',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  yaml: 'YAML',
}

/** Copies the text that the element has when it is pressed. */
function copyButton(source) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  const show = (label, message) => {
    button.textContent = label
    status.textContent = message
  }
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent.trimEnd())
      show('Copied', 'Copied to the clipboard')
    } catch {
      getSelection().selectAllChildren(source)
      show('Selected', 'Selected; copy it with the keyboard')
    }
    setTimeout(() => show('Copy', ''), 2000)
  })
  return button
}

for (const pre of $$('pre')) {
  let frame = pre.closest('.code')
  if (!frame) {
    const language = /language-(\S+)/.exec($('code', pre)?.className ?? '')?.[1] ?? ''
    const label = make('span', { textContent: LANGUAGES[language] ?? language })
    frame = make('figure', { className: 'code' }, make('figcaption', {}, label))
    pre.replaceWith(frame)
    frame.append(pre)
  }
  $('figcaption', frame).append(copyButton(pre))
}

// Commands in the cells of tables, as READMEs have them.
const COMMAND =
  /^(apt|brew|bundle|cargo|claude|composer|curl|docker|dotnet|gem|git|go|luarocks|npm|npx|pip3?|pnpm|uv|yarn) \S/
for (const code of $$('td > code')) if (COMMAND.test(code.textContent)) code.after(copyButton(code))

// Only what really scrolls needs a stop for the keyboard.
for (const scroller of $$('pre[tabindex], .table[tabindex]')) {
  new ResizeObserver(() => {
    if (scroller.scrollWidth > scroller.clientWidth) scroller.tabIndex = 0
    else scroller.removeAttribute('tabindex')
  }).observe(scroller)
}
