/** On the page of the status: asks each endpoint, and says how long it took to answer. */
import { $, make } from './dom.js'

const CHECKS = [
  ['Health', '/api/health'],
  ['Search', '/api/sdk/find?query=weather&limit=1'],
  ['MCP', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }],
]

const list = $('[data-live]')
for (const [name, path, message] of CHECKS) {
  const line = make('li', { textContent: `${name}: asking …` })
  list.append(line)
  const headers = {
    accept: 'application/json, text/event-stream',
    ...(message && { 'content-type': 'application/json' }),
  }
  const began = performance.now()
  fetch(path, { cache: 'no-store', headers, ...(message && { method: 'POST', body: JSON.stringify(message) }) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      const took = Math.round(performance.now() - began)
      line.textContent = answer.ok ? `${name}: answers, ${took} ms` : `${name}: answers with status ${answer.status}`
      line.className = answer.ok ? 'ok' : 'bad'
    },
    () => {
      line.textContent = `${name}: does not answer`
      line.className = 'bad'
    },
  )
}
