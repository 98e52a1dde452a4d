/** The playground: calls a tool of the MCP server, and shows request and answer as an agent sees them. */
import { $, make, status } from './dom.js'

const form = $('[data-playground]')
const { tool, args } = form.elements
$('button', form).disabled = false
const result = $('.playground-result')
const parameters = new URLSearchParams(location.search)
const CHARACTERS_PER_TOKEN = 4

const indented = (value) => JSON.stringify(value, null, 2)
const example = () => indented(JSON.parse(tool.selectedOptions[0].dataset.example))

function figure(label, text) {
  const tokens = `about ${Math.ceil(text.length / CHARACTERS_PER_TOKEN)} tokens`
  const caption = make('figcaption', {}, make('b', { textContent: label }), make('span', { textContent: tokens }))
  return make('figure', { className: 'code wrap' }, caption, make('pre', { tabIndex: 0, textContent: text }))
}
const folded = (summary, label, value) =>
  make('details', {}, make('summary', { textContent: summary }), figure(label, indented(value)))

const refuse = (textContent) => result.replaceChildren(make('p', { className: 'refused', role: 'alert', textContent }))

async function run() {
  let input
  try {
    input = JSON.parse(args.value || '{}')
  } catch (error) {
    return refuse(`The arguments are not JSON: ${error.message}`)
  }
  const url = new URL(location.href)
  url.search = new URLSearchParams({ tool: tool.value, args: JSON.stringify(input) })
  history.replaceState(null, '', url)
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.value, arguments: input } }
  status.textContent = 'Asking'
  try {
    const response = await fetch('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(request),
    })
    show(request, await response.json())
    status.textContent = 'Answered'
  } catch {
    refuse('The server is not responding. Try again in a moment.')
  }
}

function show(request, { result: answer, error }) {
  const failed = error || answer.isError
  const text = error ? indented(error) : answer.content.map((part) => part.text ?? `[${part.type}]`).join('\n')
  const outcome = failed
    ? { className: 'bad', textContent: 'The tool refused the call. An agent reads why and tries again.' }
    : { className: 'ok', textContent: 'The tool answered.' }
  const structured = answer?.structuredContent
  result.replaceChildren(
    make('p', outcome),
    figure(failed ? 'What the model reads of the error' : 'What the model reads', text),
    ...(structured ? [folded('The same as structured data', 'structuredContent', structured)] : []),
    folded('The request', 'POST /mcp', request),
  )
}

const name = parameters.get('tool')
if (name && [...tool.options].some(({ value }) => value === name)) tool.value = name
args.value = (name && parameters.get('args')) || example()
tool.addEventListener('change', () => {
  args.value = example()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  run()
})
if (name) run()
