/** Code: a header with its language, and a button that copies it. */
import { $, $$, make, status } from './dom.js'

const NAMES = {
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

/** Copies what the element says now. */
export function copyButton(source, label = 'Copy') {
  const button = make('button', { type: 'button', className: 'copy', textContent: label })
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(source.textContent.trimEnd()).then(
      () => true,
      () => false,
    )
    if (!copied) getSelection().selectAllChildren(source)
    button.textContent = copied ? 'Copied' : 'Selected'
    status.textContent = copied ? 'Copied to the clipboard' : 'Selected; copy it with the keyboard'
    setTimeout(() => {
      button.textContent = label
      status.textContent = ''
    }, 2000)
  })
  return button
}

for (const pre of $$('pre')) {
  let frame = pre.closest('.code')
  if (!frame) {
    const language = /language-(\S+)/.exec($('code', pre)?.className ?? '')?.[1] ?? ''
    frame = make(
      'figure',
      { className: 'code' },
      make('figcaption', {}, make('span', { textContent: NAMES[language] ?? language })),
    )
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
