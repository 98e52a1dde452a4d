/** The playground: calls a tool of the MCP server, and shows request and answer as an agent sees them. */
import { $, make, status } from './dom.js'

const form = $('[data-playground]')
const { tool, args } = form.elements
const result = $('.playground-result')
const CHARACTERS_PER_TOKEN = 4
const tokens = (text) => `about ${Math.ceil(text.length / CHARACTERS_PER_TOKEN)} tokens`

const exampleOf = () => JSON.stringify(JSON.parse(tool.selectedOptions[0].dataset.example), null, 2)
const show = (label, text) =>
  make(
    'figure',
    { className: 'code wrap' },
    make('figcaption', {}, make('b', { textContent: label }), make('span', { textContent: tokens(text) })),
    make('pre', { tabIndex: 0, textContent: text }),
  )

function refuse(text) {
  result.replaceChildren(make('p', { className: 'refused', role: 'alert', textContent: text }))
}

async function run() {
  let given
  try {
    given = JSON.parse(args.value || '{}')
  } catch (error) {
    return refuse(`The arguments are not JSON: ${error.message}`)
  }
  const url = new URL(location.href)
  url.search = new URLSearchParams({ tool: tool.value, args: JSON.stringify(given) })
  history.replaceState(null, '', url)
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.value, arguments: given } }
  status.textContent = 'Asking'
  try {
    const answer = await fetch('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(request),
    })
    const { result: got, error } = await answer.json()
    const text = error
      ? JSON.stringify(error, null, 2)
      : got.content.map((part) => part.text ?? `[${part.type}]`).join('\n')
    const structured = got?.structuredContent && JSON.stringify(got.structuredContent, null, 2)
    result.replaceChildren(
      make('p', {
        className: error || got.isError ? 'bad' : 'ok',
        textContent:
          error || got.isError
            ? 'The tool refused the call. An agent reads why and tries again.'
            : 'The tool answered.',
      }),
      show(error || got.isError ? 'What the model reads of the error' : 'What the model reads', text),
      ...(structured
        ? [
            make(
              'details',
              {},
              make('summary', { textContent: 'The same as structured data' }),
              show('structuredContent', structured),
            ),
          ]
        : []),
      make(
        'details',
        {},
        make('summary', { textContent: 'The request' }),
        show('POST /mcp', JSON.stringify(request, null, 2)),
      ),
    )
    status.textContent = 'Answered'
  } catch {
    refuse('The server is not responding. Try again in a moment.')
  }
}

const asked = new URLSearchParams(location.search)
const wanted = asked.get('tool')
if (wanted && [...tool.options].some(({ value }) => value === wanted)) tool.value = wanted
args.value = wanted && asked.get('args') ? asked.get('args') : exampleOf()
tool.addEventListener('change', () => {
  args.value = exampleOf()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  run()
})
if (wanted) run()
