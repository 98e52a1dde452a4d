/** The playground: calls a tool of the MCP server, and shows request and answer as an agent sees them. */
import { $, $$, make, status } from './dom.js'

const form = $('[data-playground]')
const { tool, args } = form.elements
$('[type="submit"]', form).disabled = false
const result = $('.playground-result')
const parameters = new URLSearchParams(location.search)
const CHARACTERS_PER_TOKEN = 4

const indented = (value) => JSON.stringify(value, null, 2)

/** The fields of the chosen tool; those of the others are hidden. */
const sets = $$('[data-tool]', form)
const chosen = () => sets.find(({ dataset }) => dataset.tool === tool.value)
const fields = () => $$('[name]', chosen())
const READERS = {
  integer: Number,
  boolean: (text) => text === 'true',
  array: (text) => text.split(',').map((part) => part.trim()),
}
const typedValue = ({ value, dataset }) => (READERS[dataset.type] ?? String)(value)

/** Fields and JSON say the same. */
function fill(values, json = indented(values)) {
  for (const field of fields()) field.value = values?.[field.name] ?? ''
  args.value = json
}
function fillFromJson() {
  try {
    fill(JSON.parse(args.value), args.value)
  } catch {
    // It is not yet written to its end.
  }
}
form.addEventListener('input', ({ target }) => {
  if (target === args) fillFromJson()
  else if (target !== tool) {
    const given = fields().filter(({ value }) => value !== '')
    args.value = indented(Object.fromEntries(given.map((field) => [field.name, typedValue(field)])))
  }
})
const exampleOf = (chip) => JSON.parse(chip.dataset.example)
for (const chip of $$('[data-example]', form)) chip.addEventListener('click', () => fill(exampleOf(chip)))

function showTool() {
  for (const set of sets) set.hidden = set !== chosen()
  fill(exampleOf($('[data-example]', chosen())))
}

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
    $('.as-json', form).open = true
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
showTool()
const shared = name && parameters.get('args')
if (shared) {
  args.value = shared
  fillFromJson()
}
tool.addEventListener('change', showTool)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  run()
})
if (name) run()
